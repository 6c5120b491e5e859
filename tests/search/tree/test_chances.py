"""Means as chances: monotone, the same for both persons, and certain where a result is proven."""

import json
import math
from random import Random

import pytest

import skerry
from skerry.games.catalogue import FEATURED
from skerry.search.analysis import analyse
from skerry.search.chances import (
    FEWEST,
    MOST,
    NEAREST,
    SEARCHED,
    Chances,
    Curve,
    Seen,
    Spread,
    at,
    chance,
    chance_beside,
    chance_of_offer,
    chances_of,
    even_offer,
    kind_of,
    log_odds,
    of_odds,
    read_chances,
    seen,
)
from tests.small import start
from tests.strategies import play_at_random

KEPT = [info.name for info in FEATURED if read_chances(info.name)]
MEANS = [number / 50 for number in range(51)]


def test_odds_are_turned_into_chances_and_back() -> None:
    for share in (0.01, 0.3, 0.5, 0.97):
        assert of_odds(log_odds(share)) == pytest.approx(share)
    assert 0.0 < of_odds(log_odds(0.0)) < 0.01  # only a proof is certain
    assert at((1.0, 2.0, 3.0), 2.0) == 17.0


def test_a_curve_adds_up_what_counts() -> None:
    curve = Curve((2.0,), (0.3,), (0.1, 0.4), 0.5)
    around = Seen(time=0.5, first=-1, mover=1, depth=1.0)
    assert curve.odds(around, 0.5) == pytest.approx(-0.3 + 0.3 + 0.5)
    assert curve.odds(around, 0.7) == pytest.approx(2.0 * math.log(7 / 3) + 0.5)
    bent = curve._replace(bend=1.5)
    assert bent.odds_of_mean(0.5, 0.7) == pytest.approx(
        (2.0 + 1.5 * math.log(7 / 3)) * math.log(7 / 3)
    )
    assert bent.odds_of_mean(0.5, 0.3) == pytest.approx(-bent.odds_of_mean(0.5, 0.7))
    moved = curve._replace(middle=0.3)
    assert moved.odds(around._replace(time=0.8), 0.7) == pytest.approx(curve.odds(around, 0.7))
    swapping, offered = curve._replace(offered=0.6), around._replace(offered=1)
    assert swapping.odds(offered, 0.7) == pytest.approx(curve.odds(around, 0.7) + 0.6)
    near = moved._replace(wide=0.1)
    assert near.odds(around, 0.7) == pytest.approx(moved.odds(around._replace(time=0.4), 0.7))


@pytest.mark.parametrize("name", KEPT)
def test_curves_rise_and_treat_both_alike(name: str) -> None:
    game = skerry.game(name)
    assert kind_of(game) in read_chances(name)
    curve = chances_of(game).curve
    assert curve.bend >= 0.0
    for time in MEANS:
        assert at(curve.slope, time) > 0.0
        mine, theirs = Seen(time, 1, -1), Seen(time, -1, 1)
        assert curve.odds(mine, 0.6) == pytest.approx(-curve.odds(theirs, 0.4))
    position = start(game)
    found = [chance(position, mean) for mean in MEANS]
    assert found == sorted(found)
    between = [share for share in found if NEAREST < share < 1.0 - NEAREST]
    assert len(set(between)) == len(between) > 10  # those near 0 and 1 are alike


def test_each_game_comes_with_a_curve() -> None:
    assert set(KEPT) == {info.name for info in FEATURED}


def test_without_a_curve_means_are_taken_for_chances() -> None:
    plain = Chances()
    assert of_odds(plain.curve.odds(Seen(0.3, 1, -1, 0.5), 0.4)) == pytest.approx(0.4)


def test_what_is_kept_comes_back() -> None:
    known = Chances(Curve((1.5, 0.2), (0.1,), (0.0,), -0.3), Spread(0.2, 0.1))
    for one in (known, known._replace(opening=Curve((2.0,), (), (0.1,)))):
        assert Chances.from_data(json.loads(json.dumps(one.to_data()))) == one


def test_searches_of_other_depths_are_taken_for_the_nearest_measured() -> None:
    position = skerry.game("spry").start()
    depths = [seen(position, playouts).depth for playouts in (1, FEWEST, SEARCHED, MOST, 10**9)]
    assert depths == sorted(depths)
    assert (depths[0], depths[2], depths[4]) == (depths[1], 0.0, depths[3])


def test_time_goes_from_the_start_to_a_full_board() -> None:
    game = skerry.game("byg", size=3)
    assert seen(game.start()).time == 0.0
    later = play_at_random(game.start(), Random(1), 3)[-1][0]
    assert 0.0 < seen(later).time < 1.0


def test_a_turn_beside_the_best_is_worth_less() -> None:
    position = skerry.game("sytran").start()
    assert chance_beside(position, 0.7, 0.6, 0.6) == pytest.approx(0.7)
    assert chance_beside(position, 0.7, 0.5, 0.6) < 0.7


def test_an_offer_and_the_answer_to_it_are_told_by_one_curve() -> None:
    """What an offer leaves to its maker is what whoever may swap sees of it, if they play on."""
    game = skerry.game("byg", swap=True)  # all its offers have one stone
    after = game.start().play_turn("a3")
    for mean in (0.45, 0.5, 0.53, 0.6):
        left = 1.0 - chance(after, 1.0 - mean)
        assert chance_of_offer(game, mean, SEARCHED) == pytest.approx(min(left, 1.0 - left))


@pytest.mark.parametrize("name", ["spry", "sytran", "byg", "kitaran"])
def test_no_offer_is_worth_more_than_a_half(name: str) -> None:
    game = skerry.game(name, swap=True)
    even = even_offer(game)
    assert chance_of_offer(game, even, FEWEST) == pytest.approx(0.5)
    for mean in MEANS:
        assert chance_of_offer(game, mean, SEARCHED) <= 0.5


def test_an_analysis_tells_chances_and_means() -> None:
    position = skerry.game("spry", size=4).start()
    found = analyse(position, playouts=3000, seed=1)
    assert found.value == pytest.approx(chance(position, found.mean, 3000))
    assert found.turns[0].value == pytest.approx(found.value)
    by_value = sorted(found.turns, key=lambda turn: turn.value)
    assert by_value == sorted(found.turns, key=lambda turn: turn.mean)


def test_what_is_proven_is_certain() -> None:
    position = skerry.game("spry", size=2).start()
    found = analyse(position, playouts=3000, seed=1)
    assert (found.proven, found.value) == ("win", 1.0)
    assert all(turn.value in (0.0, 1.0) for turn in found.turns if turn.proven is not None)
