"""The sliding window: what fits, and how long it takes until one more does."""

import random
from bisect import bisect_right

import pytest

from skerry.web.base.limits import Rate, seconds_to_wait, window_of

TEN = Rate(10, 60)


def test_as_many_as_the_rate_says_fit_and_no_more() -> None:
    assert seconds_to_wait(TEN, 600.0, before=0, counted=9) == 0
    assert seconds_to_wait(TEN, 600.0, before=0, counted=10) > 0


def test_the_window_before_counts_as_far_as_it_overlaps() -> None:
    # A quarter of a minute in, three quarters of the eight before still count: six.
    assert seconds_to_wait(TEN, 615.0, before=8, counted=3) == 0
    assert seconds_to_wait(TEN, 615.0, before=8, counted=4) > 0


@pytest.mark.parametrize(
    ("now", "before", "counted"),
    [
        (600.0, 8, 4),
        (600.0, 10, 9),
        (607.5, 10, 9),
        (659.0, 0, 10),
        (659.0, 10, 10),
        (607.5, 3, 25),
    ],
)
def test_after_the_wait_one_fits_and_a_moment_before_none(
    now: float, before: int, counted: int
) -> None:
    wait = seconds_to_wait(TEN, now, before, counted)
    assert wait > 0

    def fits(later: float) -> bool:
        passed = window_of(TEN, now + later) - window_of(TEN, now)
        counts = [before, counted, 0, 0][passed : passed + 2]
        return seconds_to_wait(TEN, now + later, *counts) == 0

    assert fits(wait + 0.01)
    assert not fits(wait - 0.01)


@pytest.mark.parametrize("most", [1, 2, 10])
def test_whoever_asks_all_the_time_gets_no_more_than_twice_the_rate_in_any_window(
    most: int,
) -> None:
    rate, rng = Rate(most, 60), random.Random(1)
    counts: dict[int, int] = {}
    taken: list[float] = []
    now = 0.0
    while now < 1200:
        now += rng.choice([0.0, 0.1, 3.0])
        window = window_of(rate, now)
        if seconds_to_wait(rate, now, counts.get(window - 1, 0), counts.get(window, 0)) == 0:
            counts[window] = counts.get(window, 0) + 1
            taken.append(now)
    assert most * 10 <= len(taken) <= most * 21  # of 20 windows, and the first at once
    for begin in taken:
        assert bisect_right(taken, begin + 59.9) - taken.index(begin) <= 2 * most


def test_a_rate_times_a_small_factor_still_lets_one_through() -> None:
    assert Rate(30, 60).times(0.001) == Rate(1, 60)
