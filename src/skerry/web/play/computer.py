"""The computer plays: its answers become turns, and after a restart it is asked again."""

import logging
from contextlib import suppress

from django.db import DatabaseError, close_old_connections
from django.db.models import F

from skerry.errors import SkerryError
from skerry.web.base.errors import StaleError
from skerry.web.base.services import service
from skerry.web.play.changes import ask_computer, may_answer, note_trouble, save
from skerry.web.play.closed import CLOSED
from skerry.web.play.models import KEPT, RUNNING, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.play.queries import find_any, session_of
from skerry.web.thinking.jobs import Answer

log = logging.getLogger(__name__)


def take_answer(answer: Answer) -> None:
    """Play the turn that the engine found, unless the game has changed meanwhile.

    Raises:
        OperationalError: it cannot be saved now.
    """
    close_old_connections()
    asked = answer.job
    try:
        saved = SavedGame.objects.filter(KEPT, pk=asked.subject, version=asked.version).first()
        if saved is None or not saved.waits_for_computer:
            return
        if answer.error is not None:
            note_trouble(saved.pk, answer.error, version=saved.version)
            return
        if not may_answer(saved):  # two people have come there while it was thinking
            note_trouble(saved.pk, CLOSED, version=saved.version)
            return
        session, now = session_of(saved), service(Moments).now()
        turn = str(answer.content["turn"])
        save(saved, session.play(saved.computer, turn, now=now), "turn")
    except StaleError:
        log.info("An answer to game %s came too late.", answer.job.subject)
    except SkerryError as error:  # the record is damaged, or the turn is none
        note_trouble(asked.subject, str(error), version=asked.version)
    finally:
        close_old_connections()


def retry(saved: SavedGame) -> SavedGame:
    """Ask the engine once more, after it gave up."""
    SavedGame.objects.filter(pk=saved.pk, version=saved.version).update(trouble="")
    saved.trouble = ""
    ask_computer(saved)
    return saved


def resume_all() -> int:
    """Ask the engine for every turn it owes, after a restart; returns their number.

    One game that cannot be read must not keep the others, or the site, from going on.
    """
    waiting = SavedGame.objects.filter(KEPT, status=RUNNING, computer=F("to_act"))
    asked = 0
    for game_id in waiting.values_list("pk", flat=True):
        try:
            ask_computer(find_any(game_id))
            asked += 1
        except Exception as error:
            log.exception("The computer cannot go on in game %s.", game_id)
            with suppress(DatabaseError):  # no room even for that
                note_trouble(game_id, _why_it_stops(error))
    return asked


def _why_it_stops(error: Exception) -> str:
    """In a sentence; what is no error of a game's may name files of this machine."""
    why = str(error) if isinstance(error, SkerryError) else "the log of the server says why."
    return f"The computer cannot go on here: {why}"
