"""What a person sees of a position: planes of a grid, as learned players read them.

An observation is uint8 of shape (num_planes, rows, columns): ones where a plane's name holds, or a
small whole number on the whole plane. It tells all that matters for the future and the result. It
is seen through a person's eyes, so that one network serves both.

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

from ..core.boards import Board
from ..core.jit import inlined, kernel
from ..core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    NOBODY,
    PLACED,
    PLAYER,
    UNSIGNED,
    IntArray16,
    Rules,
)
from ..core.turns import may_swap, turn_stones
from .byg import kernels as byg
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .kitaran import kernels as kitaran
from .syrtis import kernels as syrtis

ByteArray = NDArray[np.uint8]

_ALL = ("i act", "i have the first colour")
_STONES = ("mine", "theirs", "vacant", "placed this turn", *_ALL, "swap on offer")

PLANES: dict[int, tuple[str, ...]] = {
    SPRY: _STONES,
    SYTRAN: _STONES,
    BYG: (*_STONES, "stones left"),
    KITARAN: (
        *("protected" if name == "placed this turn" else name for name in _STONES),
        "conversions left",
    ),
    SYRTIS: (
        "tile of my colour and shape",
        "tile of my colour only",
        "tile of my shape only",
        "tile of neither",
        "my towers",
        "their towers",
        *_ALL,
        "repair",
        "towers",
        "choice",
        "i sank",
        "they sank",
        "i passed",
        "they passed",
        "i sank last",
        "they sank last",
        "turns left",
    ),
}
NUM_PLANES = tuple(len(PLANES[game]) for game in range(len(PLANES)))
MARKED, ACTING, HOLDING_FIRST, SWAPPING, COUNTER = range(3, 8)
TILES, MY_TOWERS, SYRTIS_ACTING, SYRTIS_FIRST, SYRTIS_PHASE, SYRTIS_COUNTS = 0, 4, 6, 7, 8, 11
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


@kernel
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Write a person's observation of a position.

    Args:
        rules: of the game.
        grid: of its board.
        state: the position, over or not.
        person: whose eyes it is seen through.
        out: all planes in a row, overwritten.
        work: scratch space.
    """
    if rules.game == SYRTIS:
        observe_tiles(rules, grid, state, person, out)
    else:
        observe_stones(rules, grid, state, person, out, work)


@inlined
def _fill(out: ByteArray, plane: int, area: int, value: int) -> None:
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
    out: ByteArray,
    work: IntArray16,
) -> None:
    """The games of stones; see `observe`."""
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
    # After the wall lie the stones of this turn or, in Kitaran, those that are protected.
    count = int(state[kitaran.NUM_FROZEN] if rules.game == KITARAN else state[PLACED])
    listed = turn_stones(rules)
    for slot in range(count):
        out[MARKED * area + grid.spots[state[listed + slot]]] = 1
    if state[PLAYER] == person:
        _fill(out, ACTING, area, 1)
    if state[FIRST] == person:
        _fill(out, HOLDING_FIRST, area, 1)
    if state[PLAYER] != NOBODY and may_swap(rules, state):
        _fill(out, SWAPPING, area, 1)
    if rules.game == BYG:
        _fill(out, COUNTER, area, int(state[byg.MOST_STONES]) - int(state[PLACED]))
    elif rules.game == KITARAN:
        _fill(out, COUNTER, area, rules.limit - int(state[kitaran.CONVERSIONS]))


@kernel
def observe_tiles(rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray) -> None:
    """Syrtis; before a side was chosen (SYR-6) both persons see the board as light does."""
    spots, area = grid.spots, grid.cells.shape[0]
    for i in range(UNSIGNED(out.shape[0])):
        out[i] = 0
    light = state[FIRST] == person or state[FIRST] == NOBODY
    for cell in range(rules.num_cells):
        tile = int(state[CELLS + cell])
        if tile != 0:
            kind = tile - syrtis.LIGHT_CIRCLE  # light circle and square, dark circle and square
            out[(TILES + (kind if light else 3 - kind)) * area + spots[cell]] = 1
    own = syrtis.own(rules)
    me, them = (0, 1) if light else (1, 0)
    for i in range(4):
        cell = int(state[own + syrtis.TOWER + i])
        if cell != syrtis.NOWHERE:
            out[(MY_TOWERS + int(i // 2 != me)) * area + spots[cell]] = 1
    _fill(out, SYRTIS_ACTING, area, int(state[PLAYER] == person))
    _fill(out, SYRTIS_FIRST, area, int(state[FIRST] == person))
    if state[syrtis.PHASE] < syrtis.PLAY:
        _fill(out, SYRTIS_PHASE + int(state[syrtis.PHASE]), area, 1)
    _fill(out, SYRTIS_COUNTS, area, int(state[own + syrtis.SUNK + me]))
    _fill(out, SYRTIS_COUNTS + 1, area, int(state[own + syrtis.SUNK + them]))
    _fill(out, SYRTIS_COUNTS + 2, area, int(state[own + syrtis.PASSES + me]))
    _fill(out, SYRTIS_COUNTS + 3, area, int(state[own + syrtis.PASSES + them]))
    _fill(out, SYRTIS_COUNTS + 4, area, int(state[own + syrtis.LAST_SINKER] == me + 1))
    _fill(out, SYRTIS_COUNTS + 5, area, int(state[own + syrtis.LAST_SINKER] == them + 1))
    _fill(out, SYRTIS_COUNTS + 6, area, rules.limit - int(state[syrtis.WITHOUT_SINK]))
