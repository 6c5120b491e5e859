"""Boards: cells, their names, neighbours, rings and sides. canvas/ has their geometry."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from skerry.core.layout import IntArray16

MAX_HEXHEX = 13  # its 25 rows still have letters (C-4)
# Steps (across, up) to the neighbours: on hexhex boards anticlockwise from the left, rows being
# half a cell apart (C-4); on square ones by ascending cell.
STEPS = {
    "hexhex": ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)),
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
}


@dataclass(frozen=True, eq=False)
class Board:
    """Cells of a board in canonical order: by letter, then by number (C-4, C-5).

    Compared by identity: `hexhex` and `square` return the same object for the same size.
    """

    shape: str  # "hexhex" or "square"
    size: int  # cells along a side
    names: tuple[str, ...]  # "a1", "a2", ...
    places: tuple[tuple[int, int], ...]  # (row, column) of each cell, from 0, bottom left first
    neighbours: IntArray16  # (num_cells, 6 or 4) ascending, then padded with num_cells
    around: IntArray16  # the same in the order of STEPS, num_cells where there is none

    @property
    def num_cells(self) -> int:
        """Number of cells."""
        return len(self.names)

    def beside(self, cell: int) -> list[int]:
        """The cells that a cell touches, ascending."""
        return [other for other in self.neighbours[cell].tolist() if other < self.num_cells]


def letter(index: int) -> str:
    """Row or column letter of an index from 0."""
    return chr(ord("a") + index)


def row_length(size: int, row: int) -> int:
    """Cells in a row of a hexhex board, rows counted from the bottom (C-4)."""
    return 2 * size - 1 - abs(row - (size - 1))


@lru_cache
def hexhex(size: int) -> Board:
    """The hexagonal board with `size` cells a side (C-4)."""
    places = tuple(
        (row, column) for row in range(2 * size - 1) for column in range(row_length(size, row))
    )

    names = tuple(f"{letter(row)}{column + 1}" for row, column in places)
    spots = [(2 * column - row_length(size, row), row) for row, column in places]
    return _board("hexhex", size, names, places, spots)


@lru_cache
def square(size: int) -> Board:
    """The square board with `size` cells a side (C-5); places are (row, column) as elsewhere."""
    places = tuple((row, column) for column in range(size) for row in range(size))
    names = tuple(f"{letter(column)}{row + 1}" for row, column in places)
    return _board("square", size, names, places, [(column, row) for row, column in places])


def _board(
    shape: str,
    size: int,
    names: tuple[str, ...],
    places: tuple[tuple[int, int], ...],
    spots: list[tuple[int, int]],
) -> Board:
    """A board with its neighbour tables; `spots` is where STEPS begin."""
    index, wall = {spot: cell for cell, spot in enumerate(spots)}, len(places)
    around = np.array(
        [[index.get((x + across, y + up), wall) for across, up in STEPS[shape]] for x, y in spots],
        dtype=np.int16,
    )
    return Board(shape, size, names, places, np.sort(around, axis=1), around)


def distances_from_centre(board: Board) -> IntArray16:
    """Steps from the centre of a hexhex board, shape (num_cells,)."""
    centre = board.size - 1

    def distance(row: int, column: int) -> int:
        height = abs(row - centre)
        # Leaving the centre row by one row shifts a cell half a cell sideways for nothing.
        sideways = abs(2 * column - (row_length(board.size, row) - 1))
        return height + max(0, (sideways - height) // 2)

    return np.array([distance(row, column) for row, column in board.places], dtype=np.int16)


def symmetries(board: Board) -> list[list[int]]:
    """Its turns and reflections as maps of the cells, the identity first: cell -> cell.

    Hexhex boards have twelve, square ones eight.
    """
    last = board.size - 1
    if board.shape == "hexhex":
        spots: list[tuple[int, ...]] = []  # cube coordinates, x + y + z = 0
        for row, column in board.places:
            up = row - last
            # Twice the distance from the middle of the row; one row up shifts it by half a cell.
            x = (2 * column + 1 - row_length(board.size, row) - up) // 2
            spots.append((x, up, -x - up))
    else:
        spots = list(board.places)

    def reflected(spot: tuple[int, ...]) -> tuple[int, ...]:
        return (*spot[:-2], spot[-1], spot[-2])

    def turned(spot: tuple[int, ...]) -> tuple[int, ...]:
        return (-spot[1], -spot[2], -spot[0]) if len(spot) == 3 else (spot[1], last - spot[0])

    index = {spot: cell for cell, spot in enumerate(spots)}
    maps = []
    for images in (spots, [reflected(spot) for spot in spots]):
        for _ in range(len(STEPS[board.shape])):
            maps.append([index[image] for image in images])
            images = [turned(image) for image in images]
    return maps
