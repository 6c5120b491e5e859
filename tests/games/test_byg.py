"""What the playouts of Byg ask of the stones around a cell."""

from typing import cast

import pytest

import skerry
from skerry.games.byg import turns
from skerry.games.byg.kernels import ALL_AROUND, MOST_STONES, Rules, _one_of_each_run

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("around", range(ALL_AROUND + 1))
def test_of_stones_side_by_side_around_a_cell_one_is_left(around: int) -> None:
    left = _one_of_each_run(around)
    begins = [way for way in range(6) if around >> way & 1 and not around >> (way - 1) % 6 & 1]
    if around == ALL_AROUND:
        begins = [0]
    assert left & ALL_AROUND == sum(1 << way for way in begins)


@pytest.mark.parametrize("capacity", range(2, 60))
def test_turns_are_counted_however_little_room_there_was_first(
    capacity: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = skerry.game("byg", size=2, cap=5).start().play_turn("a1").play_turn("b3")
    rules, state = cast("Rules", position.game.rules), position.state
    state[MOST_STONES] = 5
    whole = turns.num_sets(rules, state)
    monkeypatch.setattr(turns, "FIRST_CAPACITY", capacity)
    assert turns.num_sets(rules, state) == whole
