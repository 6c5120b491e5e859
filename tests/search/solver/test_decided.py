"""What the solver takes from a game: whether it is decided, and whom a higher counter helps."""

import pytest

import skerry
from skerry.core.layout import RUNNING, WON, new_work
from skerry.search.solver.proof import decided, rising
from tests.reference.minimax import Minimax

pytestmark = pytest.mark.kernels

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


@pytest.mark.parametrize(
    ("light", "sinker", "expected"),
    [(0, "light", 1), (0, "dark", -1), (1, "light", -1), (1, "dark", 1)],
)
def test_the_end_of_syrtis_helps_whoever_sank_last(light: int, sinker: str, expected: int) -> None:
    sunk = "1,0" if sinker == "light" else "0,1"
    position = skerry.position(
        "syrtis board=minor stall_limit=100 | c1s1/cSCS/1sc1/sCs1 | "
        f"player={light} first={light} turn=14 phase=play light=a3,a4 dark=c3,d3 sunk={sunk} "
        f"passes=1,0 sinker={sinker} calm=2"
    )
    assert rising(position.game.rules, position.state, True) == expected
