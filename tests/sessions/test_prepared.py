"""Games that begin once the set-up is done."""

import pytest

import skerry
from skerry.sessions import prepared_start

BOARDS = ("minor", "major", "square")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [1, 2, 169])  # with 169 on major, pairs must be exchanged first
def test_both_sides_stand_alike_and_light_moves(board: str, seed: int) -> None:
    game = skerry.game("syrtis", board=board)
    start = prepared_start(game, seed)
    assert (start.phase, start.player, start.persons) == ("play", 0, (0, 1))
    light, dark = start.towers[:2], start.towers[2:]
    last = len(start.contents) - 1
    assert sorted(last - cell for cell in light) == sorted(dark)  # names run row by row
    assert skerry.position(start.text) == start
    assert prepared_start(game, seed) == start


def test_seeds_draw_towers_too() -> None:
    game = skerry.game("syrtis", board="minor")
    assert len({prepared_start(game, seed).towers for seed in range(20)}) > 10


def test_a_game_without_a_set_up_is_refused() -> None:
    with pytest.raises(skerry.OptionError, match="empty board"):
        prepared_start(skerry.game("byg"), 1)
