"""The JSON endpoints: composing, playing, taking back, replay."""

import random

import pytest

from skerry.games.catalogue import GAMES
from skerry.record import GameRecord
from skerry.web.models import SavedGame

from .conftest import Browser

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
            body = {"turn": state["turn"], "actions": actions}
            answer = browser.send(game_id, "preview", body)
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
    after = browser.send(game_id, "play", {"turn": state["turn"], "actions": ["a1"]})
    assert after.status_code == 409
    assert "over" in after.json()["error"]


def test_preview_changes_nothing(browser: Browser) -> None:
    game_id = browser.begin("spry")
    before = SavedGame.objects.get(pk=game_id)
    answer = browser.send(game_id, "preview", {"turn": 0, "actions": ["a1", "b2"]}).json()
    assert answer["bar"] == "Ring 2 · 2 of up to 2 placed" or "complete" in answer["bar"]
    after = SavedGame.objects.get(pk=game_id)
    assert (after.record, after.version) == (before.record, before.version)


def test_stones_are_taken_back_in_any_order(browser: Browser) -> None:
    game_id = browser.begin("spry")
    body = {"turn": 0, "actions": ["a1", "a2"], "without": "a1"}
    answer = browser.send(game_id, "preview", body).json()
    assert [one["text"] for one in answer["actions"]] == ["a2"]
    assert answer["bar"] == "Ring 3 · 1 of up to 3 placed"


def test_taking_back_a_light_tower_takes_what_needed_it(browser: Browser) -> None:
    game_id = browser.begin("syrtis")
    actions: list[str] = []
    composed = browser.state(game_id)
    while not composed["complete"]:
        actions.append(composed["legal"][0]["text"])
        composed = browser.send(game_id, "preview", {"turn": 0, "actions": actions}).json()
    towers = [text for text in actions if text[0] in "LD"]
    body = {"turn": 0, "actions": actions, "without": towers[0]}
    left = [one["text"] for one in browser.send(game_id, "preview", body).json()["actions"]]
    assert [text for text in left if text[0] in "LD"] == [towers[1]]


def test_the_order_of_stones_is_free(browser: Browser) -> None:
    game_id = browser.begin("sytran", size="6")
    state = browser.play(game_id, "c1,b2,a1")
    assert state["turns"][0]["text"] == "a1 b2 c1"


@pytest.mark.parametrize(
    ("name", "before", "actions", "cell", "rule"),
    [
        ("spry", [], ["c3"], "a1", "C-2"),
        ("spry", [], ["b2"], "c3", "SPRY-2"),
        ("sytran", [], ["a1"], "c3", "SYT-"),
        ("byg", ["a1", "e3", "d1", "c5", "e1"], ["b1"], "b2", "BYG-"),
        ("kitaran", ["a1", "c3"], [], "a1", "KIT-1"),
    ],
)
def test_pointing_at_a_closed_cell_names_the_rule(
    browser: Browser, name: str, before: list[str], actions: list[str], cell: str, rule: str
) -> None:
    game_id = browser.begin(name)
    turn = browser.play(game_id, *before)["turn"]
    body = {"turn": turn, "actions": actions, "at": cell}
    answer = browser.send(game_id, "preview", body)
    assert answer.status_code == 400
    assert rule in answer.json()["error"]


def test_a_stale_turn_is_refused_and_nothing_changes(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    for what in ("play", "preview"):
        answer = browser.send(game_id, what, {"turn": 0, "actions": ["b2"]})
        assert answer.status_code == 409
        assert "gone on" in answer.json()["error"]
    for what in ("take-back", "resign"):
        assert browser.send(game_id, what, {"turn": 0}).status_code == 409
    assert browser.state(game_id)["turn"] == 1


def test_take_back_resign_rematch(browser: Browser) -> None:
    game_id = browser.begin("kitaran", name="Ada", other_name="Grace")
    browser.play(game_id, "a1", "b2")
    state = browser.send(game_id, "take-back", {"turn": 2}).json()
    assert state["turn"] == 1
    state = browser.send(game_id, "resign", {"turn": 1}).json()
    assert state["over"]
    assert state["heading"] == "Black wins by resignation"
    again = browser.send(game_id, "rematch", {})
    assert again.status_code == 201
    rematch = browser.state(again.json()["url"].rsplit("/", 1)[1])
    assert [person["name"] for person in rematch["persons"]] == ["Grace", "Ada"]
    state = browser.send(game_id, "take-back", {"turn": 1}).json()
    assert not state["over"]


def test_nothing_to_take_back_is_said(browser: Browser) -> None:
    answer = browser.send(browser.begin("byg"), "take-back", {"turn": 0})
    assert answer.status_code == 400
    assert "no turn" in answer.json()["error"]


def test_swap_is_offered_and_exchanges_the_persons(browser: Browser) -> None:
    game_id = browser.begin("spry", swap="on")
    state = browser.play(game_id, "a1")
    assert {"text": "swap", "kind": "word", "cells": [], "source": None} in state["legal"]
    state = browser.play(game_id, "swap")
    assert [person["colour"] for person in state["persons"]] == [2, 1]
    assert state["to_act"] == 0


def test_scores_are_live_while_a_turn_is_composed(browser: Browser) -> None:
    game_id = browser.begin("sytran")
    answer = browser.send(game_id, "preview", {"turn": 0, "actions": ["a1"]}).json()
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
