"""What one game says of itself, on games so short that it can be worked out on paper."""

import numpy as np
import pytest

from skerry.lab.playing import DRAW, Measures, choice_measures, game_measures

CHANCES = [0.5, 0.6, 0.4, 0.3, 0.8, 0.9]  # person 0's, before each of six turns


def test_a_win_of_person_0() -> None:
    found = game_measures(CHANCES, 0)
    # behind by 0.2 and 0.4 before turns 2 and 3: 0.6 / 6
    assert found.drama == pytest.approx(0.1)
    # leaders -, 0, 1, 1, 0, 0: two changes in five turns
    assert found.lead_changes == pytest.approx(2 / 5)
    # squares 0.25 + 0.36 + 0.16 + 0.09 + 0.64 + 0.81 = 2.31, mean 3.5 / 6: 0.385 - 0.340278
    assert found.stability == pytest.approx(0.385 - (3.5 / 6) ** 2)
    # the loser's best is 1 - 0.3; 0.8 before turn 4 is above it: turns 4 and 5 of six follow
    assert found.threshold == pytest.approx(0.7)
    assert found.decided == pytest.approx(2 / 6)


def test_a_win_of_person_1() -> None:
    found = game_measures(CHANCES, 1)
    # person 1 was behind by 0.2, 0.6 and 0.8: 1.6 / 6
    assert found.drama == pytest.approx(1.6 / 6)
    # the loser had 0.9, which the winner never passed
    assert found.threshold == pytest.approx(0.9)
    assert found.decided == 0.0
    # what concerns both persons alike does not depend on the winner
    other = game_measures(CHANCES, 0)
    assert (found.lead_changes, found.stability) == (other.lead_changes, other.stability)


def test_in_a_draw_both_persons_count_as_winners() -> None:
    found = game_measures(CHANCES, DRAW)
    # |1 - 2v| is 0, 0.2, 0.2, 0.4, 0.6, 0.8, half of it for one of two winners: 2.2 / 2 / 6
    assert found.drama == pytest.approx(1.1 / 6)
    assert found.lead_changes == pytest.approx(2 / 5)
    assert (found.threshold, found.decided) == (None, None)


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ([0.6, 0.5, 0.4, 0.5, 0.6], 2 / 4),  # a half between changes nothing
        ([0.6, 0.5, 0.6], 0.0),
        ([0.5, 0.5, 0.3], 0.0),  # becoming the first leader is no change
        ([0.5, 0.5], 0.0),
        ([0.2, 0.7], 1.0),
        ([0.7], None),
    ],
)
def test_lead_changes(chances: list[float], expected: float | None) -> None:
    assert game_measures(chances, 0).lead_changes == expected


def test_short_games() -> None:
    assert game_measures([], 0) == Measures(None, None, None, None, None)
    assert game_measures([], DRAW) == Measures()
    # one turn, won by whoever was ahead: decided from its beginning
    assert game_measures([0.75], 0) == Measures(0.0, None, 0.0, 0.25, 1.0)
    # an even game nobody ever leads: neither is above the other's best
    assert game_measures([0.5, 0.5], 1) == Measures(0.0, 0.0, 0.0, 0.5, 0.0)


def test_exchanging_the_persons_changes_nothing() -> None:
    rng = np.random.default_rng(7)
    for winner, other in ((0, 1), (1, 0), (DRAW, DRAW)):
        chances = rng.integers(0, 9, 32) / 8  # so that all is exact in binary fractions
        assert game_measures(list(chances), winner) == game_measures(list(1 - chances), other)


def test_choices() -> None:
    # mean 0.5, variance (0.09 + 0.01 + 0.16) / 3; one of three is above 0.5 + 0.75 * 0.4 = 0.8
    assert choice_measures(np.array([0.2, 0.4, 0.9])) == pytest.approx((0.26 / 3, 1 / 3))
    # mean 0.5, variance 0.25; two of four are above 0.5 + 0.75 * 0.5
    assert choice_measures(np.array([0.0, 1.0, 0.0, 1.0])) == pytest.approx((0.25, 0.5))
    # mean 0.5, variance 2 (0.25 + 0.140625) / 4; 0.875 is on the mark, not above it
    assert choice_measures(np.array([1.0, 0.875, 0.125, 0.0])) == (0.1953125, 0.25)
    # mean 0.25, the only good one of four, above 0.25 + 0.75 * 0.75
    assert choice_measures(np.array([0.0, 1.0, 0.0, 0.0], np.float32)) == (0.1875, 0.25)


@pytest.mark.parametrize("value", [0.1, 0.7, 1 / 3])
def test_among_equals_nothing_stands_out(value: float) -> None:
    for num_actions in range(2, 60):
        assert choice_measures(np.full(num_actions, value)) == (0.0, 0.0)


def test_a_choice_needs_two_actions() -> None:
    assert choice_measures(np.array([0.3])) is None
    assert choice_measures(np.array([])) is None
