"""Games that the solver sees as decided before they are over, and those it must not."""

import pytest

import skerry
from skerry.core.layout import RUNNING, WON, new_work
from skerry.search.solve_proof import decided
from tests.reference.minimax import Minimax

pytestmark = [pytest.mark.kernels, pytest.mark.bounds]

# Decided by few stones to come: the other colour has room for a larger group, and lacks the turns.
FEW_STONES_TO_COME = {
    "byg size=3 cap=1 swap=off | bbw/3w/1bww1/wwbb/wbb | player=1 first=0 turn=14 placed=-": 0,
    "byg size=3 cap=1 swap=off | 1ww/bbb1/w1wbw/1bb1/wbw | player=1 first=0 turn=14 placed=-": 1,
    "byg size=3 cap=1 swap=off | bww/bbwb/bwbb1/2b1/www | player=0 first=0 turn=15 placed=-": 1,
}


@pytest.mark.parametrize("text", FEW_STONES_TO_COME)
def test_stones_to_come_decide(text: str) -> None:
    position, winner = skerry.position(text), FEW_STONES_TO_COME[text]
    rules = position.game.rules
    assert decided(rules, position.state, new_work(rules)) == WON + winner
    value = Minimax[skerry.Position](20_000).value(position)
    assert value == (1 if winner == 0 else -1)


def test_an_open_game_is_not_decided() -> None:
    position = skerry.game("byg", size=3).start().play("a1").play("c3")
    assert decided(position.game.rules, position.state, new_work(position.game.rules)) == RUNNING
