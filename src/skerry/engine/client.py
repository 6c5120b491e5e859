"""A program that speaks the text protocol, driven with a limit on all it may do."""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence

from skerry.engine.processes import Overlong, kill_group, read_lines, release, watch
from skerry.errors import SkerryError, quoted

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
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Pass its lines on; None when there will be no more."""
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # closed while it was being read
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
            EngineError: it has ended, or what it says is not an answer.
        """
        self._send(command)
        deadline = time.monotonic() + seconds
        answer = list(self._answer(command, deadline, seconds))
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
        with contextlib.suppress(EngineError, ValueError):
            self._send("quit")
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        kill_group(self._process.pid)  # also what it has left behind
        self._process.kill()
        self._process.wait()
        release(self._process.pid)
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdout is not None:
                self._process.stdout.close()
