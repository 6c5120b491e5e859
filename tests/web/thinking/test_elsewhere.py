"""Several compiled workers: who of them is given a job, and what becomes of those of a dead one."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from skerry.web.thinking.engine import Commands, Engine
from skerry.web.thinking.jobs import Lane
from skerry.web.thinking.worker_process import WorkerProcess
from tests.web.thinking.test_engine import (
    GAME,
    IDLE,
    OTHER,
    Listener,
    answering,
    listener,
    program,
    wait_until,
)

__all__ = ["listener"]  # the fixture

StartPool = Callable[..., Engine]


def first_says(name: str) -> tuple[str, ...]:
    """A worker that answers a job with its name, but never the last word."""
    return program(
        "say(ready=True)\n"
        "for m in messages:\n"
        "    if 'load' in m: say(loaded=m['load'])\n"
        f"    if 'job' in m: say(job=m['job'], last=False, by='{name}')\n"
    )


@pytest.fixture
def start_pool() -> Iterator[StartPool]:
    engines: list[Engine] = []

    def start(*workers: tuple[str, ...]) -> Engine:
        starts = [partial(WorkerProcess, command) for command in workers]
        engine = Engine(Commands(IDLE), 0.05, (OTHER, GAME), starts)
        engines.append(engine)
        engine.start()
        wait_until(lambda: len(engine._compiled) == len(workers))
        wait_until(lambda: all(len(games) == 2 for games in engine._compiled.values()))
        return engine

    yield start
    for engine in engines:
        engine.stop()


def test_jobs_go_to_who_has_the_fewest(start_pool: StartPool, listener: Listener) -> None:
    engine = start_pool(first_says("one"), first_says("two"))
    assert (engine.phase(), engine.num_workers) == ("ready", 2)
    for number in range(4):
        engine.submit(listener.order("view", str(number), 1, Lane.ANALYSIS))
    said = sorted(str(listener.next().content["by"]) for _ in range(4))
    assert said == ["one", "one", "two", "two"]


def test_each_has_room_of_its_own(start_pool: StartPool, listener: Listener) -> None:
    engine = start_pool(first_says("one"), first_says("two"))
    for number in range(3):
        engine.submit(listener.order("review", str(number), 1, Lane.REVIEW))
    assert {str(listener.next().content["by"]) for _ in range(2)} == {"one", "two"}
    assert engine.num_waiting == 1


def test_who_had_a_game_before_gets_its_next_turn(
    start_pool: StartPool, listener: Listener
) -> None:
    engine = start_pool(answering("one"), answering("two"))
    engine.submit(listener.order("view", "busy", 1, Lane.ANALYSIS))
    busy = listener.next().content["by"]
    engine.submit(listener.order("turn", "g", 1))
    first = listener.next().content["by"]
    assert first != busy
    for subject in ("x", "y"):  # now the other one has fewer
        engine.submit(listener.order("view", subject, 1, Lane.ANALYSIS))
        listener.next()
    engine.cancel("view", "busy")
    engine.submit(listener.order("turn", "g", 2))
    assert listener.next().content["by"] == first


def test_the_jobs_of_a_dead_one_go_to_another(start_pool: StartPool, listener: Listener) -> None:
    engine = start_pool(first_says("one"), first_says("two"))
    engine.submit(listener.order("view", "v", 1, Lane.ANALYSIS))
    first = listener.next().content["by"]
    _, worker = engine._under_way["view:v"]
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    assert listener.next().content["by"] != first
    wait_until(lambda: len(engine._compiled) == 2)  # and it comes back


def test_people_take_turns_whichever_worker_is_free(
    start_pool: StartPool, listener: Listener
) -> None:
    """One asks for a hundred things, another for one: that is not the last to be begun."""
    engine = start_pool(IDLE_BUT_LOADED, IDLE_BUT_LOADED)
    order = partial(listener.order, lane=Lane.REVIEW)
    for number in range(100):
        engine.submit(replace(order("review", f"a{number}", 1), owner="ada"))
    engine.submit(replace(order("review", "b", 1), owner="bob"))
    for job, _ in list(engine._under_way.values()):
        engine.cancel(job.kind, job.subject)
    assert "review:b" in engine._under_way


IDLE_BUT_LOADED = program(
    "say(ready=True)\nfor m in messages:\n    if 'load' in m: say(loaded=m['load'])\n"
)
