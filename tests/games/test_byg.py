"""What the playouts of Byg know of groups, and how many turns there are."""

from random import Random
from typing import cast

import numpy as np
import pytest

import skerry
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, new_work
from skerry.core.stones import group_sizes
from skerry.games.byg import turns
from skerry.games.byg.kernels import MOST_STONES, Groups, Rules, _around, _join

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_knows_the_groups(seed: int) -> None:
    """Whatever the order in which stones come, and whatever is merged."""
    rules, draws = cast("Rules", skerry.game("byg", size=4).rules), Random(seed)
    n = rules.num_cells
    state = skerry.game("byg", size=4).start().state
    sizes = [np.zeros(size, dtype=np.int16) for size in (2 * n + 2, n + 1, n, n + 1)]
    groups, work = Groups(*sizes), new_work(rules)
    counts = [0, 0]
    for number, cell in enumerate(draws.sample(range(n), draws.randint(10, n))):
        colour = draws.choice((COLOUR_1, COLOUR_2))
        low, high, _ = _around(rules, groups, cell, colour)
        counts[colour - COLOUR_1] += _join(rules, groups, cell, colour, low, high, number)
        state[CELLS + cell] = colour
        assert groups.grown[groups.own[(colour - COLOUR_1) * (n + 1) + cell]] == number
    known = []
    for colour in (COLOUR_1, COLOUR_2):
        found = group_sizes(rules, state, colour, work[:n], work[n:])
        known += work[:found].tolist()
        assert counts[colour - COLOUR_1] == found
    assert sorted(groups.sizes[groups.sizes > 0].tolist()) == sorted(known)


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
