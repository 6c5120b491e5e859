"""Boards: cells, their names, neighbours, rings and sides. canvas/ has their geometry."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from skerry.core.layout import IntArray16

MAX_HEXHEX = 13  # its 25 rows still have letters (C-4)


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

    @property
    def num_cells(self) -> int:
        """Number of cells."""
        return len(self.names)


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

    def touching(row: int, column: int) -> list[tuple[int, int]]:
        """Cells j and j+1 of the wider neighbouring row, j-1 and j of the narrower one (C-4)."""
        above = 0 if row < size - 1 else -1
        below = 0 if row > size - 1 else -1
        return [
            (row, column - 1),
            (row, column + 1),
            (row + 1, column + above),
            (row + 1, column + above + 1),
            (row - 1, column + below),
            (row - 1, column + below + 1),
        ]

    names = tuple(f"{letter(row)}{column + 1}" for row, column in places)
    table = _table(places, {place: touching(*place) for place in places}, 6)
    return Board("hexhex", size, names, places, table)


@lru_cache
def square(size: int) -> Board:
    """The square board with `size` cells a side (C-5); places are (row, column) as elsewhere."""
    places = tuple((row, column) for column in range(size) for row in range(size))
    around = {
        (row, column): [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        for row, column in places
    }
    names = tuple(f"{letter(column)}{row + 1}" for row, column in places)
    return Board("square", size, names, places, _table(places, around, 4))


def _table(
    places: tuple[tuple[int, int], ...],
    around: dict[tuple[int, int], list[tuple[int, int]]],
    degree: int,
) -> IntArray16:
    """Neighbour table: indices ascending, padded with the wall."""
    index = {place: cell for cell, place in enumerate(places)}
    table = np.full((len(places), degree), len(places), dtype=np.int16)
    for place, cell in index.items():
        found = sorted(index[other] for other in around[place] if other in index)
        table[cell, : len(found)] = found
    return table


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
    return _hexhex_maps(board) if board.shape == "hexhex" else _square_maps(board)


def _hexhex_maps(board: Board) -> list[list[int]]:
    """Six turns, each with and without a reflection, in cube coordinates (x + y + z = 0)."""
    cubes = []
    for row, column in board.places:
        up = row - (board.size - 1)
        # Twice the distance from the middle of the row; one row up shifts a cell by half a cell.
        across = 2 * column + 1 - row_length(board.size, row)
        x = (across - up) // 2
        cubes.append((x, up, -x - up))
    index = {cube: cell for cell, cube in enumerate(cubes)}
    maps = []
    for reflected in (False, True):
        for turns in range(6):
            images = [(x, z, y) if reflected else (x, y, z) for x, y, z in cubes]
            for _ in range(turns):
                images = [(-y, -z, -x) for x, y, z in images]
            maps.append([index[image] for image in images])
    return maps


def _square_maps(board: Board) -> list[list[int]]:
    last = board.size - 1
    index = {place: cell for cell, place in enumerate(board.places)}
    maps = []
    for reflected in (False, True):
        for turns in range(4):
            images = [(b, a) if reflected else (a, b) for a, b in board.places]
            for _ in range(turns):
                images = [(b, last - a) for a, b in images]
            maps.append([index[image] for image in images])
    return maps
