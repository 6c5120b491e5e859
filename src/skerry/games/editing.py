"""What an editor must know of a game: what can be put on cells, and what is wrong with a draft.

Each game says it (contract.py), by default as here; `skerry.editing` makes positions of drafts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from skerry.core.layout import FIRST, HEADER, TURN
from skerry.core.numbers import counted
from skerry.games.aims import title
from skerry.games.contract import game_module
from skerry.games.position_text import format_cells, parse_cells
from skerry.games.ruleset import RuleSet


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
        for name in dict.fromkeys(
            tool.field for tool in game_module(self.game.name).tools(self.game) if tool.field
        ):
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


class Fix(NamedTuple):
    """A way to make good what is wrong."""

    words: str  # of a button: "Let Black move"
    draft: Draft  # afterwards


class Problem(NamedTuple):
    """What keeps a draft from being a position."""

    key: str  # which one, whatever the sentence says: no fix leaves it there
    sentence: str  # what is wrong, and how to fix it
    cells: tuple[int, ...] = ()
    fixes: tuple[Fix, ...] = ()


SWAP = "swap"
OTHER = 3  # less a colour: the other one


# Games in which turns place stones.


def colour_at(rule_set: RuleSet, turn: int, first: int) -> int:
    """Who moves after so many turns."""
    return 1 if game_module(rule_set.name).mover_of(turn, first) == first else 2


def normalise(draft: Draft) -> Draft:
    """With the nearest number of turns that fits; stones of the turn are the mover's."""
    if draft.colour == 0:
        draft = replace(draft, colour=1, first=0)
    stones = [cell for cell in draft.cells("placed") if draft.contents[cell] == draft.colour]
    draft = draft.with_cells("placed", stones)
    if _fits(draft, draft.turn, draft.first) and (draft.swaps or draft.first == 0):
        return draft
    return with_nearest_turn(draft, _all_that_fit(draft))


def with_nearest_turn(draft: Draft, fitting: Iterable[tuple[int, int]]) -> Draft:
    """With that turn, and that holder of the first colour, which is nearest to the draft's."""
    near = (
        (abs(first - draft.first), abs(turn - draft.turn), turn, first) for turn, first in fitting
    )
    best = min(near, default=None)
    return draft if best is None else replace(draft, turn=best[2], first=best[3])


def controls(draft: Draft) -> tuple[Control, ...]:
    """The swap, after the first turn."""
    return swap_control(draft, is_possible=not draft.cells("placed") and _fits(draft, 1, 0))


def problems(draft: Draft) -> list[Problem]:
    """Stones that no order of turns can have placed."""
    fits = next(_all_that_fit(draft), None) is not None
    return [] if fits else [_order_problem(draft)]


def _turns(game: RuleSet, turn: int, first: int) -> tuple[int, int]:
    """How many of so many turns each colour has placed stones in."""
    header = np.zeros(HEADER, dtype=np.int16)
    header[TURN], header[FIRST] = turn, first
    return game_module(game.name).finished_turns(header)


def _fits(draft: Draft, turn: int, first: int) -> bool:
    """Whether the stones may be there after so many turns, the draft's colour to move."""
    game, most = draft.game, game_module(draft.game.name).most_placed
    return colour_at(game, turn, first) == draft.colour and all(
        turns <= stones <= most(game, turns)
        for turns, stones in zip(_turns(game, turn, first), counts(draft), strict=True)
    )


def _all_that_fit(draft: Draft) -> Iterator[tuple[int, int]]:
    """Each number of turns, with the person who holds the first colour, that fits."""
    for first in (0, 1) if draft.swaps else (0,):
        for turn in range(2 * first, sum(counts(draft)) + first + 1):
            if _fits(draft, turn, first):
                yield turn, first


def _order_problem(draft: Draft) -> Problem:
    first, second = counts(draft)
    one, two, mover = (title(draft.game, colour) for colour in (1, 2, draft.colour))
    other = normalise(replace(draft, colour=OTHER - draft.colour))
    fixes: tuple[Fix, ...] = ()
    if next(_all_that_fit(other), None) is not None:
        fixes = (letting(other),)
    return Problem(
        "order",
        f"{one} has {counted(first, 'stone')} and {two} {second}, but turns alternate. With "
        f"{mover} to move, {_allowed(draft, second)} "
        f"{f'{fixes[0].words}, or add' if fixes else 'Add'} or take away stones.",
        (),
        fixes,
    )


def _allowed(draft: Draft, second: int) -> str:
    """How many stones of the first colour fit those of the second."""
    game, most, ranges = draft.game, game_module(draft.game.name).most_placed, []
    for swapped in (0, 1) if draft.swaps else (0,):
        for turn in range(2 * swapped, 2 * second + 4 + swapped):
            ones, twos = _turns(game, turn, swapped)
            may_be = twos <= second <= most(game, twos)
            if may_be and colour_at(game, turn, swapped) == draft.colour:
                ranges.append((ones, most(game, ones)))
    one, two = title(game, 1), title(game, 2)
    if not ranges:
        return f"{two} cannot have {counted(second, 'stone')}."
    low, high = min(pair[0] for pair in ranges), max(pair[1] for pair in ranges)
    between = counted(low, "stone") if low == high else f"from {low} to {counted(high, 'stone')}"
    return f"{one} has {between} beside {second} of {two}."


def stone_tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """A stone of each colour."""
    return tuple(
        Tool(colour, f"{colour.capitalize()} stone", content)
        for content, colour in enumerate(rule_set.info.colours, start=1)
    )


def counts(draft: Draft) -> tuple[int, int]:
    """The stones of each colour, without those of the turn under way."""
    placed = draft.cells("placed")
    first, second = (len(set(draft.where(colour)) - set(placed)) for colour in (1, 2))
    return first, second


def swap_control(draft: Draft, *, is_possible: bool) -> tuple[Control, ...]:
    """Whether the second person may still swap, where that is a question (C-3)."""
    if not (draft.swaps and is_possible):
        return ()
    value = "on" if (draft.turn, draft.first) == (1, 0) else "off"
    return (Control(SWAP, "May still swap colours", value),)


def with_swap(draft: Draft, value: str) -> Draft:
    """After the first turn, or after a swap in answer to it."""
    turn, first = (1, 0) if value == "on" else (2, 1)
    return replace(draft, turn=turn, first=first)


def letting(other: Draft) -> Fix:
    """That it is the other colour's turn."""
    return Fix(f"Let {title(other.game, other.colour)} move", other)
