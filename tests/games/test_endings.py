"""Games that two rules would end with one turn."""

import pytest

import skerry

pytestmark = pytest.mark.kernels


def test_an_island_of_syrtis_comes_before_the_stall_limit() -> None:
    position = skerry.position(
        "syrtis board=minor stall_limit=5 | sCcs/2cC/1SsS/1C1C | player=0 first=1 turn=33 "
        "phase=play light=b1,c2 dark=a4,b2 sunk=2,0 passes=0,0 sinker=light calm=4"
    )
    outcome = position.play("a4>b3").outcome  # SYR-9; SYR-11 would also end the game now
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "island")
