"""Serving a protocol on the standard streams, and ending soon whatever goes on.

Lines are read and worked on in threads of their own. The main thread only watches, so that it can
stop them at any moment: a search asks now and then whether to go on, but a compiler does not.
"""

import logging
import os
import queue
import select
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NoReturn, Protocol

from skerry.engine.client import read_lines, signals_handled
from skerry.engine.json_protocol import JsonEngine
from skerry.engine.text_protocol import TextEngine
from skerry.players import warm_up

TICK = 0.05  # seconds between two looks at the streams
LAST_SECONDS = 1.0  # that are searched after standard input has ended
MOST_WAITING = 10_000  # lines read ahead
STOP_SECONDS = 0.6  # that whoever works has to answer before it is left behind


class _Served(Protocol):
    """What is watched."""

    @property
    def is_searching(self) -> bool: ...

    def serve(self, lines: Iterable[str]) -> None:
        """Answer all lines."""

    def cancel(self) -> None:
        """End soon what is under way."""

    def give_up(self) -> None:
        """Answer as cancelled what has not been answered."""


class _Output:
    """Standard output, written by several threads; once nobody reads it, nothing is written."""

    def __init__(self) -> None:
        self.is_closed = False
        self._lock = threading.Lock()
        self._poll = _poll_of(sys.stdout.fileno())

    def write(self, text: str) -> None:
        with self._lock:
            if self.is_closed:
                return
            try:
                sys.stdout.buffer.write(text.encode("utf-8", errors="replace"))
                sys.stdout.buffer.flush()
            except OSError:
                self.is_closed = True

    def look(self) -> bool:
        """Whether nobody reads any more, which one need not write to know."""
        return self.is_closed or (self._poll is not None and bool(self._poll.poll(0)))

    def finish(self) -> None:
        """Wait for a line that is being written, but not for a reader who does not read."""
        self._lock.acquire(timeout=STOP_SECONDS)


def _poll_of(number: int) -> "select.poll | None":
    """Tells that the other end of a pipe is closed; nothing else."""
    kind = os.fstat(number).st_mode
    if sys.platform == "win32" or not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)):
        return None
    poll = select.poll()
    poll.register(number, 0)
    return poll


def serve_text(seed: int | None = None, *, finish: bool = False) -> NoReturn:
    """Answer the commands on standard input until `quit` or its end, then end the process.

    `finish`: search as long as was asked for after the end of standard input.
    """
    output = _Output()
    _serve(TextEngine(seed, _warm_up_once(), output.write), output, finish=finish)


def serve_json(at_once: int, memory: int, *, finish: bool = False) -> NoReturn:
    """As `serve_text`, for queries. Arguments and errors: as of JsonEngine."""
    output = _Output()
    engine = JsonEngine(lambda line: output.write(f"{line}\n"), at_once, memory, _warm_up_once())
    _serve(engine, output, finish=finish)


def _serve(served: _Served, output: _Output, *, finish: bool) -> NoReturn:
    """Serve until all is answered, a signal comes, or a pipe is closed; then end the process."""
    has_ended = threading.Event()  # standard input has
    done = threading.Event()
    stopped_by: list[int] = []

    waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)

    def read() -> None:  # apart, so that the end is seen while a line is worked on
        with suppress(OSError, ValueError):
            for line in read_lines(sys.stdin.buffer):
                waiting.put(line)
        has_ended.set()
        waiting.put(None)

    def work() -> None:
        with suppress(Exception):
            served.serve(iter(waiting.get, None))
        done.set()

    # A file is read to its end at once: that says nothing of who waits for the answers.
    is_patient = finish or stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    with signals_handled(stopped_by.append, ("SIGINT", "SIGTERM", "SIGHUP")):
        for part in (read, work):
            threading.Thread(target=part, daemon=True).start()
        searched = 0.0
        while not done.wait(TICK) and not stopped_by and not output.look():
            if has_ended.is_set() and not is_patient and served.is_searching:
                searched += TICK
                if searched >= LAST_SECONDS:
                    served.cancel()
        if not done.is_set():
            served.cancel()
            deadline = time.monotonic() + STOP_SECONDS
            while served.is_searching and time.monotonic() < deadline:
                done.wait(TICK)
            served.give_up()
    output.finish()
    logging.shutdown()
    sys.stderr.flush()
    # Without waiting for threads: one of them may be in the compiler for a minute.
    os._exit(0 if done.is_set() and not stopped_by else 128 + (stopped_by or [signal.SIGPIPE])[0])


def _warm_up_once() -> Callable[[str], None]:
    """Compiles what a game needs, or loads it, when it is named for the first time."""
    lock, done = threading.Lock(), set[str]()

    def prepare(name: str) -> None:
        with lock:
            if name not in done:
                warm_up(name)
                done.add(name)

    return prepare
