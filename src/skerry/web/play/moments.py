"""The clock by which games are timed: one for the site, and it stands still while the site does.

A *moment* counts seconds since the epoch, without those in which no process of the site could take
a turn. So whatever waits for a person, and says until which moment, waits for that long.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.core.cache import cache
from django.db import DatabaseError

from skerry.web.base.services import service
from skerry.web.play.models import GAP, Heartbeat, SavedGame, SiteClock

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # Linux only: another one after each start

# As `GAP`, for a process that has just begun: no heartbeat of its own can be late.
GAP_AT_START = 2.0
TRIES = 5  # of writing a heartbeat, where other processes write theirs at the same time


def _steady() -> float:
    """Seconds that no setting of the clock changes, those of a suspended machine included."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class Moments:
    """Tells moments, which go on evenly while the site runs. Any thread may ask.

    Time is set by the machine's clock once, and from then on goes by its steady one. All processes
    on a machine, those after a restart of the site too, go by what the first of them has set, so
    that the machine's clock may be stepped while games go on. What has passed while the site stood
    still is taken off: the heartbeats of its processes tell how much that is.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = _steady,
        boot: str | None = None,
    ) -> None:
        """A clock that is set when it is looked at first.

        Args:
            wall: seconds since the epoch.
            steady: seconds from any beginning, which are never set.
            boot: name of the beginning of `steady`; None: other processes know it not.
        """
        self._wall, self._steady, self._boot = wall, steady, boot
        self._offset: float | None = None
        self._known: Heartbeat | None = None
        self._looked: float | None = None  # when no heartbeat was found at all
        self._has_beaten = False

    @classmethod
    def of_this_machine(cls) -> "Moments":
        """The clock that all processes of a site on this machine have in common."""
        try:
            boot = BOOT_ID.read_text(encoding="ascii").strip()
        except OSError:
            return cls()
        return cls(boot=boot)

    def now(self) -> float:
        """The moment. While no process of the site lives it is that of the last heartbeat."""
        real = self.real_time()
        beat = self._heartbeat(real)
        return real if beat is None else beat.moment(real)

    def real_time(self) -> float:
        """Seconds since the epoch, those in which the site stood still included."""
        if self._offset is not None:
            return self._offset + self._steady()
        offset = self._wall() - self._steady()
        if self._boot is not None:
            try:
                known, _ = SiteClock.objects.get_or_create(
                    boot=self._boot, defaults={"offset": offset}
                )
            except DatabaseError:  # nothing can be stored now, and no turn either
                return offset + self._steady()
            offset = known.offset
        self._offset = offset
        return offset + self._steady()

    def date_of(self, moment: float) -> datetime:
        """The date and time of a moment to come, if the site runs until then."""
        beat = self._heartbeat(self.real_time())
        return datetime.fromtimestamp(moment + (beat.lost if beat else 0.0), UTC)

    def _heartbeat(self, real: float) -> Heartbeat | None:
        """The last heartbeat of any process; None: the site has never run."""
        # What is known stays true until the site could have stood still, whoever notes that.
        if self._known is not None and abs(real - self._known.last) <= GAP_AT_START:
            return self._known
        if self._looked is not None and abs(real - self._looked) <= GAP_AT_START:
            return self._known
        try:
            self._known = Heartbeat.objects.first()
        except DatabaseError:  # no turn can be taken either
            return self._known
        self._looked = real if self._known is None else None
        return self._known

    def beat(self) -> None:
        """Note that this process can take turns, and for how long before that no process could.

        Raises:
            DatabaseError: nothing can be written.
        """
        gap = GAP if self._has_beaten else GAP_AT_START
        for _ in range(TRIES):
            real, before = self.real_time(), Heartbeat.objects.first()
            if before is None:
                Heartbeat.objects.bulk_create([Heartbeat(last=real)], ignore_conflicts=True)
                continue
            after = before.next(real, gap)
            same = Heartbeat.objects.filter(last=before.last, lost=before.lost)
            if same.update(last=after.last, lost=after.lost):
                self._known, self._has_beaten = after, True
                return


def site_time() -> datetime:
    """The moment as a date and time, for columns that say until when something waits."""
    return datetime.fromtimestamp(service(Moments).now(), UTC)


# How long turns are on their way, as the sockets of their senders' pages have shown.
#
# Kept in the cache for a minute, so that any process knows what the one with the socket has
# measured. What comes without a socket, or from a browser that has not been measured lately, has no
# lag.

KEPT_SECONDS = 60


def note_lag(game_id: str, person: int, seconds: float) -> None:
    """A person's page has been measured."""
    cache.set(_key(game_id, person), seconds, KEPT_SECONDS)


def lag_of(saved: SavedGame, holder: str | None) -> float:
    """Seconds that a holder's turn was on its way; 0 where nobody knows, or no clock runs."""
    held = saved.seats.held_by(holder)
    if saved.clock is None or len(held) != 1:
        return 0.0
    known: float | None = cache.get(_key(saved.pk, held[0]))
    return known or 0.0


def _key(game_id: str, person: int) -> str:
    return f"lag:{game_id}:{person}"
