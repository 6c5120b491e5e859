"""Games are deleted without being asked about, since for a while that can be undone."""

from contextlib import suppress
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.utils import timezone

from skerry.web.base.errors import UnknownGameError
from skerry.web.base.seats import check_all_seats
from skerry.web.base.services import service
from skerry.web.play import computer
from skerry.web.play.models import KEPT, OVER, PlayedTurn, SavedGame
from skerry.web.play.moments import site_time
from skerry.web.play.signals import announce
from skerry.web.thinking.turns import ComputerTurns

UNDO_TIME = timedelta(hours=1)
RESEND_TIME = timedelta(days=1)  # after a game's end


def delete(saved: SavedGame) -> None:
    """Put a game away: for nobody is it there any more, unless it is brought back soon."""
    service(ComputerTurns).drop(saved.pk)
    with transaction.atomic():
        SavedGame.objects.filter(pk=saved.pk).update(deleted=site_time())
        announce(saved, "deleted")
    purge()


def find_deleted(game_id: str, holder: str | None) -> SavedGame:
    """A game that its players may bring back; who deleted it has held every human seat.

    Raises:
        UnknownGameError: there is none.
        SeatError: another browser plays in it.
    """
    deleted = SavedGame.objects.filter(~KEPT, deleted__gt=site_time() - UNDO_TIME)
    saved = deleted.filter(pk=game_id).first()
    if saved is None:
        raise UnknownGameError("There is no such game to bring back; it may be gone for good.")
    check_all_seats(saved.seats, holder)
    return saved


def restore(saved: SavedGame) -> None:
    """Undo a deletion; a computer that owes a turn thinks again."""
    with transaction.atomic():
        SavedGame.objects.filter(pk=saved.pk).update(deleted=None)
        announce(saved, "restored")
    computer.retry(saved)


def purge() -> None:
    """Forget for good what was deleted too long ago; where the disk refuses, another time.

    And ids of turns in games that have been over for long: nobody sends them again.
    """
    with suppress(DatabaseError):
        SavedGame.objects.filter(deleted__lt=site_time() - UNDO_TIME).delete()
        old = SavedGame.objects.filter(status=OVER, updated__lt=timezone.now() - RESEND_TIME)
        PlayedTurn.objects.filter(game__in=old).delete()
