"""The sockets of the pages of tournaments and ladders, at a real server."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skerry.web.base.consumers import UNKNOWN
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import Server, StartServer

pytestmark = pytest.mark.stores

SECONDS = 30
FORM = {"name": "Cup", "game": "kitaran.0", "time": "3-days-a-turn-14-days-of-vacation"}


def opened(server: Server, path: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/ws{path}"
    headers = {"Origin": server.url}
    return connect(address, additional_headers=headers, open_timeout=SECONDS, proxy=None)


def test_pages_hear_of_news(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    maker = Visitor(server)
    maker.sign_up("Maker")
    for system, act in (("swiss", "enter"), ("ladder", "join")):
        status, link = maker.send("/tournaments/new", system=system, **FORM)
        assert status == 302, link
        with opened(server, link) as socket:
            assert maker.send(f"{link}/{act}") == (302, link)
            assert json.loads(socket.recv(SECONDS))["kind"] == "changed"
        with opened(server, f"/{link.split('/')[1]}/nothing") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(SECONDS)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == UNKNOWN
    server.kill()
