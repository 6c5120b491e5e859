"""Guided playouts: what they say each colour has done, where that can be known beforehand."""

import numpy as np
import pytest

import skerry
from skerry.core.layout import RESULT, RUNNING, new_work
from skerry.core.rng import generator
from skerry.games import dispatch

pytestmark = pytest.mark.kernels


def taken_by(position: skerry.Position, seed: int) -> list[set[int]]:
    """The actions of each colour in a playout to the end."""
    rules, state = position.game.rules, position.state
    taken = np.zeros((2, rules.num_actions), dtype=np.float32)
    dispatch.guided_playout(rules, state, generator(seed), new_work(rules), taken)
    assert state[RESULT] != RUNNING
    return [set(np.flatnonzero(taken[colour]).tolist()) for colour in (0, 1)]


@pytest.mark.parametrize("seed", range(20))
def test_a_stone_of_kitaran_converts_where_one_was_placed(seed: int) -> None:
    first, second = taken_by(skerry.game("kitaran", size=3).start(), seed)
    placed = {action for action in first | second if action < 9}
    assert placed == set(range(9))
    assert {action - 9 for action in first | second if action >= 9} < placed
