"""The common part of a turn."""

import pytest

import skerry
from skerry.core.layout import LAST_TURN, TURN
from skerry.core.stones import close_turn
from skerry.games.contract import in_turn

pytestmark = pytest.mark.kernels


def test_turns_are_counted_up_to_the_last_number_that_is_kept() -> None:
    position = skerry.game("spry", size=2).start()
    state = position.state
    for before, after in ((0, 1), (LAST_TURN - 1, LAST_TURN), (LAST_TURN, LAST_TURN)):
        state[TURN] = before
        close_turn(position.game.rules, state)
        assert state[TURN] == after


def test_a_set_up_is_one_turn_until_a_side_is_to_be_chosen() -> None:
    position = skerry.game("syrtis", board="minor").start(seed=2)
    while position.phase in ("repair", "towers"):
        assert in_turn(position.game.rules, position.state)
        position = position.apply(position.legal_actions()[0])
    assert position.phase == "choice"
    assert not in_turn(position.game.rules, position.state)
