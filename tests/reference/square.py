"""Square boards as C-5 describes them, by cell name."""

from collections.abc import Iterable
from itertools import product
from string import ascii_lowercase


def square_cells(columns: Iterable[str], rows: Iterable[int]) -> frozenset[str]:
    return frozenset(f"{column}{row}" for column, row in product(columns, rows))


def adjacent_cells(cell: str) -> frozenset[str]:
    """C-5: the orthogonal neighbours of a cell, whether on a board or not."""
    column, row = ord(cell[0]), int(cell[1:])
    return frozenset(
        f"{chr(column + dx)}{row + dy}" for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )


# Large enough for every square board of the five games.
SQUARE_NEIGHBOURS = {
    cell: adjacent_cells(cell) for cell in square_cells(ascii_lowercase[:19], range(1, 20))
}
