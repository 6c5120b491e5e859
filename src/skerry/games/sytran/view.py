"""Positions of Sytran as pictures, and in words for a screen reader."""

from ...canvas.brush import Brush
from ...canvas.colours import Colours, Tones
from ...canvas.geometry import Layout
from ...canvas.hex_boards import plain_slab, ring_lines
from ...canvas.scene import Scene
from ...canvas.stones import stone_definitions
from ...canvas.svg import Ids
from ..showing.seen import Seen
from ..showing.stone_view import (
    board_words,
    describe,
    done,
    marks,
    mover,
    owner,
    paint_rings,
    paint_stones,
    remarks,
    ring_number,
    step,
    stone_cells,
)

__all__ = ["board_words", "describe", "done", "marks", "mover", "owner", "remarks", "step"]

TONES = Tones(
    centre=("#efede8", "#b9b8b4"),
    edge=("#85858a", "#65666b"),
    dark_ink=("#1a1b1e", "#08090a"),
    light_ink=("#ffffff", "#ffffff"),
)
# Double rings from light to dark.
COLOURS: Colours = {
    **TONES.named("sytran"),
    "sytran-slab": ("#4a4b50", "#303236"),
    "sytran-line": ("#4a4b50", "#303236"),
    "sytran-label": ("#d9d8d4", "#b4b4b4"),
}
GROUND = "sytran-slab"
OUTSIDE = 0.0
SHOWCASE = (
    "sytran size=6 penalty=4 swap=on | 1wbbb1/1w1wwwb/8/bb1b2bww/wb6bb/1w1w6b/1ww4wb1/bb1w2wb1/"
    "1w6/1bbwbw1/b2ww1 | player=1 first=0 turn=15 placed=-"
)


def scene(seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """Double rings from light to dark (SYT-1), their numbers on the spokes."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    cells = stone_cells(seen, found, ids, under=lambda cell: ring_number(seen, found, cell))
    return Scene(box, stone_definitions(ids), beneath, cells, ring_lines(found, seen.rings))


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """The rings and the stones."""
    paint_rings(brush, seen, found)
    paint_stones(brush, seen, found)
