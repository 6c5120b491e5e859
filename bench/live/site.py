"""A site of the measurement's own: PostgreSQL, Redis, web processes behind one port."""

import contextlib
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.servers import Running, postgresql, redis_server

NAME = "games.example.org"
KEY = "k" * 50
START_SECONDS = 120.0
FILES = 16_384  # that this process and those it starts may have open


@dataclass
class Web:
    """A web process."""

    folder: Path
    port: int
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def log(self) -> Path:
        """What it has printed."""
        return self.folder / "log"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as printed:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "skerry", "serve", "--port", str(self.port), "--share-port"],
                env=self.environment | {"SKERRY_DATA_DIR": str(self.folder)},
                stderr=printed,
            )
        deadline = time.monotonic() + START_SECONDS
        while b"Skerry is at" not in self.log.read_bytes()[before:]:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"A web process did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End it at once, as a power cut would; does nothing before it was started."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    @property
    def megabytes(self) -> float:
        """Memory that it alone has (RSS), without its workers."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return 0.0 if found is None else int(found[1]) / 1024

    @property
    def seconds(self) -> float:
        """Processor time that it has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class LiveSite:
    """All of it."""

    port: int
    database: Running
    memory: Running
    webs: list[Web] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        """Of its processes, and of commands that look at the database."""
        return {
            **os.environ,
            "SKERRY_SECRET_KEY": KEY,
            "SKERRY_DATABASE_URL": self.database.url,
            "SKERRY_REDIS_URL": self.memory.url,
            "SKERRY_PUBLIC_NAME": NAME,
            "SKERRY_PLAIN_HTTP": "1",
        }

    def check_games(self) -> str:
        """What `skerry check-games` says. Raises RuntimeError: a game is not as it should be."""
        command = [sys.executable, "-m", "skerry", "check-games"]
        environment = self.environment | {"SKERRY_DATA_DIR": str(self.webs[0].folder)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"skerry check-games: {done.stdout}{done.stderr}")
        return done.stdout.strip()


@contextlib.contextmanager
def live_site(num_webs: int = 1) -> Iterator[LiveSite]:
    """A site that is up."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql(fsync="on", full_page_writes="on") as database,
        redis_server() as memory,
        socket.socket() as free,
    ):
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        free.bind(("127.0.0.1", 0))
        site = LiveSite(free.getsockname()[1], database, memory)
        for number in range(num_webs):
            own = Path(folder, f"web-{number}")
            own.mkdir()
            site.webs.append(Web(own, site.port, site.environment))
        try:
            for web in site.webs:
                web.start()
            yield site
        finally:
            # In good order a process would wait for a database that goes, ten seconds at a time.
            for web in site.webs:
                web.kill()
