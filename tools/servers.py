"""Private PostgreSQL and Redis, for tests and benchmarks; they end with what they were started for.

`.venv/bin/python -m tools.servers COMMAND...` runs a command on both, by the variables that
`docs/deploy.md` names. They listen on sockets in a folder of their own, so that no port is taken
and nobody else's server is touched.
"""

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
import redis

from tools.get_servers import find_postgresql, find_redis

DATABASE_URL, REDIS_URL = "SKERRY_DATABASE_URL", "SKERRY_REDIS_URL"
START_SECONDS = 60
STOP_SECONDS = 30
PR_SET_PDEATHSIG = 1  # of Linux's <sys/prctl.h>
SERVERS_USERS = ("postgres", "nobody")  # who runs PostgreSQL for root: it refuses to be root's
# What is lost with the machine's power need not last longer than a test; a killed server's is kept.
QUICK = {"fsync": "off", "full_page_writes": "off"}
MOST_CONNECTIONS = "400"  # many sites of tests, each of several processes, may share one


@dataclass
class Running:
    """A server and its address."""

    url: str
    process: "subprocess.Popen[bytes]"
    command: Sequence[str]
    user: str | None
    log: Path
    answers: Callable[[], None]  # raises while it does not

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        """Start it anew on what it has kept."""
        self.process = _start(self.command, self.user, self.log)
        self.wait()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it say nothing for a while, as a machine that hangs: whoever connects waits."""
        pid = self.process.pid
        os.kill(pid, signal.SIGSTOP)  # first, so that it begins no other process
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        stopped = [pid, *map(int, children)]
        for one in stopped[1:]:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in reversed(stopped):
                os.kill(one, signal.SIGCONT)

    def wait(self) -> None:
        """Wait until it answers. Raises RuntimeError: it does not."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.answers()
            except (psycopg.OperationalError, redis.RedisError) as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    said = self.log.read_text(errors="replace")
                    raise RuntimeError(f"{self.command[0]} does not answer:\n{said}") from error
                time.sleep(0.05)
            else:
                return


@contextlib.contextmanager
def postgresql(**chosen: str) -> Iterator[Running]:
    """A PostgreSQL with an empty database `skerry`; `chosen` are settings, in place of QUICK.

    Raises:
        RuntimeError: there is none here, or it does not start.
    """
    programs = find_postgresql()
    if programs is None:
        raise RuntimeError("PostgreSQL is missing; run .venv/bin/python -m tools.get_servers.")
    user = _unprivileged_user()
    with _folder(user) as folder:
        data = folder / "data"
        made = subprocess.run(
            [
                *(str(programs / "initdb"), "-D", str(data), "-U", "skerry"),
                *("--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"),
            ],
            user=user,
            cwd=folder,
            capture_output=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr.decode()}")
        settings = {
            **QUICK,
            "max_connections": MOST_CONNECTIONS,
            **chosen,
            "listen_addresses": "",
            "unix_socket_directories": folder,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(programs / "postgres"), "-D", str(data), *options]
        url = f"postgresql://skerry@/skerry?host={folder}"
        admin = f"postgresql://skerry@/postgres?host={folder}"
        with _running(url, command, user, folder, lambda: _ask(admin)) as server:
            _ask(admin, "CREATE DATABASE skerry")
            yield server


def _ask(url: str, statement: LiteralString = "SELECT 1") -> None:
    with psycopg.connect(url, autocommit=True) as database:
        database.execute(statement)


@contextlib.contextmanager
def redis_server(*options: str) -> Iterator[Running]:
    """A Redis that keeps nothing on disk, unless `options` of its command line say otherwise.

    Raises:
        RuntimeError: there is none here, or it does not start.
    """
    program = find_redis()
    if program is None:
        raise RuntimeError("Redis is missing; run .venv/bin/python -m tools.get_servers.")
    with _folder(None) as folder:
        socket = folder / "redis.sock"
        command = [
            *(str(program), "--port", "0", "--unixsocket", str(socket), "--dir", str(folder)),
            *("--save", "", "--appendonly", "no", *options),
        ]
        url = f"unix://{socket}"
        with _running(url, command, None, folder, lambda: _ping(url)) as server:
            yield server


def _ping(url: str) -> None:
    client = redis.Redis.from_url(url)
    try:
        client.ping()
    finally:
        client.close()


def _unprivileged_user() -> str | None:
    """Who runs PostgreSQL: nobody else, unless we are root."""
    if os.geteuid() != 0:
        return None
    there = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in SERVERS_USERS if name in there), None)


@contextlib.contextmanager
def _folder(user: str | None) -> Iterator[Path]:
    # A socket's path has at most some 100 characters, so the folder lies where paths are short.
    folder = Path(tempfile.mkdtemp(prefix="skerry-", dir="/tmp"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _running(
    url: str, command: Sequence[str], user: str | None, folder: Path, answers: Callable[[], None]
) -> Iterator[Running]:
    log = folder / "log"
    server = Running(url, _start(command, user, log), command, user, log, answers)
    try:
        server.wait()
        yield server
    finally:
        server.process.send_signal(signal.SIGINT)  # to PostgreSQL: without waiting for clients
        try:
            server.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()


def _start(command: Sequence[str], user: str | None, log: Path) -> "subprocess.Popen[bytes]":
    with log.open("ab") as printed:
        # A session of its own: Ctrl-C ends who uses it first.
        return subprocess.Popen(
            command,
            user=user,
            cwd=log.parent,
            stdout=printed,
            stderr=printed,
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )


def _end_with_parent() -> None:
    """Linux ends the new process when the thread that started it is gone, killed ones included."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def main() -> int:
    """Run a command on both; returns its exit code."""
    # As by Ctrl-C, in good order; by default SIGTERM would leave everything lying there.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with postgresql() as database, redis_server() as memory:
        addresses = {DATABASE_URL: database.url, REDIS_URL: memory.url}
        return subprocess.run(sys.argv[1:], env={**os.environ, **addresses}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
