"""Starting and stopping the site, and what it leaves in the data folder."""

import ast
import asyncio
import http.client
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from skerry.games.catalogue import GAMES
from skerry.web.site import data
from skerry.web.site.run import listen
from tests.web.conftest import START_SECONDS, Player, Server, StartServer


def computed(process: int) -> float:
    """Seconds of a core that a process has taken."""
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def test_the_first_page_comes_within_a_second(server: Server) -> None:
    def seconds() -> float:
        """What the server computes for it: how long it waits is the machine's affair."""
        began = computed(server.process.pid)
        status, page = server.get("/")
        assert status == 200
        assert b"Sytran" in page
        return computed(server.process.pid) - began

    # The server may be busy with something else for a while, hardly ten times in a row.
    assert min(seconds() for _ in range(10)) < 1


def test_the_secret_is_for_its_owner_alone(server: Server) -> None:
    mode = stat.S_IMODE((server.folder / data.SECRET_FILE).stat().st_mode)
    assert mode == 0o600


def test_so_are_all_files_in_a_folder_that_was_there_before(tmp_path: Path) -> None:
    """Whatever the umask is, and those that an earlier version left open."""
    folder = tmp_path / "there"
    folder.mkdir(mode=0o755)
    script = (
        "import os, sqlite3\n"
        "os.umask(0)\n"
        "from skerry.web.site import data\n"
        "file = data.data_folder() / data.DATABASE_FILE\n"
        "sqlite3.connect(file).executescript('PRAGMA journal_mode=WAL; CREATE TABLE early (a)')\n"
        "data.prepare()\n"
        "database = sqlite3.connect(file)\n"
        "database.execute('CREATE TABLE late (a)')\n"
        "(data.data_folder() / 'new').touch()\n"
        "print({one.name: oct(one.stat().st_mode & 0o77) for one in file.parent.iterdir()})\n"
    )
    environment = {**os.environ, "SKERRY_DATA_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    modes = ast.literal_eval(done.stdout)
    wanted = {"new", data.SECRET_FILE, *(data.DATABASE_FILE + one for one in ("", "-wal", "-shm"))}
    assert modes == dict.fromkeys(wanted, "0o0")


def test_the_database_lets_readers_and_a_writer_work_at_once(server: Server) -> None:
    with sqlite3.connect(server.folder / data.DATABASE_FILE) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def start_and_fail(folder: Path) -> str:
    """Start the command on a data folder that it cannot use; returns what it says."""
    ended = subprocess.run(
        [sys.executable, "-m", "skerry", "play", "--no-browser", "--port", "0"],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert ended.returncode in (1, 2)
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    sentences = " ".join(ended.stderr.split())
    assert sentences.endswith(".")
    return sentences


def state_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


KEY = "k" * 60
WITHOUT_A_KEY = {
    "empty": b"",
    "only a line break": b"\n",
    "too short": b"hunter2",
    "no text": bytes(range(256)),
}


@pytest.mark.parametrize("what", WITHOUT_A_KEY)
def test_a_key_that_is_none_is_not_replaced_in_silence(tmp_path: Path, what: str) -> None:
    (tmp_path / data.SECRET_FILE).write_bytes(WITHOUT_A_KEY[what])
    said = start_and_fail(tmp_path)
    assert str(tmp_path / data.SECRET_FILE) in said
    assert "Put it back from a backup" in said
    assert state_of(tmp_path) == {data.SECRET_FILE: WITHOUT_A_KEY[what]}


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / data.SECRET_FILE).mkdir()
    assert "cannot be read" in start_and_fail(tmp_path)


def make_database(folder: Path) -> Path:
    """A data folder with a key and a database of this version."""
    (folder / data.SECRET_FILE).write_text(KEY)
    subprocess.run(
        [sys.executable, "-c", "import django; django.setup()\n"
         "from skerry.web.site import database; database.migrate(); database.close()"],
        env={
            **os.environ,
            "SKERRY_DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "skerry.web.site.settings",
        },
        check=True,
    )  # fmt: skip
    return folder / data.DATABASE_FILE


@pytest.mark.parametrize("damage", ["no database", "header", "pages", "cut short"])
def test_a_damaged_database_is_named_and_left_alone(tmp_path: Path, damage: str) -> None:
    file = make_database(tmp_path)
    whole = file.read_bytes()
    damaged = {
        "no database": b"something else " * 300,
        "header": b"\x00" * 100 + whole[100:],
        "pages": whole[:4096] + b"\xff" * 4096 + whole[8192:],
        "cut short": whole[: len(whole) // 2],
    }[damage]
    file.write_bytes(damaged)
    said = start_and_fail(tmp_path)
    assert str(file) in said
    assert "Nothing in it was changed" in said
    assert file.read_bytes() == damaged


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = make_database(tmp_path)
    with sqlite3.connect(file) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('web', '0099_later', 0)"
        )
    database.close()
    before = file.read_bytes()
    assert "made by a later version of Skerry (web.0099_later)" in start_and_fail(tmp_path)
    assert file.read_bytes() == before


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / data.SECRET_FILE).write_text(KEY)
    (tmp_path / data.DATABASE_FILE).mkdir()
    assert "cannot be used: unable to open database file" in start_and_fail(tmp_path)


