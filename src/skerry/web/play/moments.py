"""The clock by which games are timed: one for the site, whatever happens to the machine's."""

import time
from collections.abc import Callable


def _steady() -> float:
    """Seconds that no setting of the clock changes, those of a suspended machine included."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class Moments:
    """Tells moments: seconds since the epoch that go on evenly. Any thread may ask."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _steady
    ) -> None:
        """A clock set by the machine's now; how that one is set later changes nothing here.

        Args:
            wall: seconds since the epoch.
            steady: seconds from any beginning, which are never set.
        """
        self._steady = steady
        self._offset = wall() - steady()

    def now(self) -> float:
        """The moment, in seconds since the epoch."""
        return self._offset + self._steady()
