"""Threads that do several long works in turn, a step of each at a time (round robin)."""

import threading
from collections import deque
from collections.abc import Iterator


class Rota:
    """Each work is an iterator: its next item is its next step. All methods are thread-safe."""

    def __init__(self, threads: int, name: str) -> None:
        """Start threads that wait for work; they end with the process."""
        self._changed = threading.Condition()
        self._waiting: deque[Iterator[None]] = deque()
        self._free = threads  # that may begin a step; below zero while others need them all
        for number in range(threads):
            threading.Thread(target=self._run, daemon=True, name=f"{name}-{number}").start()

    def add(self, work: Iterator[None]) -> None:
        """Go through a work as well; it begins after one step of each that waits."""
        with self._changed:
            self._waiting.append(work)
            self._changed.notify()

    def reserve(self, threads: int) -> None:
        """Leave so many threads idle, until they are released; steps under way are finished."""
        with self._changed:
            self._free -= threads

    def release(self, threads: int) -> None:
        """Take a reservation back."""
        with self._changed:
            self._free += threads
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting and self._free > 0)
                work = self._waiting.popleft()
                self._free -= 1
            try:
                next(work)
            except StopIteration:
                ended = True
            else:
                ended = False
            with self._changed:
                self._free += 1
                if not ended:
                    self._waiting.append(work)
                self._changed.notify()
