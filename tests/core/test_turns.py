"""The common part of a turn."""

import pytest

import skerry
from skerry.core.layout import LAST_TURN, TURN
from skerry.core.turns import close_turn

pytestmark = pytest.mark.kernels


def test_turns_are_counted_up_to_the_last_number_that_is_kept() -> None:
    position = skerry.game("spry", size=2).start()
    state = position.state
    for before, after in ((0, 1), (LAST_TURN - 1, LAST_TURN), (LAST_TURN, LAST_TURN)):
        state[TURN] = before
        close_turn(position.game.rules, state)
        assert state[TURN] == after
