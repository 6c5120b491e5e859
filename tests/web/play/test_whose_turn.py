"""Whose turn it is in a game of two, as each of them and who watches is told."""

import pytest

import skerry
from skerry.web.accounts.people import player_of
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser
from tests.web.play.two_players import KITARAN, between, holder_of


def told(game_id: str, *browsers: Browser) -> list[str | None]:
    return [one.state(game_id).get("whose_turn") for one in browsers]


def test_each_is_told_who_is_to_move(browser: Browser, other_browser: Browser) -> None:
    game_id, watcher = between(browser, other_browser), Browser()
    assert told(game_id, browser, other_browser, watcher) == [
        "Your turn",
        "Waiting for Ada",
        "Ada to move",
    ]
    browser.play(game_id, "a1")
    assert told(game_id, browser, other_browser, watcher) == [
        "Waiting for Bob",
        "Your turn",
        "Bob to move",
    ]
    # The same at an earlier turn that is looked at.
    assert browser.state(game_id, "?turn=0")["whose_turn"] == "Waiting for Bob"
    browser.act(game_id, "resign")
    assert told(game_id, browser, other_browser, watcher) == [None, None, None]


def test_the_parts_of_a_set_up_are_told(browser: Browser, other_browser: Browser) -> None:
    game_id, watcher = between(browser, other_browser, game=skerry.game("syrtis")), Browser()
    assert told(game_id, browser, other_browser, watcher) == [
        "Your turn",
        "Waiting for Ada",
        "Ada sets up the board",
    ]
    browser.play_any(game_id)
    assert told(game_id, browser, other_browser, watcher) == [
        "Waiting for Bob",
        "Your turn",
        "Bob chooses a side",
    ]


def test_who_may_swap_is_to_act(browser: Browser, other_browser: Browser) -> None:
    game_id = between(browser, other_browser, game=skerry.game("kitaran", size=3, swap=True))
    browser.play(game_id, "a1")
    assert told(game_id, browser, other_browser) == ["Waiting for Bob", "Your turn"]
    other_browser.play(game_id, "swap")
    assert told(game_id, browser, other_browser) == ["Your turn", "Waiting for Ada"]


def test_at_one_screen_and_against_the_computer_it_is_as_ever(browser: Browser) -> None:
    for fields in ({}, {"opponent": "1", "side": "first"}):
        assert told(browser.begin("kitaran", **fields), browser) == [None]


@pytest.mark.parametrize("path", ["/", "/my-turn"])
def test_lists_tell_games_apart(path: str, browser: Browser, other_browser: Browser) -> None:
    for one, name in ((browser, "Ada A"), (other_browser, "Bob <b>")):
        player = player_of(holder_of(one))
        player.name = name
        player.save()
    between(browser, other_browser)
    large = between(other_browser, browser, game=skerry.game("kitaran", size=6, komi=2))
    page = browser.client.get(path).content.decode()
    assert page.count("against <bdi>Bob &lt;b&gt;</bdi>") == 2
    assert "Waiting for <bdi>Bob &lt;b&gt;</bdi>" in page
    assert "<b>Your turn</b>" in page
    assert "size 3" in page
    assert "size 6, komi 2" in page
    assert "Correspondence, no clock" in page
    assert "friend" not in page.split('id="games"')[1].split("</section>")[0].split("open-game")[0]
    SavedGame.objects.filter(pk=large).update(record="{")  # damaged
    assert f'href="/game/{large}"' in browser.client.get(path).content.decode()


def test_a_name_is_that_of_today(browser: Browser, other_browser: Browser) -> None:
    player = player_of(holder_of(other_browser))
    between(browser, other_browser, game=KITARAN)
    player.name = "Renamed"
    player.save()
    for path in ("/", "/my-turn"):
        assert "<bdi>Renamed</bdi>" in browser.client.get(path).content.decode()
