"""Positions of Spry as pictures, and in words for a screen reader."""

from skerry.canvas import looks
from skerry.canvas.boards import Scene
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours, Tones
from skerry.canvas.geometry import PITCH, Layout
from skerry.canvas.svg import Ids
from skerry.games import arc_view
from skerry.games.arc_view import describe, marks
from skerry.games.stone_view import (
    board_words,
    done,
    mover,
    owner,
    paint_rings,
    paper,
    proposed,
    remarks,
    ring_number,
    step,
    token,
)
from skerry.games.view import Seen

__all__ = [
    "board_words",
    "describe",
    "done",
    "marks",
    "mover",
    "owner",
    "paper",
    "proposed",
    "remarks",
    "step",
    "token",
]

TONES = Tones(
    centre=("#dcebb4", "#a5c486"),
    edge=("#5f9d5f", "#44805a"),
    dark_ink=("#0d2414", "#010804"),
    light_ink=("#ffffff", "#ffffff"),
)
# Green rings.
COLOURS: Colours = {
    **TONES.named("spry"),
    "spry-slab": ("#2c4d38", "#1d3527"),
    "spry-line": ("#2c4d38", "#1d3527"),
}
LOOKS = {
    looks.PAPER: {
        **looks.PAPER_TONES.named("spry"),
        "spry-slab": looks.SHEET_EDGE,
        "spry-line": looks.PENCIL,
    },
    looks.CONTRAST: {
        **looks.CONTRAST_TONES.named("spry"),
        "spry-slab": looks.NIGHT,
        "spry-line": looks.BLACK,
    },
    looks.PRINT: {
        **looks.PRINT_TONES.named("spry"),
        "spry-slab": looks.LIGHT,
        "spry-line": looks.LINE,
    },
}
GROUND = "spry-slab"
OUTSIDE = PITCH  # the cells of the arcs
SHOWCASE = (
    "spry size=5 swap=off | 1w3/w1w3/3w2w/1bbbw3/2b4b1/1wb1w3/3w1w1/wbwb2/1w1b1 | "
    "player=1 first=0 turn=7 placed=-"
)


def scene(seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """The numbers of the rings, the arcs outside them (SPRY-3)."""

    def under(cell: int) -> list[str]:
        return ring_number(seen, found, cell)

    return arc_view.scene(seen, found, ids, labelled=labelled, under=under)


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """As `scene`, in pixels."""
    arc_view.paint(brush, seen, found, paint_rings)
