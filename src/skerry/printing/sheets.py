"""How a picture of true size lies on sheets of paper: on one, or on several to be glued together.

All lengths are millimetres. A sheet has a heading above the picture and a ruler below it:

    +----------------------+
    | heading              |
    | +------------------+ |
    | | room             | |
    | +------------------+ |
    | |----ruler----|      |
    +----------------------+
"""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from skerry.canvas.geometry import PITCH
from skerry.core.numbers import as_number
from skerry.errors import OptionError, quoted
from skerry.printing.typesetting import PAPERS

MARGIN, TOP, BOTTOM = 10.0, 24.0, 24.0
TEXT = 36.0  # below a board that shares its sheet with a few words
OVERLAP = 10.0  # of two sheets that are glued together
LEAST_CELL, MOST_CELL = 5.0, 100.0
MOST_SHEETS = 16


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float


class Sheet(NamedTuple):
    """What of a picture a sheet shows."""

    row: int
    column: int
    left: float  # in the picture
    top: float
    width: float
    height: float


def room(paper: str) -> Size:
    """What of a sheet is left for a picture."""
    width, height = PAPERS[paper]
    return Size(width - 2 * MARGIN, height - TOP - BOTTOM)


def largest_cell(units: Size, paper: str) -> float:
    """The width of a cell with which a board and a few words fill one sheet, in tenths.

    Args:
        units: of the board's picture, in those of canvas/geometry.py.
        paper: what it is printed on.
    """
    width, height = room(paper)
    scale = min(width / units.width, (height - TEXT) / units.height)
    return min(MOST_CELL, int(10 * scale * PITCH) / 10)


def checked_cell(cell: float) -> float:
    """The width of a cell. Raises OptionError: out of bounds."""
    width = as_number(cell)
    if width is None or not LEAST_CELL <= width <= MOST_CELL:
        wrong = quoted(cell) if width is None else f"{width:g}"
        raise OptionError(f"A cell is {LEAST_CELL:g} to {MOST_CELL:g} mm wide, not {wrong}.")
    return width


def true_size(units: Size, cell: float) -> Size:
    """How large a picture is whose cells are so wide."""
    return Size(*(side * cell / PITCH for side in units))


def sheets(size: Size, paper: str) -> list[Sheet]:
    """The sheets of a picture, row by row.

    Raises:
        OptionError: there would be too many.
    """
    width, height = room(paper)
    columns, rows = _count(size.width, width), _count(size.height, height)
    if columns * rows > MOST_SHEETS:
        raise OptionError(
            f"A board of {size.width:.0f} by {size.height:.0f} mm takes {columns * rows} sheets; "
            f"{MOST_SHEETS} are possible. Choose smaller cells."
        )
    return [
        Sheet(row, column, left, top, across, up)
        for row, (top, up) in enumerate(_stretches(size.height, height, rows))
        for column, (left, across) in enumerate(_stretches(size.width, width, columns))
    ]


def _count(length: float, most: float) -> int:
    if length <= most + 1e-6:
        return 1
    return ceil((length - OVERLAP) / (most - OVERLAP))


def _stretches(length: float, most: float, count: int) -> Iterator[tuple[float, float]]:
    """Where each begins, and how long it is: all alike, neighbours OVERLAP in common."""
    each = (length + (count - 1) * OVERLAP) / count
    for index in range(count):
        yield index * (each - OVERLAP), min(each, most)
