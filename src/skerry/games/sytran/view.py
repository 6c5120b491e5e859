"""Positions of Sytran as pictures, and in words for a screen reader."""

from skerry.canvas import looks
from skerry.canvas.boards import Scene, plain_slab, ring_line, ring_lines
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours, Tones
from skerry.canvas.geometry import Layout
from skerry.canvas.stones import stone_definitions
from skerry.canvas.svg import Ids, tag
from skerry.games.stone_view import (
    board_words,
    describe,
    done,
    marks,
    mover,
    owner,
    paint_rings,
    paint_stones,
    paper,
    proposed,
    remarks,
    ring_number,
    step,
    stone_cells,
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
    centre=("#eaf0f6", "#b3bfcb"),
    edge=("#5b7590", "#485f78"),
    dark_ink=("#03080f", "#010307"),
    light_ink=("#ffffff", "#ffffff"),
)
# Slate from light to dark, and double rings of brass let into it.
COLOURS: Colours = {
    **TONES.named("sytran"),
    "sytran-slab": ("#263545", "#182430"),
    "sytran-line": ("#263545", "#182430"),
    "sytran-brass": ("#d3a948", "#c49a3d"),
    "sytran-label": ("#e8d6a8", "#c9b684"),
}
LOOKS = {
    looks.PAPER: {
        **looks.PAPER_TONES.named("sytran"),
        "sytran-slab": looks.SHEET_EDGE,
        "sytran-line": looks.PENCIL,
        "sytran-brass": looks.INK,
        "sytran-label": looks.INK,
    },
    looks.CONTRAST: {
        **looks.CONTRAST_TONES.named("sytran"),
        "sytran-slab": looks.NIGHT,
        "sytran-line": looks.BLACK,
        "sytran-brass": looks.LIGHT,
        "sytran-label": looks.LIGHT,
    },
    looks.PRINT: {
        **looks.PRINT_TONES.named("sytran"),
        "sytran-slab": looks.LIGHT,
        "sytran-line": looks.LINE,
        "sytran-brass": looks.BLACK,
        "sytran-label": looks.BLACK,
    },
}
GROUND = "sytran-slab"
OUTSIDE = 0.0
SHOWCASE = (
    "sytran size=6 penalty=4 swap=on | 1wbbb1/1w1wwwb/8/bb1b2bww/wb6bb/1w1w6b/1ww4wb1/bb1w2wb1/"
    "1w6/1bbwbw1/b2ww1 | player=1 first=0 turn=15 placed=-"
)


def scene(seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """Double rings from light to dark (SYT-1) with brass between, their numbers on the spokes."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    cells = stone_cells(seen, found, ids, under=lambda cell: ring_number(seen, found, cell))
    around = tag("path", {"class": "ring-line", "d": ring_line(found, range(len(found.lattice)))})
    lines = ring_lines(found, seen.rings) + around
    inlay = tag("g", {"class": "inlay-bed"}, lines) + tag("g", {"class": "inlay"}, lines)
    return Scene(box, stone_definitions(ids), beneath, cells, inlay)


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """The rings and the stones."""
    paint_rings(brush, seen, found)
    paint_stones(brush, seen, found)
