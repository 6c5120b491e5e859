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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn, Protocol

from skerry.engine.client import read_lines
from skerry.engine.json_protocol import JsonEngine
from skerry.engine.text_protocol import CANCELLED, TextEngine
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


class _Text:
    """The text protocol: one command after the other."""

    def __init__(self, seed: int | None, output: _Output) -> None:
        self._engine = TextEngine(seed, _warm_up_once())
        self._output = output
        self._lock = threading.Lock()
        self._working = ""  # the line that is worked on
        self._is_given_up = False

    @property
    def is_searching(self) -> bool:
        return self._engine.is_searching

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._lock:
                self._working = line
            answer = self._engine.answer(line)
            with self._lock:
                if answer is not None and not self._is_given_up:
                    self._output.write(answer)
                self._working = ""
            if self._engine.quitting:
                return

    def cancel(self) -> None:
        self._engine.stopped.set()

    def give_up(self) -> None:
        with self._lock:
            self._is_given_up = True
            words = self._working.split()
        if words:
            number = words[0] if words[0].isdecimal() else ""
            self._output.write(f"?{number} {CANCELLED}\n\n")


class _Json:
    """The analysis protocol: many queries at once."""

    def __init__(self, at_once: int, memory: int, output: _Output) -> None:
        self._engine = JsonEngine(
            lambda line: output.write(f"{line}\n"), at_once, memory, _warm_up_once()
        )
        self.cancel = self._engine.cancel_all
        self.give_up = self._engine.give_up

    @property
    def is_searching(self) -> bool:
        return self._engine.is_searching

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            if not self._engine.take(line):
                break
        while not self._engine.is_idle:  # whatever its threads still do: it may be compiling
            time.sleep(TICK / 2)


def serve_text(seed: int | None = None, *, finish: bool = False) -> NoReturn:
    """Answer the commands on standard input until `quit` or its end, then end the process.

    Args:
        seed: of the player and of set-ups; drawn when None.
        finish: search as long as was asked for after the end of standard input.
    """
    output = _Output()
    _serve(_Text(seed, output), output, finish=finish)


def serve_json(at_once: int, memory: int, *, finish: bool = False) -> NoReturn:
    """Answer the queries on standard input until `quit` or its end, then end the process.

    Args:
        at_once: queries that are worked on at the same time.
        memory: bytes for each of them.
        finish: search as long as was asked for after the end of standard input.

    Raises:
        OptionError: as JsonEngine.
    """
    output = _Output()
    _serve(_Json(at_once, memory, output), output, finish=finish)


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

    def lines() -> Iterator[str]:
        while (line := waiting.get()) is not None:
            yield line

    def work() -> None:
        with suppress(Exception):
            served.serve(lines())
        done.set()

    # A file is read to its end at once: that says nothing of who waits for the answers.
    is_patient = finish or stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    with _signals_caught(stopped_by):
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


@contextmanager
def _signals_caught(caught: list[int]) -> Iterator[None]:
    """Signals that end a program are put into the list instead, where that can be done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def catch(number: int, frame: FrameType | None) -> None:
        caught.append(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    before = {
        number: signal.getsignal(number)
        for number in (getattr(signal, name) for name in names if hasattr(signal, name))
    }
    # nohup starts us so that the end of a terminal counts for nothing.
    kept = {
        one: found
        for one, found in before.items()
        if found != signal.SIG_IGN or one == signal.SIGINT
    }
    for one in kept:
        signal.signal(one, catch)
    try:
        yield
    finally:
        for one, handler in kept.items():
            signal.signal(one, handler)


def _warm_up_once() -> Callable[[str], None]:
    """Compiles what a game needs, or loads it, when it is named for the first time."""
    lock, done = threading.Lock(), set[str]()

    def prepare(name: str) -> None:
        with lock:
            if name not in done:
                warm_up(name)
                done.add(name)

    return prepare
