"""From a game and its options to the tables its kernels read."""

from functools import lru_cache

import numpy as np

from ..core.boards import Board, distances_from_centre, hexhex, outside_arcs, row_length, square
from ..core.layout import HEADER, IntArray16, Rules
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .contract import GameInfo
from .options import Options
from .syrtis.kernels import NUM_OWN

# SYR-2: rows from the top; '#' is a tile, '.' a space of the frame without one.
SYRTIS_FRAMES = {
    "major": (
        "..###..",
        ".#####.",
        "#######",
        "###.###",
        "#######",
        ".#####.",
        "..###..",
    ),
    "minor": ("####",) * 4,
    "square": ("######",) * 6,
}

LEGAL_ROOM = 1024  # more actions than any position of any game offers

# Steps (across, up) to the neighbours: on hexhex boards anticlockwise from the left, rows being
# half a cell apart; on square ones by ascending cell, as Kitaran lists frozen stones.
STEPS = {
    "hexhex": ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)),
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
}


def board_of(info: GameInfo, options: Options) -> Board:
    """The board a game is played on."""
    if info.index == SYRTIS:
        return square(len(SYRTIS_FRAMES[str(options["board"])]))
    size = int(options["size"])
    return hexhex(size) if info.shape == "hexhex" else square(size)


def frame_tiles(board_name: str) -> tuple[int, ...]:
    """SYR-2: the cells that hold a tile at the start, ascending."""
    frame = SYRTIS_FRAMES[board_name]
    board = square(len(frame))
    return tuple(
        cell
        for cell, (row, column) in enumerate(board.places)
        if frame[board.size - 1 - row][column] == "#"
    )


@lru_cache(maxsize=256)
def build_rules(info: GameInfo, options: tuple[tuple[str, object], ...]) -> Rules:
    """Tables for a game with all its options given."""
    given: Options = dict(options)  # type: ignore[arg-type]
    board = board_of(info, given)
    n = board.num_cells
    ring = _ring_numbers(info, board)
    limit = given.get("cycle_limit", given.get("stall_limit", 0))
    return Rules(
        game=info.index,
        num_cells=n,
        num_actions=_num_actions(info, n),
        state_size=HEADER + n + 1 + _own_part(info, board),
        work_size=max(6 * n + 64, LEGAL_ROOM),
        neighbours=_neighbours(board),
        ring=ring,
        arcs=outside_arcs(board) if info.index == SPRY else np.zeros(n, dtype=np.int16),
        num_rings=int(ring.max()),
        swap=int(given.get("swap", False)),
        penalty=int(given.get("penalty", 0)),
        cap=int(given.get("cap", 0)),
        double_komi=round(2 * float(given.get("komi", 0))),
        limit=int(limit),
        side=board.size,
        partner=_partners(board, str(given["board"]))
        if info.index == SYRTIS
        else np.full(n, -1, dtype=np.int16),
    )


def _neighbours(board: Board) -> IntArray16:
    """Neighbours of each cell in the order of STEPS, the wall where there is none."""

    def spot(row: int, column: int) -> tuple[int, int]:
        hexhex_board = board.shape == "hexhex"
        return (2 * column - row_length(board.size, row), row) if hexhex_board else (column, row)

    spots = [spot(*place) for place in board.places]
    index = {spot: cell for cell, spot in enumerate(spots)}
    around = [
        [index.get((x + across, y + up), board.num_cells) for across, up in STEPS[board.shape]]
        for x, y in spots
    ]
    return np.array(around, dtype=np.int16)


def _ring_numbers(info: GameInfo, board: Board) -> IntArray16:
    """The number of each cell: SPRY-1's ring side, SYT-1's double ring."""
    if info.index == SPRY:
        return distances_from_centre(board) + np.int16(1)
    if info.index == SYTRAN:
        return distances_from_centre(board) // np.int16(2) + np.int16(1)
    return np.zeros(board.num_cells, dtype=np.int16)


def _num_actions(info: GameInfo, n: int) -> int:
    if info.index == SYTRAN:
        return n + 1
    if info.index == KITARAN:
        return 2 * n + 1
    if info.index == SYRTIS:
        return 4 * n + 3 + 2 * n * n
    return n + 2


def _own_part(info: GameInfo, board: Board) -> int:
    """Elements after the wall: the turn's stones, Kitaran's frozen ones, Syrtis's counters."""
    if info.index == BYG:
        return int(info.option("cap").highest_given({}))
    if info.index == SYRTIS:
        return NUM_OWN
    return max(4, board.size)


def _partners(board: Board, board_name: str) -> IntArray16:
    """SYR-3: the tile opposite through the centre, -1 where the frame has none."""
    partner = np.full(board.num_cells, -1, dtype=np.int16)
    for cell in frame_tiles(board_name):
        partner[cell] = board.num_cells - 1 - cell
    return partner
