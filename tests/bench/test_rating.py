"""Win rates and Elo: against published values, by hand, and by simulation of known strengths."""

import math

import numpy as np
import pytest

from bench.rating import (
    NoFiniteRatingError,
    Tally,
    fit_elo,
    merged,
)
from skerry.statistics import expected_score, wilson

LADDER = [0.0, 90.0, 210.0, 300.0, 420.0, 540.0]  # Elo; steps of 63% to 67%


def test_wilson_gives_the_published_interval() -> None:
    # Newcombe (1998), table I, method 3: 81 of 263 and 15 of 148.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_wilson_stays_inside_at_the_ends() -> None:
    assert wilson(0, 20)[0] == pytest.approx(0.0)
    assert wilson(20, 20)[1] == pytest.approx(1.0)


def test_two_players_get_the_elo_of_their_share() -> None:
    first, second = fit_elo([Tally(1, 0, 75, 100)], 2)
    assert (first.elo, first.low, first.high) == (0, 0, 0)
    assert second.elo == pytest.approx(400 * math.log10(3))
    # Fisher information of 100 games at a share of 3/4, in nats: 100 × 3/16.
    error = 400 / math.log(10) / math.sqrt(100 * 3 / 16)
    assert second.high - second.elo == pytest.approx(1.959964 * error)
    assert second.elo - second.low == pytest.approx(1.959964 * error)


def test_expected_score_and_elo_agree() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400 * math.log10(3)) == pytest.approx(0.75)


def test_scores_without_chance_give_the_strengths_back() -> None:
    tallies = [
        Tally(b, a, 1000 * expected_score(LADDER[b] - LADDER[a]), 1000)
        for a in range(len(LADDER))
        for b in range(a + 1, min(a + 3, len(LADDER)))
    ]
    for anchor in (0, 3):
        fitted = [rating.elo for rating in fit_elo(tallies, len(LADDER), anchor)]
        assert fitted == pytest.approx([elo - LADDER[anchor] for elo in LADDER], abs=1e-6)


def test_lopsided_results_still_converge() -> None:
    ratings = fit_elo([Tally(1, 0, 999, 1000), Tally(2, 1, 999.5, 1000)], 3)
    assert ratings[1].elo == pytest.approx(400 * math.log10(999))
    assert ratings[2].elo == pytest.approx(400 * math.log10(999 * 1999))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, trials, games = np.random.default_rng(5), 400, 60
    inside = np.zeros(len(LADDER))
    for _ in range(trials):
        tallies = [
            Tally(b, a, float(rng.binomial(games, expected_score(LADDER[b] - LADDER[a]))), games)
            for a in range(len(LADDER))
            for b in range(a + 1, min(a + 3, len(LADDER)))
        ]
        for player, rating in enumerate(fit_elo(tallies, len(LADDER))):
            inside[player] += rating.low <= LADDER[player] <= rating.high
    assert inside[0] == trials
    # Four standard deviations of a binomial share around 95%.
    assert inside[1:] / trials == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / trials))


def test_a_second_kind_of_pair_narrows_the_intervals() -> None:
    near = [Tally(b, b - 1, 65, 100) for b in range(1, 6)]
    far = [Tally(b, b - 2, 77, 100) for b in range(2, 6)]
    alone, both = fit_elo(near, 6), fit_elo([*near, *far], 6)
    assert both[5].high - both[5].low < 0.75 * (alone[5].high - alone[5].low)


@pytest.mark.parametrize(
    ("tallies", "players"),
    [
        ([Tally(1, 0, 10, 10), Tally(2, 1, 6, 10)], "1, 2"),
        ([Tally(1, 0, 0, 10), Tally(2, 1, 6, 10)], "1, 2"),
        ([Tally(1, 0, 6, 10)], "2"),
    ],
    ids=["never loses", "never wins", "never meets"],
)
def test_no_finite_rating_says_who_stands_apart(tallies: list[Tally], players: str) -> None:
    with pytest.raises(NoFiniteRatingError, match=f"Players {players} cannot be rated"):
        fit_elo(tallies, 3)


def test_merged_tallies_turn_the_score_round() -> None:
    games = [Tally(0, 1, 3, 4), Tally(1, 0, 2.5, 4), Tally(2, 1, 1, 1)]
    assert merged(games) == [Tally(0, 1, 4.5, 8), Tally(1, 2, 0, 1)]
