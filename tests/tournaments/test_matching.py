"""The cheapest pairs, compared with all pairings that there are."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments.pairing import CHEAPEST, cheapest_pairs
from tests.strategies import drawn

Pairs = list[tuple[int, int]]


def all_pairings(indices: list[int]) -> Iterator[Pairs]:
    """Every way to make pairs of everybody."""
    if not indices:
        yield []
        return
    one, *others = indices
    for other in others:
        rest = [index for index in others if index != other]
        for pairs in all_pairings(rest):
            yield [(one, other), *pairs]


@drawn(100)
@given(st.sampled_from((2, 4, 6, 8)), st.integers(0, 2**32), st.integers(1, 4))
def test_no_other_pairing_is_cheaper(count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    costs = {
        (one, other): tuple(rng.randrange(3) for _ in range(length))
        for other in range(count)
        for one in range(other)
    }

    def total(pairs: Pairs) -> list[int]:
        return [sum(column) for column in zip(*(costs[pair] for pair in pairs), strict=True)]

    found = cheapest_pairs(count, costs, num_hard=1)
    assert sorted(index for pair in found for index in pair) == list(range(count))
    assert total(found) == min(total(pairs) for pairs in all_pairings(list(range(count))))


@pytest.mark.parametrize("count", [2 * CHEAPEST, 10 * CHEAPEST])
def test_what_ought_not_to_be_is_avoided_however_expensive_that_is(count: int) -> None:
    """Only neighbours in a ring may meet, at costs that no one's cheapest pairs have."""
    costs = {
        (one, other): (0, 1_000) if other - one in (1, count - 1) else (1, 0)
        for other in range(count)
        for one in range(other)
    }
    found = cheapest_pairs(count, costs, num_hard=1)
    assert all(costs[pair][0] == 0 for pair in found)
    assert len(found) == count // 2


def test_harmless_pairs_that_are_not_among_the_cheapest_are_found() -> None:
    """Two camps: within one, pairs are cheap; but there is an odd number in each."""
    camp = 2 * CHEAPEST + 1
    costs = {
        (one, other): (0, 9 if one < camp <= other else 0)
        for other in range(2 * camp)
        for one in range(other)
    }
    found = cheapest_pairs(2 * camp, costs, num_hard=1)
    assert sum(costs[pair][1] for pair in found) == 9


def test_the_least_of_what_ought_not_to_be_is_done() -> None:
    costs = {(0, 1): (0,), (0, 2): (1,), (0, 3): (4,), (1, 2): (4,), (1, 3): (1,), (2, 3): (3,)}
    assert cheapest_pairs(4, costs, num_hard=1) == [(0, 2), (1, 3)]


def test_who_has_no_partner_is_an_error() -> None:
    with pytest.raises(ValueError, match="4 cannot be paired by 2 pairs"):
        cheapest_pairs(4, {(0, 1): (0,), (0, 2): (0,)}, num_hard=1)
    assert cheapest_pairs(0, {}, num_hard=1) == []
