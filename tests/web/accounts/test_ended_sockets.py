"""Sockets and streams end with the session or the token that opened them, at a real server."""

import time
from collections.abc import Callable
from contextlib import closing

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from skerry.web.base.consumers import ENDED
from tests.web.accounts.test_races import Visitor
from tests.web.bots.accounts import PASSWORD, Account
from tests.web.conftest import Server, StartServer
from tests.web.online.test_game_sockets import SECONDS, opened

pytestmark = pytest.mark.stores


@pytest.fixture(scope="module")
def own_server(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return start_server(tmp_path_factory.mktemp("ended"))


def code_of_end(socket: ClientConnection) -> int | None:
    """How a socket is closed, once all that comes before is read."""
    try:
        while True:
            socket.recv(timeout=SECONDS)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def sign_out(here: Visitor, there: Visitor) -> None:
    assert here.send("/sign-out")[0] == 302


def sign_out_everywhere(here: Visitor, there: Visitor) -> None:
    assert there.send("/account/browsers", browser="all")[0] == 302


def change_the_password(here: Visitor, there: Visitor) -> None:
    sent = {"password": PASSWORD, "new": "another tall lighthouse"}
    assert there.send("/account/password", **sent)[0] == 302


def delete_the_account(here: Visitor, there: Visitor) -> None:
    assert there.send("/account/delete", password=PASSWORD)[0] == 200


@pytest.mark.parametrize(
    "end", [sign_out, sign_out_everywhere, change_the_password, delete_the_account]
)
def test_a_socket_ends_with_its_session(
    own_server: Server, end: Callable[[Visitor, Visitor], None]
) -> None:
    here, there, watcher = (Visitor(own_server) for _ in range(3))
    name = f"Anneliese {end.__name__[:6]} {end.__name__[-3:]}".replace("_", " ")
    here.sign_up(name)
    assert there.send("/sign-in", name=name, password=PASSWORD)[0] == 302
    game_id = here.begin()
    with opened(here, game_id) as mine, opened(watcher, game_id) as watching:
        mine.recv(timeout=SECONDS)
        watching.recv(timeout=SECONDS)
        end(here, there)
        assert code_of_end(mine) == ENDED
        watching.ping().wait(SECONDS)  # nobody else's is closed


def test_a_socket_ends_with_a_browsers_seat(own_server: Server) -> None:
    here = Visitor(own_server)
    game_id = here.begin()
    copied = Visitor(own_server, dict(here.cookies))
    with opened(copied, game_id) as socket:
        socket.recv(timeout=SECONDS)
        time.sleep(1.1)  # dates have whole seconds, and a cookie of this very one would count
        assert here.send("/seat/renew")[0] == 302
        assert code_of_end(socket) == ENDED


def test_a_stream_ends_with_its_token(own_server: Server) -> None:
    account = Account(own_server, "A program")
    visitor = Visitor(own_server)
    assert visitor.send("/sign-in", name="A program", password=PASSWORD)[0] == 302
    with closing(account.open("events")) as stream:
        assert stream.readline() == b"\n"
        sent = {"password": PASSWORD, "new": "another tall lighthouse"}
        assert visitor.send("/account/password", **sent)[0] == 302
        assert stream.read() == b""
