"""What a position of Spry looks like, and how it is told."""

from collections.abc import Mapping

from ...canvas.brush import Brush
from ...canvas.colours import Colours, Tones
from ...canvas.geometry import PITCH, Layout, groups, inset, outline_loops
from ...canvas.hex_boards import OUTLINE_INSET
from ...core.boards import BLUE, RED, YELLOW
from .. import stone_view
from ..seen import Seen
from ..stone_view import board_words, done, mover, owner, remarks, step
from .kernels import ALL_ARCS, spry_arcs
from .scene import WINNING, paint_arcs, scene

__all__ = ["board_words", "done", "mover", "owner", "remarks", "scene", "step"]

TONES = Tones(
    centre=("#dcebb4", "#a5c486"),
    edge=("#5f9d5f", "#44805a"),
    dark_ink=("#0d2414", "#010804"),
    light_ink=("#ffffff", "#ffffff"),
)
# Green rings, three arcs outside.
COLOURS: Colours = {
    **TONES.named("spry"),
    "spry-slab": ("#2c4d38", "#1d3527"),
    "spry-line": ("#2c4d38", "#1d3527"),
    "spry-yellow": ("#f2c53d", "#d9ab2b"),
    "spry-blue": ("#3f78c2", "#3a6db0"),
    "spry-red": ("#c8463c", "#b23f38"),
    "spry-yellow-mark": ("#5e4400", "#3d2c00"),
    "spry-blue-mark": ("#e6f0ff", "#dbe8fb"),
    "spry-red-mark": ("#ffe9e4", "#fadfda"),
    "gold": ("#ffd75e", "#ffd75e"),  # the connection that won
    "gold-edge": ("#4a3500", "#2d2000"),
}
GROUND = "spry-slab"
OUTSIDE = PITCH  # the cells of the arcs
SHOWCASE = (
    "spry size=5 swap=off | 1w3/w1w3/3w2w/1bbbw3/2b4b1/1wb1w3/3w1w1/wbwb2/1w1b1 | "
    "player=1 first=0 turn=7 placed=-"
)
ARCS = ((YELLOW, "yellow"), (BLUE, "blue"), (RED, "red"))


def marks(seen: Seen) -> Mapping[str, frozenset[int]]:
    """The cells of the group that connects all three colours (SPRY-4)."""
    return {WINNING: _winning(seen) if seen.position.is_over else frozenset()}


def _winning(seen: Seen) -> frozenset[int]:
    arcs = spry_arcs(seen.game)
    for group in groups(seen.game.board, seen.contents):
        touched = 0
        for cell in group:
            touched |= int(arcs[cell])
        if touched == ALL_ARCS:
            return frozenset(group)
    return frozenset()


def describe(seen: Seen, cell: int) -> list[str]:
    """The outside colours that a cell touches (SPRY-3), its stone, whether that has won."""
    touched = [name for bit, name in ARCS if spry_arcs(seen.game)[cell] & bit]
    parts = [f"touches {' and '.join(touched)}"] if touched else []
    parts += stone_view.describe(seen, cell)
    return [*parts, "in the winning group"] if seen.has(WINNING, cell) else parts


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """The arcs, the rings, the stones, the winning group in gold."""
    paint_arcs(brush, found, seen.game.board.size)
    stone_view.paint_rings(brush, seen, found)
    stone_view.paint_stones(brush, seen, found)
    for loop in outline_loops(found, seen.marks[WINNING]):
        points = inset([found.point(corner) for corner in loop], OUTLINE_INSET)
        brush.line(points, "gold-edge", 5.0)
        brush.line(points, "gold", 3.0)
