"""Players are kept between the turns of their game, within bounds."""

from dataclasses import dataclass

import pytest

from skerry.levels import LevelPlayer, player
from skerry.web.thinking.worker_tasks import KeptPlayers


@dataclass
class Heavy:
    """A player whose tree takes some memory."""

    num_bytes: int


def heavy(num_bytes: int) -> LevelPlayer:
    return Heavy(num_bytes)  # type: ignore[return-value]


def test_a_player_comes_back_to_its_game_alone() -> None:
    kept = KeptPlayers()
    one = player("3")
    kept.keep("game", "3", one)
    assert kept.take("other", "3") is None
    assert kept.take("game", "4") is None
    assert kept.take("game", "3") is one
    assert kept.take("game", "3") is None  # it is in use


@pytest.mark.parametrize(("most_bytes", "left"), [(100, 3), (70, 2), (20, 0)])
def test_the_oldest_go_when_memory_is_full(most_bytes: int, left: int) -> None:
    kept = KeptPlayers(most_bytes=most_bytes)
    for game in "abc":
        kept.keep(game, "3", heavy(30))
    assert len(kept) == left
    assert kept.num_bytes == 30 * left
    assert [kept.take(game, "3") is not None for game in "abc"] == [False] * (3 - left) + [
        True
    ] * left


def test_so_many_games_at_most() -> None:
    kept = KeptPlayers(most_games=2)
    for game in "abc":
        kept.keep(game, "3", heavy(0))
    assert [kept.take(game, "3") is not None for game in "abc"] == [False, True, True]


def test_a_player_knows_what_its_tree_takes() -> None:
    import skerry

    one = player("4", seed=1)
    assert one.num_bytes == 0
    position = skerry.game("kitaran", size=4).start()
    one.choose(position)
    assert 10_000 < one.num_bytes < 10_000_000
