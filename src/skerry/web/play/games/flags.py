"""Flags fall here and nowhere else: by the site's clock, whether or not anybody looks."""

import logging
import threading
from collections.abc import Callable, Sequence

from django.db import DatabaseError, close_old_connections, connection

from skerry.web.base.errors import BrokenGameError, StaleError
from skerry.web.base.services import shared
from skerry.web.play.games.reading import session_of
from skerry.web.play.games.storing import save
from skerry.web.play.models import KEPT, RUNNING, SavedGame
from skerry.web.play.moments import Moments

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500  # games of one sweep, so that a long stop of the site is made up in steps
PAUSE = 1.0  # seconds between two sweeps


def let_flag_fall(saved: SavedGame, now: float) -> SavedGame:
    """The game, ended if who is to act has no time left; a damaged one stays as it is."""
    try:
        session = session_of(saved)
        flagged = session.flag(now)
        return saved if flagged is session else save(saved, flagged, "flag")
    except BrokenGameError:  # it is told where it is shown, and must not be in anybody's way
        return saved
    except StaleError:  # somebody has acted, or seen it, at the same time
        saved.refresh_from_db()
        return saved


def sweep() -> int:
    """End every game whose time is up; returns how many it has ended.

    All processes of a site may do it at the same time: each game ends once.
    """
    now = shared(Moments).now()
    due = SavedGame.objects.filter(KEPT, status=RUNNING, deadline__lte=now)
    ended = 0
    for saved in due.order_by("deadline")[:MOST_AT_ONCE]:
        before = saved.version
        after = let_flag_fall(saved, now)
        ended += after.status != RUNNING
        if after.version == before:
            log.error("The flag of game %s cannot fall; `skerry check-games` tells why.", saved.pk)
            # Or it would be looked at again and again, and keep others from their turn.
            SavedGame.objects.filter(pk=saved.pk, version=before).update(deadline=None)
    return ended


class Sweeper:
    """Sweeps again and again, in a thread of its own, until it is stopped."""

    def __init__(self, pause: float = PAUSE, also: Sequence[Callable[[], object]] = ()) -> None:
        """Nothing is swept yet.

        Args:
            pause: seconds between two sweeps.
            also: what other rooms do each time, after the flags.
        """
        self._pause, self._work = pause, (sweep, *also)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="flags", daemon=True)

    def start(self) -> None:
        """Sweep now, and from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Sweep no more; a sweep under way ends first."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        failed = False  # told once, not every second
        while not self._stopped.is_set():
            try:
                close_old_connections()
                for work in self._work:
                    work()
                failed = False
            except DatabaseError as error:
                if not failed:
                    log.error("Flags cannot fall now, and are looked at again: %s", error)
                failed = True
            except Exception:
                log.exception("A sweep for flags has failed.")
            self._stopped.wait(self._pause)
        connection.close()
