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


def test_sets_of_three_stones_are_counted_on_a_large_board() -> None:
    """One by one: no two of a set touch, or touch the same group."""
    position = skerry.game("byg", size=6).start()
    for turn in ("c3", "f6", "k6", "a1"):
        position = position.play_turn(turn)
    rules, state = cast("Rules", position.game.rules), position.state
    state[MOST_STONES] = 3
    groups = [cell for cell, one in enumerate(position.contents) if one == position.colour_index]
    around = [set(map(int, beside)) - {rules.num_cells} for beside in rules.neighbours]
    vacant = [cell for cell, one in enumerate(position.contents) if one == 0]
    touched = {cell: {one for one in groups if one in around[cell]} for cell in vacant}

    def fits(one: int, other: int) -> bool:
        return other not in around[one] and not touched[one] & touched[other]

    pairs = [{other for other in vacant if other > one and fits(one, other)} for one in vacant]
    after = dict(zip(vacant, pairs, strict=True))
    threes = sum(len(after[one] & after[other]) for one in vacant for other in after[one])
    assert turns.num_sets(rules, state) == len(vacant) + sum(map(len, pairs)) + threes
