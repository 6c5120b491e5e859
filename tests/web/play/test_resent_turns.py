"""Turns with an id of the sender's: sent again after a cut, they change nothing."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from skerry.sessions import Session
from skerry.web.base.errors import StaleError
from skerry.web.play import changes, deletion, helping
from skerry.web.play.models import RUNNING, PlayedTurn, SavedGame
from skerry.web.play.signals import game_changed
from tests.web.conftest import Browser
from tests.web.play.two_players import between, holder_of, row

pytestmark = pytest.mark.stores

ID = "0b6c7f0e-2f3c-4c1e-9a55-7c8f2b1d3e4f"


def test_a_turn_sent_again_is_answered_as_before_and_played_once(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    body = {"version": 0, "actions": ["a1"], "id": ID}
    first = browser.send(game_id, "play", body)
    again = browser.send(game_id, "play", body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert row(game_id).version == 1


def test_it_is_known_after_the_other_one_has_played(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser)
    body = {"version": row(game_id).version, "actions": ["a1"], "id": ID}
    browser.send(game_id, "play", body)
    other_browser.play(game_id, "b2")
    answer = browser.send(game_id, "play", body)
    assert answer.status_code == 200
    assert [turn["text"] for turn in answer.json()["turns"]] == ["a1", "b2"]
    assert row(game_id).num_turns == 2


def test_it_is_known_by_who_has_seen_the_game_since(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.send(game_id, "play", {"version": 0, "actions": ["a1"], "id": ID})
    again = {"version": 1, "actions": ["b2"], "id": ID}
    answer = browser.send(game_id, "play", again)
    assert answer.status_code == 200
    assert [turn["text"] for turn in answer.json()["turns"]] == ["a1"]
    assert row(game_id).num_turns == 1


def test_it_is_known_by_who_has_seen_that_the_other_one_is_to_act(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser)
    version = row(game_id).version
    for seen in (version, version + 1):
        body = {"version": seen, "actions": ["a1"], "id": ID}
        assert browser.send(game_id, "play", body).status_code == 200
    assert row(game_id).num_turns == 1


def test_without_an_id_or_with_another_one_it_is_stale(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.send(game_id, "play", {"version": 0, "actions": ["a1"], "id": ID})
    for other in ({}, {"id": "another"}):
        answer = browser.send(game_id, "play", {"version": 0, "actions": ["a1"], **other})
        assert answer.status_code == 409
    assert row(game_id).num_turns == 1


def test_an_id_of_the_other_ones_is_no_answer_and_blocks_nothing(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser)
    version = row(game_id).version
    browser.send(game_id, "play", {"version": version, "actions": ["a1"], "id": ID})
    body = {"version": version, "actions": ["b2"], "id": ID}
    assert other_browser.send(game_id, "play", body).status_code == 409
    answer = other_browser.send(game_id, "play", {**body, "version": version + 1})
    assert answer.json()["turn"] == 2
    stranger = Browser()
    holder_of(stranger)
    assert stranger.send(game_id, "play", body).status_code == 403


def test_a_turn_that_was_refused_leaves_its_id_free(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    body: dict[str, Any] = {"version": 0, "actions": ["z9"], "id": ID}
    assert browser.send(game_id, "play", body).status_code == 400
    assert PlayedTurn.objects.count() == 0
    assert browser.send(game_id, "play", body | {"actions": ["a1"]}).json()["turn"] == 1


@pytest.mark.parametrize("bad", ["x" * 37, "a b", "ä", 5, None, ["x"], "'; --", "\u202e"])
def test_what_is_no_id_is_refused(browser: Browser, bad: object) -> None:
    game_id = browser.begin("kitaran")
    answer = browser.send(game_id, "play", {"version": 0, "actions": ["a1"], "id": bad})
    assert answer.status_code == 400
    assert "'id' must be" in answer.json()["error"]
    assert row(game_id).num_turns == 0


def test_of_the_same_turn_sent_twice_at_the_same_time_one_is_played(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    first, second = row(game_id), row(game_id)
    holder = first.first_seat
    changes.play(first, holder, 0, ["a1"], client_id=ID)
    saved = changes.play(second, holder, 0, ["a1"], client_id=ID)
    assert (saved.version, row(game_id).num_turns) == (1, 1)


def test_a_turn_and_its_id_are_stored_together_or_not_at_all(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("kitaran")
    saved = row(game_id)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the power is cut")

    with monkeypatch.context() as cut:
        cut.setattr(PlayedTurn.objects, "create", fail)
        with pytest.raises(RuntimeError):
            changes.play(saved, saved.first_seat, 0, ["a1"], client_id=ID)
    assert row(game_id).num_turns == 0
    assert changes.play(row(game_id), saved.first_seat, 0, ["a1"], client_id=ID).num_turns == 1


@pytest.mark.parametrize("client_id", ["", ID])
def test_what_the_database_refuses_is_not_taken_for_a_turn_sent_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, client_id: str
) -> None:
    saved = row(browser.begin("kitaran"))

    def fail(*_: object) -> None:
        raise IntegrityError("of another table")

    monkeypatch.setattr(helping, "note", fail)
    with pytest.raises(IntegrityError, match="of another table"):
        changes.play(saved, saved.first_seat, 0, ["a1"], client_id=client_id)
    assert (row(saved.pk).version, row(saved.pk).num_turns) == (0, 0)
    assert not PlayedTurn.objects.exists()


def test_who_is_overtaken_again_and_again_hears_so(browser: Browser) -> None:
    saved = row(browser.begin("kitaran"))
    asked = []

    def decide(session: Session, now: float) -> Session:
        asked.append(row(saved.pk).version)
        SavedGame.objects.filter(pk=saved.pk).update(version=F("version") + 1)
        return session.resign(0)

    with pytest.raises(StaleError, match="has changed"):
        changes.change(saved, "resigned", decide)
    assert asked == list(range(changes.TRIES))
    assert (row(saved.pk).version, row(saved.pk).status) == (changes.TRIES, RUNNING)


def test_ids_are_forgotten_a_day_after_the_game(browser: Browser) -> None:
    kept, over = browser.begin("kitaran"), browser.begin("kitaran")
    for game_id in (kept, over):
        browser.send(game_id, "play", {"version": 0, "actions": ["a1"], "id": ID})
    browser.act(over, "resign")
    deletion.purge()
    assert PlayedTurn.objects.count() == 2
    long_ago = row(over).updated - deletion.RESEND_TIME * 1.1
    SavedGame.objects.update(updated=long_ago)
    deletion.purge()
    assert [played.game_id for played in PlayedTurn.objects.all()] == [kept]


# --- who listens ----------------------------------------------------------------------------------


class Listener:
    """What the signal has told, and whether it was stored by then."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int, str]] = []

    def __call__(self, *, game_id: str, version: int, what: str, **_: object) -> None:
        assert not connection.in_atomic_block
        assert SavedGame.objects.get(pk=game_id).version == version
        self.heard.append((game_id, version, what))


