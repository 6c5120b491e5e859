"""The worker: turns come first, analyses stream and share what is left."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import skerry
from skerry import Analysis, GameRecord, Position
from skerry.web import worker as worker_module
from skerry.web.worker import Worker

PATIENCE = 20.0
START = skerry.game("kitaran", size=3).start()


@dataclass
class Said:
    """What a worker has written, line by line."""

    lines: "queue.Queue[dict[str, Any]]" = field(default_factory=queue.Queue)

    def write(self, text: str) -> None:
        if text.strip():
            self.lines.put(json.loads(text))

    def flush(self) -> None:
        """Nothing is held back."""

    def next(self) -> dict[str, Any]:
        return self.lines.get(timeout=PATIENCE)

    def next_of(self, job: str) -> dict[str, Any]:
        while (line := self.next())["job"] != job:
            pass
        return line


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def worker(said: Said) -> Worker:
    return Worker(said)  # type: ignore[arg-type]


def analyse(worker: Worker, job: str, seconds: float = 60.0, text: str = START.text) -> None:
    worker.take(json.dumps({"job": job, "position": text, "seconds": seconds}))


def find_turn(worker: Worker, job: str) -> None:
    record = GameRecord.begin(START.game).to_json()
    worker.take(json.dumps({"job": job, "record": record, "level": "2"}))


def cancel(worker: Worker, job: str) -> None:
    worker.take(json.dumps({"cancel": job}))


def steps(count: int, seconds: float = 0.02) -> Callable[..., Iterator[Any]]:
    """An analysis of so many steps."""

    def stream(position: Position, **budget: object) -> Iterator[Any]:
        for step in range(count):
            time.sleep(seconds)
            yield Analysis(position.text, 0, step, 0.0, 0.0, 0.5, None, (), None, None)

    return stream


def test_an_analysis_streams_until_its_time_is_over(worker: Worker, said: Said) -> None:
    analyse(worker, "view:a:1", seconds=0.7)
    heard = [said.next()]
    while not heard[-1]["last"]:
        heard.append(said.next())
    assert {line["job"] for line in heard} == {"view:a:1"}
    found = [line["analysis"] for line in heard[:-1]]
    assert len(found) >= 2
    assert found[-1]["playouts"] > found[0]["playouts"]
    assert found[-1]["position"] == START.text
    for turn in found[-1]["turns"]:
        assert START.play_turn(turn["text"]).turn == 1


def test_a_cancelled_analysis_says_nothing_more(worker: Worker, said: Said) -> None:
    analyse(worker, "view:a:1")
    said.next()
    cancel(worker, "view:a:1")
    time.sleep(0.6)
    while not said.lines.empty():
        said.lines.get()
    time.sleep(0.4)
    assert said.lines.empty()
    cancel(worker, "view:a:1")  # once more does no harm


def test_a_turn_is_found_first_and_analyses_wait(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "analyse_stream", steps(10_000))
    go_on = threading.Event()

    class Slow:
        def choose(self, position: Position, **_: object) -> tuple[int, ...]:
            assert go_on.wait(PATIENCE)
            return (position.legal_actions()[0],)

    monkeypatch.setattr(worker_module, "player", lambda level: Slow())
    for number in range(20):
        analyse(worker, f"view:{number}:1")
    said.next()
    find_turn(worker, "turn:g:1")
    time.sleep(0.3)  # the steps under way come to their end
    while not said.lines.empty():
        assert said.lines.get()["job"] != "turn:g:1"
    time.sleep(0.3)
    assert said.lines.empty()  # all analyses wait
    go_on.set()
    assert said.next_of("turn:g:1")["turn"] == "a1"
    assert said.next()["job"].startswith("view:")  # and go on
    for number in range(20):
        cancel(worker, f"view:{number}:1")


def test_a_turn_that_fails_lets_analyses_go_on(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def choose(self, position: Position, **_: object) -> tuple[int, ...]:
            raise RuntimeError("broken")

    monkeypatch.setattr(worker_module, "player", lambda level: Broken())
    find_turn(worker, "turn:g:1")
    answer = said.next()
    assert (answer["job"], answer["last"]) == ("turn:g:1", True)
    assert answer["error"] == "The engine failed here."
    analyse(worker, "view:a:1", seconds=0.1)
    assert said.next()["job"] == "view:a:1"


def test_analyses_share_the_time(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "analyse_stream", steps(200))
    jobs = [f"view:{number}:1" for number in range(6)]
    for job in jobs:
        analyse(worker, job)
    counts = dict.fromkeys(jobs, 0)
    for _ in range(120):
        counts[said.next()["job"]] += 1
    assert min(counts.values()) >= 12
    for job in jobs:
        cancel(worker, job)


@pytest.mark.parametrize("text", ["", "chess", "kitaran size=3", START.text[:-3]])
def test_a_position_that_cannot_be_read_is_answered(worker: Worker, said: Said, text: str) -> None:
    analyse(worker, "view:a:1", text=text)
    answer = said.next()
    assert answer["last"]
    assert answer["error"].endswith(".")
