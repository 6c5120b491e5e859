"""A worker as the engine sees it: a process that takes and gives lines of JSON."""

import contextlib
import json
import logging
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "skerry.web.thinking.worker")  # and its mode
STOP_SECONDS = 2.0  # that a process has to end by itself


class Worker(Protocol):
    """Does jobs, here or on another machine; worker.py says what is said to it."""

    @property
    def is_retired(self) -> bool:
        """Whether it was told to end."""

    @property
    def process_id(self) -> int | None:
        """Its number in the system, None where it is in another one."""

    def send(self, message: Mapping[str, object]) -> None:
        """Send it a message; what a dead one is sent is lost."""

    def messages(self) -> Iterator[dict[str, object]]:
        """Its messages, until it ends."""

    def retire(self) -> None:
        """Tell it to end, without waiting for it."""

    def end(self) -> int:
        """End it, by force if need be; returns its exit code."""


class WorkerProcess:
    """A process that ends when its input does, so that it never outlives the server."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises OSError: the system starts no further process."""
        self.is_retired = False  # it was told to end
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            # A Ctrl-C in the terminal is for the server, which then ends its workers.
            start_new_session=True,
        )
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: the last
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def process_id(self) -> int:
        """Its number in the system."""
        return self._process.pid

    def send(self, message: Mapping[str, object]) -> None:
        """Send it a message, without waiting until it is read.

        The engine sends what a dead one was given to the next.
        """
        self._unsent.put(json.dumps(message) + "\n")

    def _write(self) -> None:
        """Write messages, in a thread: one that reads nothing must not keep who asks waiting."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as lines:  # until it has ended
            while (line := self._unsent.get()) is not None:
                lines.write(line)
                lines.flush()

    def messages(self) -> Iterator[dict[str, object]]:
        """Its messages until it ends; other output is skipped."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                try:
                    message = json.loads(line)
                except ValueError:
                    message = None
                if isinstance(message, dict):
                    yield message
                else:
                    log.warning(
                        "An engine's worker said something that is not a message: %.200r", line
                    )

    def retire(self) -> None:
        """Tell it to end, without waiting for it."""
        self.is_retired = True
        self._unsent.put(None)

    def end(self) -> int:
        """End it, by force if need be; returns its exit code."""
        self.retire()
        try:
            return self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