@pytest.mark.django_db(transaction=True)
def test_who_listens_hears_of_each_change_once_it_is_stored() -> None:
    browser, other, listener = Browser(), Browser(), Listener()
    holders = holder_of(browser), holder_of(other)
    game_changed.connect(listener)
    try:
        game_id = between(browser, other)
        browser.send(game_id, "play", {"version": 2, "actions": ["a1"], "id": ID})
        browser.send(game_id, "play", {"version": 2, "actions": ["a1"], "id": ID})  # heard once
        browser.act(game_id, "play", actions=["b2"])  # refused: nothing to hear
        other.act(game_id, "offer", kind="draw")
        browser.act(game_id, "answer", kind="draw", accepted=False)
        other.act(game_id, "abort")
    finally:
        game_changed.disconnect(listener)
    assert listener.heard == [
        (game_id, number, what)
        for number, what in enumerate(("begun", "turn", "offer", "answer", "aborted"), 2)
    ]
    assert holders[0] != holders[1]


@pytest.mark.django_db(transaction=True)
def test_who_listens_hears_nothing_of_what_was_rolled_back_and_spoils_nothing() -> None:
    browser, heard = Browser(), list[str]()
    saved = row(browser.begin("kitaran"))

    def fail(*, what: str, **_: object) -> None:
        heard.append(what)
        raise RuntimeError("a listener breaks down")

    game_changed.connect(fail)
    try:
        with transaction.atomic():
            changes.play(saved, saved.first_seat, 0, ["a1"])
            transaction.set_rollback(True)
        assert (heard, row(saved.pk).num_turns) == ([], 0)
        browser.play(saved.pk, "b2")
    finally:
        game_changed.disconnect(fail)
    assert (heard, row(saved.pk).num_turns) == (["turn"], 1)
