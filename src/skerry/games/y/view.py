"""Positions of Y as pictures, and in words for a screen reader."""

from skerry.canvas import looks
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours
from skerry.canvas.geometry import PITCH, Layout
from skerry.games import arc_view
from skerry.games.arc_view import describe, marks, scene
from skerry.games.stone_view import (
    board_words,
    done,
    mover,
    owner,
    paper,
    proposed,
    remarks,
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
    "scene",
    "step",
    "token",
]

TONES = None
# A plain sandy board.
COLOURS: Colours = {
    "y-ground": ("#c9bfa8", "#a89f8a"),
    "y-slab": ("#5c5340", "#3b3529"),
    "y-line": ("#7d735c", "#6a614d"),
}
LOOKS = {
    looks.PAPER: {
        "y-ground": looks.SHEET,
        "y-slab": looks.SHEET_EDGE,
        "y-line": looks.PENCIL,
    },
    looks.CONTRAST: {
        "y-ground": looks.MIDDLE,
        "y-slab": looks.NIGHT,
        "y-line": looks.BLACK,
    },
    looks.PRINT: {
        "y-ground": looks.LIGHT,
        "y-slab": looks.LIGHT,
        "y-line": looks.LINE,
    },
}
GROUND = "y-slab"
OUTSIDE = PITCH  # the cells of the sides
SHOWCASE = "y size=5 swap=off | 5/6/7/2b5/1bw3b2/3wwwbw/1bwbbb1/2w3/3w1 | player=0 first=0 turn=16"


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """As `scene`, in pixels."""
    arc_view.paint(brush, seen, found, _paint_cells)


def _paint_cells(brush: Brush, seen: Seen, found: Layout) -> None:
    for cell in range(seen.game.rules.num_cells):
        brush.cell(found, cell, "y-ground", "y-line", 0.8)
