"""What a search adds for who is to act is found in a game's shares, and taken off."""

import pytest

from skerry.search.analysis import LEAST_LOSSES, MOST_OPTIMISM, lost, optimism_in, without_optimism

ADDED = 0.06


def game(turns: int) -> tuple[list[float | None], list[int | None], list[bool]]:
    """An even game in which each search adds a little for who is to act."""
    movers: list[int | None] = [turn % 2 for turn in range(turns + 1)]
    shares: list[float | None] = [0.5 + ADDED if mover == 0 else 0.5 - ADDED for mover in movers]
    return shares, movers, [False] * (turns + 1)


def test_an_even_game_becomes_level() -> None:
    shares, movers, certain = game(8)
    optimism = optimism_in(shares, movers, certain)
    assert optimism == pytest.approx(ADDED)
    assert optimism is not None
    assert without_optimism(shares, movers, certain, optimism) == pytest.approx([0.5] * 9)


def test_a_few_turns_tell_nothing() -> None:
    assert optimism_in(*game(LEAST_LOSSES - 1)) is None
    assert optimism_in(*game(LEAST_LOSSES)) is not None


def test_what_is_proven_or_unknown_stays_as_it_is() -> None:
    shares, movers, certain = game(8)
    shares[3], shares[8], certain[8] = None, 1.0, True
    after = without_optimism(shares, movers, certain, ADDED)
    assert (after[3], after[8]) == (None, 1.0)


def test_no_more_is_taken_off_than_a_search_can_add() -> None:
    shares, movers, certain = game(8)
    wild = [None if one is None else 1.0 if one > 0.5 else 0.0 for one in shares]
    assert optimism_in(wild, movers, certain) == MOST_OPTIMISM


@pytest.mark.parametrize(("mover", "cost"), [(0, 0.2), (1, -0.2), (None, None)])
def test_a_cost_is_the_movers(mover: int | None, cost: float | None) -> None:
    assert lost(mover, 0.6, 0.4) == (None if cost is None else pytest.approx(cost))
