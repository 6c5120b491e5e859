"""The JSON endpoints: composing, playing, taking back, replay."""

import random
import re

import pytest

from skerry.games.catalogue import GAMES
from skerry.record import GameRecord
from skerry.web.base.errors import StaleError
from skerry.web.play import changes
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores

NAMES = [info.name for info in GAMES]


def play_at_random(browser: Browser, game_id: str, seed: int) -> dict[str, object]:
    """Play a game to its end, composing each turn action by action as the page does."""
    rng = random.Random(seed)
    state = browser.state(game_id)
    while not state["over"]:
        composed = state
        actions: list[str] = []
        while not composed["complete"]:
            if composed["may_end"] and rng.random() < 0.4:
                break
            actions.append(rng.choice(composed["legal"])["text"])
            answer = browser.act(game_id, "preview", actions=actions)
            assert answer.status_code == 200, answer.content
            composed = answer.json()
        state = browser.play(game_id, ",".join(actions))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_saved_and_replayed(browser: Browser, name: str) -> None:
    game_id = browser.begin(name)
    state = play_at_random(browser, game_id, seed=3)
    assert " wins " in str(state["heading"]) or "Drawn" in str(state["heading"])
    record = GameRecord.from_json(SavedGame.objects.get(pk=game_id).record)
    assert record.result is not None
    assert state["winner"] == record.result.winner
    for turn in range(len(record.turns) + 1):
        replayed = browser.state(game_id, f"?turn={turn}")
        assert replayed["viewed"] == turn
        assert not replayed["mine"]
    after = browser.act(game_id, "play", actions=["a1"])
    assert after.status_code == 409
    assert "over" in after.json()["error"]


def test_preview_changes_nothing(browser: Browser) -> None:
    game_id = browser.begin("spry")
    before = SavedGame.objects.get(pk=game_id)
    answer = browser.act(game_id, "preview", actions=["a1", "b2"]).json()
    assert (
        answer["bar"] == "2 placed, your innermost ring is 2: up to 0 more"
        or "complete" in answer["bar"]
    )
    after = SavedGame.objects.get(pk=game_id)
    assert (after.record, after.version) == (before.record, before.version)


def test_stones_are_taken_back_in_any_order(browser: Browser) -> None:
    game_id = browser.begin("spry")
    answer = browser.act(game_id, "preview", actions=["a1", "a2"], without="a1").json()
    assert [one["text"] for one in answer["actions"]] == ["a2"]
    assert answer["bar"] == "1 placed, your innermost ring is 3: up to 2 more"


def test_taking_back_a_light_tower_takes_what_needed_it(browser: Browser) -> None:
    game_id = browser.begin("syrtis")
    actions: list[str] = []
    composed = browser.state(game_id)
    while not composed["complete"]:
        actions.append(composed["legal"][0]["text"])
        composed = browser.act(game_id, "preview", actions=actions).json()
    towers = [text for text in actions if text[0] in "LD"]
    answer = browser.act(game_id, "preview", actions=actions, without=towers[0]).json()
    left = [one["text"] for one in answer["actions"]]
    assert [text for text in left if text[0] in "LD"] == [towers[1]]


def test_the_order_of_stones_is_free(browser: Browser) -> None:
    game_id = browser.begin("sytran", size="6")
    state = browser.play(game_id, "c1,b2,a1")
    assert state["turns"][0]["text"] == "a1 b2 c1"


@pytest.mark.parametrize(
    ("name", "before", "actions", "cell", "sentence"),
    [
        ("spry", [], ["c3"], "a1", "The turn is complete: end it, or take something of it back."),
        ("spry", [], ["b2"], "c3", "c3 is on ring 1, where a turn has only one stone"),
        ("sytran", [], ["a1"], "c3", "c3 has number "),
        (
            "byg",
            ["a1", "e3", "d1", "c5", "e1"],
            ["b1"],
            "b2",
            "A stone on b2 would join a group that has a new stone",
        ),
        ("kitaran", ["a1", "c3"], [], "a1", "a1 has no white stone beside it"),
    ],
)
def test_pointing_at_a_closed_cell_says_why_in_a_sentence_without_rule_numbers(
    browser: Browser, name: str, before: list[str], actions: list[str], cell: str, sentence: str
) -> None:
    game_id = browser.begin(name)
    browser.play(game_id, *before)
    answer = browser.act(game_id, "preview", actions=actions, at=cell)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(sentence)
    assert not re.search(r"[A-Z]-[0-9]", answer.json()["error"])


@pytest.mark.parametrize("name", NAMES)
def test_pointing_at_no_cell_is_refused(browser: Browser, name: str) -> None:
    answer = browser.act(browser.begin(name), "preview", actions=[], at="")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def replace_the_last_turn(browser: Browser, game_id: str, by: str) -> int:
    """What another window does meanwhile; returns the version that this one was shown."""
    seen = browser.state(game_id)["version"]
    browser.act(game_id, "take-back")
    browser.play(game_id, by)
    return int(seen)


