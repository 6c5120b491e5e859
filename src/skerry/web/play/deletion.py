"""Games are deleted without being asked about, since for a while that can be undone."""

from contextlib import suppress
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from ..base.errors import UnknownGameError
from ..base.seats import check_all_seats
from ..base.services import shared
from ..thinking.turns import ComputerTurns
from . import games
from .models import KEPT, SavedGame

UNDO_TIME = timedelta(hours=1)


def delete(saved: SavedGame) -> None:
    """Put a game away: for nobody is it there any more, unless it is brought back soon."""
    shared(ComputerTurns).drop(saved.pk)
    SavedGame.objects.filter(pk=saved.pk).update(deleted=timezone.now())
    purge()


def find_deleted(game_id: str, holder: str | None) -> SavedGame:
    """A game that its players may bring back; who deleted it has held every human seat.

    Raises:
        UnknownGameError: there is none.
        SeatError: another browser plays in it.
    """
    deleted = SavedGame.objects.filter(~KEPT, deleted__gt=timezone.now() - UNDO_TIME)
    saved = deleted.filter(pk=game_id).first()
    if saved is None:
        raise UnknownGameError("There is no such game to bring back; it may be gone for good.")
    check_all_seats(saved.seats, holder)
    return saved


def restore(saved: SavedGame) -> None:
    """Undo a deletion; a computer that owes a turn thinks again."""
    SavedGame.objects.filter(pk=saved.pk).update(deleted=None)
    games.retry(saved)


def purge() -> None:
    """Forget for good what was deleted too long ago; where the disk refuses, another time."""
    with suppress(DatabaseError):
        SavedGame.objects.filter(deleted__lt=timezone.now() - UNDO_TIME).delete()
