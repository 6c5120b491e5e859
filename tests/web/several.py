"""A site of several processes: two behind one port, and the engine that both ask."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from skerry.web.site import environment
from tools.servers import DATABASE_URL

START_SECONDS = 600.0
STOP_SECONDS = 20.0
# As `skerry play`, but that others may listen on the port.
PAGES = """
import sys
from skerry.web.site import run
from skerry.web.site import data
data.prepare()
port = int(sys.argv[1])
with run.listen("127.0.0.1", port, 1, share=True) as listener:
    run.serve_on(listener, run.Manner(f"Skerry is at http://127.0.0.1:{port}/"))
"""
ENGINE = "from skerry.web.site.engines import serve_engine; serve_engine()"


@contextmanager
def several_processes(folder: Path) -> Iterator[tuple[list["subprocess.Popen[bytes]"], str]]:
    """The processes, and the database of their own that they have in the environment's PostgreSQL.

    What they print is in the folder's file `log`.
    """
    database = _new_database(os.environ[DATABASE_URL], f"site_{os.getpid()}")
    surroundings = {
        **os.environ,
        "SKERRY_DATA_DIR": str(folder),
        "SKERRY_SECRET_KEY": "k" * 50,
        DATABASE_URL: database,
        environment.ENGINE_URL: f"unix://{folder}/engine",
    }
    with socket.socket() as free, (folder / "log").open("ab") as log:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        free.bind(("127.0.0.1", 0))  # and it stays ours until both listen there
        port = str(free.getsockname()[1])
        programs = ((ENGINE,), (PAGES, port), (PAGES, port))
        processes = [
            subprocess.Popen([sys.executable, "-c", *program], env=surroundings, stderr=log)
            for program in programs
        ]
        try:
            _wait(folder / "log", lambda said: said.count("Skerry is at") == 2)
            _wait(folder / "log", lambda said: "The engine is at" in said)
            yield processes, database
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(STOP_SECONDS)


def _new_database(url: str, name: str) -> str:
    with psycopg.connect(url, autocommit=True) as database:
        database.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _wait(log: Path, enough: Callable[[str], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not enough(said := log.read_text()):
        assert time.monotonic() < deadline, said
        time.sleep(0.05)
