"""Attacks: another browser, another site, a forged cookie."""

import pytest
from django.test import Client

from skerry.web.base.seats import COOKIE
from skerry.web.play.models import ID_LENGTH, SavedGame, new_id
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores

ACTIONS = {
    "preview": {"version": 0, "actions": ["a1"]},
    "play": {"version": 0, "actions": ["a1"]},
    "take-back": {"version": 0},
    "resign": {"version": 0},
    "rematch": {},
    "retry": {},
    "offer": {"version": 0, "kind": "draw"},
    "answer": {"version": 0, "kind": "draw", "accepted": True},
    "abort": {"version": 0},
    "vacation": {"away": True},
}


@pytest.mark.parametrize("what", ACTIONS)
def test_another_browser_may_look_but_not_act(
    browser: Browser, other_browser: Browser, what: str
) -> None:
    game_id = browser.begin("spry")
    other_browser.begin("spry")  # it has a seat, but not here
    seen = other_browser.state(game_id)
    assert not seen["owner"]
    assert not seen["mine"]
    assert seen["legal"] == []
    answer = other_browser.send(game_id, what, ACTIONS[what])
    assert answer.status_code == 403
    assert "another browser" in answer.json()["error"]
    assert browser.state(game_id)["version"] == 0


@pytest.mark.parametrize("what", ACTIONS)
def test_a_browser_without_a_seat_may_not_act(
    browser: Browser, other_browser: Browser, what: str
) -> None:
    game_id = browser.begin("spry")
    assert other_browser.send(game_id, what, ACTIONS[what]).status_code == 403


