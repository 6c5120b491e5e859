"""The engine: thinks in its own process, comes back when it dies, never answers too late."""

import os
import queue
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest

import skerry
from skerry.record import GameRecord
from skerry.web import readiness, table
from skerry.web.engine import MOST_ATTEMPTS, Answer, Engine, Job
from skerry.web.models import OVER, SavedGame

from .conftest import Browser

PATIENCE = 120.0  # seconds; a worker may have to compile


@dataclass
class Listener:
    """Collects what an engine says."""

    answers: "queue.Queue[Answer]" = field(default_factory=queue.Queue)
    ready: "queue.Queue[bool]" = field(default_factory=queue.Queue)

    def engine(self, *command: str) -> Engine:
        if command:
            return Engine(lambda: self.ready.put(True), command, pause=0.05)
        return Engine(lambda: self.ready.put(True))

    def job(self, name: str = "kitaran", version: int = 0, level: str = "2") -> Job:
        """Find the first turn of a game."""
        record = GameRecord.begin(skerry.game(name, size=3)).to_json()
        return self.order("turn", "thegame", version, record=record, level=level)

    def order(self, kind: str, subject: str, version: int, **order: object) -> Job:
        return Job(kind, subject, version, order, self.answers.put)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def engine(listener: Listener) -> Iterator[Engine]:
    engine = listener.engine()
    yield engine
    engine.stop()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def test_a_job_given_before_the_start_is_answered(engine: Engine, listener: Listener) -> None:
    engine.submit(listener.job())
    assert engine.status().phase == "stopped"
    engine.start()
    answer = listener.answers.get(timeout=PATIENCE)
    assert (answer.job.key, answer.is_last, answer.error) == ("turn:thegame:0", True, None)
    start = skerry.game("kitaran", size=3).start()
    assert start.play_turn(str(answer.said["turn"])).turn == 1
    listener.ready.get(timeout=PATIENCE)
    assert engine.status().phase == "ready"


def test_a_killed_worker_comes_back_and_answers(engine: Engine, listener: Listener) -> None:
    engine.start()
    listener.ready.get(timeout=PATIENCE)
    first = engine.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: engine.process_id not in (None, first))
    engine.submit(listener.job("spry"))
    assert listener.answers.get(timeout=PATIENCE).said["turn"]


def test_stopping_ends_the_worker(engine: Engine, listener: Listener) -> None:
    engine.start()
    wait_until(lambda: engine.process_id is not None)
    process_id = engine.process_id
    assert process_id is not None
    engine.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


def test_a_cancelled_or_replaced_job_is_not_answered(listener: Listener) -> None:
    # It answers every job it was given, cancelled or not, once it is told to go on.
    stubborn = (
        "import json,sys\n"
        "jobs=[]\n"
        "for line in sys.stdin:\n"
        "    m=json.loads(line)\n"
        "    if 'job' in m: jobs.append(m['job'])\n"
        "    if m.get('level')=='last':\n"
        "        for j in jobs: print(json.dumps({'job': j, 'last': True}), flush=True)\n"
    )
    engine = listener.engine(sys.executable, "-c", stubborn)
    engine.start()
    try:
        engine.submit(listener.job(version=1))
        engine.submit(listener.job(version=2))
        engine.submit(listener.order("turn", "other", 5))
        engine.cancel("turn", "other")
        engine.submit(listener.order("view", "thegame", 6))  # another kind, another job
        engine.submit(listener.order("turn", "third", 7, level="last"))
        answers = [listener.answers.get(timeout=PATIENCE).job.key for _ in range(3)]
        assert answers == ["turn:thegame:2", "view:thegame:6", "turn:third:7"]
        time.sleep(0.1)
        assert listener.answers.empty()
    finally:
        engine.stop()


def test_a_job_that_kills_every_worker_is_given_up(listener: Listener) -> None:
    engine = listener.engine(sys.executable, "-c", "input()")
    engine.submit(listener.job(version=4))
    engine.start()
    try:
        answer = listener.answers.get(timeout=PATIENCE)
        assert answer.said == {}
        assert answer.job.version == 4
        assert f"stopped {MOST_ATTEMPTS} times" in str(answer.error)
    finally:
        engine.stop()


