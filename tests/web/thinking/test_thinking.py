"""What a worker does: quick turns come first, analyses stream and share what is left."""

import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import skerry
from skerry import Analysis, GameRecord, Position
from skerry.levels import player
from skerry.puzzles import Puzzle, collection
from skerry.review import Estimate, Exercise, Review, learn
from skerry.web.thinking import worker_tasks
from skerry.web.thinking.work import Worker

PATIENCE = 120.0
GAME = skerry.game("kitaran", size=3)
# Of a size that no search proves in a moment: it goes on until its time is over.
LARGE = skerry.game("kitaran", size=6)


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

    def drain(self) -> list[str]:
        """The jobs of what has been said so far."""
        jobs = []
        while not self.lines.empty():
            jobs.append(str(self.lines.get()["job"]))
        return jobs


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def worker(said: Said) -> Worker:
    return Worker(said)  # type: ignore[arg-type]


@pytest.fixture
def single(said: Said, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """A worker with one thread for analyses: what they say comes in one order only."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    return Worker(said)  # type: ignore[arg-type]


def analyse(worker: Worker, job: str, seconds: float = 60.0, text: str | None = None) -> None:
    text = GAME.start().text if text is None else text
    worker.take(json.dumps({"job": job, "lane": "analysis", "position": text, "seconds": seconds}))


def find_turn(worker: Worker, job: str, lane: str = "short") -> None:
    record = GameRecord.begin(GAME).to_json()
    worker.take(json.dumps({"job": job, "lane": lane, "record": record, "level": "2"}))


def cancel(worker: Worker, job: str) -> None:
    worker.take(json.dumps({"cancel": job}))


def steps(count: int, seconds: float = 0.02) -> Callable[..., Iterator[Any]]:
    """An analysis of so many steps."""

    def stream(position: Position, **budget: object) -> Iterator[Any]:
        for step in range(count):
            time.sleep(seconds)
            yield Analysis(position.text, 0, step, 0.0, 0.0, 0.5, 0.5, None, (), None, None)

    return stream


def play_with(monkeypatch: pytest.MonkeyPatch, think: Callable[[Position], object]) -> None:
    """Let the computer do something, and then play the first action."""

    class Player:
        num_bytes = 0

        def choose(self, position: Position, **_: object) -> tuple[int, ...]:
            think(position)
            return (position.legal_actions()[0],)

    monkeypatch.setattr(worker_tasks, "level_player", lambda level, hurry: Player())


def test_an_analysis_tells_more_and_more(worker: Worker, said: Said) -> None:
    start = LARGE.start()
    analyse(worker, "view:a:1", text=start.text)
    heard = [said.next(), said.next()]
    cancel(worker, "view:a:1")
    assert [(line["job"], line["last"]) for line in heard] == [("view:a:1", False)] * 2
    first, second = (line["analysis"] for line in heard)
    assert second["playouts"] > first["playouts"]
    assert second["position"] == start.text
    for turn in second["turns"]:
        assert start.play_turn(turn["text"]).turn == 1


def test_an_analysis_ends_when_its_time_is_over(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_tasks, "analyse_stream", steps(10_000))
    analyse(worker, "view:a:1", seconds=0.1)
    heard = [said.next()]
    while not heard[-1]["last"]:
        heard.append(said.next())
    # A step takes a fifth of that time or longer.
    assert 2 <= len(heard) <= 6
    assert "analysis" not in heard[-1]


def test_a_cancelled_analysis_says_nothing_more(
    single: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_tasks, "analyse_stream", steps(10_000))
    for job in ("view:a:1", "view:b:1"):
        analyse(single, job)
        said.next_of(job)
    cancel(single, "view:a:1")
    said.drain()
    heard = [said.next()["job"] for _ in range(5)]
    assert heard[1:] == ["view:b:1"] * 4  # the first one may have been under way
    cancel(single, "view:a:1")  # once more does no harm
    cancel(single, "view:b:1")


def test_who_comes_back_to_a_position_goes_on_where_it_was_left(single: Worker, said: Said) -> None:
    text = LARGE.start().text
    analyse(single, "view:a:1", text=text)
    known = [said.next() for _ in range(3)][-1]["analysis"]
    cancel(single, "view:a:1")
    analyse(single, "view:a:2", text=text)
    again = said.next_of("view:a:2")["analysis"]
    cancel(single, "view:a:2")
    assert again["playouts"] > known["playouts"]
    assert again["seconds"] > known["seconds"]


def test_one_that_breaks_off_by_itself_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def stream(
        position: Position, *, cancel: Callable[[], bool], **budget: object
    ) -> Iterator[Any]:
        one = steps(1, seconds=0.0)
        while not cancel():
            yield from one(position)

    monkeypatch.setattr(worker_tasks, "analyse_stream", stream)
    tasks = worker_tasks.Tasks(1)
    job: dict[str, object] = {"position": GAME.start().text, "seconds": 60.0}
    looks = iter([False] * 4)  # the fifth is that of the search itself, between two of its steps
    heard = list(tasks.begin("view:a:1", job, lambda: next(looks, True)))
    assert "analysis" in heard[0]
    assert "analysis" in next(iter(tasks.begin("view:a:2", job, lambda: False)))


def test_a_quick_turn_is_found_first_and_analyses_wait(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_tasks, "analyse_stream", steps(10_000))
    go_on = threading.Event()

    play_with(monkeypatch, lambda position: go_on.wait(PATIENCE))
    for number in range(20):
        analyse(worker, f"view:{number}:1")
    said.next()
    find_turn(worker, "turn:g:1")
    said.drain()
    time.sleep(0.3)
    # All analyses wait: only the steps under way came to their end.
    under_way = said.drain()
    assert len(under_way) <= (os.cpu_count() or 2)
    assert "turn:g:1" not in under_way
    go_on.set()
    assert said.next_of("turn:g:1")["turn"] == "a1"
    assert said.next()["job"].startswith("view:")  # and go on
    for number in range(20):
        cancel(worker, f"view:{number}:1")


def test_a_turn_that_fails_lets_analyses_go_on(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(position: Position) -> None:
        raise RuntimeError("broken")

    play_with(monkeypatch, fail)
    find_turn(worker, "turn:g:1")
    answer = said.next()
    assert (answer["job"], answer["last"]) == ("turn:g:1", True)
    assert answer["error"] == "The engine failed here."
    analyse(worker, "view:a:1", seconds=0.1)
    assert said.next()["job"] == "view:a:1"


def test_analyses_share_the_time(
    single: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_tasks, "analyse_stream", steps(10_000))
    jobs = [f"view:{number}:1" for number in range(6)]
    for job in jobs:
        analyse(single, job)
    said.next_of(jobs[-1])  # from now on all take part
    heard = [said.next()["job"] for _ in range(60)]
    assert sorted(heard[:6]) == jobs
    assert heard == heard[:6] * 10
    for job in jobs:
        cancel(single, job)


@pytest.mark.parametrize("text", ["", "chess", "kitaran size=3", "kitaran size=3 | 3/3/3 | pla"])
def test_a_position_that_cannot_be_read_is_answered(worker: Worker, said: Said, text: str) -> None:
    analyse(worker, "view:a:1", text=text)
    answer = said.next()
    assert answer["last"]
    assert answer["error"].endswith(".")


def test_a_long_turn_leaves_analyses_a_core(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    worker = Worker(said)  # type: ignore[arg-type]
    monkeypatch.setattr(worker_tasks, "analyse_stream", steps(10_000))
    go_on = threading.Event()
    play_with(monkeypatch, lambda position: go_on.wait(PATIENCE))
    find_turn(worker, "turn:g:1", "long")
    analyse(worker, "view:a:1")
    assert [said.next()["job"] for _ in range(20)] == ["view:a:1"] * 20
    cancel(worker, "view:a:1")
    go_on.set()
    assert said.next_of("turn:g:1")["turn"] == "a1"


def test_the_tree_is_kept_from_turn_to_turn(worker: Worker, said: Said) -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=4))
    searches = []
    for turn in range(2):
        order = {"lane": "short", "record": record.to_json(), "level": "3"}
        worker.take(json.dumps({"job": f"turn:g:{turn}", **order}))
        record = record.add_turn(said.next()["turn"])
        (kept,) = worker._tasks._players._kept.values()
        assert kept._search is not None
        searches.append(kept._search._search)
        record = record.add_turn(
            record.position.game.format_turn(record.position.sample_turn(Random(turn)))
        )
    assert searches[0] is searches[1] is not None


def test_an_interpreted_worker_hurries_where_a_level_takes_long(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, bool]] = []

    def note(level: str, hurry: bool) -> object:
        made.append((level, hurry))
        return player("1")

    monkeypatch.setattr(worker_tasks, "level_player", note)
    for interpreted in (True, False):
        worker = Worker(said, interpreted=interpreted)  # type: ignore[arg-type]
        find_turn(worker, "turn:g:1")
        said.next()
    assert made == [("2", True), ("2", False)]


def refuted_puzzle() -> Puzzle:
    """A puzzle with a wrong turn and what refutes it."""
    return next(one for one in collection("kitaran") if one.wrong_lines)


def wrong_turn() -> dict[str, str]:
    """A turn of a puzzle that is not its solution."""
    puzzle = refuted_puzzle()
    return {"game": "kitaran", "puzzle": puzzle.key, "turn": puzzle.wrong_lines[0][0]}


def test_a_puzzle_is_judged(worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_tasks, "SOLVER_SECONDS", PATIENCE)
    worker_tasks.load_kernels("kitaran")
    worker.take(json.dumps({"job": "judge:1:0", "lane": "judge", **wrong_turn()}))
    answer = said.next()
    assert answer["last"]
    assert not answer["right"]
    assert answer["value"] in ("draw", "loss")
    position = refuted_puzzle().position.play_turn(answer["turn"])
    for turn in answer["line"]:
        position = position.play_turn(turn)


def test_what_cannot_be_judged_in_time_says_so(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_tasks, "SOLVER_SECONDS", 1e-9)
    order = json.dumps({"job": "judge:1:0", "lane": "judge", **wrong_turn()})
    Worker(said).take(order)  # type: ignore[arg-type]
    assert "could not tell within its time" in said.next()["error"]
    Worker(said, interpreted=True).take(order)  # type: ignore[arg-type]
    assert said.next() == {"job": "judge:1:0", "last": True, "undecided": True}


def test_a_review_tells_more_and_more_and_what_to_learn(
    worker: Worker, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_tasks, "REVIEW_STEP", 0.0)
    record = a_game()
    order = {"lane": "review", "record": record.to_json(), "playouts": 16}
    worker.take(json.dumps({"job": "review:s.1:1", **order}))
    heard = [said.next()]
    while not heard[-1]["last"]:
        heard.append(said.next())
    assert [line["done"] for line in heard] == sorted(line["done"] for line in heard)
    assert heard[-1]["done"] == 1.0
    assert [len(line["review"]["turns"]) for line in heard][-2:] == [3, 4]
    found = Review.from_data(heard[-1]["review"])
    assert found.is_complete
    assert heard[-1]["exercises"] == json.loads(json.dumps([one.to_data() for one in learn(found)]))


def test_a_cancelled_review_ends_soon(worker: Worker, said: Said) -> None:
    order = {"lane": "review", "record": a_game().to_json(), "playouts": 1_000_000}
    worker.take(json.dumps({"job": "review:s.1:1", **order}))
    cancel(worker, "review:s.1:1")
    deadline = time.monotonic() + PATIENCE
    while worker._cancelled:
        assert time.monotonic() < deadline, "the review goes on"
        time.sleep(0.01)
    assert all(not line["last"] for line in said.lines.queue)


def a_game() -> GameRecord:
    """Of four turns."""
    record = GameRecord.begin(GAME)
    for turn in range(4):
        record = record.add_turn(GAME.format_turn(record.position.sample_turn(Random(turn))))
    return record


def test_a_turn_tried_in_place_of_a_mistake_is_judged(worker: Worker, said: Said) -> None:
    start = GAME.start()
    first, second, third = (GAME.format_turn((action,)) for action in start.legal_actions()[:3])
    loss = Estimate(0.3, 0.2, 0.4)
    exercise = Exercise(1, start.text, first, second, (second,), loss).to_data()
    order = {"lane": "judge", "exercise": exercise, "playouts": 16}
    for turn, is_right in ((first, False), (second, True)):
        worker.take(json.dumps({"job": "exercise:1:0", "turn": turn, **order}))
        answer = said.next()["answer"]
        assert (answer["text"], answer["is_right"], answer["loss"]) == (turn, is_right, None)
    worker.take(json.dumps({"job": "exercise:1:0", "turn": third, **order}))
    assert said.next()["answer"]["loss"] is not None
