"""The socket of who wants to be notified: of one's own games, and of nothing of others'."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skerry.sessions import Fischer
from skerry.web.accounts.people import player_of
from skerry.web.base.consumers import UNKNOWN, Announcer
from skerry.web.correspondence.tasks import tell_after
from skerry.web.correspondence.waiting import player_group
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import Browser, StartServer, share_with, small_form
from tests.web.online.test_game_sockets import SECONDS, SILENCE, post
from tests.web.play.two_players import between, holder_of

pytestmark = pytest.mark.stores


class Noting(Announcer):
    """Notes what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str, str]] = []

    def tell(self, group: str, message: Any) -> None:
        if message.get("words"):
            self.sent.append((group, message["words"], message["more"]))


def tell(game_id: str, what: str) -> None:
    """As the signal does, once a change is stored."""
    saved = SavedGame.objects.get(pk=game_id)
    tell_after(saved=saved, what=what, holders=(saved.first_seat, saved.second_seat))


@pytest.fixture
def announcer(db: None) -> Noting:
    noting = Noting()
    share_with(Engine(), noting)
    return noting


def test_who_is_to_act_is_told_and_both_of_the_beginning_and_the_end(
    browser: Browser, other_browser: Browser, announcer: Noting
) -> None:
    game_id = between(browser, other_browser)
    first, second = (player_group(holder_of(one)) for one in (browser, other_browser))
    names = [player_of(holder_of(one)).name for one in (browser, other_browser)]
    tell(game_id, "begun")
    assert announcer.sent == [
        (group, "A game has started", f"Kitaran against {name}")
        for group, name in zip((first, second), names[::-1], strict=True)
    ]
    announcer.sent.clear()
    browser.play(game_id, "a1")
    tell(game_id, "turn")
    assert [(group, words) for group, words, _ in announcer.sent] == [(second, "Your turn")]
    announcer.sent.clear()
    for what in ("offer", "answer", "vacation"):
        tell(game_id, what)
    assert announcer.sent == []
    browser.act(game_id, "resign")
    tell(game_id, "resigned")
    assert {group for group, _, _ in announcer.sent} == {first, second}
    assert all(words.startswith("Game over: ") for _, words, _ in announcer.sent)


def test_who_sits_at_a_quick_game_is_told_of_its_beginning_alone(
    browser: Browser, other_browser: Browser, announcer: Noting
) -> None:
    game_id = between(browser, other_browser, Fischer(600, 5))
    for what in ("begun", "turn", "taken_back"):
        tell(game_id, what)
    assert [words for _, words, _ in announcer.sent] == 2 * ["A game has started"]


def test_games_at_one_screen_and_against_the_computer_tell_nobody(
    browser: Browser, announcer: Noting
) -> None:
    for game_id in (browser.begin("kitaran"), browser.begin("kitaran", opponent="1")):
        tell(game_id, "turn")
    gone = SavedGame(first_seat="a", second_seat="b", deleted=timezone.now())
    tell_after(saved=gone, what="deleted", holders=("a", "b"))
    assert announcer.sent == []


def opened(visitor: Visitor, game: str = "") -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    port = visitor.server.port
    headers = {"Origin": f"http://127.0.0.1:{port}", "Cookie": cookies}
    address = f"ws://127.0.0.1:{port}/ws/player?but={game.rpartition('/')[2]}"
    return connect(address, additional_headers=headers, open_timeout=SECONDS, proxy=None)


def hear(page: ClientConnection, what: str) -> object:
    """What is said next of one kind."""
    while True:
        told = json.loads(page.recv(timeout=SECONDS))
        if what in told:
            return told[what]


def test_pages_hear_of_their_own_players_games_alone(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = start_server(tmp_path_factory.mktemp("notified"))
    first, second, other = (Visitor(server) for _ in range(3))
    other.begin()
    with opened(Visitor(server)) as nobody:
        with pytest.raises(ConnectionClosed):
            nobody.recv(timeout=SECONDS)
        assert nobody.close_code == UNKNOWN
    form = {"opponent": "online", "side": "first", **small_form("kitaran")}
    _, link = first.send("/challenge/new/kitaran", **form)
    with opened(first) as mine, opened(other) as strangers:
        assert hear(mine, "waiting") == 0  # as it stood when the page was opened
        _, game = second.send(f"{link}/accept")
        assert hear(mine, "words") == "A game has started"
        assert hear(mine, "waiting") == 1
        with opened(second) as theirs, opened(second, game) as at_it:
            assert [hear(page, "waiting") for page in (theirs, at_it)] == [0, 0]
            mine.send('{"type": "happened", "game": "x"}')
            url = game.replace("/game/", "/api/games/")
            post(first, f"{url}/play", {"version": 2, "actions": ["a1"]})
            told = json.loads(theirs.recv(timeout=SECONDS))
            assert (told["url"], told["words"]) == (game, "Your turn")
            assert hear(theirs, "waiting") == 1
            assert hear(mine, "waiting") == 0  # who has acted hears it as well
            assert hear(at_it, "words") == "Your turn"
            with pytest.raises(TimeoutError):  # its own game is not another one
                at_it.recv(timeout=SILENCE)
        assert hear(strangers, "waiting") == 0
        for page in (mine, strangers):
            with pytest.raises(TimeoutError):
                page.recv(timeout=SILENCE)


def test_pages_hear_of_a_challenge_on_a_ladder_and_of_its_answer(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    ada, bob = Visitor(server), Visitor(server)
    ada.sign_up("Ada")
    bob.sign_up("Bob")
    time = "3-days-a-turn-14-days-of-vacation"
    form = {"name": "Harbour", "game": "kitaran.0", "time": time, "system": "ladder"}
    _, ladder = ada.send("/tournaments/new", **form)
    for one in (ada, bob):
        one.send(f"{ladder}/join")
    (number,) = re.findall(r'form="challenge" name="player" value="(\d+)"', bob.ask(ladder)[1])
    with opened(ada) as page, opened(ada, "/game/abc") as at_a_game:
        assert [hear(one, "waiting") for one in (page, at_a_game)] == [0, 0]
        bob.send(f"{ladder}/challenge", player=number)
        for heard in (page, at_a_game):
            assert hear(heard, "words") == "You were challenged"
        assert hear(page, "waiting") == 1
        (moment,) = re.findall(r'name="challenge" value="(.+?)"', bob.ask(ladder)[1])
        bob.send(f"{ladder}/give-up", challenge=moment)
        assert hear(page, "waiting") == 0
        with pytest.raises(TimeoutError):  # it counts the games to go on to
            at_a_game.recv(timeout=SILENCE)
