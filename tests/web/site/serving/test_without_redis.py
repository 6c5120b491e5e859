"""A site whose Redis is killed: it is answered, played and guarded as before, until it is back."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection

from skerry.web.accounts import signing
from skerry.web.site import environment
from tests.web.accounts.test_races import Visitor
from tests.web.bots.accounts import Account, begin
from tests.web.conftest import Server, StartServer
from tests.web.online.test_game_sockets import SECONDS, begun, heard, opened, post, present
from tests.web.site.serving.test_two_processes import wait_for
from tools.servers import Running, redis_server

PAGES = ("/", "/lobby", "/new/byg", "/my-turn", "/puzzles", "/account", "/sign-in")
NAME = "Anneliese"


@pytest.fixture(scope="module")
def memory() -> Iterator[Running]:
    with redis_server() as memory:
        yield memory


@pytest.fixture(scope="module")
def site(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory, memory: Running
) -> Server:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(environment.REDIS_URL, memory.url)
        return start_server(tmp_path_factory.mktemp("data"))


def health(visitor: Visitor) -> tuple[int, str]:
    status, said = visitor.ask("/healthz")
    return status, json.loads(said)["cache"]


def wait_until_well(visitor: Visitor) -> None:
    """Until it is asked again how it is: an answer counts for a second."""
    wait_for(lambda: health(visitor) == (200, "ok"))


def opened_in_the_end(visitor: Visitor, game_id: str) -> ClientConnection:
    """Opened as a page does it, which tries again where it is told to."""
    pages: list[ClientConnection] = []

    def is_open() -> bool:
        with suppress(InvalidStatus):
            pages.append(opened(visitor, game_id))
        return bool(pages)

    wait_for(is_open)
    return pages[0]


def guess(visitor: Visitor) -> int:
    """Try a wrong password; the status of the answer."""
    return visitor.send("/sign-in", name=NAME, password="no lighthouse")[0]


def test_it_goes_on_and_is_told_of_news_again_afterwards(site: Server, memory: Running) -> None:
    two, account = begun(site), Visitor(site)
    account.sign_up(NAME)
    play, stranger = f"/api/games/{two.game_id}/play", Visitor(site)
    with opened(two.second, two.game_id) as theirs:
        present(theirs, [False, True], 0)
        memory.kill()
        for visitor in (two.first, account, stranger):
            pages = {path: visitor.ask(path)[0] for path in PAGES}
            assert set(pages.values()) <= {200, 302}, pages
        assert health(stranger) == (503, "failing")
        with pytest.raises(WebSocketException), opened(two.first, two.game_id) as mine:
            mine.recv(timeout=SECONDS)
        assert post(two.first, play, {"version": 2, "actions": ["a1"]})["version"] == 3
        statuses = [guess(stranger) for _ in range(signing.MOST_AT_A_NAME + 1)]
        assert statuses == [400] * signing.MOST_AT_A_NAME + [429]
        memory.start_again()
        wait_until_well(stranger)
        with opened_in_the_end(two.first, two.game_id):  # the socket that was open hears of it
            present(theirs, [True, True], 0)
        assert post(two.second, play, {"version": 3, "actions": ["b1"]})["version"] == 4
        assert heard(theirs, "changed") == {"kind": "changed", "version": 4}
    said = site.log.read_text()
    assert said.count("Redis is away") == said.count("Redis is there again") == 1
    assert said.count("could not be told") == 1
    assert "Traceback" not in said


def test_programs_hear_of_their_games_all_the_time(site: Server, memory: Running) -> None:
    first, second = Account(site, "A first one"), Account(site, "A second one")
    with closing(second.open("events")) as before:
        before_lines = second.lines(before)
        one = begin(first, second, "kitaran")
        assert next(before_lines)["id"] == one
        memory.kill()
        with closing(second.open("events")) as meanwhile:
            lines = second.lines(meanwhile)
            assert next(lines)["id"] == one
            two = begin(first, second, "kitaran")
            assert next(lines)["id"] == two  # by a look, as nothing wakes it
            memory.start_again()
            wait_until_well(Visitor(site))
            three = begin(first, second, "kitaran")
            assert next(lines)["id"] == three  # by the last look; now it is woken again
        four = begin(first, second, "kitaran")
        assert {next(before_lines)["id"] for _ in range(3)} == {two, three, four}
    assert "Traceback" not in site.log.read_text()