def test_a_folder_in_which_no_file_can_be_made_is_named() -> None:
    folder = Path("/proc")  # not even root makes a file there
    assert "The data folder cannot be used" in start_and_fail(folder)


def test_accepted_connections_send_at_once() -> None:
    """Without TCP_NODELAY the second answer on a connection waits 40 ms for the browser."""

    async def option_of_an_accepted_connection(listener: socket.socket) -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Look(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                its = transport.get_extra_info("socket")
                accepted.set_result(its.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        # As uvicorn does it with the sockets it is given.
        server = await asyncio.get_running_loop().create_server(Look, sock=listener)
        async with server:
            _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
            found = await accepted
            writer.close()
            await writer.wait_closed()
        return found

    with listen("127.0.0.1", 0, 1) as listener:
        assert asyncio.run(option_of_an_accepted_connection(listener)) == 1


@pytest.mark.usefixtures("signals_count")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_after_a_stop_the_database_file_is_whole_by_itself(
    start_server: StartServer, tmp_path: Path, how: signal.Signals
) -> None:
    site = start_server(tmp_path / "data")
    game_id = begin_over_http(site)
    log = site.folder / f"{data.DATABASE_FILE}-wal"
    assert log.stat().st_size > 0
    site.process.send_signal(how)
    assert site.process.wait(START_SECONDS) == 0
    assert not log.exists() or log.stat().st_size == 0
    alone = tmp_path / "alone.sqlite3"
    alone.write_bytes((site.folder / data.DATABASE_FILE).read_bytes())
    with sqlite3.connect(alone) as database:
        assert database.execute("SELECT id FROM web_savedgame").fetchall() == [(game_id,)]
    database.close()
    assert "Traceback" not in site.log.read_text()


def begin_over_http(site: Server) -> str:
    """Begin a game as a browser does; returns its id."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=START_SECONDS)
    connection.request("GET", "/new/kitaran")
    answer = connection.getresponse()
    token = answer.read().decode().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    headers = {
        "Cookie": str(answer.headers["Set-Cookie"]).partition(";")[0],
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = f"opponent=friend&size=3&csrfmiddlewaretoken={token}"
    connection.request("POST", "/new/kitaran", body, headers)
    answer = connection.getresponse()
    assert answer.status == 302
    connection.close()
    return str(answer.headers["Location"]).rsplit("/", 1)[1]


@pytest.mark.usefixtures("signals_count")
def test_ctrl_c_ends_the_server_and_its_worker_quietly(tmp_path: Path) -> None:
    code = "from skerry.web.site.run import serve; serve(port=0, open_browser=False)"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "SKERRY_DATA_DIR": str(tmp_path)},
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        log = tmp_path / "log"
        log.write_bytes(process.stderr.readline())  # its address
        Server(tmp_path, process, log).wait_until_up()
        process.send_signal(signal.SIGINT)
        # The worker holds the other end of this pipe: its end is the end of both.
        rest = process.communicate(timeout=START_SECONDS)[1]
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert b"Traceback" not in rest


@pytest.mark.usefixtures("signals_count")
def test_the_site_never_compiles(start_server: StartServer, tmp_path: Path) -> None:
    told = tmp_path / "modules"
    tell = (
        "import atexit, pathlib, sys\n"
        f"atexit.register(lambda: pathlib.Path({str(told)!r}).write_text(' '.join(sys.modules)))"
    )
    server = start_server(tmp_path / "data", kernels="later", before=tell)
    player = Player(server)
    state = player.wait(player.begin("byg", opponent="1", side="first"))
    assert state["legal"]
    for path in ("/", "/rules/spry", "/puzzles", "/lab", "/lab/kitaran"):
        assert server.get(path)[0] == 200
    server.process.send_signal(signal.SIGINT)
    server.process.wait(START_SECONDS)
    modules = set(told.read_text().split())
    assert "numpy" in modules
    assert not modules & {"numba", "llvmlite"}


def test_before_anything_is_compiled_the_computer_begins_every_game(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path / "data", kernels="later", cache=tmp_path / "cache")
    player = Player(server)
    games = [player.begin(info.name, opponent="1", side="second") for info in GAMES]
    for game_id in games:
        state = player.wait(game_id)
        assert state["trouble"] == ""
        assert state["turn"] >= 1
    assert json.loads(server.get("/api/engine")[1]) == {"phase": "warming up", "compiled": []}
    server.process.terminate()
    server.process.wait()


def test_a_turn_that_is_owed_after_a_restart_is_played(
    start_server: StartServer, tmp_path: Path
) -> None:
    silent = "from skerry.web.thinking import engine; engine._pass_on = lambda answer: None"
    first = start_server(tmp_path, before=silent)
    player = Player(first)
    game_id = player.begin("kitaran", opponent="1", side="second")
    first.kill()
    player.server = start_server(tmp_path)
    assert player.wait(game_id)["turn"] == 1
