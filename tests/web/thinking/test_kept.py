"""Players and analyses are kept for the next job of their game or position, within bounds."""

import pytest

import skerry
from skerry.levels import player
from skerry.web.thinking.worker_tasks import Cache


def test_what_is_kept_is_given_once_until_it_is_kept_again() -> None:
    kept, one = Cache[object](4), object()
    kept.keep(("game", "3"), one)
    assert kept.take(("other", "3")) is None
    assert kept.take(("game", "4")) is None
    assert kept.take(("game", "3")) is one
    assert kept.take(("game", "3")) is None  # it is in use


def test_the_oldest_is_dropped_where_there_are_too_many() -> None:
    kept = Cache[str](2)
    for one in "abc":
        kept.keep(one, one)
    assert [kept.take(one) for one in "abc"] == [None, "b", "c"]


@pytest.mark.parametrize(("most_bytes", "left"), [(100, 3), (70, 2), (20, 0)])
def test_the_oldest_go_when_memory_is_full(most_bytes: int, left: int) -> None:
    kept = Cache[str](4, most_bytes, lambda one: 30)
    for one in "abc":
        kept.keep(one, one)
    assert [kept.take(one) is not None for one in "abc"] == [False] * (3 - left) + [True] * left


def test_a_player_knows_what_its_tree_takes() -> None:
    one = player("4", seed=1)
    assert one.num_bytes == 0
    one.choose(skerry.game("kitaran", size=4).start())
    assert 10_000 < one.num_bytes < 10_000_000
