"""Games with a swap: kept, the same each time, and counted for who moved first."""

from pathlib import Path

import pytest

import skerry
from bench.swap import Offered, games_of, play, summary

KITARAN = skerry.game("kitaran", swap=True)


def test_games_are_played_once_and_kept(tmp_path: Path) -> None:
    found = games_of(tmp_path, "kitaran", 30, 2)
    assert [one.seed for one in found] == [0, 1]
    kept = tmp_path / "swap-kitaran-30.jsonl"
    before = kept.read_bytes()
    assert games_of(tmp_path, "kitaran", 30, 2) == found
    assert games_of(tmp_path, "kitaran", 30, 1) == found[:1]
    assert kept.read_bytes() == before
    assert play(KITARAN, 30, 1) == found[1]


def test_a_board_with_options_has_a_file_of_its_own(tmp_path: Path) -> None:
    (found,) = games_of(tmp_path, "byg", 30, 1, options=("size=3", "first_stones=2"))
    assert (tmp_path / "swap-byg-size=3-first_stones=2-30.jsonl").exists()
    game = skerry.game("byg", size=3, first_stones=2, swap=True)
    assert game.start().play_turn(found.offer).turn == 1


def test_games_differ_though_a_network_knows_no_chance() -> None:
    games = [play(KITARAN, 40, seed) for seed in range(3)]
    assert len({(one.offer, one.score, one.num_turns) for one in games}) > 1


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_the_share_is_that_of_who_moved_first(score: float) -> None:
    games = [Offered(seed, "c3", seed < 3, score, 20) for seed in range(10)]
    words = summary("spry", 5_000, games)
    assert f"takes {score:.1%} of 10 games" in words
    assert "3 were swapped, after 1 different first turns" in words
