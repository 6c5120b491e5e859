"""Starting and stopping the site, and what it leaves in the data folder."""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skerry.errors import OptionError
from skerry.games.catalogue import GAMES
from skerry.web import data, run
from skerry.web.run import _listen

from .conftest import START_SECONDS, Player, Server, StartServer


def test_the_first_page_comes_within_a_second(server: Server) -> None:
    def seconds() -> float:
        began = time.perf_counter()
        status, page = server.get("/")
        assert status == 200
        assert b"Sytran" in page
        return time.perf_counter() - began

    # The machine may be busy with something else for a while, hardly ten times in a row.
    assert min(seconds() for _ in range(10)) < 1


def test_the_secret_is_for_its_owner_alone(server: Server) -> None:
    mode = stat.S_IMODE((server.folder / data.SECRET_FILE).stat().st_mode)
    assert mode == 0o600


def test_the_database_lets_readers_and_a_writer_work_at_once(server: Server) -> None:
    with sqlite3.connect(server.folder / data.DATABASE_FILE) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def test_static_files_are_sent_once_and_then_recognised(server: Server) -> None:
    import urllib.error
    import urllib.request

    address = f"{server.url}/static/skerry/game.js"
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["Content-Type"].startswith("text/javascript")
        date = answer.headers["Last-Modified"]
    again = urllib.request.Request(address, headers={"If-Modified-Since": date})
    with pytest.raises(urllib.error.HTTPError, match="304") as caught:
        urllib.request.urlopen(again)
    caught.value.close()


def test_the_secret_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path / "new" / "folder"))
    assert data.read_secret() is None
    data.prepare()
    first = data.read_secret()
    assert first is not None
    assert len(first) >= 50
    data.prepare()
    assert data.read_secret() == first


def test_a_data_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path / "file" / "folder"))
    with pytest.raises(OptionError, match="data folder cannot be used"):
        run.serve(open_browser=False)


def test_a_taken_port_gives_the_next_one_or_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with _listen("127.0.0.1", port, 20) as other:
            assert other.getsockname()[1] > port
        with pytest.raises(OptionError, match=f"port {port}"):
            _listen("127.0.0.1", port, 1)


def test_a_port_or_address_that_is_none_is_refused() -> None:
    for host, port in (("127.0.0.1", 70_000), ("127.0.0.1", -1), ("256.0.0.1", 8000)):
        with pytest.raises(OptionError, match=f"port {port}"):
            _listen(host, port, 1)


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

    with _listen("127.0.0.1", 0, 1) as listener:
        assert asyncio.run(option_of_an_accepted_connection(listener)) == 1


def test_ctrl_c_ends_the_server_and_its_worker_quietly(tmp_path: Path) -> None:
    code = "from skerry.web.run import serve; serve(port=0, open_browser=False)"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "SKERRY_DATA_DIR": str(tmp_path)},
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        said = re.match(rb"Skerry is at http://127\.0\.0\.1:(\d+)/", process.stderr.readline())
        assert said is not None
        Server(tmp_path, int(said[1]), process, tmp_path / "log").wait_until_up()
        process.send_signal(signal.SIGINT)
        # The worker holds the other end of this pipe: its end is the end of both.
        rest = process.communicate(timeout=START_SECONDS)[1]
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert b"Traceback" not in rest


def test_the_site_never_compiles(server: Server) -> None:
    mapped = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "numpy" in mapped
    assert "llvmlite" not in mapped


def test_before_anything_is_compiled_the_computer_begins_every_game(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path / "data", wait=False, cache=tmp_path / "cache")
    player = Player(server)
    games = [player.begin(info.name, opponent="1", side="second") for info in GAMES]
    for game_id in games:
        state = player.wait(game_id)
        assert state["trouble"] == ""
        assert state["turn"] >= 1
    assert json.loads(server.get("/api/engine")[1]) == {"phase": "warming up"}
    server.process.terminate()
    server.process.wait()


def test_a_turn_that_is_owed_after_a_restart_is_played(
    start_server: StartServer, tmp_path: Path
) -> None:
    silent = "from skerry.web import engine; engine._tell = lambda answer: None"
    first = start_server(tmp_path, wait=False, before=silent)
    player = Player(first)
    game_id = player.begin("kitaran", opponent="1", side="second")
    first.kill()
    player.server = start_server(tmp_path, wait=False)
    assert player.wait(game_id)["turn"] == 1
