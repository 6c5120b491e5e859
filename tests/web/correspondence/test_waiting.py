"""How many games wait for somebody: the same number everywhere, and told whenever it changes."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from skerry.sessions import Correspondence, Fischer
from skerry.web.accounts.people import adopt, player_of, sign_up
from skerry.web.base.consumers import Announcer
from skerry.web.correspondence.waiting import player_group
from skerry.web.play import changes, deletion, queries, sweeps
from skerry.web.play.moments import Moments
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with
from tests.web.play.two_players import START, Hand, between, holder_of, row
from tests.web.tournaments.arranging import started

pytestmark = pytest.mark.stores


def number(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def page(browser: Browser, path: str) -> str:
    return str(browser.client.get(path).content.decode())


def test_every_place_says_the_same_number(browser: Browser, other_browser: Browser) -> None:
    mine = [between(browser, other_browser) for _ in range(2)]
    quick = between(browser, other_browser, Fischer(600, 5))
    theirs = between(other_browser, browser)
    browser.play_any(browser.begin("kitaran"))  # at one screen
    computers = browser.begin("byg", opponent="1", side="first")
    for holder, most in ((browser, 3), (other_browser, 1)):
        home = page(holder, "/")
        assert number(home, r"<title>\((\d+)\) Skerry") == most
        waiting = home.split("Waiting for you</h3>")[1].split("</ul>")[0]
        assert waiting.count('<li class="saved-game">') == most
        assert number(page(holder, "/?game=byg"), r"<title>\((\d+)\)") == most
        assert number(page(holder, "/my-turn"), r"Your turn in (\d+) game") == most
        assert number(page(holder, "/puzzles"), r'id="num-waits">(\d+)<') == most
        assert holder.client.get("/api/waiting").json() == {"waiting": most, "told": False}
    assert number(page(browser, f"/game/{computers}"), r'id="num-waits">(\d+)<') == 3
    for one, others in ((mine[0], 2), (quick, 2), (theirs, 3)):
        assert number(page(browser, f"/game/{one}"), r'id="num-waits">(\d+)<') == others
        asked = browser.client.get(f"/api/waiting?but={one}").json()
        assert asked["waiting"] == others
    player_of(holder_of(browser))
    assert browser.client.get("/api/waiting").json()["told"]


class Listening(Announcer):
    """Notes who is told something."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: set[str] = set()

    def tell(self, group: str, message: Any) -> None:
        if message["type"] in ("happened", "moved"):
            self.groups.add(group)

    def heard(self) -> set[str]:
        """Who was told, since this was asked last."""
        found, self.groups = self.groups, set()
        return found


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def announcer(db: None, hand: Hand) -> Listening:
    listening = Listening()
    moments = Moments(wall=lambda: START, steady=lambda: hand.now)
    share_with(Engine(), listening, moments)
    return listening


Act = Callable[[Browser, Browser, str], object]


def take_back(first: Browser, second: Browser, game_id: str) -> None:
    first.play(game_id, "a1")
    first.act(game_id, "take-back")
    second.act(game_id, "answer", kind="take_back", accepted=True)


def draw(first: Browser, second: Browser, game_id: str) -> None:
    first.act(game_id, "offer", kind="draw")
    second.act(game_id, "answer", kind="draw", accepted=True)


def bring_back(first: Browser, second: Browser, game_id: str) -> None:
    deletion.delete(row(game_id))
    deletion.restore(row(game_id))


EVENTS: dict[str, Act] = {
    "turn of the first": lambda first, second, game_id: first.play(game_id, "a1"),
    "turn of the second": lambda first, second, game_id: (
        first.play(game_id, "a1"),
        second.play(game_id, "b2"),
    ),
    "taken back": take_back,
    "resigned": lambda first, second, game_id: first.act(game_id, "resign"),
    "resigned by the other": lambda first, second, game_id: second.act(game_id, "resign"),
    "called off": lambda first, second, game_id: second.act(game_id, "abort"),
    "drawn": draw,
    "lost by whoever runs the site": lambda first, second, game_id: changes.forfeit(
        row(game_id), 0
    ),
    "deleted": lambda first, second, game_id: deletion.delete(row(game_id)),
    "brought back": bring_back,
}


@pytest.mark.parametrize("event", EVENTS)
def test_both_are_told_of_whatever_changes_it(
    event: str,
    browser: Browser,
    other_browser: Browser,
    announcer: Listening,
    django_capture_on_commit_callbacks: Any,
) -> None:
    both = {player_group(holder_of(one)) for one in (browser, other_browser)}
    with django_capture_on_commit_callbacks(execute=True):
        game_id = between(browser, other_browser, Correspondence(3, 14))
    assert announcer.heard() == both  # it has begun
    page(browser, "/puzzles"), page(other_browser, "/puzzles")  # which count, and keep that
    with django_capture_on_commit_callbacks(execute=True):
        EVENTS[event](browser, other_browser, game_id)
    assert announcer.heard() == both
    for one in (browser, other_browser):
        now = queries.waiting_for(holder_of(one)).count()
        assert number(page(one, "/puzzles"), r'id="num-waits">(\d+)<') == now


def test_both_are_told_of_a_flag_and_of_a_rematch(
    browser: Browser,
    other_browser: Browser,
    announcer: Listening,
    hand: Hand,
    django_capture_on_commit_callbacks: Any,
) -> None:
    both = {player_group(holder_of(one)) for one in (browser, other_browser)}
    game_id = between(browser, other_browser, Fischer(60, 0))
    hand.now = 100.0
    with django_capture_on_commit_callbacks(execute=True):
        sweeps.sweep()
    assert announcer.heard() == both
    browser.act(game_id, "offer", kind="rematch")
    with django_capture_on_commit_callbacks(execute=True):
        answer = other_browser.act(game_id, "answer", kind="rematch", accepted=True)
    assert answer.status_code == 200, answer.content
    assert announcer.heard() == both


def test_a_round_of_a_tournament_is_told_to_all_who_play(
    announcer: Listening, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        _, players = started(4)
    assert announcer.heard() == {player_group(one.holder) for one in players}


def test_who_signs_in_takes_the_games_along_on_every_open_page(
    browser: Browser,
    other_browser: Browser,
    announcer: Listening,
    django_capture_on_commit_callbacks: Any,
) -> None:
    between(browser, other_browser)
    guest, user = holder_of(browser), sign_up("Anneliese", "a tall lighthouse")
    announcer.heard()
    with django_capture_on_commit_callbacks(execute=True):
        adopt(user, guest)
    # The other player's pages hear of the new name as well.
    assert announcer.heard() >= {player_group(guest), player_group(user.holder)}
