"""What `view.py` and `look.css` in a game's folder offer: positions as pictures and in words."""

from collections.abc import Mapping
from functools import cache
from typing import Protocol, cast

from skerry.canvas.boards import Scene
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours, Tones
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids
from skerry.games.contract import folder, part
from skerry.games.ruleset import RuleSet
from skerry.games.showing.paper import Paper
from skerry.games.showing.position_like import PositionLike
from skerry.games.showing.seen import Done, Piece, Seen, Step
from skerry.games.text.actions import Action


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
