"""What pictures and words are made of: a position as it is seen, and the game on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import NamedTuple, Protocol

from skerry.canvas import looks
from skerry.canvas.boards import Scene
from skerry.canvas.colours import Colours, Pair, Tones
from skerry.canvas.svg import Ids, tag
from skerry.core.layout import IntArray16
from skerry.games.contract import Standing, ring_numbers
from skerry.games.info import GameInfo, folder, has_file
from skerry.games.ruleset import RuleSet

LOOK = "look.css"


class CutOut(NamedTuple):
    """Equal pieces to be cut out of paper."""

    words: str  # what they are: "light circle tile"
    num_copies: int
    picture: str  # one of them in SVG, around (0, 0)
    half: float  # user units from its middle to where it is cut
    is_round: bool = False


class Paper(NamedTuple):
    """What is printed, and what must be at hand."""

    needs: str  # what must be at hand besides, in a sentence
    pieces: tuple[CutOut, ...] = ()
    board: Scene | None = None  # the board without its pieces, where they lie on it at the start


# ruff: noqa: D102 - `skerry.Position` says what each of them is.


class PositionLike(Protocol):
    """A position to be shown: the same names and meanings as in `skerry.Position`."""

    @property
    def game(self) -> RuleSet: ...
    @property
    def state(self) -> IntArray16: ...
    @property
    def player(self) -> int | None: ...
    @property
    def colour_index(self) -> int | None: ...
    @property
    def persons(self) -> tuple[int, int] | None: ...
    @property
    def turn(self) -> int: ...
    @property
    def contents(self) -> tuple[int, ...]: ...
    @property
    def towers(self) -> tuple[int, ...]: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn_so_far(self) -> tuple[int, ...]: ...
    @property
    def protected(self) -> tuple[int, ...]: ...
    @property
    def most_stones(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def may_swap(self) -> bool: ...
    @property
    def standings(self) -> tuple[Standing, Standing]: ...
    def legal_actions(self) -> Sequence[int]: ...


class Step(NamedTuple):
    """A legal action as a picture marks it: where it begins, and where it leads."""

    start: int  # the cell by which it begins
    end: int  # the cell that its number is put into
    targets: tuple[int, ...] = ()  # cells that it leads to: arrows point at them
    mark: str = ""  # a class of the cell by which it begins
    is_mutual: bool = False  # it may be begun at its target as well
    is_dashed: bool = False  # its arrow
    is_crossed: bool = False  # its cell is crossed out
    is_square: bool = False  # its number's frame, which is round else


class Piece(NamedTuple):
    """What an action that is only proposed would put on a cell, or do with what lies there."""

    cell: int
    shapes: tuple[str, ...] = ()  # definitions of the scene, the lowest first; (): it is marked
    is_turned: bool = False  # it lies there already, and would change to this


class Done(NamedTuple):
    """What an action has done to which cells."""

    words: Mapping[int, str]  # by cell: "placed", "sunk", ...
    source: int | None = None  # the cell it started from, where others show what it did


@dataclass(frozen=True)
class BoardView:
    """A position with everything that a picture of it marks, as sets of cells."""

    position: PositionLike
    base: PositionLike  # when the turn began that is not played yet
    last: Mapping[int, str]  # what the last turn did: "placed", "converted", "sunk", ...
    sources: frozenset[int]  # where the last turn's actions started from
    pending: Mapping[int, str]  # the same of the turn that is not played yet
    pending_sources: frozenset[int]
    legal: frozenset[int]  # cells by which a legal action can begin
    targets: Mapping[int, tuple[int, ...]]  # from each of them: the cells that it leads to
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by class: the game's own

    @property
    def game(self) -> RuleSet:
        """The game of the position, with its options."""
        return self.position.game

    @cached_property
    def contents(self) -> tuple[int, ...]:
        """What each cell holds, as in the position."""
        return self.position.contents

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """The number of each cell that governs a turn, 0 where there is none."""
        return tuple(ring_numbers(self.game.rules).tolist())

    def has(self, mark: str, cell: int) -> bool:
        """Whether a cell has a mark of the game."""
        return cell in self.marks.get(mark, ())


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a1, b2 and c3"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def look_of(game: GameInfo) -> str:
    """The style sheet of a game's boards: its own, or that of plain stones."""
    if has_file(game.name, LOOK):
        return folder(game.name).joinpath(LOOK).read_text(encoding="utf-8")
    plain = resources.files(__package__).joinpath(LOOK).read_text(encoding="utf-8")
    first, second = game.colours
    return plain.replace("GAME", game.name).replace("FIRST", first).replace("SECOND", second)


def gradient(ids: Ids, name: str, across: str = "1") -> str:
    """A gradient downwards and so far to the right, by the classes NAME-stop-0 and NAME-stop-1."""
    return tag(
        "linearGradient",
        {"id": ids.shared(name), "x1": "0", "y1": "0", "x2": across, "y2": "1"},
        *(tag("stop", {"offset": end, "class": f"{name}-stop-{end}"}) for end in "01"),
    )


Shade = str | Pair  # of a colour: in both themes, or in the light one and in the dark one


def palette(
    table: Mapping[str, tuple[Shade, Shade, Shade, Shade]],
    name: str = "",
    tones: Tones | None = None,
) -> tuple[Colours, Mapping[str, Colours]]:
    """A game's colours, and what the looks make of them: on paper, of high contrast, in print.

    Args:
        table: by the name of a colour: its shade on the game's own board and in each look.
        name: of the game, where it has rings.
        tones: of its rings.
    """
    columns = []
    for k, ring_tones in enumerate(
        (tones, looks.PAPER_TONES, looks.CONTRAST_TONES, looks.PRINT_TONES)
    ):
        column = dict(ring_tones.named(name)) if tones and ring_tones else {}
        for colour, row in table.items():
            shade = row[k]
            column[colour] = (shade, shade) if isinstance(shade, str) else shade
        columns.append(column)
    own, paper, contrast, printed = columns
    return own, {looks.PAPER: paper, looks.CONTRAST: contrast, looks.PRINT: printed}
