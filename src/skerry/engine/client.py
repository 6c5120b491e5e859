"""Programs that speak a protocol: started, asked, and ended with all that they have started."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import IO

from skerry.errors import SkerryError, quoted

# Programs that we start end with us, whatever ends us.
#
# A signal that can be caught ends them on our way out (`ends_by_signals`). For all else, such as
# SIGKILL, there is a process of a few lines that knows their groups and reads from a pipe that ends
# when we do.

_SCRIPT = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class _Guard:
    """The process that outlives this one for a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # the process that began it: a forked one begins its own

    def tell(self, sign: str, group: int) -> None:
        """Put a group of processes on the list ("+"), or take it off ("-")."""
        if not hasattr(os, "killpg"):
            return
        with self._lock, suppress(OSError, ValueError):
            if self._process is None or self._owner != os.getpid():
                if sign == "-":
                    return
                self._process, self._owner = self._begin(), os.getpid()
            assert self._process.stdin is not None
            self._process.stdin.write(f"{sign}{group}\n".encode())
            self._process.stdin.flush()

    @staticmethod
    def _begin() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what ends a terminal does not end it
        )


_guard = _Guard()


def watch(group: int) -> None:
    """End a group of processes when this process ends."""
    _guard.tell("+", group)


def release(group: int) -> None:
    """It has ended."""
    _guard.tell("-", group)


def ends_by_signals() -> AbstractContextManager[None]:
    """SIGTERM and SIGHUP leave by SystemExit, as Ctrl-C by KeyboardInterrupt: all is tidied up."""
    names = ("SIGTERM", "SIGHUP")

    def leave(number: int) -> None:
        for one in _numbers(names):  # the next one does not disturb the tidying up
            signal.signal(one, signal.SIG_IGN)
        raise SystemExit(128 + number)

    return signals_handled(leave, names)


@contextmanager
def signals_handled(handle: Callable[[int], object], names: Sequence[str]) -> Iterator[None]:
    """Give the numbers of these signals to a function, where that can be done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _numbers(names)}
    # nohup starts us so that the end of a terminal counts for nothing.
    kept = {
        number: handler
        for number, handler in before.items()
        if handler != signal.SIG_IGN or number == signal.SIGINT
    }
    for number in kept:
        signal.signal(number, lambda number, frame: handle(number))
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def _numbers(names: Sequence[str]) -> list[signal.Signals]:
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


LONGEST_LINE = 65_536  # bytes; the longest position's text has 5,000 characters


class Overlong(str):
    """In place of a line that was too long: it holds nothing."""


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream to its end, without their ends; of a longer one only that it was.

    Memory stays bounded whatever comes; bytes that are no UTF-8 become replacement characters.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").rstrip("\r\n")
            continue
        while line and not line.endswith(b"\n"):  # the rest of it
            line = stream.readline(LONGEST_LINE)
        yield Overlong()


MOST_LINES = 1_000  # of one answer
MOST_WAITING = 10_000  # lines that nobody has read; a program that talks on is made to wait
QUIT_SECONDS = 2.0


class EngineError(SkerryError):
    """What a program did wrong, in words that follow its name: "has ended"."""


class SlowError(EngineError):
    """It did not answer in time."""


class RefusedError(EngineError):
    """It answered that the command failed."""


class EngineProcess:
    """A running program. It is ended with `close`, whatever state it is in."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises EngineError when that cannot be done."""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that what it starts ends with it
            )
        except OSError as error:
            raise EngineError(f"could not be started: {error.strerror}") from error
        watch(self._process.pid)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._closing = threading.Event()
        self._is_out_of_step = False  # an answer is still to come, or the rest of one
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Pass its lines on; None when there will be no more."""
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):  # closed while it was being read
            for line in read_lines(self._process.stdout):
                self._put(line)
                if self._closing.is_set():
                    return
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._closing.is_set():
            try:
                self._lines.put(line, timeout=0.1)
            except queue.Full:
                continue
            return

    def ask(self, command: str, seconds: float) -> str:
        """What a command gives.

        Raises:
            SlowError: no whole answer within so many seconds.
            RefusedError: it says that the command failed.
            EngineError: it has ended, what it says is not an answer, it still owes one from
                before, or the command is not a line.
        """
        if "\n" in command or "\r" in command:
            raise EngineError(f"can be asked one line at a time, not {quoted(command)}")
        if self._is_out_of_step:  # what comes next answers something else
            raise EngineError(
                f"has not answered an earlier command as it should, so {quoted(command)} was not "
                "asked; start it again"
            )
        self._is_out_of_step = True
        self._send(command)
        deadline = time.monotonic() + seconds
        answer = list(self._answer(command, deadline, seconds))
        self._is_out_of_step = False
        text = "\n".join([answer[0][1:].strip(), *answer[1:]]).strip()
        if answer[0].startswith("?"):
            raise RefusedError(f"refused {quoted(command)}: {quoted(text)}")
        return text

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError("has ended") from error

    def _answer(self, command: str, deadline: float, seconds: float) -> Iterator[str]:
        """The lines of the next answer."""
        number = 0
        while True:
            line = self._next(command, deadline, seconds)
            if not line.strip():
                if number:
                    return
                continue
            if number == 0 and line[0] not in "=?":
                raise EngineError(
                    f"answered {quoted(line)} to {quoted(command)}, which is not an answer"
                )
            number += 1
            if number > MOST_LINES:
                raise EngineError(f"answered {quoted(command)} with more than {MOST_LINES:,} lines")
            yield line

    def _next(self, command: str, deadline: float, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise SlowError(f"did not answer {quoted(command)} within {seconds:g} s") from None
        if line is None:
            raise EngineError("has ended")
        if isinstance(line, Overlong):
            raise EngineError("sent a line that is too long")
        return line

    def close(self) -> None:
        """End it: politely, then not."""
        self._closing.set()
        with suppress(EngineError, ValueError):
            self._send("quit")
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)  # also what it has left behind
        self._process.kill()
        self._process.wait()
        release(self._process.pid)
        with suppress(OSError, ValueError):
            if self._process.stdout is not None:
                self._process.stdout.close()
