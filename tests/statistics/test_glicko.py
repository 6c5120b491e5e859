"""Glicko-2: the paper's example, and what must hold of any ratings."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.errors import OptionError
from skerry.statistics import Opponent, Rating, rate, win_chance
from tests.strategies import drawn

SCORES = st.sampled_from((0.0, 0.5, 1.0))
RATINGS = st.builds(
    Rating, st.floats(100, 4000), st.floats(45, 350), st.floats(0.01, 0.1, exclude_min=True)
)
GAMES = st.lists(st.builds(Opponent, RATINGS, SCORES), min_size=1, max_size=12)
PERIODS = st.floats(0, 500)
TOLERANCE = 1e-6  # the volatility is found no closer


def test_the_example_of_the_paper() -> None:
    """Its numbers are rounded on the way: it prints 1464.06, 151.52 and 0.05999."""
    games = [
        Opponent(Rating(1400, 30), 1),
        Opponent(Rating(1550, 100), 0),
        Opponent(Rating(1700, 300), 0),
    ]
    after = rate(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_volatility_is_the_root_that_the_paper_asks_for() -> None:
    """Searched for by halving, with the paper's numbers for the example: v, delta, phi."""
    phi, variance, delta, tau = 1.1513, 1.7785, -0.4834, 0.5

    def f(x: float) -> float:
        both = phi**2 + variance + math.exp(x)
        bent = math.exp(x) * (delta**2 - both) / (2 * both**2)
        return bent - (x - math.log(0.06**2)) / tau**2

    low, high = math.log(1e-6), math.log(1.0)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    games = [
        Opponent(Rating(1400, 30), 1),
        Opponent(Rating(1550, 100), 0),
        Opponent(Rating(1700, 300), 0),
    ]
    found = rate(Rating(1500, 200, 0.06), games).volatility
    assert found == pytest.approx(math.exp(low / 2), abs=1e-7)


def test_results_that_astonish_raise_the_volatility() -> None:
    steady = Rating(1500, 50, 0.06)
    upset = [Opponent(Rating(1000, 50), 0)] * 10
    expected = [Opponent(Rating(1500, 50), score) for score in (0, 1) * 5]
    assert rate(steady, upset).volatility > 0.0601
    assert rate(steady, expected).volatility < 0.06


@drawn(200)
@given(RATINGS, RATINGS, PERIODS)
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_it(
    one: Rating, other: Rating, periods: float
) -> None:
    won, drawn_game, lost = (
        rate(one, [Opponent(other, score)], periods).rating for score in (1, 0.5, 0)
    )
    assert lost <= one.rating <= won
    assert lost <= drawn_game <= won
    if 200 < one.rating < 3900 and abs(one.rating - other.rating) < 500:
        assert lost < one.rating < won


@drawn(200)
@given(RATINGS, GAMES, PERIODS, st.data())
def test_a_better_result_never_lowers_a_rating(
    one: Rating, games: list[Opponent], periods: float, data: st.DataObject
) -> None:
    which = data.draw(st.integers(0, len(games) - 1))
    better = [*games]
    better[which] = Opponent(games[which].rating, 1.0)
    before, after = (rate(one, played, periods).rating for played in (games, better))
    assert after >= before - TOLERANCE


@drawn(200)
@given(RATINGS, st.one_of(st.just([]), GAMES), PERIODS)
def test_ratings_stay_within_their_bounds(
    one: Rating, games: list[Opponent], periods: float
) -> None:
    after = rate(one, games, periods)
    assert 100 <= after.rating <= 4000
    assert 45 <= after.deviation <= 350
    assert 0 < after.volatility <= 0.1


def test_the_bounds_are_reached() -> None:
    certain = uncertain = Rating(3990, 45)
    for _ in range(30):
        certain = rate(certain, [Opponent(Rating(4000, 45), 1)], 0)
    assert certain.rating == 4000
    assert certain.deviation == 45
    assert uncertain.after(1e6).deviation == 350


@drawn(100)
@given(RATINGS, GAMES, PERIODS, st.integers())
def test_the_order_of_a_period_s_games_does_not_matter(
    one: Rating, games: list[Opponent], periods: float, seed: int
) -> None:
    other_order = games.copy()
    Random(seed).shuffle(other_order)
    assert rate(one, other_order, periods) == rate(one, games, periods)


@drawn(100)
@given(RATINGS, st.floats(0, 50), st.floats(0, 50))
def test_two_waits_are_one_wait(one: Rating, first: float, second: float) -> None:
    twice, once = one.after(first).after(second), one.after(first + second)
    assert twice.deviation == pytest.approx(once.deviation)
    assert once.deviation >= one.deviation * (1 - 1e-12)  # as far as floats tell


def test_a_period_of_one_is_the_paper_s() -> None:
    # sqrt(200^2 + (173.7178 * 0.06)^2) = 200.2714; 200.0679 after a quarter of the period
    assert Rating(1500, 200).after(1).deviation == pytest.approx(200.2714, abs=1e-3)
    assert Rating(1500, 200).after(0.25).deviation == pytest.approx(200.0679, abs=1e-3)
    assert rate(Rating(1500, 200), [], 1) == Rating(1500, 200).after(1)


@drawn(100)
@given(RATINGS, RATINGS)
def test_chances_of_both_make_one(one: Rating, other: Rating) -> None:
    assert win_chance(one, other) + win_chance(other, one) == pytest.approx(1)
    assert (win_chance(one, other) >= 0.5) == (one.rating >= other.rating)


def test_a_chance_by_hand() -> None:
    # Glickman, "The Glicko system" (1999): 1400 with 80 against 1500 with 150 takes 0.376.
    assert win_chance(Rating(1400, 80), Rating(1500, 150)) == pytest.approx(0.376, abs=5e-4)


def test_strength_is_found_again() -> None:
    """Players of known strength: after 60 games each, nine of ten lie within their intervals."""
    rng, strengths = Random(5), [1200 + 30 * number for number in range(20)]
    ratings = [Rating()] * 20
    for _ in range(60):
        order = rng.sample(range(20), 20)
        for one, other in zip(order[::2], order[1::2], strict=True):
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            score = float(rng.random() < chance)
            ratings[one], ratings[other] = (
                rate(ratings[one], [Opponent(ratings[other], score)], 0.1),
                rate(ratings[other], [Opponent(ratings[one], 1 - score)], 0.1),
            )
    within = [
        low <= strength <= high
        for strength, (low, high) in zip(
            strengths, (rating.interval for rating in ratings), strict=True
        )
    ]
    assert sum(within) >= 18
    assert max(rating.deviation for rating in ratings) < 75


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rating(math.nan), "A rating is 0 to 10000, not nan"),
        (lambda: Rating(deviation=0), "A deviation is 1 to 1000, not 0"),
        (lambda: Rating(volatility=2), "A volatility is 0.0001 to 1, not 2"),
        (lambda: rate(Rating(), [Opponent(Rating(), 2)]), "A score is 0 to 1, not 2"),
        (lambda: Rating().after(-1), "A number of periods is from 0 on, not -1"),
        (lambda: rate(Rating(), [Opponent(Rating(), 1)], -1), "is from 0 on, not -1"),
    ],
)
def test_what_no_rating_has_is_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(OptionError, match=message):
        make()
