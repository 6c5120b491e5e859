"""The clock by which games are timed: one for the site, whatever happens to the machine's."""

import time
from collections.abc import Callable
from pathlib import Path

from django.db import DatabaseError

from .models import SiteClock

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # Linux only: another one after each start


def _steady() -> float:
    """Seconds that no setting of the clock changes, those of a suspended machine included."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class Moments:
    """Tells moments: seconds since the epoch that go on evenly. Any thread may ask.

    Set by the machine's clock once, and from then on by its steady one. All processes on a machine,
    those after a restart of the site too, go by what the first of them has set, so that the
    machine's clock may be stepped while games go on.
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

    @classmethod
    def of_this_machine(cls) -> "Moments":
        """The clock that all processes of a site on this machine have in common."""
        try:
            boot = BOOT_ID.read_text(encoding="ascii").strip()
        except OSError:
            return cls()
        return cls(boot=boot)

    def now(self) -> float:
        """The moment, in seconds since the epoch."""
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
