"""A board whose cells are shaded by a share: which first moves are good, and how good.

The page that shows it defines the colours of theme.HEAT_COLOURS.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from skerry.canvas.boards import label_places
from skerry.canvas.geometry import APOTHEM, PITCH, RADIUS, label_size, layout
from skerry.canvas.svg import escape, number, polygon, tag, text
from skerry.core.boards import Board

FULL = 0.3  # as far from one half as this, and farther, a share has the full colour
INSET = 0.96  # of a cell's size, so that cells do not touch


@dataclass(frozen=True)
class Heat:
    """What is drawn in a cell."""

    share: float  # 0 to 1; one half has the colour in the middle
    word: str  # written in the cell
    sentence: str  # for a tooltip and for screen readers
    is_clear: bool = True  # whether the share is known to differ from one half; else it is grey


def heat_map(board: Board, heats: Mapping[int, Heat], title: str) -> str:
    """An SVG element of this title; cells without a heat are hollow."""
    found = layout(board)
    shape = [(INSET * x, INSET * y) for x, y in found.shape]
    cells = []
    for cell in range(board.num_cells):
        x, y = found.centre(cell)
        path = polygon([(x + dx, y + dy) for dx, dy in shape])
        heat = heats.get(cell)
        if heat is None:
            cells.append(tag("path", {"class": "heat-none", "d": path}))
            continue
        named = tag("title", {}, escape(heat.sentence))
        colour = paint(heat.share) if heat.is_clear else "var(--heat-grey)"
        ground = tag("path", {"style": f"fill: {colour}", "d": path})
        cells.append(tag("g", {}, named, ground, text(heat.word, (x, y), "heat-word")))
    size = label_size(2 * board.size)
    places = label_places(board, found, APOTHEM + 4 + size / 2)
    labels = [text(word, at, "heat-label") for word, at in places]
    across = max(abs(found.centre(cell)[0]) for cell in range(board.num_cells)) + PITCH + size
    up = max(abs(found.centre(cell)[1]) for cell in range(board.num_cells)) + RADIUS
    below = up + 10 + size  # the labels of the columns
    box = " ".join(number(value) for value in (-across, -up, 2 * across, up + below))
    root = {"class": "heat-map", "viewBox": box, "role": "img", "aria-label": title}
    return tag("svg", root, tag("g", {"font-size": size}, *labels), *cells)


def paint(share: float) -> str:
    """The colour of a share, as CSS."""
    distance = min(1.0, abs(share - 0.5) / FULL)
    end = "heat-high" if share >= 0.5 else "heat-low"
    return f"color-mix(in oklab, var(--{end}) {100 * distance:.0f}%, var(--heat-middle))"
