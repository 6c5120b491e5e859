"""Elo and the sequential test: by hand, and by simulation of known strengths."""

import math
from random import Random

import pytest

from skerry.statistics import Sprt, elo_of, expected_score


def test_elo_and_shares_are_inverse() -> None:
    for elo in (-350.0, 0.0, 12.5, 400.0):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_the_bounds_are_wald_s() -> None:
    lower, upper = Sprt(0, 10).bounds
    assert upper == pytest.approx(math.log(19))
    assert lower == pytest.approx(-math.log(19))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx(
        (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
    )


def test_the_ratio_is_that_of_the_normal_distribution() -> None:
    # 60.5 wins, 0.5 draws, 40.5 losses of 101.5: mean 0.59852, variance 0.23908; 0 against 100 Elo
    # is 0.5 against 0.64006: 101.5 * 0.14006 * (2 * 0.59852 - 1.14006) / (2 * 0.23908) = 1.694.
    assert Sprt(0, 100).ratio(60, 0, 40) == pytest.approx(1.694, abs=2e-3)
    assert Sprt(0, 100).ratio(0, 0, 0) == 0.0
    assert Sprt(-200_000, 200_000).ratio(1, 0, 0) > 0 > Sprt(-200_000, 200_000).ratio(0, 0, 1)
    assert Sprt(0, 100).ratio(1, 0, 0) > 0 > Sprt(0, 100).ratio(0, 0, 1)


@pytest.mark.parametrize(("elo", "expected"), [(0.0, "elo0"), (50.0, "elo1")])
def test_it_is_right_as_often_as_it_says(elo: float, expected: str) -> None:
    test, rng, right, games = Sprt(0, 50), Random(1), 0, 0
    share = expected_score(elo) - 0.1  # and a fifth of the games drawn
    for _ in range(300):
        counts = [0, 0, 0]
        while (verdict := test.verdict(*counts)) is None:
            draw = rng.random()
            counts[0 if draw < share else 1 if draw < share + 0.2 else 2] += 1
        right += verdict == expected
        games += sum(counts)
    assert right / 300 > 0.92  # of 0.95
    assert games / 300 < 300  # a test of fixed length takes about 420
