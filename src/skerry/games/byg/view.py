"""Positions of Byg as pictures, and in words for a screen reader."""

from functools import lru_cache

from ...canvas.brush import Brush
from ...canvas.colours import Colours
from ...canvas.geometry import Layout, groups, inset, outline_loops
from ...canvas.hex_boards import OUTLINE_INSET, group_outline, plain_slab
from ...canvas.scene import Scene
from ...canvas.stones import stone_definitions
from ...canvas.svg import Ids, tag
from ...core.boards import Board
from ..showing import stone_view
from ..showing.seen import Seen
from ..showing.stone_view import board_words, done, marks, mover, owner, remarks, step

__all__ = ["board_words", "done", "marks", "mover", "owner", "remarks", "step"]

TONES = None
# A plain heather board.
COLOURS: Colours = {
    "byg-ground": ("#9088a4", "#7f7893"),
    "byg-ground-white": ("#aba5ba", "#9b95a9"),  # beneath a stone
    "byg-ground-black": ("#6c657b", "#5e586d"),
    "byg-slab": ("#4f4862", "#332e41"),
    "byg-line": ("#7a7290", "#6a637d"),
    "byg-label": ("#d8d3e4", "#b7b1c6"),
    "byg-white": ("#ffffff", "#f4f2ee"),
    "byg-black": ("#17151c", "#100e14"),
}
GROUND = "byg-slab"
OUTSIDE = 0.0
SHOWCASE = (
    "byg size=6 cap=3 swap=off | 1b2w1/1wbb3/2w1w2b/2b1w4/1b2wbw1w1/1b3bb1b1b/2wb1wb3/bb2ww3/"
    "w1wbb3/wwb4/6 | player=0 first=0 turn=15 placed=-"
)


@lru_cache(maxsize=8)
def _group_sizes(board: Board, contents: tuple[int, ...]) -> dict[int, int]:
    """By stone, how many its group has."""
    return {cell: len(group) for group in groups(board, contents) for cell in group}


def describe(seen: Seen, cell: int) -> list[str]:
    """The stone, and the size of its group."""
    sizes = _group_sizes(seen.game.board, seen.contents)
    parts = stone_view.describe(seen, cell)
    return [*parts, f"group of {sizes[cell]}"] if cell in sizes else parts


def scene(seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """A plain board; each group in an outline of its owner's colour."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    paths = []
    for group in groups(seen.game.board, seen.contents):
        colour = seen.contents[group[0]]
        paths.append(
            tag(
                "path",
                {"class": f"outline outline-{colour}", "d": group_outline(found, group)},
            )
        )
    outlines = tag("g", {"id": ids.of("outlines")}, *paths)
    cells = stone_view.stone_cells(seen, found, ids)
    return Scene(box, stone_definitions(ids), beneath, cells, outlines)


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """The board, the stones, a line around each group."""
    for cell in range(seen.game.board.num_cells):
        brush.cell(found, cell, "byg-ground", "byg-line", 0.8)
    stone_view.paint_stones(brush, seen, found)
    for group in groups(seen.game.board, seen.contents):
        colour = "byg-white" if seen.contents[group[0]] == 1 else "byg-black"
        for loop in outline_loops(found, group):
            brush.line(inset([found.point(corner) for corner in loop], OUTLINE_INSET), colour, 2.4)