@pytest.mark.parametrize("what", ["play", "preview", "take-back", "resign"])
def test_an_outdated_view_is_refused_though_the_number_of_turns_fits(
    browser: Browser, what: str
) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    seen = replace_the_last_turn(browser, game_id, by="b2")
    answer = browser.send(game_id, what, {"version": seen, "actions": ["c3"]})
    assert answer.status_code == 409
    assert "has changed" in answer.json()["error"]
    state = browser.state(game_id)
    assert [turn["text"] for turn in state["turns"]] == ["b2"]
    assert browser.send(game_id, "resign", {"version": state["version"]}).status_code == 200


def test_of_two_turns_at_the_same_time_one_is_played(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    first, second = (SavedGame.objects.get(pk=game_id) for _ in range(2))
    changes.play(first, first.first_seat, 0, ["a1"])
    with pytest.raises(StaleError, match="has changed"):
        changes.play(second, second.second_seat, 0, ["b2"])
    assert [turn["text"] for turn in browser.state(game_id)["turns"]] == ["a1"]


def test_take_back_resign_rematch(browser: Browser) -> None:
    game_id = browser.begin("kitaran", name="Ada", other_name="Grace")
    browser.play(game_id, "a1", "b2")
    state = browser.act(game_id, "take-back").json()
    assert state["turn"] == 1
    state = browser.act(game_id, "resign").json()
    assert state["over"]
    assert state["heading"] == "Black wins by resignation"
    for wanted, names in (({}, ["Ada", "Grace"]), ({"exchange": True}, ["Grace", "Ada"])):
        again = browser.send(game_id, "rematch", wanted)
        assert again.status_code == 201
        rematch = browser.state(again.json()["url"].rsplit("/", 1)[1])
        assert [person["name"] for person in rematch["persons"]] == names
    for bad in ({"exchange": 1}, {"level": "2"}, {"level": 2}):
        assert browser.send(game_id, "rematch", bad).status_code == 400


def test_a_resigned_game_stays_resigned(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1", "b2")
    assert browser.act(game_id, "resign").json()["can_take_back"] is False
    answer = browser.act(game_id, "take-back")
    assert answer.status_code == 409
    assert answer.json()["error"] == (
        "The game ended by resignation, so no turn of it can be taken back."
    )
    assert browser.state(game_id)["over"]


def test_the_last_turn_of_a_game_that_was_played_to_its_end_can_be_taken_back(
    browser: Browser,
) -> None:
    game_id = browser.begin("kitaran")
    assert play_at_random(browser, game_id, seed=5)["can_take_back"]
    assert not browser.act(game_id, "take-back").json()["over"]


def test_nothing_to_take_back_is_said(browser: Browser) -> None:
    answer = browser.act(browser.begin("byg"), "take-back")
    assert answer.status_code == 400
    assert "no turn" in answer.json()["error"]


def test_swap_is_offered_and_exchanges_the_persons(browser: Browser) -> None:
    game_id = browser.begin("spry", swap="on")
    state = browser.play(game_id, "a1")
    swap: dict[str, object] = {
        "text": "swap",
        "kind": "word",
        "cells": [],
        "source": None,
        "label": "Swap",
    }
    assert {**swap, "colour": 0} in state["legal"]
    state = browser.play(game_id, "swap")
    assert [person["colour"] for person in state["persons"]] == [2, 1]
    assert state["to_act"] == 0


def test_scores_are_live_while_a_turn_is_composed(browser: Browser) -> None:
    game_id = browser.begin("sytran", penalty="2")
    answer = browser.act(game_id, "preview", actions=["a1"]).json()
    assert answer["standings"][0]["lines"][0] == {
        "label": "Score",
        "value": "−1",
        "explains": False,
    }


def test_known_version_is_answered_shortly(browser: Browser) -> None:
    game_id = browser.begin("byg")
    version = browser.state(game_id)["version"]
    assert browser.state(game_id, f"?known={version}")["same"] is True
    assert browser.state(game_id, f"?known={version + 1}")["version"] == version


def test_records_go_out_and_come_back(browser: Browser, other_browser: Browser) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    game_id = browser.begin("kitaran", name="Ada")
    browser.play(game_id, "a1", "b2")
    text = browser.client.get(f"/game/{game_id}/record.json").content
    upload = SimpleUploadedFile("record.json", text)
    sent = {"record": upload, "csrfmiddlewaretoken": other_browser.token()}
    answer = other_browser.client.post("/open", sent)
    assert answer.status_code == 302
    copy = str(answer["Location"]).rsplit("/", 1)[1]
    assert copy != game_id
    assert other_browser.play(copy, "c3")["turn"] == 3
    assert browser.state(game_id)["turn"] == 2


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": "skerry-record", "version": 999}']
)
def test_a_broken_record_is_refused_with_a_sentence(browser: Browser, text: bytes) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    upload = SimpleUploadedFile("record.json", text)
    sent = {"record": upload, "csrfmiddlewaretoken": browser.token()}
    answer = browser.client.post("/open", sent)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert SavedGame.objects.count() == 0
