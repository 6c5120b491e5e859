"""What is done with all games: flags fall, by the site's clock, and each is checked and mended."""

import logging
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
)

from skerry.errors import RecordError
from skerry.record import GameRecord
from skerry.web.base.errors import BrokenGameError, StaleError
from skerry.web.base.services import service
from skerry.web.play.changes import save
from skerry.web.play.models import KEPT, RUNNING, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.play.position_keys import KEY_COLUMNS
from skerry.web.play.queries import columns_of, session_of, session_with

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500  # games of one sweep, so that a long stop of the site is made up in steps
PAUSE = 1.0  # seconds between two sweeps
AGAIN_AFTER = 600.0  # seconds after which an end that failed is tried again, behind the others


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
    now = service(Moments).now()
    due = SavedGame.objects.filter(KEPT, status=RUNNING, deadline__lte=now)
    ended = 0
    for saved in due.order_by("deadline")[:MOST_AT_ONCE]:
        before = saved.version
        try:
            after = let_flag_fall(saved, now)
        except (OperationalError, InterfaceError):  # which no other game would fare better with
            raise
        except Exception:  # of who hears of the end: a rating, a tournament, a row that is refused
            log.exception("The flag of game %s cannot fall; it is tried again later.", saved.pk)
            same = SavedGame.objects.filter(pk=saved.pk, version=before)
            same.update(deadline=now + AGAIN_AFTER)
            continue
        ended += after.status != RUNNING
        if after.version == before:
            log.error("The flag of game %s cannot fall; `skerry check-games` tells why.", saved.pk)
            # Or it would be looked at again and again, and keep others from their turn.
            SavedGame.objects.filter(pk=saved.pk, version=before).update(deadline=None)
    return ended


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
    """Does what is due again and again, in a thread of its own, until it is stopped."""

    def __init__(
        self,
        name: str,
        *work: Callable[[], object],
        pause: float = PAUSE,
        alarm: Alarm | None = None,
    ) -> None:
        """Nothing is done yet.

        Args:
            name: of what it does, for the log.
            work: what is done each time, one after the other.
            pause: seconds between two times.
            alarm: by which it is woken before.
        """
        self._name, self._work, self._pause = name, work, pause
        self._alarm = alarm or Alarm()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

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
                for work in self._work:
                    work()
                failed = False
            except (DatabaseError, InterfaceError) as error:
                if not failed:
                    log.error("Waiting for the database, %s: %s", self._name, error)
                failed = True
            except Exception:
                log.exception("A sweep has failed: %s.", self._name)
            self._alarm.wait(self._pause)
        connection.close()


# Whether every stored game replays to what its columns say, and mending those that do not.
#
# The record, the clock and the offers of a game are the truth; what is derived of them can be
# written anew.

DERIVED = ("num_turns", "to_act", "status", "winner", "summary", "deadline", *KEY_COLUMNS)
AT_ONCE = 100  # games read at a time, so that a site beside this is not kept waiting


class Fault(NamedTuple):
    """What is wrong with a stored game."""

    game_id: str
    sentence: str
    is_repaired: bool = False


def check_games(*, repair: bool = False) -> Iterator[Fault | None]:
    """Look at every stored game, those that wait to be deleted too; None where nothing is wrong.

    With `repair`, derived columns that are wrong are written anew. A game that changes meanwhile
    is left alone: what is written then is right.
    """
    ids = list(SavedGame.objects.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ids), AT_ONCE):
        found = SavedGame.objects.in_bulk(ids[first : first + AT_ONCE])
        for saved in found.values():
            yield _check(saved, repair=repair)


def _check(saved: SavedGame, *, repair: bool) -> Fault | None:
    try:
        session = session_with(saved, GameRecord.from_json(saved.record))
    except (RecordError, BrokenGameError) as error:
        return Fault(saved.pk, f"it cannot be replayed: {error}")
    if session.is_aborted and session.result is not None:
        return Fault(saved.pk, "it was called off, and has a result all the same")
    right = columns_of(session) | {"game": session.game.name}
    wrong = [name for name in (*DERIVED, "game") if getattr(saved, name) != right[name]]
    if saved.turns_version > saved.version:
        right["turns_version"] = saved.version
        wrong.append("turns_version")
    if not wrong:
        return None
    told = ", ".join(f"{name} is {getattr(saved, name)!r}, not {right[name]!r}" for name in wrong)
    same = SavedGame.objects.filter(pk=saved.pk, version=saved.version)
    is_repaired = repair and bool(same.update(**{name: right[name] for name in wrong}))
    return Fault(saved.pk, told, is_repaired)
