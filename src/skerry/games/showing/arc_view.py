"""The parts that the views of games with three arcs outside the board share."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from skerry.canvas.arcs import arcs, coordinates, paint_arcs
from skerry.canvas.boards import OUTLINE_INSET, Scene, group_outline, slab
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import Layout, groups, inset, outline_loops
from skerry.canvas.stones import stone_definitions
from skerry.canvas.svg import Ids, tag
from skerry.core.layout import IntArray16
from skerry.games.shared.arcs import ALL_ARCS, BLUE, RED, YELLOW, Rules
from skerry.games.showing import stone_view
from skerry.games.showing.seen import Seen

WINNING = "is-winning"  # the mark of the group that touches all three arcs
ARCS = ((YELLOW, "yellow"), (BLUE, "blue"), (RED, "red"))


def _arcs(seen: Seen) -> IntArray16:
    return cast(Rules, seen.game.rules).arcs


def marks(seen: Seen) -> Mapping[str, frozenset[int]]:
    """The cells of the group that connects all three arcs."""
    return {WINNING: _winning(seen) if seen.position.is_over else frozenset()}


def _winning(seen: Seen) -> frozenset[int]:
    touching = _arcs(seen)
    for group in groups(seen.game.board, seen.contents):
        touched = 0
        for cell in group:
            touched |= int(touching[cell])
        if touched == ALL_ARCS:
            return frozenset(group)
    return frozenset()


def describe(seen: Seen, cell: int) -> list[str]:
    """The arcs that a cell touches, its stone, whether that has won."""
    touched = [name for bit, name in ARCS if _arcs(seen)[cell] & bit]
    parts = [f"touches {' and '.join(touched)}"] if touched else []
    parts += stone_view.describe(seen, cell)
    return [*parts, "in the winning group"] if seen.has(WINNING, cell) else parts


def scene(
    seen: Seen,
    found: Layout,
    ids: Ids,
    *,
    labelled: bool,
    under: Callable[[int], Sequence[str]] = lambda cell: (),
) -> Scene:
    """The board with its outside cells, and the winning group outlined in gold.

    Args:
        seen: the position.
        found: where its cells lie.
        ids: of the picture.
        labelled: whether with coordinates.
        under: what lies on the ground of a cell.
    """
    board = seen.game.board
    base, box = slab(board.size + 1, 4.0)
    beneath = base + arcs(found, board.size, labelled=labelled)
    if labelled:
        beneath += coordinates(board, found)
    outline = ""
    winning = seen.marks[WINNING]
    if winning:
        outline = tag("path", {"class": "outline outline-win", "d": group_outline(found, winning)})
    above = tag("g", {"id": ids.of("outlines")}, outline)
    cells = stone_view.stone_cells(seen, found, ids, under=under)
    return Scene(box, stone_definitions(ids), beneath, cells, above)


def paint(
    brush: Brush, seen: Seen, found: Layout, paint_cells: Callable[[Brush, Seen, Layout], None]
) -> None:
    """The arcs, the cells, the stones, the winning group in gold."""
    paint_arcs(brush, found, seen.game.board.size, f"{seen.game.name}-line")
    paint_cells(brush, seen, found)
    stone_view.paint_stones(brush, seen, found)
    for loop in outline_loops(found, seen.marks[WINNING]):
        points = inset([found.point(corner) for corner in loop], OUTLINE_INSET)
        brush.line(points, "gold-edge", 5.0)
        brush.line(points, "gold", 3.0)
