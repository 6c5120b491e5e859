"""Pauses between restarts of what fails."""

import threading
import time
from collections.abc import Callable

LONGEST_PAUSE = 30.0  # seconds between two restarts


class Pauses:
    """Pauses between two restarts, longer each time unless things go well for a while."""

    def __init__(self, stopping: threading.Event, first: float) -> None:
        """Begin with a pause of so many seconds; none goes on after `stopping`."""
        self._stopping = stopping
        self._first = self._next = first

    def between(self, run: Callable[[], bool]) -> bool:
        """Run something until it ends, and pause; returns what it returns."""
        began = time.monotonic()
        result = run()
        if time.monotonic() - began > LONGEST_PAUSE:
            self._next = self._first
        self._stopping.wait(self._next)
        self._next = min(2 * self._next, LONGEST_PAUSE)
        return result
