"""Positions of Kitaran as pictures, and in words for a screen reader."""

from collections.abc import Mapping

from skerry.canvas import looks
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours
from skerry.canvas.geometry import APOTHEM, Layout
from skerry.canvas.svg import Point, tag
from skerry.games import stone_view
from skerry.games.actions import Action
from skerry.games.kitaran.aims import enemies_beside
from skerry.games.kitaran.scene import scene
from skerry.games.stone_view import board_words, describe, mover, paper, token
from skerry.games.view import Done, Piece, PositionLike, Seen, Step, listed

__all__ = ["board_words", "describe", "mover", "paper", "scene", "token"]

TONES = None
# Wood.
COLOURS: Colours = {
    "kitaran-ground": ("#bd8d55", "#9a6f41"),
    "kitaran-ground-far": ("#b08048", "#8b6238"),
    "kitaran-frame": ("#6b4423", "#4a2f19"),
    "kitaran-grain": ("#6b4423", "#3d2512"),
    "kitaran-line": ("#6a431f", "#452a12"),
    "kitaran-label": ("#efdcc0", "#cdb595"),
    "kitaran-lock": ("#0f3557", "#e4f2ff"),
}
LOOKS = {
    looks.PAPER: {
        "kitaran-ground": looks.SHEET,
        "kitaran-ground-far": looks.SHEET,
        "kitaran-frame": looks.SHEET_EDGE,
        "kitaran-grain": looks.SHEET,
        "kitaran-line": looks.PENCIL,
        "kitaran-label": looks.INK,
        "kitaran-lock": ("#0f3557", "#0b2a46"),
    },
    looks.CONTRAST: {
        "kitaran-ground": looks.MIDDLE,
        "kitaran-ground-far": looks.MIDDLE,
        "kitaran-frame": looks.NIGHT,
        "kitaran-grain": looks.MIDDLE,
        "kitaran-line": looks.BLACK,
        "kitaran-label": looks.LIGHT,
        "kitaran-lock": looks.LIGHT,
    },
    looks.PRINT: {
        "kitaran-ground": looks.LIGHT,
        "kitaran-ground-far": looks.LIGHT,
        "kitaran-frame": looks.LIGHT,
        "kitaran-grain": looks.LIGHT,
        "kitaran-line": looks.LINE,
        "kitaran-label": looks.BLACK,
        "kitaran-lock": ("#0f3557", "#0f3557"),
    },
}
GROUND = "kitaran-frame"
OUTSIDE = 0.0
SHOWCASE = (
    "kitaran size=5 komi=0 swap=off cycle_limit=50 | ww3/wb1b1/bw2w/bb1w1/bb3 | "
    "player=1 first=0 turn=17 conversions=0 frozen=b4"
)
PROTECTED = "is-protected"  # KIT-2
CONVERTS = "can-convert"  # own stones that may convert (KIT-1)


def step(position: PositionLike, action: Action) -> Step | None:
    """A stone is placed, or turns its enemies."""
    if action.kind != "convert":
        return stone_view.step(position, action)
    (cell,) = action.cells
    return Step(cell, cell, enemies_beside(position, cell), mark=CONVERTS)


def done(position: PositionLike, action: Action) -> Done | None:
    """What the turn did that led to a position."""
    if action.kind != "convert":
        return stone_view.done(position, action)
    (cell,) = action.cells
    # KIT-2 protects the stones that the last conversion turned.
    beside = position.game.board.neighbours[cell].tolist()
    turned = {other: "converted" for other in position.protected if other in beside}
    return Done({cell: "converted others", **turned}, cell)


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The stone that is placed, or those that would be turned."""
    if action.kind != "convert":
        return stone_view.proposed(position, action)
    stone = token(position.game, position.colour_index or 1)
    turned = enemies_beside(position, action.cells[0])
    return tuple(Piece(cell, (stone,), is_turned=True) for cell in turned)


def marks(seen: Seen) -> Mapping[str, frozenset[int]]:
    """Protected stones; a turn that is not played yet protects nothing."""
    return {PROTECTED: frozenset(seen.base.protected)}


def remarks(seen: Seen, cell: int) -> list[str]:
    """Whether a stone is protected, and what may be done with a cell."""
    parts = ["protected"] if seen.has(PROTECTED, cell) else []
    if not seen.has(CONVERTS, cell):
        return parts + stone_view.remarks(seen, cell)
    names = seen.game.board.names
    return [*parts, f"may convert {listed([names[other] for other in seen.targets[cell]])}"]


def owner(seen: Seen, found: Layout, cell: int, share: float) -> str:
    """A vacant cell is shaded; on a stone that will probably be turned lies a small square."""
    content, likely = seen.contents[cell], stone_view.likely_owner(share)
    if content == 0:
        return stone_view.owner(seen, found, cell, share)
    if content == likely:
        return ""
    x, y = found.centre(cell)
    attributes = {
        "class": f"owner owner-stone owner-{seen.game.info.colours[likely - 1]}",
        "data-owner": seen.game.board.names[cell],
        "fill-opacity": 1,
    }
    square = {"x": x - 5.0, "y": y - 5.0, "width": 10.0, "height": 10.0}
    return tag("rect", {**attributes, **square})


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """The board, the stones, a frame around those that are protected."""
    for cell in range(seen.game.board.num_cells):
        brush.cell(found, cell, "kitaran-ground", "kitaran-line", 1.2)
    stone_view.paint_stones(brush, seen, found)
    for cell in seen.marks[PROTECTED]:
        brush.line(_frame(found, cell), "kitaran-lock", 1.6)


def _frame(found: Layout, cell: int) -> list[Point]:
    x, y = found.centre(cell)
    half = APOTHEM - 1.8
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
