"""Positions that two persons play at this moment: until they are done, nothing helps with them.

Whoever looks is not asked who they are, since a player could look as somebody else. A position is
found by its key, which a running game of two holders keeps in its row: one number for all positions
that a turn or a reflection of the board, or an exchange of the colours, takes into each other,
whatever the options and whoever is to act. So a copy that is slightly disguised is found as well;
one with a stone more is not.
"""

from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from django.db.models import Q
from django.utils import timezone
from numpy.typing import NDArray

from ...core.boards import Board, symmetries
from ...positions import Position
from ...sessions import Session
from ..base.errors import HelpError
from .models import KEPT, SavedGame, held_by

OPENING = 4  # turns: before that many, a position is everybody's, and closed to its players alone
FORGOTTEN = timedelta(days=90)  # after which a game that nobody plays on closes nothing
AT_ONCE = 500  # keys that the database is asked for in one question
TOWER = 64  # is added to what lies in a cell with a tower
CLOSED = (
    "Two persons are playing this position here at the moment, so the engine, the explorer and the "
    "solver say nothing about it; when their game is over they do."
)


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


def key_in(session: Session) -> int | None:
    """What a game's row keeps: the key of its position while two persons play it, else None."""
    if session.is_over or not session.seats.are_apart():
        return None
    return key_of(session.position)


def are_closed(keys: Iterable[int], holder: str | None) -> bool:
    """Whether somebody may not be helped, as two persons play one of some positions.

    Args:
        keys: of the positions that would be helped with.
        holder: who asks; a player of the game itself is not helped with its opening either.
    """
    wanted = sorted(set(keys))
    running = SavedGame.objects.filter(KEPT, updated__gt=timezone.now() - FORGOTTEN)
    late = Q(num_turns__gte=OPENING)
    asked = running.filter(late | held_by(holder) if holder else late)
    return any(
        asked.filter(position_key__in=wanted[start : start + AT_ONCE]).exists()
        for start in range(0, len(wanted), AT_ONCE)
    )


def check_open(positions: Iterable[Position], holder: str | None) -> None:
    """Whether somebody may be helped with positions. Raises HelpError: two persons play one."""
    check_open_keys(map(key_of, positions), holder)


def check_open_keys(keys: Iterable[int], holder: str | None) -> None:
    """As `check_open`, by their keys. Raises HelpError."""
    if are_closed(keys, holder):
        raise HelpError(CLOSED)
