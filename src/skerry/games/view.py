"""What a game needs to be played on paper, besides the picture of its board at the start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple, Protocol, cast

from skerry.canvas.boards import Scene
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours, Tones
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids
from skerry.core.layout import IntArray16
from skerry.games.actions import Action
from skerry.games.dispatch import ring_numbers
from skerry.games.info import folder, part
from skerry.games.ruleset import RuleSet
from skerry.games.standings import Standing


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
class Seen:
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


class ViewModule(Protocol):
    """The picture of a position in SVG and in pixels, and its words for a screen reader."""

    COLOURS: Colours  # its own; names begin with the game's or are nobody else's
    LOOKS: Mapping[
        str, Colours
    ]  # which of them another look changes, by the look (canvas/looks.py), PRINT among them
    TONES: Tones | None  # shades of its rings, where it has some
    GROUND: str  # the colour around the board, in pixels
    OUTSIDE: float  # user units that the board reaches beyond its cells
    SHOWCASE: str  # text of a position between two searches that says most about the game

    def step(self, position: PositionLike, action: Action) -> Step | None:
        """Where a legal action begins and leads; None for one without a cell."""

    def done(self, position: PositionLike, action: Action) -> Done | None:
        """What an action did, one of the turn that led to a position; None as for `step`."""

    def marks(self, seen: Seen) -> Mapping[str, frozenset[int]]:
        """The cells of each CSS class that the game adds to those of `Seen`.

        Those of "is-winning" have won the game.
        """

    def mover(self, position: PositionLike) -> int | None:
        """The colour (1 or 2) of the piece that would be placed next."""

    def token(self, rule_set: RuleSet, colour: int) -> str:
        """The definition in a scene of the piece that stands for a colour (1 or 2)."""

    def proposed(self, position: PositionLike, action: Action) -> tuple[Piece, ...]:
        """What a legal action would put on the board, to be drawn as a proposal."""

    def board_words(self, rule_set: RuleSet) -> str:
        """Which board it is, such as "size 5"."""

    def describe(self, seen: Seen, cell: int) -> list[str]:
        """Where a cell is and what it holds, such as "touches blue" and "white"."""

    def remarks(self, seen: Seen, cell: int) -> list[str]:
        """What holds for a cell now, and what may be done with it: "can be played"."""

    def scene(self, seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
        """The picture in SVG, with or without coordinates."""

    def paint(self, brush: Brush, seen: Seen, found: Layout) -> None:
        """The picture in pixels, without words."""

    def paper(self, rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
        """What is needed to play on paper, besides the picture of the start."""

    def owner(self, seen: Seen, found: Layout, cell: int, share: float) -> str:
        """A mark that a cell ends with the first colour with this probability; "" for none."""


@cache
def view_of(name: str) -> ViewModule:
    """The view of a game."""
    return cast(ViewModule, part(name, "view"))


def look_of(name: str) -> str:
    """The style sheet of a game's boards."""
    return folder(name).joinpath("look.css").read_text(encoding="utf-8")
