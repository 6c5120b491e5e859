"""The engine: its workers take over from each other, come back, and never answer too late."""

import os
import queue
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

import skerry
from skerry.record import GameRecord
from skerry.web.play import computer
from skerry.web.play.models import OVER, SavedGame
from skerry.web.thinking.engine import STAYS_SLOW, Commands, Engine
from skerry.web.thinking.jobs import MOST_ATTEMPTS, Answer, Job, Lane
from skerry.web.thinking.turns import TURN, ComputerTurns
from tests.web.conftest import Browser, share_with

GAME, OTHER = "kitaran", "spry"
PATIENCE = 600.0  # seconds; a worker may have to compile, on a busy machine


@dataclass
class Listener:
    """Collects what an engine says."""

    answers: "queue.Queue[Answer]" = field(default_factory=queue.Queue)

    def job(self, name: str = "kitaran", version: int = 0, level: str = "2") -> Job:
        """Find the first turn of a game."""
        record = GameRecord.begin(skerry.game(name, size=3)).to_json()
        job = self.order("turn", "thegame", version, record=record, level=level)
        return replace(job, game=name)

    def order(
        self, kind: str, subject: str, version: int, lane: Lane = Lane.SHORT, **order: object
    ) -> Job:
        return Job(kind, subject, version, order, self.answers.put, lane, game=GAME)

    def next(self) -> Answer:
        return self.answers.get(timeout=PATIENCE)


@pytest.fixture
def listener() -> Listener:
    return Listener()


StartEngine = Callable[[Commands], Engine]


@pytest.fixture
def start_engine() -> Iterator[StartEngine]:
    engines: list[Engine] = []

    def start(commands: Commands) -> Engine:
        engine = Engine(commands, pause=0.05, games=(OTHER, GAME))
        engines.append(engine)
        engine.start()
        return engine

    yield start
    for engine in engines:
        engine.stop()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


INTERPRETED = Commands(compiled=None)  # no worker but the one that is there at once


def program(code: str) -> tuple[str, ...]:
    """A worker of a test's own. It can `say` something, and goes through `messages`."""
    start = (
        "import json, os, pathlib, sys, time\n"
        "def say(**message): print(json.dumps(message), flush=True)\n"
        "messages = map(json.loads, sys.stdin)\n"
    )
    return (sys.executable, "-c", start + code)


def answering(name: str) -> tuple[str, ...]:
    """Answers each job at once, by name; an analysis never ends."""
    return program(
        "say(ready=True)\n"
        "for m in messages:\n"
        "    if 'load' in m: say(loaded=m['load'])\n"
        "    if 'job' in m: say(job=m['job'], last=m['lane'] != 'analysis', by='" + name + "')\n"
    )


COMPILING = program("say(ready=True)\nfor m in messages: say(compiled=m['compile'])")
IDLE = program("say(ready=True)\nfor m in messages: pass\n")


def test_a_job_given_before_the_start_is_answered(listener: Listener) -> None:
    engine = Engine()
    engine.submit(listener.job())
    assert engine.phase() == "stopped"
    engine.start()
    try:
        answer = listener.next()
        assert (answer.job.key, answer.is_last, answer.error) == ("turn:thegame:0", True, None)
        start = skerry.game("kitaran", size=3).start()
        assert start.play_turn(str(answer.content["turn"])).turn == 1
        wait_until(lambda: engine.phase() == "ready")  # its own programs compile and take over
        engine.submit(listener.job("spry"))
        assert listener.next().content["turn"]
    finally:
        engine.stop()
    assert engine.phase() == "stopped"


def test_a_killed_worker_comes_back_and_answers(
    start_engine: StartEngine, listener: Listener
) -> None:
    engine = start_engine(INTERPRETED)
    wait_until(lambda: engine.process_id is not None)
    first = engine.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: engine.process_id not in (None, first))
    engine.submit(listener.job("spry"))
    assert listener.next().content["turn"]


def test_stopping_ends_the_workers(start_engine: StartEngine) -> None:
    engine = start_engine(Commands(IDLE, COMPILING, IDLE))
    wait_until(lambda: len(engine._processes) == 2 and bool(engine._compiled))
    process_ids = [worker.process_id or 0 for worker in engine._processes]
    engine.stop()
    for process_id in process_ids:
        with pytest.raises(ProcessLookupError):
            os.kill(process_id, 0)


