"""What follows from a change of a game, and what games that take days need while nobody looks."""

import logging
import threading
from collections.abc import Callable

from django.db import DatabaseError, close_old_connections, connection

from skerry.web.base.services import service
from skerry.web.correspondence import letters
from skerry.web.correspondence.conditions import drop_unplayed, play_due
from skerry.web.correspondence.letters import send_due
from skerry.web.correspondence.waiting import forget_counts, tell_players
from skerry.web.play.models import OVER, SavedGame

log = logging.getLogger(__name__)

# Seconds between two sweeps when nothing is heard: other processes may have changed games.
PAUSE = 2.0
LETTERS_PAUSE = 20.0


class Alarm:
    """Says that a game has changed in this process, so that nobody waits for the next sweep."""

    def __init__(self) -> None:
        self._rung = threading.Event()

    def ring(self) -> None:
        """Something has."""
        self._rung.set()

    def wait(self, seconds: float) -> None:
        """Wait until something has, or so long."""
        self._rung.wait(seconds)
        self._rung.clear()


class Sweeper:
    """Does what is due, in a thread of its own, until it is stopped."""

    def __init__(self, what: str, work: Callable[[], object], alarm: Alarm, pause: float) -> None:
        """Nothing is done yet.

        Args:
            what: it does, for the log.
            work: doing it once.
            alarm: by which it is woken.
            pause: seconds between two times.
        """
        self._what, self._work, self._alarm, self._pause = what, work, alarm, pause
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=what, daemon=True)

    def start(self) -> None:
        """Sweep now, and from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Sweep no more; a sweep under way ends first."""
        self._stopped.set()
        self._alarm.ring()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        failed = False  # told once, not every time
        while not self._stopped.is_set():
            try:
                close_old_connections()
                self._work()
                failed = False
            except DatabaseError as error:
                if not failed:
                    log.error("Waiting for the database, %s: %s", self._what, error)
                failed = True
            except Exception:
                log.exception("A sweep has failed: %s.", self._what)
            self._alarm.wait(self._pause)
        connection.close()


def sweepers() -> tuple[Sweeper, Sweeper]:
    """What plays conditional turns, and what sends letters, which no turn waits for."""
    return (
        Sweeper("conditional turns", play_due, service(Alarm), PAUSE),
        Sweeper("letters", send_due, Alarm(), LETTERS_PAUSE),
    )


Holders = tuple[str | None, str | None]


def store_with(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Store what belongs to a change with it; a receiver of `play.signals.game_changing`."""
    if what not in letters.EVENTS or not _are_apart(holders):
        return
    if saved.status == OVER:
        drop_unplayed(saved.pk)
    letters.note(saved, what)


def tell_after(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Do what is due now and tell open pages; a receiver of `play.signals.game_changed`."""
    forget_counts(holders)
    if not _are_apart(holders):
        return
    service(Alarm).ring()
    tell_players(saved, what)


def _are_apart(holders: Holders) -> bool:
    """Whether two play who are not the same, and neither is the computer."""
    return None not in holders and holders[0] != holders[1]
