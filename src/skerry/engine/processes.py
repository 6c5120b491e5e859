"""Programs that we start end with us, whatever ends us; and lines from them."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO

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


def kill_group(group: int) -> None:
    """End a group of processes at once: a program, and what it has started."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


@contextmanager
def ends_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP leave by SystemExit, as Ctrl-C by KeyboardInterrupt: all is tidied up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, frame: FrameType | None) -> None:
        for one in kept:  # the next one does not disturb the tidying up
            signal.signal(one, signal.SIG_IGN)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, n) for n in ("SIGTERM", "SIGHUP") if hasattr(signal, n)]
    before = {number: signal.getsignal(number) for number in numbers}
    # nohup starts us so that the end of a terminal counts for nothing.
    kept = {number: handler for number, handler in before.items() if handler != signal.SIG_IGN}
    for number in kept:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


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
