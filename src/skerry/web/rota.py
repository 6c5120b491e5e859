"""Threads that go through several long works in turn, a step of each at a time."""

import threading
from collections import deque
from collections.abc import Iterator


class Rota:
    """Each work is an iterator: its next item is its next step. All methods are thread-safe."""

    def __init__(self, threads: int, name: str) -> None:
        """Start threads that wait for work; they end with the process."""
        self._changed = threading.Condition()
        self._waiting: deque[Iterator[None]] = deque()
        self._holds = 0
        for number in range(threads):
            threading.Thread(target=self._run, daemon=True, name=f"{name}-{number}").start()

    def add(self, work: Iterator[None]) -> None:
        """Go through a work as well; it begins after one step of each that waits."""
        with self._changed:
            self._waiting.append(work)
            self._changed.notify()

    def hold(self) -> None:
        """Begin no further step until as many `release` as `hold` have come."""
        with self._changed:
            self._holds += 1

    def release(self) -> None:
        """Take one `hold` back."""
        with self._changed:
            self._holds -= 1
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting and not self._holds)
                work = self._waiting.popleft()
            try:
                next(work)
            except StopIteration:
                continue
            with self._changed:
                self._waiting.append(work)
                self._changed.notify()
