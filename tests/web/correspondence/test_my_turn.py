"""The games in which it is one's turn: which, in what order, with how much time, and the way on."""

from typing import Any

import pytest

from skerry.sessions import Correspondence, Fischer
from skerry.web.accounts.people import player_of
from skerry.web.play.lists import words_of
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser
from tests.web.play.two_players import between, holder_of, set_clock

pytestmark = pytest.mark.stores

DAY = 86_400.0
DAYS = Correspondence(3, 14)


def page(browser: Browser) -> str:
    return str(browser.client.get("/my-turn").content.decode())


def order(browser: Browser, *game_ids: str) -> list[str]:
    """Those of some games that the page lists, as it does."""
    text = page(browser)
    shown = [one for one in game_ids if f'href="/game/{one}"' in text]
    return sorted(shown, key=lambda one: text.index(f'href="/game/{one}"'))


def others(browser: Browser, game_id: str) -> int:
    """How many other games the page of a game leads on to."""
    shown = browser.client.get(f"/game/{game_id}").content.decode()
    return int(shown.split('<b id="num-waits">')[1].split("<")[0])


def test_games_stand_by_the_time_that_is_left(browser: Browser, other_browser: Browser) -> None:
    hand = set_clock()
    without = between(browser, other_browser)
    slow = between(browser, other_browser, Correspondence(7, 0))
    hand.now += DAY
    quick = between(browser, other_browser, DAYS)
    theirs = between(other_browser, browser, Correspondence(1, 0))
    assert order(browser, without, slow, quick, theirs) == [quick, slow, without, theirs]
    text = page(browser)
    assert "Your turn in 3 games" in text
    assert text.index("Waiting for the other player") < text.index(theirs)
    assert "3 days left" in text
    assert "6 days left" in text
    assert "No clock" in text


def test_a_game_that_was_played_on_waits_for_the_other_one(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser, DAYS)
    assert "Your turn in 1 game<" in page(browser)
    assert "It is not your turn in any game" in page(other_browser)
    browser.play(game_id, "a1")
    assert "It is not your turn in any game" in page(browser)
    assert "Your turn in 1 game<" in page(other_browser)


def test_games_at_one_screen_against_the_computer_and_over_are_not_among_them(
    browser: Browser, other_browser: Browser
) -> None:
    browser.begin("kitaran")
    browser.begin("kitaran", opponent="1", side="first")
    browser.act(between(browser, other_browser), "resign")
    deleted = between(browser, other_browser)
    SavedGame.objects.filter(pk=deleted).update(deleted="2026-01-01T00:00Z")
    assert "It is not your turn in any game" in page(browser)
    assert 'id="waits"' not in page(browser)
    assert ' hidden><span class="waits-words">' in browser.client.get("/puzzles").content.decode()


def test_somebody_who_plays_nothing_gets_the_page_too(db: None) -> None:
    answer = Browser().client.get("/my-turn")
    assert answer.status_code == 200
    assert "It is not your turn in any game" in answer.content.decode()


def test_names_are_shown_as_text(browser: Browser, other_browser: Browser) -> None:
    player = player_of(holder_of(other_browser))
    player.name = "<b>\u202eevil</b>"
    player.save()
    between(browser, other_browser)
    text = page(browser)
    assert "<b>\u202e" not in text
    assert "<bdi>&lt;b&gt;\u202eevil&lt;/b&gt;</bdi>" in text


def test_who_is_on_vacation_is_said_to_be(browser: Browser, other_browser: Browser) -> None:
    set_clock()
    game_id = between(browser, other_browser, DAYS)
    browser.act(game_id, "vacation", away=True)
    assert "3 days left, on vacation" in page(browser)


def test_little_time_is_emphasised(browser: Browser, other_browser: Browser) -> None:
    hand = set_clock()
    between(browser, other_browser, DAYS)
    assert "is-short" not in page(browser)
    hand.now += 2.5 * DAY
    assert "is-short" in page(browser)


def test_a_damaged_clock_keeps_no_other_game_away(browser: Browser, other_browser: Browser) -> None:
    game_id = between(browser, other_browser, DAYS)
    SavedGame.objects.filter(pk=game_id).update(clock="{")
    fine = between(browser, other_browser, DAYS)
    assert set(order(browser, game_id, fine)) == {game_id, fine}


def test_next_leads_from_game_to_game(browser: Browser, other_browser: Browser) -> None:
    set_clock()
    quick = between(browser, other_browser, Fischer(600, 5))
    first = between(browser, other_browser, DAYS)
    second = between(browser, other_browser, DAYS)

    def after(game_id: str) -> Any:
        return browser.client.get(f"/my-turn/after/{game_id}")["Location"]

    assert after(first) == after(second) == f"/game/{quick}"
    assert others(browser, quick) == 2
    browser.play(quick, "a1")
    assert after(first) == f"/game/{second}"
    assert after(second) == f"/game/{first}"
    browser.play(first, "a1")
    assert after(second) == "/my-turn"
    assert others(browser, second) == 0
    assert others(browser, first) == 1
    assert others(other_browser, first) == 1  # the quick one


def test_pages_count_them(browser: Browser, other_browser: Browser) -> None:
    ids = [between(browser, other_browser) for _ in range(2)]
    assert '<b id="num-waits">2</b>' in browser.client.get("/puzzles").content.decode()
    shown = browser.client.get(f"/game/{ids[0]}").content.decode()
    assert '<b id="num-waits">1</b>' in shown
    assert f'href="/my-turn/after/{ids[0]}"' in shown


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (2 * DAY + 4 * 3600 + 59, "2 days 4 hours"),
        (DAY, "1 day"),
        (3 * 3600 + 300, "3 hours 5 minutes"),
        (61, "1 minute 1 second"),
        (1.9, "1 second"),
        (0, "no time"),
        (-5, "no time"),
    ],
)
def test_lengths_are_told_in_words(seconds: float, words: str) -> None:
    assert words_of(seconds) == words


def test_the_count_costs_no_query_until_a_game_changes(
    browser: Browser,
    other_browser: Browser,
    django_assert_num_queries: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    game_id = between(browser, other_browser)
    browser.client.get("/editor")
    with django_assert_num_queries(0):
        assert '<b id="num-waits">1</b>' in browser.client.get("/editor").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        browser.play(game_id, "a1")
    assert '<b id="num-waits">0</b>' in browser.client.get("/editor").content.decode()
    assert '<b id="num-waits">1</b>' in other_browser.client.get("/editor").content.decode()
