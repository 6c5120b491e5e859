"""What the rules of all games have in common, made from a board."""

import numpy as np

from skerry.core.boards import Board, row_length
from skerry.core.layout import HEADER, IntArray16
from skerry.games.options import Options

LEGAL_ROOM = 1024  # more actions than any position of any game offers

# Steps (across, up) to the neighbours: on hexhex boards anticlockwise from the left, rows being
# half a cell apart; on square ones by ascending cell.
STEPS = {
    "hexhex": ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)),
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
}


def common_fields(
    board: Board, options: Options, *, num_actions: int, num_own: int
) -> tuple[int, int, int, int, IntArray16, int]:
    """The fields with which the rules of every game begin; see `layout.Rules`.

    Args:
        board: the board.
        options: of the game; all of them.
        num_actions: how many actions there are.
        num_own: elements of a state after the wall.
    """
    n = board.num_cells
    return (
        n,
        num_actions,
        HEADER + n + 1 + num_own,
        max(6 * n + 64, LEGAL_ROOM),
        _neighbours(board),
        int(options.get("swap", False)),
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
