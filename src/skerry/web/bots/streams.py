"""The streams of events that are open in this process."""

from collections import Counter
from threading import Lock

from skerry.web.base.errors import QuotaError

MOST_STREAMS = 5  # of one account in one process


class Streams:
    """How many streams each holder has open. All methods may be called by any thread."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._lock = Lock()

    def enter(self, holder: str) -> None:
        """Count one more. Raises QuotaError: there are as many as one account may have."""
        with self._lock:
            if self._open[holder] >= MOST_STREAMS:
                raise QuotaError(
                    f"An account has at most {MOST_STREAMS} streams of events open; close one."
                )
            self._open[holder] += 1

    def leave(self, holder: str) -> None:
        """One was closed."""
        with self._lock:
            self._open[holder] -= 1
            if not self._open[holder]:
                del self._open[holder]
