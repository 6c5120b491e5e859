"""Estimates: intervals that hold what they promise, and proofs that have none."""

from random import Random

import pytest

from skerry.review.judging import Samples, chance_of_noise, gain
from skerry.search.chances import Spread

DEPTH = 8_000
USUAL = Spread(0.28, 0.25)
NOISE = 0.0148  # standard deviation of a search of that depth where the chance is a half


def drawn(rng: Random, mean: float, count: int = 4) -> Samples:
    return Samples(tuple(rng.gauss(mean, NOISE) for _ in range(count)), DEPTH, USUAL)


def test_a_proven_chance_has_no_interval() -> None:
    won, lost = Samples((), DEPTH, USUAL, 1.0), Samples((), DEPTH, USUAL, 0.0)
    assert won.estimate.is_exact
    assert gain(won, lost) == gain(won, lost).not_below_zero
    assert (gain(won, lost).low, gain(won, lost).high, gain(won, lost).is_exact) == (1, 1, True)
    assert chance_of_noise(won, lost) == 0.0
    assert chance_of_noise(lost, won) == 1.0


def test_against_a_proof_only_the_other_side_is_uncertain() -> None:
    found = gain(Samples((), DEPTH, USUAL, 1.0), Samples((0.5, 0.52, 0.48), DEPTH, USUAL))
    assert not found.is_exact
    assert found.low < 0.5 < found.high


def test_more_samples_and_deeper_ones_narrow_an_interval() -> None:
    def width(count: int, depth: int) -> float:
        found = Samples((0.5,) * count, depth, USUAL).estimate
        return found.high - found.low

    assert width(8, DEPTH) < width(2, DEPTH) < width(1, DEPTH)
    assert width(4, 4 * DEPTH) < width(4, DEPTH)


def test_searches_that_differ_widen_an_interval() -> None:
    calm, wild = (
        Samples((0.5, 0.51, 0.49), DEPTH, USUAL),
        Samples((0.5, 0.8, 0.2), DEPTH, USUAL),
    )
    assert wild.estimate.high > calm.estimate.high


def test_a_loss_is_not_below_zero() -> None:
    worse = gain(Samples((0.4,), DEPTH, USUAL), Samples((0.9,), DEPTH, USUAL)).not_below_zero
    assert (worse.low, worse.value, worse.high) == (0.0, 0.0, 0.0)


def test_noise_is_seldom_taken_for_a_difference_and_a_difference_is_seen() -> None:
    rng = Random(5)
    pairs = [(drawn(rng, 0.5), drawn(rng, 0.5)) for _ in range(400)]
    alarms = sum(chance_of_noise(*pair) <= 0.05 for pair in pairs)
    assert alarms <= 0.05 * len(pairs)
    apart = [(drawn(rng, 0.7), drawn(rng, 0.4)) for _ in range(100)]
    assert all(chance_of_noise(*pair) <= 0.001 for pair in apart)


@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_an_interval_stays_within_what_a_chance_can_be(mean: float) -> None:
    found = Samples((mean,) * 3, DEPTH, USUAL).estimate
    assert 0.0 <= found.low <= found.high <= 1.0


def test_searches_without_noise_are_as_uncertain_as_their_depth_leaves_them() -> None:
    still = Spread(0.0, 0.0)
    better, worse = Samples((0.6,), DEPTH, still), Samples((0.4,), DEPTH, still)
    found = gain(better, worse)
    assert 0.0 < found.low < found.value < found.high
    assert 0.0 < chance_of_noise(better, worse) < 0.01
