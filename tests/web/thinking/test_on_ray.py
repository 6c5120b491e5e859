"""Workers on a Ray cluster do what those beside the engine do."""

from collections.abc import Iterator

import pytest

import skerry
from skerry.web.thinking.engine import Commands, Engine
from skerry.web.thinking.jobs import Lane
from skerry.web.thinking.on_ray import HERE, Cluster
from tests.web.thinking.test_engine import IDLE, Listener, listener, wait_until

__all__ = ["listener"]  # the fixture


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    found = Cluster(HERE)
    yield found
    found._ray.shutdown()  # an idle cluster takes time from all other tests


@pytest.fixture
def engine(cluster: Cluster) -> Iterator[Engine]:
    begun = Engine(Commands(IDLE), 0.05, ("kitaran",), [cluster.start] * cluster.num_nodes)
    begun.start()
    wait_until(lambda: begun.phase("kitaran") == "ready")
    yield begun
    begun.stop()
    assert not any(cluster._used.values())


def test_a_turn_is_found_there(engine: Engine, listener: Listener) -> None:
    assert engine.num_workers == 1
    engine.submit(listener.job())
    answer = listener.next()
    assert answer.error is None
    start = skerry.game("kitaran", size=3).start()
    assert start.play_turn(str(answer.content["turn"])).turn == 1


def test_what_is_cancelled_ends_and_what_is_lost_is_begun_again(
    engine: Engine, listener: Listener
) -> None:
    text = skerry.game("kitaran", size=5).start().text
    order = {"position": text, "seconds": 3600}
    engine.submit(listener.order("view", "v", 1, Lane.ANALYSIS, **order))
    assert listener.next().content["analysis"]
    engine.cancel("view", "v")
    engine.submit(listener.order("view", "w", 1, Lane.ANALYSIS, **order))
    assert listener.next().job.subject in ("v", "w")
    (worker,) = engine._compiled
    worker._ray.kill(worker._actor)  # type: ignore[attr-defined]  # as its machine would be lost
    wait_until(lambda: worker not in engine._compiled and engine.phase() == "ready")
    while not listener.answers.empty():
        listener.answers.get()
    engine.submit(listener.job())
    while (answer := listener.next()).job.kind != "turn":
        assert answer.job.subject == "w"
    assert answer.content["turn"]
