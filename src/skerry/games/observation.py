"""What a person sees of a position: planes of a grid, as learned players read them.

An observation is uint8 of shape (num_planes, rows, columns): ones where a plane's name holds, or a
small whole number on the whole plane. It tells all that matters for the future and the result. It
is seen from the side of one person, so that one network serves both.

On hexhex boards the rows of the grid are the board's rows from the bottom, pushed to the right
above the middle, so that the neighbours of a cell lie at the same six steps everywhere:

        . . e e e          (+1, 0) (+1, +1)
        . d d d d      (0, -1)  x  (0, +1)
        c c c c c      (-1, -1) (-1, 0)
        b b b b .
        a a a . .
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skerry.core.bits import UNSIGNED
from skerry.core.boards import Board
from skerry.core.jit import inlined
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    NOBODY,
    PLAYER,
    IntArray16,
    Rules,
)
from skerry.core.stones import first_turn_stone, may_swap

ByteArray = NDArray[np.uint8]

PERSON_PLANES = ("i act", "i have the first colour")
STONE_PLANES = (
    "mine",
    "theirs",
    "vacant",
    "placed this turn",
    *PERSON_PLANES,
    "swap on offer",
)
PLACED_STONES, ACTING, HOLDING_FIRST, SWAPPING, OWN_PLANE = range(3, 8)
MOST_COUNTED = 255  # what a byte holds; larger counts are seen as this


def shape_of(board: Board) -> tuple[int, int]:
    """Rows and columns of the grid a board lies in."""
    side = 2 * board.size - 1 if board.shape == "hexhex" else board.size
    return side, side


class Grid(NamedTuple):
    """How a board lies in the flattened grid of its observations."""

    spots: IntArray16  # (num_cells,) where each cell lies
    cells: IntArray16  # (rows * columns,) which cell lies there; the wall where there is none


def grid_of(board: Board) -> Grid:
    """The tables of a board."""
    middle = board.size - 1 if board.shape == "hexhex" else board.size
    rows, columns = shape_of(board)
    spots = [row * columns + column + max(0, row - middle) for row, column in board.places]
    cells = np.full(rows * columns, board.num_cells, dtype=np.int16)
    cells[spots] = np.arange(board.num_cells)
    return Grid(np.array(spots, dtype=np.int16), cells)


@inlined
def fill(out: ByteArray, plane: int, area: int, value: int) -> None:
    """Set a whole plane."""
    seen = np.uint8(min(value, MOST_COUNTED))
    for i in range(UNSIGNED(plane * area), UNSIGNED((plane + 1) * area)):
        out[i] = seen


@inlined
def observe_stones(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    num_marked: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """The first planes of a game of stones, STONE_PLANES; the rest are zero.

    `num_marked` cells, listed after the wall, have a plane of their own; see also `observe`.
    """
    area = grid.cells.shape[0]
    mine = COLOUR_1 if state[FIRST] == person else COLOUR_2
    theirs = COLOUR_1 + COLOUR_2 - mine
    for i in range(UNSIGNED(area)):  # one by one, so that the rest is done for many at once
        work[i] = state[UNSIGNED(CELLS) + UNSIGNED(grid.cells[i])]
    for i in range(UNSIGNED(area)):
        out[i] = work[i] == mine
    for i in range(UNSIGNED(area)):
        out[UNSIGNED(area) + i] = work[i] == theirs
    for i in range(UNSIGNED(area)):
        out[UNSIGNED(2 * area) + i] = work[i] == EMPTY
    for i in range(UNSIGNED(3 * area), UNSIGNED(out.shape[0])):
        out[i] = 0
    listed = first_turn_stone(rules)
    for slot in range(num_marked):
        out[PLACED_STONES * area + grid.spots[state[listed + slot]]] = 1
    if state[PLAYER] == person:
        fill(out, ACTING, area, 1)
    if state[FIRST] == person:
        fill(out, HOLDING_FIRST, area, 1)
    if state[PLAYER] != NOBODY and may_swap(rules, state):
        fill(out, SWAPPING, area, 1)
