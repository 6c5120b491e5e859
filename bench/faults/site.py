"""A server of its own: started as a user would, and ended as a power cut would."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

UP_SECONDS = 120.0  # that a start may take on a busy machine
STOP_SECONDS = 60.0


class FaultError(AssertionError):
    """Something happened that must never happen."""


@dataclass
class Site:
    """`skerry play` on its own folders; the port stays the same over restarts."""

    data: Path
    log: Path  # what it prints, on another disk than its data perhaps
    kernels: Path | None = None  # None: the cache that this machine has
    port: int = field(default_factory=lambda: free_port())
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "skerry", "play", "--no-browser", "--port", str(self.port)]
        environment = {**os.environ, "SKERRY_DATA_DIR": str(self.data)}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        if self.kernels is not None:
            environment["SKERRY_CACHE_DIR"] = str(self.kernels)
        with self.log.open("ab") as printed:
            self.process = subprocess.Popen(command, env=environment, stderr=printed)
        self.starts += 1
        deadline = time.monotonic() + UP_SECONDS
        while not self.answers():
            if self.process.poll() is not None:
                raise FaultError(f"the server ended as it started:\n{self.log_end()}")
            if time.monotonic() > deadline:
                raise FaultError(f"the server did not answer within {UP_SECONDS:g} s")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it answers now."""
        try:
            self.phase()
        except (OSError, http.client.HTTPException):
            return False
        return True

    def phase(self) -> str:
        """What its engine is doing. Raises OSError or HTTPException when it does not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/api/engine")
            return str(json.load(connection.getresponse())["phase"])
        finally:
            connection.close()

    def workers(self) -> list[int]:
        """The processes it has started, by number."""
        assert self.process is not None
        found: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            try:
                found += [int(number) for number in task.read_text().split()]
            except OSError:  # the thread has ended meanwhile
                continue
        return found

    def kill(self) -> None:
        """End it at once; its workers notice that their input ends."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it in good order, whatever it is doing."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise FaultError(f"the server did not stop within {STOP_SECONDS:g} s") from None
        if code != 0:
            raise FaultError(f"the server stopped with exit code {code}:\n{self.log_end()}")

    def log_end(self) -> str:
        """The last lines it has printed."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-30:])

    def require_no_traceback(self) -> None:
        """Raise FaultError when the server printed that it failed somewhere."""
        text = self.log.read_text(errors="replace")
        if "Traceback" in text:
            start = text.index("Traceback")
            raise FaultError(
                f"the log has a traceback:\n{text[max(0, start - 300) : start + 3000]}"
            )


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
