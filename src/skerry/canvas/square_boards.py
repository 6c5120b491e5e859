"""Boards of squares: the coordinates, and a square."""

from functools import lru_cache

from skerry.canvas.geometry import APOTHEM, Layout, label_size
from skerry.canvas.svg import Point, tag, text
from skerry.core.boards import Board


@lru_cache(maxsize=64)
def square_labels(board: Board, found: Layout, gap: float) -> str:
    """Column letters below, row numbers at the left (C-5), `gap` away from the outer cells."""
    size = label_size(board.size)
    reach = APOTHEM + gap + size / 2
    words: list[tuple[str, Point]] = []
    for cell in found.rows[-1]:
        x, y = found.centre(cell)
        words.append((board.names[cell][0], (x, y + reach)))
    for row in found.rows:
        x, y = found.centre(row[0])
        words.append((board.names[row[0]][1:], (x - reach, y)))
    return tag(
        "g",
        {"class": "coordinates", "font-size": size},
        *(text(word, at, "label") for word, at in words),
    )


def square(half: float, bend: float, lower: float = 0.0) -> dict[str, object]:
    """Attributes of a square around (0, `lower`) with rounded corners."""
    side = 2 * half
    return {"x": -half, "y": lower - half, "width": side, "height": side, "rx": bend}
