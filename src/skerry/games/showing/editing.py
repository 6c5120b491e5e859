"""What an editor must know of a game: what can be put on cells, and what is wrong with a draft.

Each game's `editing.py` says it; `skerry.editing` makes positions of drafts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, cast

from skerry.games.contract import part
from skerry.games.ruleset import RuleSet
from skerry.games.text.fields import format_cells, parse_cells


@dataclass(frozen=True)
class Draft:
    """What somebody sets up: like a position's text, but board and fields need not fit together."""

    game: RuleSet
    contents: tuple[int, ...]  # of each cell, as in `Position.contents`
    colour: int  # to move next, 1 or 2; 0 while nobody has a colour
    first: int  # the person who holds the first colour, or NOBODY
    turn: int  # whole turns played
    fields: tuple[tuple[str, str], ...]  # the game's own: name and text of each

    def field(self, name: str) -> str:
        """The text of a field of the game's own; "-" where the game has none of that name."""
        return dict(self.fields).get(name, "-")

    def with_fields(self, **changed: str) -> "Draft":
        """With other texts of some fields."""
        return replace(
            self, fields=tuple((name, changed.get(name, text)) for name, text in self.fields)
        )

    def number(self, name: str) -> int:
        """A field that is a number."""
        return int(self.field(name))

    def cells(self, name: str) -> tuple[int, ...]:
        """The cells of a field that lists some, ascending."""
        return tuple(parse_cells(self.game, name, self.field(name), len(self.contents)))

    def with_cells(self, name: str, cells: Sequence[int]) -> "Draft":
        """With other cells in a field that lists some."""
        return self.with_fields(**{name: format_cells(self.game, sorted(cells))})

    def where(self, *contents: int) -> tuple[int, ...]:
        """The cells that hold one of these."""
        return tuple(cell for cell, content in enumerate(self.contents) if content in contents)

    def named(self, cells: Sequence[int]) -> list[str]:
        """Cells by their names."""
        return [self.game.board.names[cell] for cell in cells]

    def without(self, cells: Sequence[int]) -> "Draft":
        """With nothing on some cells, in no list either."""
        gone = set(cells)
        kept = (0 if cell in gone else one for cell, one in enumerate(self.contents))
        draft = replace(self, contents=tuple(kept))
        for name in dict.fromkeys(tool.field for tool in tools(self.game) if tool.field):
            draft = draft.with_cells(name, [one for one in draft.cells(name) if one not in gone])
        return draft

    @property
    def swaps(self) -> bool:
        """Whether the game is played with the swap (C-3)."""
        return self.game.rules.swap == 1


class Tool(NamedTuple):
    """Something that is put on a cell: a piece, or a mark in a field that lists cells."""

    name: str
    words: str  # "White stone"
    content: int = 0  # what the cell holds then; 0 for a mark
    field: str = ""  # that lists the marked cells
    most: int = 0  # cells in it


class Control(NamedTuple):
    """Something else that is set: a switch, a number or a choice."""

    name: str
    label: str
    value: str  # "on" or "off", a number, or a choice
    lowest: int = 0  # of a number
    highest: int = 0
    choices: tuple[tuple[str, str], ...] = ()  # value and words of each


class Mend(NamedTuple):
    """A way to make good what is wrong."""

    words: str  # of a button: "Let Black move"
    draft: Draft  # afterwards


class Problem(NamedTuple):
    """What keeps a draft from being a position."""

    key: str  # which one, whatever the sentence says: no mend leaves it there
    sentence: str  # what is wrong, and how to mend it
    cells: tuple[int, ...] = ()
    mends: tuple[Mend, ...] = ()


class EditingModule(Protocol):
    """`editing.py`: how positions of the game are set up."""

    def tools(self, rule_set: RuleSet) -> tuple[Tool, ...]:
        """What can be put on a cell, pieces first."""

    def colour_at(self, rule_set: RuleSet, turn: int, first: int) -> int:
        """Who moves after so many turns: 1 or 2, 0 while nobody has a colour."""

    def fitted(self, draft: Draft) -> Draft:
        """With numbers that nobody sees, such as that of the turn, made to fit where they can.

        What fits already stays as it is.
        """

    def controls(self, draft: Draft) -> tuple[Control, ...]:
        """What else can be set."""

    def with_control(self, draft: Draft, name: str, value: str) -> Draft:
        """With one of them set, its value being one that is allowed."""

    def problems(self, draft: Draft) -> list[Problem]:
        """What is wrong with a fitted draft."""


def editing_of(rule_set: RuleSet) -> EditingModule:
    """How positions of a game are set up."""
    return cast(EditingModule, part(rule_set.name, "editing"))


def tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """What can be put on a cell of a game."""
    return editing_of(rule_set).tools(rule_set)
