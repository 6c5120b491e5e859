"""Works of several steps take turns, and wait while something more urgent goes on."""

import queue
import threading
import time
from collections.abc import Iterator

from skerry.web.thinking.work import Rota

PATIENCE = 60.0


def work(name: str, steps: int, done: "queue.Queue[str]") -> Iterator[None]:
    for step in range(steps):
        done.put(f"{name}{step}")
        yield


def heard(done: "queue.Queue[str]", count: int) -> list[str]:
    return [done.get(timeout=PATIENCE) for _ in range(count)]


def test_works_take_turns() -> None:
    done: queue.Queue[str] = queue.Queue()
    rota = Rota(1, "test")
    rota.reserve(1)
    rota.add(work("a", 3, done))
    rota.add(work("b", 2, done))
    rota.release(1)
    assert heard(done, 5) == ["a0", "b0", "a1", "b1", "a2"]


def test_nothing_goes_on_until_a_thread_is_free() -> None:
    done: queue.Queue[str] = queue.Queue()
    rota = Rota(2, "test")
    rota.reserve(2)
    rota.reserve(1)
    rota.add(work("a", 2, done))
    rota.release(1)
    time.sleep(0.1)
    assert done.empty()
    rota.release(2)
    assert heard(done, 2) == ["a0", "a1"]


def test_a_reservation_stops_a_work_after_the_step_it_is_in() -> None:
    done: queue.Queue[str] = queue.Queue()
    go_on = threading.Event()

    def slow() -> Iterator[None]:
        for step in range(2):
            done.put(f"began {step}")
            assert go_on.wait(PATIENCE)
            yield

    rota = Rota(1, "test")
    rota.add(slow())
    assert heard(done, 1) == ["began 0"]
    rota.reserve(1)
    go_on.set()
    time.sleep(0.1)
    assert done.empty()
    rota.release(1)
    assert heard(done, 1) == ["began 1"]


def test_several_threads_work_at_once() -> None:
    done: queue.Queue[str] = queue.Queue()
    together = threading.Barrier(2, timeout=PATIENCE)

    def meet(name: str) -> Iterator[None]:
        together.wait()
        done.put(name)
        yield

    rota = Rota(2, "test")
    rota.add(meet("a"))
    rota.add(meet("b"))
    assert sorted(heard(done, 2)) == ["a", "b"]


def test_a_reservation_leaves_the_other_threads_at_work() -> None:
    done: queue.Queue[str] = queue.Queue()
    rota = Rota(2, "test")
    rota.reserve(1)
    rota.add(work("a", 2, done))
    assert heard(done, 2) == ["a0", "a1"]
