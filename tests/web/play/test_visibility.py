"""Games that are private, seen by link, or public: on every address that names a game."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from skerry.web.play.models import BY_LINK, PRIVATE, PUBLIC, VISIBILITIES, SavedGame
from tests.web.conftest import Browser

MISSING = "zzzzzzzzzz"
# What any of the addresses might want to be told.
EVERYTHING = {
    **{"version": 0, "turn": 0, "page": "abc", "actions": ["a1"], "turns": ["a1"]},
    **{"visibility": PUBLIC, "patient": True, "number": 1},
}


def routes() -> list[str]:
    """Every address that names a game."""
    found: list[str] = []

    def walk(patterns: list[Any], before: str) -> None:
        for one in patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLResolver):
                walk(one.url_patterns, route)
            elif isinstance(one, URLPattern) and "game_id" in route:
                found.append(route)

    walk(get_resolver().url_patterns, "/")
    return found


ROUTES = routes()
# Not the pictures that take a while to make.
SLOW = ("gif", "webp", "pdf", "png")
PAGES = [one for one in ROUTES if one.startswith("/game/") and not one.endswith(SLOW)]


def address(route: str, game_id: str) -> str:
    filled = route.replace("<str:game_id>", game_id)
    assert "<" not in filled, f"what is to be put in for the rest of {route}?"
    return filled


def answers(client: Client, route: str, game_id: str) -> list[tuple[int, str]]:
    """What an address says of a game to a GET, a form and a script: status and text."""
    path = address(route, game_id)
    client.get("/new/spry")
    token = client.cookies["skerry_csrf"].value
    headers = {"X-CSRFToken": token}
    found = [
        client.get(path),
        client.post(path, {"turn": "0", "opponent": "2", "side": "to-move"}, headers=headers),
        client.post(path, json.dumps(EVERYTHING), "application/json", headers=headers),
    ]
    texts = (one.content.decode(errors="replace").replace(game_id, "ID") for one in found)
    # The token in each form of a page is another one each time.
    hidden = (re.sub(r'(csrf[a-z-]*"[^>]*value|data-csrf)="[^"]*"', "", text) for text in texts)
    return [(one.status_code, text) for one, text in zip(found, hidden, strict=True)]


def test_there_are_such_addresses() -> None:
    assert len(ROUTES) >= 25


@pytest.fixture
def private(browser: Browser) -> str:
    """A game that its browser alone may see, with a turn played."""
    game_id = browser.begin("spry", first_name="Ottilie Secret")
    browser.play_any(game_id)
    assert browser.send(game_id, "visibility", {"visibility": PRIVATE}).status_code == 200
    return game_id


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("has_a_seat", [True, False])
def test_to_others_a_private_game_is_as_one_that_is_not_there(
    private: str, other_browser: Browser, route: str, has_a_seat: bool
) -> None:
    if has_a_seat:
        other_browser.begin("byg")
    client = other_browser.client
    said = answers(client, route, private)
    assert said == answers(client, route, MISSING)
    assert "Ottilie" not in str(said)


@pytest.mark.parametrize("route", PAGES)
def test_its_own_browser_sees_it_everywhere(browser: Browser, private: str, route: str) -> None:
    said = answers(browser.client, route, private)
    missing = answers(browser.client, route, MISSING)
    assert [status for status, _ in said] != [status for status, _ in missing]


def test_no_study_is_made_of_a_private_game_of_others(private: str, other_browser: Browser) -> None:
    other_browser.begin("byg")
    headers = {"X-CSRFToken": other_browser.token()}
    answer = other_browser.client.post("/studies/new", {"played": private}, headers=headers)
    assert answer.status_code == 404
    assert "Ottilie" not in answer.content.decode()


def test_a_game_is_seen_by_link_until_somebody_says_otherwise(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = browser.begin("spry")
    assert browser.state(game_id)["visibility"] == BY_LINK
    assert other_browser.client.get(f"/game/{game_id}").status_code == 200
    for visibility, status in ((PRIVATE, 404), (PUBLIC, 200), (BY_LINK, 200)):
        browser.send(game_id, "visibility", {"visibility": visibility})
        assert other_browser.client.get(f"/game/{game_id}").status_code == status


def test_only_a_public_game_is_for_search_engines(browser: Browser) -> None:
    game_id = browser.begin("spry")
    hidden = '<meta name="robots" content="noindex">'
    assert hidden in browser.client.get(f"/game/{game_id}").content.decode()
    browser.send(game_id, "visibility", {"visibility": PUBLIC})
    assert hidden not in browser.client.get(f"/game/{game_id}").content.decode()


def test_only_who_holds_every_human_seat_says_who_may_see_it(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = browser.begin("spry")
    other_browser.begin("byg")
    assert other_browser.send(game_id, "visibility", {"visibility": PRIVATE}).status_code == 403
    assert 'id="visibility"' not in other_browser.client.get(f"/game/{game_id}").content.decode()
    assert 'id="visibility"' in browser.client.get(f"/game/{game_id}").content.decode()
    SavedGame.objects.filter(pk=game_id).update(second_seat="f" * 64)  # a friend elsewhere
    assert browser.send(game_id, "visibility", {"visibility": PRIVATE}).status_code == 403
    assert 'id="visibility"' not in browser.client.get(f"/game/{game_id}").content.decode()
    assert SavedGame.objects.get(pk=game_id).visibility == BY_LINK


@pytest.mark.parametrize("wrong", [None, "", "secret", 1, ["private"]])
def test_what_is_none_of_the_three_is_refused(browser: Browser, wrong: object) -> None:
    game_id = browser.begin("spry")
    answer = browser.send(game_id, "visibility", {"visibility": wrong})
    assert answer.status_code == 400
    assert all(one in answer.json()["error"] for one in VISIBILITIES)


def test_neither_friend_of_a_private_game_is_kept_out(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = browser.begin("spry")
    other_id = other_browser.begin("spry")
    seat = SavedGame.objects.get(pk=other_id).first_seat
    SavedGame.objects.filter(pk=game_id).update(second_seat=seat, visibility=PRIVATE)
    for one in (browser, other_browser):
        assert one.state(game_id)["owner"]
    assert Client().get(f"/api/games/{game_id}").status_code == 404


def test_a_rematch_is_seen_by_whom_the_game_was(browser: Browser, private: str) -> None:
    browser.act(private, "resign")
    answer = browser.send(private, "rematch", {})
    again = answer.json()["url"].rsplit("/", 1)[1]
    assert SavedGame.objects.get(pk=again).visibility == PRIVATE


def test_changing_it_is_no_change_of_the_game(browser: Browser, private: str) -> None:
    assert browser.state(private)["version"] == 1