def test_another_browser_may_not_delete_nor_see_the_list(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = browser.begin("spry")
    other_browser.begin("byg")
    sent = {"csrfmiddlewaretoken": other_browser.token()}
    assert other_browser.client.post(f"/game/{game_id}/delete", sent).status_code == 403
    assert SavedGame.objects.filter(pk=game_id).exists()
    assert game_id not in other_browser.client.get("/").content.decode()


@pytest.mark.parametrize(
    "forge",
    [
        lambda value: value[:-1] + ("A" if value[-1] != "A" else "B"),
        lambda value: value.split(":")[0],
        lambda value: "x" * 5000,
        lambda value: "",
    ],
)
def test_a_forged_cookie_opens_nothing(browser: Browser, forge: object) -> None:
    game_id = browser.begin("spry")
    assert callable(forge)
    browser.client.cookies[COOKIE] = forge(browser.client.cookies[COOKIE].value)
    assert browser.send(game_id, "play", ACTIONS["play"]).status_code == 403


def test_the_database_holds_no_token(browser: Browser) -> None:
    game_id = browser.begin("spry")
    token = browser.client.cookies[COOKIE].value.split(":")[0]
    saved = SavedGame.objects.get(pk=game_id)
    assert token not in (saved.first_seat, saved.second_seat, saved.record)


def test_the_seat_cookie_is_out_of_reach_of_scripts_and_other_sites(browser: Browser) -> None:
    browser.begin("spry")
    cookie = browser.client.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("what", ACTIONS)
def test_without_the_csrf_token_nothing_happens(browser: Browser, what: str) -> None:
    game_id = browser.begin("spry")
    answer = browser.client.post(
        f"/api/games/{game_id}/{what}", ACTIONS[what], content_type="application/json"
    )
    assert answer.status_code == 403
    assert "reload" in answer.json()["error"]
    assert browser.state(game_id)["version"] == 0


@pytest.mark.parametrize("path", ["/new/spry", "/open", "/game/{}/delete"])
def test_forms_of_another_site_are_refused(browser: Browser, path: str) -> None:
    game_id = browser.begin("spry")
    answer = browser.client.post(path.format(game_id), {"opponent": "friend", "size": "3"})
    assert answer.status_code == 403
    assert SavedGame.objects.count() == 1


def test_reading_needs_get_and_acting_needs_post(browser: Browser) -> None:
    game_id = browser.begin("spry")
    for what in ACTIONS:
        assert browser.client.get(f"/api/games/{game_id}/{what}").status_code == 405
    assert browser.client.get(f"/game/{game_id}/delete").status_code == 405
    answer = Client().post(f"/api/games/{game_id}", "{}", content_type="application/json")
    assert answer.status_code == 405


def test_ids_are_long_enough_not_to_be_guessed() -> None:
    ids = {new_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(len(one) == ID_LENGTH for one in ids)


# --- two browsers in one game ---------------------------------------------------------------------


@pytest.fixture
def shared(browser: Browser, other_browser: Browser) -> str:
    """A game in which the browsers play for person 0 and person 1, and person 1 is to act."""
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    seat = SavedGame.objects.get(pk=other_browser.begin("byg")).second_seat
    SavedGame.objects.filter(pk=game_id).update(second_seat=seat)
    return game_id


def saved_as(game_id: str) -> SavedGame:
    return SavedGame.objects.get(pk=game_id)


def test_each_browser_acts_for_its_own_person(
    browser: Browser, other_browser: Browser, shared: str
) -> None:
    assert [one.state(shared)["mine"] for one in (browser, other_browser)] == [False, True]
    assert other_browser.play(shared, "b2")["mine"] is False
    assert browser.state(shared)["mine"]
    assert browser.play(shared, "c3")["turn"] == 3


@pytest.mark.parametrize("what", ["play", "preview"])
def test_no_browser_acts_while_the_other_is_to_act(
    browser: Browser, shared: str, what: str
) -> None:
    before = saved_as(shared)
    assert browser.state(shared)["legal"] == []
    answer = browser.act(shared, what, actions=["b2"])
    assert answer.status_code == 409
    assert answer.json() == {"error": "It is the other player's turn; wait for it."}
    assert (saved_as(shared).record, saved_as(shared).version) == (before.record, before.version)


def test_who_resigns_gives_up_for_its_own_person(browser: Browser, shared: str) -> None:
    assert browser.act(shared, "resign").json()["winner"] == 1


def test_what_concerns_both_is_done_by_neither_alone(
    browser: Browser, other_browser: Browser, shared: str
) -> None:
    for one in (browser, other_browser):
        assert one.state(shared)["can_take_back"] is False
        answer = one.act(shared, "rematch")
        assert answer.status_code == 403
        assert "Somebody else plays in this game too" in answer.json()["error"]
    assert browser.act(shared, "take-back").json()["offers"]["take_back"] == 0  # only asked for
    assert saved_as(shared).num_turns == 1
    assert SavedGame.objects.count() == 2


def test_neither_deletes_the_game_of_both(
    browser: Browser, other_browser: Browser, shared: str
) -> None:
    for one in (browser, other_browser):
        sent = {"csrfmiddlewaretoken": one.token()}
        assert one.client.post(f"/game/{shared}/delete", sent).status_code == 403
        assert shared in one.client.get("/").content.decode()
    assert saved_as(shared).num_turns == 1


@pytest.mark.parametrize("what", ["analysis", "variation"])
def test_nobody_is_helped_between_two_browsers(
    browser: Browser, other_browser: Browser, shared: str, what: str
) -> None:
    for one in (browser, other_browser):
        assert one.state(shared)["may_analyse"] is False
        answer = one.act(shared, what, turn=1, page="p1", turns=["b2"])
        assert answer.status_code == 403


# --- the computer's seat --------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["first", "second"])
def test_the_computer_has_no_token_and_nobody_gets_its_seat_without_one(
    browser: Browser, other_browser: Browser, side: str
) -> None:
    game_id = browser.begin("kitaran", opponent="2", side=side)
    saved = saved_as(game_id)
    seats = (saved.first_seat, saved.second_seat)
    assert saved.computer is not None
    assert seats[saved.computer] is None
    assert seats[1 - saved.computer] is not None
    for what, body in ACTIONS.items():
        assert other_browser.send(game_id, what, body).status_code == 403
    for what in ("analysis", "variation"):
        answer = other_browser.act(game_id, what, turn=0, page="p1", turns=["b2"])
        assert answer.status_code == 403
    assert saved_as(game_id).version == saved.version


def test_friends_at_one_screen_have_the_same_token(browser: Browser) -> None:
    saved = saved_as(browser.begin("kitaran"))
    assert saved.first_seat == saved.second_seat
    assert saved.first_seat is not None
