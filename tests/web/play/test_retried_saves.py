"""What the engine found is not lost when the disk refuses it."""

import sqlite3
import threading
import time

import pytest
from django.db import OperationalError

from skerry.web.play import computer
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job
from skerry.web.thinking.turns import ComputerTurns, RetriedSaves
from tests.web.conftest import Browser, share_with
from tests.web.thinking.test_engine import answer_to

PATIENCE = 60.0
FULL = OperationalError("database or disk is full")


def answer(subject: str, version: int = 0) -> Answer:
    return Answer(Job("turn", subject, version, {}, lambda answer: None), {"turn": "a1"})


class Disk:
    """Takes answers when it has room."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.saved: list[Answer] = []
        self.tried = threading.Semaphore(0)

    def save(self, answer: Answer) -> None:
        self.tried.release()
        if self.error is not None:
            raise self.error
        self.saved.append(answer)

    def wait_for_tries(self, count: int) -> None:
        for _ in range(count):
            assert self.tried.acquire(timeout=PATIENCE)


def test_what_was_refused_is_saved_once_there_is_room() -> None:
    disk = Disk(FULL)
    retries = RetriedSaves(disk.save, pause=0.01)
    one, other = answer("a"), answer("b")
    retries.save(one)
    retries.save(other)
    disk.wait_for_tries(6)
    assert retries.holds("turn", "a")
    assert not retries.holds("turn", "c")
    disk.error = None
    deadline = time.monotonic() + PATIENCE
    while retries.holds("turn", "a") or retries.holds("turn", "b"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert disk.saved == [one, other]
    retries.save(one)
    assert disk.saved == [one, other, one]


def test_a_later_answer_takes_the_place_of_an_earlier_one() -> None:
    disk = Disk(FULL)
    retries = RetriedSaves(disk.save, pause=0.05)
    retries.save(answer("a", 1))
    retries.save(answer("a", 2))
    disk.error = None
    deadline = time.monotonic() + PATIENCE
    while retries.holds("turn", "a"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert [one.job.version for one in disk.saved] == [2]


def test_what_can_never_be_used_is_dropped() -> None:
    disk = Disk(FULL)
    retries = RetriedSaves(disk.save, pause=0.01)
    retries.save(answer("a"))
    disk.error = ValueError("no such turn")
    deadline = time.monotonic() + PATIENCE
    while retries.holds("turn", "a"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert disk.saved == []


def test_the_page_says_why_the_computers_turn_does_not_come(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine()
    turns = ComputerTurns(engine, computer.take_answer, pause=3600)
    share_with(engine, turns)
    game_id = browser.begin("kitaran", opponent="2", side="second")
    with monkeypatch.context() as full:
        full.setattr(computer, "save", refuse)
        turns.take(answer_to(game_id, 0, "b2"))
    state = browser.state(game_id)
    assert state["thinking"]
    assert "cannot be saved" in state["thinking_words"]
    assert "cannot be saved" in browser.state(game_id, "?known=0")["thinking_words"]
    turns.take(answer_to(game_id, 0, "b2"))
    assert SavedGame.objects.get(pk=game_id).num_turns == 1


def refuse(*_: object) -> None:
    raise FULL from sqlite3.OperationalError("database or disk is full")