def test_the_compiled_worker_takes_over_between_two_jobs(
    start_engine: StartEngine, listener: Listener, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    slow = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        "    if 'job' in m and m['lane'] == 'analysis': say(job=m['job'], last=False, by='slow')\n"
        f"    if m.get('job', '').startswith('turn'):\n"
        f"        while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.02)\n"
        "        say(job=m['job'], last=True, by='slow')\n"
    )
    compiling = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        f"    while not pathlib.Path({str(go)!r} + '-' + m['compile']).exists(): time.sleep(0.02)\n"
        "    say(compiled=m['compile'])\n"
    )
    engine = start_engine(Commands(slow, compiling, answering("quick")))
    engine.submit(listener.order("view", "v", 1, Lane.ANALYSIS))
    assert listener.next().content == {"by": "slow"}
    engine.submit(listener.order("turn", "a", 1, Lane.LONG))
    assert engine.phase() == "warming up"
    (tmp_path / f"go-{GAME}").touch()
    # The analysis goes on in the compiled worker, which is asked for all that is new.
    answer = listener.next()
    assert (answer.job.kind, answer.content) == ("view", {"by": "quick"})
    assert (engine.phase(GAME), engine.phase(OTHER)) == ("ready", "warming up")
    assert engine.compiled_games == [GAME]
    engine.submit(listener.order("turn", "b", 1))
    assert listener.next().content == {"by": "quick"}
    # Another game is asked of the interpreted worker until it is compiled as well.
    engine.submit(replace(listener.order("turn", "c", 1), game=OTHER))
    (tmp_path / f"go-{OTHER}").touch()
    wait_until(lambda: engine.phase() == "ready")
    # The turns that were begun are found where they were begun; then that worker ends.
    wait_until(lambda: len(engine._processes) == 2)
    go.touch()
    answer = listener.next()
    assert (answer.job.subject, answer.content) == ("a", {"by": "slow"})
    assert listener.next().content == {"by": "slow"}
    wait_until(lambda: len(engine._processes) == 1)


def test_what_plain_python_is_too_slow_for_waits_for_the_compiled_worker(
    start_engine: StartEngine, listener: Listener, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    compiling = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        f"    while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.02)\n"
        "    say(compiled=m['compile'])\n"
    )
    engine = start_engine(Commands(answering("slow"), compiling, answering("quick")))
    review = replace(listener.order("review", "r", 1, Lane.REVIEW), needs_compiled=True)
    engine.submit(review)
    engine.submit(listener.order("turn", "a", 1))
    answer = listener.next()
    assert (answer.job.kind, answer.content) == ("turn", {"by": "slow"})
    go.touch()
    answer = listener.next()
    assert (answer.job.kind, answer.content) == ("review", {"by": "quick"})


def test_without_a_compiled_worker_what_needs_one_is_refused(
    start_engine: StartEngine, listener: Listener
) -> None:
    review = replace(listener.order("review", "r", 1, Lane.REVIEW), needs_compiled=True)
    start_engine(INTERPRETED).submit(review)
    assert listener.next().error == STAYS_SLOW
    failing = program("say(ready=True)\nsys.exit(3)")
    start_engine(Commands(answering("slow"), failing, IDLE)).submit(review)
    assert listener.next().error == STAYS_SLOW  # it waited until the compiler was given up


def test_a_game_that_does_not_compile_holds_up_no_other(
    start_engine: StartEngine, listener: Listener
) -> None:
    failing = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        f"    if m['compile'] == {OTHER!r}: sys.exit(3)\n"
        "    say(compiled=m['compile'])\n"
    )
    engine = start_engine(Commands(answering("slow"), failing, answering("quick")))
    review = replace(listener.order("review", "r", 1, Lane.REVIEW), needs_compiled=True)
    engine.submit(replace(review, subject="s", game=OTHER))
    answer = listener.next()  # after some attempts
    assert (answer.job.game, answer.error) == (OTHER, STAYS_SLOW)
    wait_until(lambda: engine.phase(GAME) == "ready")
    assert (engine.phase(OTHER), engine.phase()) == ("slow", "slow")
    engine.submit(review)
    assert listener.next().content == {"by": "quick"}
    engine.submit(replace(review, subject="s", game=OTHER))
    assert listener.next().error == STAYS_SLOW


def test_one_that_is_played_all_the_time_holds_up_no_other_either(
    start_engine: StartEngine, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        f"    if m['compile'] == {OTHER!r}: sys.exit(3)\n"
        "    say(compiled=m['compile'])\n"
    )
    compile_next = Engine._compile

    def play_and_compile(engine: Engine) -> bool:
        engine.submit(replace(listener.order("turn", "a", 1), game=OTHER))
        return compile_next(engine)

    monkeypatch.setattr(Engine, "_compile", play_and_compile)
    engine = start_engine(Commands(answering("slow"), failing, answering("quick")))
    wait_until(lambda: engine.phase(OTHER) == "slow")
    wait_until(lambda: engine.phase(GAME) == "ready")


