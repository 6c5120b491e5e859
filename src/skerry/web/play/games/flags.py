"""Flags fall here and nowhere else: by the site's clock, whether or not anybody looks."""

import logging
from contextlib import suppress

from ....errors import SkerryError
from ...base.errors import StaleError
from ...base.services import shared
from ..models import KEPT, RUNNING, SavedGame
from ..moments import Moments
from .reading import session_of
from .storing import save

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500  # games of one sweep, so that a long stop of the site is made up in steps


def end_if_due(saved: SavedGame) -> SavedGame:
    """The game, ended if who is to act has no time left. Raises as `session_of`."""
    if saved.deadline is None or saved.status != RUNNING:
        return saved
    now = shared(Moments).now()
    if now < saved.deadline:
        return saved
    session = session_of(saved)
    flagged = session.flag(now)
    if flagged is session:
        return saved
    try:
        return save(saved, flagged, "flag")
    except StaleError:  # somebody has seen it at the same time
        saved.refresh_from_db()
        return saved


def sweep() -> int:
    """End every game whose time is up; returns how many it has ended.

    All processes of a site may do it at the same time: each game ends once.
    """
    due = SavedGame.objects.filter(KEPT, status=RUNNING, deadline__lte=shared(Moments).now())
    ended = 0
    for saved in due.order_by("deadline")[:MOST_AT_ONCE]:
        before = saved.version
        try:
            ended += end_if_due(saved).version > before
        except SkerryError:  # damaged: the others must not wait for it
            log.exception("The flag of game %s cannot fall.", saved.pk)
            with suppress(StaleError):
                SavedGame.objects.filter(pk=saved.pk, version=before).update(deadline=None)
    return ended
