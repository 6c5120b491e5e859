"""The sockets of a game's pages, at a real server: what they are told, and what never."""

import gzip
import http.client
import json
import time
from contextlib import closing
from dataclasses import dataclass

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skerry.web.base.consumers import UNKNOWN
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import START_SECONDS, Server, StartServer, small_form

pytestmark = pytest.mark.stores

SECONDS = 30
SILENCE = 1.0  # seconds in which something would have been said


@pytest.fixture(scope="module")
def own_server(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return start_server(tmp_path_factory.mktemp("live"))


@dataclass
class Two:
    """A game and its two browsers, who moves first first."""

    game_id: str
    first: Visitor
    second: Visitor


def begun(server: Server, **fields: str) -> Two:
    """A game by what the forms of two browsers send."""
    first, second = Visitor(server), Visitor(server)
    form = {"opponent": "online", "side": "first", **small_form("kitaran"), **fields}
    status, link = first.send("/challenge/new/kitaran", **form)
    assert status == 302, link
    status, game = second.send(f"{link}/accept")
    assert status == 302, game
    return Two(game.rsplit("/", 1)[1], first, second)


@pytest.fixture
def two(own_server: Server) -> Two:
    return begun(own_server)


def post(visitor: Visitor, path: str, body: dict[str, object]) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", visitor.server.port, timeout=START_SECONDS)
    headers = {"X-CSRFToken": visitor.token(), "Content-Type": "application/json"}
    headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    with closing(connection):
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
    assert answer.status in (200, 201), text
    return dict(json.loads(text))


def opened(visitor: Visitor, game_id: str, kind: str = "game") -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    port = visitor.server.port
    headers = {"Origin": f"http://127.0.0.1:{port}", "Cookie": cookies}
    return connect(
        f"ws://127.0.0.1:{port}/ws/{kind}/{game_id}",
        additional_headers=headers,
        open_timeout=SECONDS,
        proxy=None,
    )


def read(message: str | bytes) -> dict[str, object]:
    """What a page is told; the game itself comes packed, and is of the kind "game" here."""
    if isinstance(message, str):
        return dict(json.loads(message))
    return {"kind": "game", **json.loads(gzip.decompress(message))}


def heard(page: ClientConnection, kind: str, seconds: float = SECONDS) -> dict[str, object]:
    """The next message of a kind. Raises TimeoutError."""
    while True:
        message = read(page.recv(timeout=seconds))
        if message["kind"] == kind:
            return message


def is_silent(page: ClientConnection) -> bool:
    """Whether a page is told nothing for a while; that it is measured says nothing."""
    ends = time.monotonic() + SILENCE
    while time.monotonic() < ends:
        try:
            if read(page.recv(timeout=ends - time.monotonic()))["kind"] != "echo":
                return False
        except TimeoutError:
            break
    return True


def present(page: ClientConnection, here: list[bool], watchers: int) -> None:
    """Wait until a page is told that these are here."""
    wanted = {"kind": "present", "here": here, "watchers": watchers}
    while heard(page, "present") != wanted:
        pass


def test_pages_are_told_of_a_turn_and_of_nothing_that_is_not_played(two: Two) -> None:
    url = f"/api/games/{two.game_id}"
    watcher = Visitor(two.first.server)
    with opened(two.second, two.game_id) as theirs, opened(watcher, two.game_id) as watching:
        present(theirs, [False, True], 1)
        post(two.first, f"{url}/preview", {"version": 2, "actions": ["a1"]})
        assert is_silent(theirs)
        for one in (two.second, watcher):
            state = json.loads(one.ask(url)[1])
            assert state["position"] == json.loads(two.first.ask(url)[1])["position"]
            assert "composed" not in state
        post(two.first, f"{url}/play", {"version": 2, "actions": ["a1"], "id": "one"})
        for page, visitor in ((theirs, two.second), (watching, watcher)):
            told = heard(page, "game")
            asked = json.loads(visitor.ask(url)[1])
            for state in (told, asked):
                state.pop("clock", None)  # which runs
                state.pop("kind", None)
            assert told == asked
            assert told["version"] == 3


def test_who_is_not_to_act_is_told_to_ask(two: Two) -> None:
    url = f"/api/games/{two.game_id}"
    with opened(two.first, two.game_id) as mine, opened(two.second, two.game_id) as theirs:
        present(mine, [True, True], 0)
        post(two.first, f"{url}/play", {"version": 2, "actions": ["a1"], "id": "one"})
        assert heard(mine, "changed") == {"kind": "changed", "version": 3}
        assert heard(theirs, "game")["mine"]
        post(two.second, f"{url}/resign", {"version": 3})
        for page in (mine, theirs):  # nobody is to act
            assert heard(page, "changed") == {"kind": "changed", "version": 4}


def test_a_game_made_private_is_sent_to_nobody_else(own_server: Server) -> None:
    owner, other = Visitor(own_server), Visitor(own_server)
    game_id = owner.begin()
    url = f"/api/games/{game_id}"
    with opened(other, game_id) as watching:
        present(watching, [False, False], 1)
        post(owner, f"{url}/visibility", {"visibility": "private"})
        version = json.loads(owner.ask(url)[1])["version"]
        post(owner, f"{url}/play", {"version": version, "actions": ["a1"], "id": "one"})
        assert heard(watching, "changed") == {"kind": "changed", "version": version + 1}


def test_who_comes_and_goes_is_told(two: Two) -> None:
    with opened(two.first, two.game_id) as mine:
        present(mine, [True, False], 0)
        with opened(two.second, two.game_id), opened(two.second, two.game_id):
            present(mine, [True, True], 0)
        present(mine, [True, False], 0)


def test_a_page_has_nothing_to_say(two: Two) -> None:
    with opened(two.first, two.game_id) as mine, opened(two.second, two.game_id) as theirs:
        present(theirs, [True, True], 0)
        for text in ("{", '{"type": "changed", "version": 99}', "x" * 1000):
            mine.send(text)
        mine.send(b"\x00")
        assert is_silent(theirs)
        mine.ping().wait(SECONDS)


def test_the_two_players_alone_are_told_that_they_chat_and_never_what(two: Two) -> None:
    url, watcher = f"/api/games/{two.game_id}", Visitor(two.first.server)
    with (
        opened(two.first, two.game_id) as mine,
        opened(two.second, two.game_id) as theirs,
        opened(watcher, two.game_id) as watching,
    ):
        present(watching, [True, True], 1)
        assert post(two.first, f"{url}/chat", {"text": "Good luck!", "id": "one"}) == {"number": 1}
        for page in (mine, theirs):
            assert heard(page, "chat") == {"kind": "chat", "afresh": False}
        post(two.second, f"{url}/chat/mute", {"muted": True})
        assert heard(theirs, "chat") == {"kind": "chat", "afresh": True}
        for page in (mine, watching):  # who is muted does not hear of it
            with pytest.raises(TimeoutError):
                heard(page, "chat", SILENCE)


def test_where_there_is_no_game_the_socket_is_closed_for_good(two: Two) -> None:
    with opened(two.first, "nosuchgame") as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=SECONDS)
        assert page.close_code == UNKNOWN


def test_a_private_game_has_no_socket_for_others(own_server: Server) -> None:
    owner, other = Visitor(own_server), Visitor(own_server)
    game_id = owner.begin()
    post(owner, f"/api/games/{game_id}/visibility", {"visibility": "private"})
    with opened(owner, game_id) as page:
        assert heard(page, "present")["watchers"] == 0
    with opened(other, game_id) as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=SECONDS)
        assert page.close_code == UNKNOWN