def test_without_a_compiled_worker_the_interpreted_one_is_back_at_once(
    start_engine: StartEngine, listener: Listener
) -> None:
    engine = start_engine(Commands(answering("slow"), COMPILING, answering("quick")))
    wait_until(lambda: engine.phase() == "ready")
    process_id = engine.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)
    wait_until(lambda: engine.process_id not in (None, process_id))
    engine.submit(listener.order("turn", "a", 1))
    assert listener.next().content["by"] in ("slow", "quick")
    wait_until(lambda: engine.phase() == "ready")


@pytest.mark.parametrize(
    ("compiler", "compiled", "sentence"),
    [
        (program("sys.exit(3)"), IDLE, "Compiling failed (code 3)"),
        (program("os.kill(os.getpid(), 9)"), IDLE, "Compiling failed (code -9)"),
        (COMPILING, program("sys.exit(1)"), f"stays at work for {OTHER}, {GAME}"),
        (("/nowhere/python",), IDLE, "The engine cannot start a worker"),
    ],
)
def test_where_compiling_fails_the_interpreted_worker_stays(
    start_engine: StartEngine,
    listener: Listener,
    caplog: pytest.LogCaptureFixture,
    compiler: tuple[str, ...],
    compiled: tuple[str, ...],
    sentence: str,
) -> None:
    engine = start_engine(Commands(answering("slow"), compiler, compiled))
    wait_until(lambda: any(sentence in record.getMessage() for record in caplog.records))
    wait_until(lambda: engine.phase() == "slow")
    engine.submit(listener.order("turn", "a", 1))
    assert listener.next().content == {"by": "slow"}


def test_a_compiler_that_was_killed_is_started_again(
    start_engine: StartEngine, tmp_path: Path
) -> None:
    fails_once = program(
        f"path = pathlib.Path({str(tmp_path / 'tried')!r})\n"
        "if not path.exists():\n"
        "    path.touch()\n"
        "    os.kill(os.getpid(), 9)\n"
        "say(ready=True)\n"
        "for m in messages: say(compiled=m['compile'])\n"
    )
    engine = start_engine(Commands(answering("slow"), fails_once, answering("quick")))
    wait_until(lambda: engine.phase() == "ready")
    assert (tmp_path / "tried").exists()


def test_a_cancelled_or_replaced_job_is_not_answered(
    start_engine: StartEngine, listener: Listener
) -> None:
    # It answers every job it was given, cancelled or not, once it is told to go on.
    stubborn = program(
        "say(ready=True)\n"
        "jobs = []\n"
        "for m in messages:\n"
        "    if 'job' in m: jobs.append(m['job'])\n"
        "    if m.get('level') == 'last':\n"
        "        for job in jobs: say(job=job, last=True)\n"
    )
    engine = start_engine(Commands(stubborn, compiled=None))
    view = Lane.ANALYSIS
    engine.submit(listener.order("view", "thegame", 1, view))
    engine.submit(listener.order("view", "thegame", 2, view))
    engine.submit(listener.order("view", "other", 5, view))
    engine.cancel("view", "other")
    engine.submit(listener.order("curve", "thegame", 6, view))  # another kind, another job
    engine.submit(listener.order("view", "third", 7, view, level="last"))
    keys = [listener.next().job.key for _ in range(3)]
    assert keys == ["view:thegame:2", "curve:thegame:6", "view:third:7"]
    time.sleep(0.1)
    assert listener.answers.empty()


def test_a_job_that_kills_every_worker_is_given_up(
    start_engine: StartEngine, listener: Listener
) -> None:
    engine = start_engine(Commands(program("say(ready=True)\nnext(messages)"), compiled=None))
    engine.submit(listener.job(version=4))
    answer = listener.next()
    assert answer.content == {}
    assert answer.job.version == 4
    assert f"stopped {MOST_ATTEMPTS} times" in str(answer.error)


def test_noise_from_a_worker_is_passed_over(start_engine: StartEngine, listener: Listener) -> None:
    noisy = program("print('noise', flush=True)\nprint('[1]', flush=True)")
    engine = start_engine(
        Commands((*noisy[:2], noisy[2] + "\n" + answering("it")[2]), compiled=None)
    )
    engine.submit(listener.order("turn", "a", 1))
    assert listener.next().content == {"by": "it"}