def test_noise_from_a_worker_is_passed_over(listener: Listener) -> None:
    noisy = "print('noise', flush=True); print('{\"ready\": true}', flush=True); input(); input()"
    engine = listener.engine(sys.executable, "-c", noisy)
    engine.start()
    try:
        assert listener.ready.get(timeout=PATIENCE)
    finally:
        engine.stop()


@pytest.fixture
def computer_game(browser: Browser) -> str:
    """A game in which the computer, moving second, is to answer a1."""
    game_id = browser.begin("kitaran", opponent="2", side="first")
    state = browser.play(game_id, "a1")
    assert state["thinking"]
    return game_id


def answer_to(game_id: str, version: int, turn: str) -> Answer:
    return Answer(Job(table.TURN, game_id, version, {}, table.take_answer), {"turn": turn})


def test_an_answer_is_played(browser: Browser, computer_game: str) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    table.take_answer(answer_to(computer_game, saved.version, "b2"))
    state = browser.state(computer_game)
    assert state["turn"] == 2
    assert state["mine"]
    assert state["said"] == "White placed b2"


@pytest.mark.parametrize("change", ["take-back", "resign"])
def test_an_answer_that_comes_too_late_is_dropped(
    browser: Browser, computer_game: str, change: str
) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    browser.send(computer_game, change, {"turn": 1})
    before = browser.state(computer_game)
    table.take_answer(answer_to(computer_game, saved.version, "b2"))
    assert browser.state(computer_game)["version"] == before["version"]


def test_an_answer_to_a_deleted_game_is_dropped(browser: Browser, computer_game: str) -> None:
    SavedGame.objects.all().delete()
    table.take_answer(answer_to(computer_game, 1, "b2"))
    assert SavedGame.objects.count() == 0


def test_the_human_cannot_play_for_the_computer(browser: Browser, computer_game: str) -> None:
    answer = browser.send(computer_game, "play", {"turn": 1, "actions": ["b2"]})
    assert answer.status_code == 409
    assert "computer's turn" in answer.json()["error"]


def test_taking_back_takes_the_answer_too(browser: Browser, computer_game: str) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    table.take_answer(answer_to(computer_game, saved.version, "b2"))
    state = browser.send(computer_game, "take-back", {"turn": 2}).json()
    assert state["turn"] == 0
    assert state["mine"]


def test_the_computers_first_turn_cannot_be_taken_back(browser: Browser) -> None:
    game_id = browser.begin("kitaran", opponent="2", side="second")
    table.take_answer(answer_to(game_id, 0, "b2"))
    assert not browser.state(game_id)["can_take_back"]
    assert browser.send(game_id, "take-back", {"turn": 1}).status_code == 400


def test_resigning_against_the_computer_loses(browser: Browser, computer_game: str) -> None:
    state = browser.send(computer_game, "resign", {"turn": 1}).json()
    assert state["winner"] == 1
    assert SavedGame.objects.get(pk=computer_game).status == OVER


def test_an_engine_that_gave_up_says_so_and_is_asked_again(
    browser: Browser, computer_game: str
) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    failed = replace(answer_to(computer_game, saved.version, ""), error="The engine stopped.")
    table.take_answer(failed)
    state = browser.state(computer_game)
    assert state["trouble"] == "The engine stopped."
    assert not state["thinking"]
    assert browser.send(computer_game, "retry", {}).json()["thinking"]


def test_turns_that_are_owed_are_asked_for_after_a_restart(
    computer_game: str, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, take_answer = listener.engine(), table.take_answer
    monkeypatch.setattr(table, "engine", fresh)
    monkeypatch.setattr(table, "take_answer", listener.answers.put)
    assert table.resume_all() == 1
    fresh.start()
    try:
        answer = listener.answers.get(timeout=PATIENCE)
    finally:
        fresh.stop()
    assert readiness.is_ready()
    take_answer(answer)
    assert SavedGame.objects.get(pk=computer_game).num_turns == 2
