"""By what a position is known among those that are played now; Django is not needed.

A key is one number for all positions that a turn or a reflection of the board, or an exchange of
the colours, takes into each other, whatever the options and whoever is to act. So a copy that is
slightly disguised is found as well; one with a stone more is not.
"""

from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from skerry.core.boards import Board, symmetries
from skerry.positions import Position

OPENING = 4  # turns: before that many, a position is everybody's, and closed to its players alone
FORGOTTEN = timedelta(days=90)  # after which a game that nobody plays on closes nothing
# The same for a game in which a guest sits: anybody can be two guests, and leave games standing.
FORGOTTEN_OF_GUESTS = timedelta(days=1)
TOWER = 64  # is added to what lies in a cell with a tower
# Columns for the keys of a running game's last positions, the latest first.
KEY_COLUMNS = ("position_key", "key_before", "key_two_before")


@lru_cache(maxsize=32)
def _images(board: Board) -> NDArray[np.intp]:
    """Of each symmetry which cell comes where, of shape (num_symmetries, num_cells)."""
    return np.array(symmetries(board), dtype=np.intp)


def key_of(position: Position) -> int:
    """The key of a position, the same in every process: 64 bits, signed as databases want it."""
    board = position.game.board
    cells = np.array(position.contents, dtype=np.uint8)
    exchanged = cells.copy()
    exchanged[cells == 1], exchanged[cells == 2] = 2, 1
    for one in (cells, exchanged):
        one[list(position.towers)] += TOWER
    images = _images(board)
    least = min(image.tobytes() for one in (cells, exchanged) for image in one[images])
    what = f"{position.game.name} {board.shape} {board.size} ".encode()
    return int.from_bytes(blake2b(what + least, digest_size=8).digest(), "big", signed=True)