def test_a_long_turn_does_not_keep_short_ones_waiting(
    start_engine: StartEngine, listener: Listener
) -> None:
    never = program(
        "say(ready=True)\n"
        "for m in messages:\n"
        "    if m.get('lane') == 'short': say(job=m['job'], last=True)\n"
    )
    engine = start_engine(Commands(never, compiled=None))
    for number in range(8):
        engine.submit(listener.order("turn", f"long{number}", 1, Lane.LONG))
    engine.submit(listener.order("turn", "short", 1))
    assert listener.next().job.subject == "short"


@pytest.fixture
def computer_game(browser: Browser) -> str:
    """A game in which the computer, moving second, is to answer a1."""
    game_id = browser.begin("kitaran", opponent="2", side="first")
    state = browser.play(game_id, "a1")
    assert state["thinking"]
    return game_id


def answer_to(game_id: str, version: int, turn: str) -> Answer:
    return Answer(Job(TURN, game_id, version, {}, computer.take_answer), {"turn": turn})


def test_an_answer_is_played(browser: Browser, computer_game: str) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    computer.take_answer(answer_to(computer_game, saved.version, "b2"))
    state = browser.state(computer_game)
    assert state["turn"] == 2
    assert state["mine"]
    assert state["last_turn"] == "White placed b2"


@pytest.mark.parametrize("level", ["8", "9", "10"])
def test_a_level_that_is_not_at_full_strength_yet_says_so(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    game_id = browser.begin("kitaran", opponent=level, side="second")
    is_told = "not at its full strength" in browser.state(game_id)["thinking_words"]
    assert is_told == (level != "8")
    monkeypatch.setattr(Engine, "phase", lambda engine, game: "ready")
    assert browser.state(game_id)["thinking_words"] == "The computer is thinking…"


@pytest.mark.parametrize("change", ["take-back", "resign"])
def test_an_answer_that_comes_too_late_is_dropped(
    browser: Browser, computer_game: str, change: str
) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    browser.act(computer_game, change)
    before = browser.state(computer_game)
    computer.take_answer(answer_to(computer_game, saved.version, "b2"))
    assert browser.state(computer_game)["version"] == before["version"]


def test_an_answer_to_a_deleted_game_is_dropped(browser: Browser, computer_game: str) -> None:
    SavedGame.objects.all().delete()
    computer.take_answer(answer_to(computer_game, 1, "b2"))
    assert SavedGame.objects.count() == 0


def test_the_human_cannot_play_for_the_computer(browser: Browser, computer_game: str) -> None:
    answer = browser.act(computer_game, "play", actions=["b2"])
    assert answer.status_code == 409
    assert "computer's turn" in answer.json()["error"]


def test_taking_back_takes_the_answer_too(browser: Browser, computer_game: str) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    computer.take_answer(answer_to(computer_game, saved.version, "b2"))
    state = browser.act(computer_game, "take-back").json()
    assert state["turn"] == 0
    assert state["mine"]


def test_the_computers_first_turn_cannot_be_taken_back(browser: Browser) -> None:
    game_id = browser.begin("kitaran", opponent="2", side="second")
    computer.take_answer(answer_to(game_id, 0, "b2"))
    assert not browser.state(game_id)["can_take_back"]
    assert browser.act(game_id, "take-back").status_code == 400


def test_resigning_against_the_computer_loses(browser: Browser, computer_game: str) -> None:
    state = browser.act(computer_game, "resign").json()
    assert state["winner"] == 1
    assert SavedGame.objects.get(pk=computer_game).status == OVER


def test_an_engine_that_gave_up_says_so_and_is_asked_again(
    browser: Browser, computer_game: str
) -> None:
    saved = SavedGame.objects.get(pk=computer_game)
    failed = replace(answer_to(computer_game, saved.version, ""), error="The engine stopped.")
    computer.take_answer(failed)
    state = browser.state(computer_game)
    assert state["trouble"] == "The engine stopped."
    assert not state["thinking"]
    assert browser.send(computer_game, "retry", {}).json()["thinking"]


def test_turns_that_are_owed_are_asked_for_after_a_restart(
    computer_game: str, listener: Listener
) -> None:
    fresh = Engine(INTERPRETED)
    share_with(fresh, ComputerTurns(fresh, listener.answers.put))
    assert computer.resume_all() == 1
    fresh.start()
    try:
        answer = listener.next()
    finally:
        fresh.stop()
    computer.take_answer(answer)
    assert SavedGame.objects.get(pk=computer_game).num_turns == 2
