"""Curves fitted on games: what was put in comes out, and no game foretells itself."""

import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import skerry
from skerry.games.ruleset import parse_options
from skerry.learn import chances
from skerry.learn.chances import (
    LEAST_SLOPE,
    Look,
    Played,
    add_offers,
    all_games,
    exchange_persons,
    fit,
    fit_offers,
    foretold,
    keep,
    play,
    play_more,
    rises,
    spread_of,
)
from skerry.players import RandomPlayer
from skerry.search.chances import (
    KINDS,
    Chances,
    Curve,
    Seen,
    Spread,
    at,
    chances_of,
    kind_of,
    log_odds,
    of_odds,
    read_chances,
)

TRUE = Curve((2.0, 1.0), (0.3,), (-0.4,), 0.3)
BENT = Curve((1.0,), bend=3.0)
FEW = 200  # playouts in place of those of the command


def made_up(number: int) -> Played:
    """A game of five positions, whose result is drawn with the chance that the curve gives them."""
    draws = Random(number)
    mean = min(0.95, max(0.05, draws.gauss(0.5, 0.15)))
    first, mover = draws.choice((-1, 1)), draws.choice((-1, 1))
    looks, odds = [], 0.0
    for _ in range(5):
        around = Seen(draws.random(), first, mover)
        odds = odds or TRUE.odds(around, mean)
        looks.append(Look(around, mean_by(odds, around)))
    return Played(number, {}, float(draws.random() < of_odds(odds)), tuple(looks))


def test_who_has_chosen_by_a_search_is_rated_too_high_in_games_with_a_swap() -> None:
    games, draws = [], Random(5)
    for number in range(2000):
        swapping = bool(number % 2)
        around = Seen(draws.random(), draws.choice((-1, 1)), 1, offered=int(swapping))
        won = float(draws.random() < of_odds(0.8 * around.offered))
        games.append(Played(number, {"swap": swapping}, won, (Look(around, 0.5),)))
    curve = fit(games).curve
    assert curve.offered == pytest.approx(0.8, abs=0.2)
    plain, offered = Seen(0.5, 1, 1), Seen(0.5, 1, 1, offered=1)
    assert curve.odds(offered, 0.5) - curve.odds(plain, 0.5) == pytest.approx(curve.offered)
    for with_swap, share in ((True, of_odds(0.8)), (False, 0.5)):
        tenths = list(filter(None, foretold(games, with_swap=with_swap)))
        assert sum(one.positions for one in tenths) == 1000
        most = max(tenths, key=lambda one: one.positions)
        assert most.won == pytest.approx(share, abs=0.1)
        assert most.shown == pytest.approx(most.won, abs=0.06)


def mean_by(odds: float, around: Seen) -> float:
    """The mean of which the curve makes some odds."""
    return of_odds((odds - TRUE.odds(around, 0.5)) / at(TRUE.slope, around.time))


def test_a_fit_finds_the_curve_by_which_results_were_drawn() -> None:
    found = fit([made_up(number) for number in range(3000)]).curve
    for time in (0.0, 0.5, 1.0):
        assert at(found.slope, time) == pytest.approx(at(TRUE.slope, time), abs=0.4)
        assert at(found.first, time) == pytest.approx(0.3, abs=0.25)
        assert at(found.mover, time) == pytest.approx(-0.4, abs=0.25)


def test_a_curve_is_bent_where_means_far_from_even_tell_more_and_never_falls() -> None:
    """Where they tell less it is a straight one: a curve of that kind would fall in the end."""
    games: list[Played] = []
    less: list[Played] = []
    for number in range(3000):
        draws, around = Random(number), Seen(0.5, 1, 1)
        mean = draws.uniform(0.2, 0.8)
        for curve, into in ((BENT, games), (BENT._replace(slope=(4.0,), bend=-1.0), less)):
            won = float(draws.random() < of_odds(curve.odds_of_mean(0.5, mean)))
            into.append(Played(number, {}, won, (Look(around, mean),)))
    assert fit(games).curve.bend == pytest.approx(BENT.bend, rel=0.3)
    assert fit(less).curve.bend == 0.0


@pytest.mark.parametrize("slope", [-2.0, -0.5, 0.4])
def test_a_curve_rises_even_where_it_is_the_bend_alone_that_tells(slope: float) -> None:
    games, true = [], Curve((slope,), bend=8.0)
    for number in range(3000):
        draws = Random(number)
        around, mean = Seen(draws.random(), 1, 1), draws.uniform(0.2, 0.8)
        won = float(draws.random() < of_odds(true.odds_of_mean(0.5, mean)))
        games.append(Played(number, {}, won, (Look(around, mean),)))
    found = fit(games).curve
    assert rises(found)
    assert not rises(true) or slope > 0.0
    assert found.bend > 3.0
    if slope == -2.0:
        assert found.slope == (LEAST_SLOPE,)


def test_first_turns_are_rated_by_how_many_stones_they_have() -> None:
    """Their times lie close together, so that the term for them is large; alike they make none."""
    wanted = {0.02: 0.3, 0.04: 0.6, 0.06: 0.4}  # of person 0, where the mean says 0.5
    told, alike = [], []
    for number in range(1500):
        draws = Random(number)
        time = draws.choice(list(wanted))
        told.append((Look(Seen(time, 1, -1), 0.5), float(draws.random() < wanted[time])))
        alike.append((Look(Seen(0.04, 1, -1), 0.5), told[-1][1]))
    found = fit_offers(told)
    for time, share in wanted.items():
        assert of_odds(found.odds(Seen(time, 1, -1), 0.5)) == pytest.approx(share, abs=0.05)
    assert fit_offers(alike).mover[1:] == (0.0, 0.0)


def test_games_with_a_swap_become_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "SEARCHED", FEW)
    game, file = skerry.game("spry", size=3, swap=True), tmp_path / "swap.jsonl"
    told = {"offer": "c3", "num_turns": 9}
    file.write_text(
        "".join(
            json.dumps({**told, "seed": seed, "is_swapped": swapped, "score": score}) + "\n"
            for seed, (swapped, score) in enumerate([(False, 1.0), (True, 0.0)])
        )
    )
    add_offers(game, file, tmp_path / "offers-spry.jsonl.gz")
    kept, swapped = all_games(game, tmp_path)
    assert (kept.won, swapped.won) == (1.0, 0.0)  # of person 0, and White has won either
    assert (kept.looks[0].seen.first, swapped.looks[0].seen.first) == (1, -1)
    assert kept.looks[0].mean == pytest.approx(1.0 - swapped.looks[0].mean, abs=0.2)
    assert kept.looks[0].opening
    assert kept.options["swap"]


def test_how_much_more_deeper_searches_see_is_found_by_searching_a_position_again() -> None:
    games = []
    for number in range(400):
        game = made_up(number)
        one = game.looks[0]
        odds = TRUE.odds(one.seen, one.mean)
        again = {}
        for playouts, depth in (("500", -1.0), ("50000", 1.0)):
            mean = mean_by(odds - TRUE.deeper * depth * one.seen.mover, one.seen)
            again[playouts] = (mean, mean)
        games.append(Played(number, {}, game.won, (Look(one.seen, one.mean, again),)))
    assert fit(games).curve.deeper == pytest.approx(TRUE.deeper, abs=0.05)


def test_offers_whose_means_hardly_differ_are_told_apart_at_every_depth() -> None:
    """The slope is not held near 1; what more playouts see turns round beyond SEARCHED."""
    slope, deeper, beyond = 9.0, 0.5, -1.6
    told, draws = [], Random(3)
    for _ in range(1500):
        mean = draws.uniform(0.46, 0.54)
        odds = slope * log_odds(mean)
        again = {}
        for playouts, more in (("500", -deeper), ("20000", math.log10(4) * (deeper + beyond))):
            there = of_odds((odds + more) / slope)  # Black is to act: -1 in the curve's terms
            again[playouts] = (there, there)
        one = Look(Seen(0.02, 1, -1, offered=1), mean, again, opening=True)
        told.append((one, float(draws.random() < of_odds(odds))))
    found = fit_offers(told)
    assert at(found.slope, 0.0) == pytest.approx(slope, rel=0.2)
    assert found.deeper == pytest.approx(deeper, abs=0.15)
    assert found.beyond == pytest.approx(beyond, abs=0.4)
    even = found.odds(Seen(0.02, 1, -1), 0.5)
    deep = found.odds(Seen(0.02, 1, -1, depth=math.log10(4)), 0.5)
    assert deep - even == pytest.approx(-math.log10(4) * (found.deeper + found.beyond))


def test_positions_after_the_first_turn_have_a_curve_of_their_own() -> None:
    """It finds who is to act worse off there than everywhere else."""
    games = []
    for number in range(2000):
        game, draws = made_up(number), Random(-number)
        mean = draws.uniform(0.4, 0.6)
        odds = 2.0 * log_odds(mean) - 0.8
        first = Look(Seen(0.1, -1, 1), mean, opening=True)
        games.append(Played(number, {}, float(draws.random() < of_odds(odds)), (first,)))
        games.append(game)
    found = fit(games)
    assert found.opening is not None
    assert at(found.opening.slope, 0.1) == pytest.approx(2.0, abs=0.5)
    assert at(found.opening.mover, 0.1) == pytest.approx(-0.8, abs=0.2)
    assert found.curve_after(1, is_offer=False) == found.opening
    assert found.offer is None
    assert found.curve_after(1, is_offer=True) == found.opening
    offered = [replace(one, options={"swap": one.looks[0].opening}) for one in games]
    known = fit(offered)
    assert known.opening == found.opening
    assert known.offer is not None
    assert known.offer.odds(Seen(0.1, -1, 1), 0.6) == pytest.approx(
        found.opening.odds(Seen(0.1, -1, 1), 0.6), abs=0.05
    )
    assert known.curve_after(1, is_offer=True) == known.offer
    assert (
        found.curve_after(0, is_offer=True) == found.curve_after(2, is_offer=False) == found.curve
    )
    assert fit(games[1::2]).opening is None


@pytest.mark.parametrize("swaps", [False, True])
def test_after_a_swap_the_first_turn_is_seen_from_the_other_side(
    swaps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is to act after it has the second colour, with which the game is then won or lost."""

    class Scripted(RandomPlayer):
        def __init__(self, *, seed: int, **_: int) -> None:
            super().__init__(seed=seed)

        def choose(self, position: skerry.Position, *, cancel: object = None) -> tuple[int, ...]:
            words = {position.game.format_action(one): one for one in position.legal_actions()}
            return (words["swap"],) if swaps and "swap" in words else super().choose(position)

    monkeypatch.setattr(chances, "SearchPlayer", Scripted)
    monkeypatch.setattr(chances, "SEARCHED", FEW)
    monkeypatch.setattr(chances, "DEPTHS", (FEW,))
    monkeypatch.setattr(chances, "MOST", 1)
    games = [play(skerry.game("spry", swap=True), seed) for seed in (0, 4)]
    found = [one.seen for game in games for one in game.looks if one.opening]
    assert len(found) == 2
    assert {(one.mover, one.first) for one in found} == {(1, -1) if swaps else (-1, 1)}


def test_persons_change_places() -> None:
    one = Look(Seen(0.2, 1, -1, 0.5), 0.7, {"500": (0.6, 0.9)}, opening=True)
    other = exchange_persons(one)
    assert (other.seen, other.opening) == (Seen(0.2, -1, 1, 0.5), True)
    assert other.mean == pytest.approx(0.3)
    assert other.again == {"500": (0.4, 0.1)}
    assert exchange_persons(other) == one


def test_positions_are_foretold_by_curves_of_other_games() -> None:
    found = foretold([made_up(number) for number in range(2000)])
    assert sum(tenth.positions for tenth in found if tenth is not None) == 5 * 2000
    for tenth in found:
        if tenth is not None and tenth.positions > 500:
            assert tenth.won == pytest.approx(tenth.shown, abs=0.06)


def test_noise_would_not_foretell_anything() -> None:
    """With results that nothing tells of, all but a few held-out positions are near a half."""
    draws = Random(1)
    games = [
        Played(number, {}, float(draws.random() < 0.5), made_up(number).looks)
        for number in range(1000)
    ]
    found = [tenth for tenth in foretold(games) if tenth is not None]
    far = sum(tenth.positions for tenth in found if not 0.3 < tenth.shown < 0.7)
    assert far < 0.01 * sum(tenth.positions for tenth in found)


def test_the_spread_is_that_of_equal_searches() -> None:
    draws, games = Random(2), []
    for number in range(2000):
        around = Seen(0.5, 1, 1)
        again = {
            str(playouts): (draws.gauss(0.5, noise), draws.gauss(0.5, noise))
            for playouts, noise in ((500, 0.06), (5_000, 0.03), (20_000, 0.02))
        }
        games.append(Played(number, {}, 1.0, (Look(around, 0.5, again),)))
    found = spread_of(games, Chances())
    for playouts, noise in ((500, 0.06), (5_000, 0.03), (20_000, 0.02)):
        assert found.variance(0.5, playouts) ** 0.5 == pytest.approx(noise, rel=0.15)
    still = [Played(1, {}, 1.0, (Look(Seen(0.5, 1, 1), 0.5, {"500": (0.4, 0.4)}),))]
    assert spread_of(still, Chances()) == Spread(0.0, 0.0)


@pytest.mark.parametrize("name", ["spry", "kitaran", "syrtis"])
def test_games_are_played_once_and_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "PLAYED", dict.fromkeys(KINDS, FEW))
    monkeypatch.setattr(chances, "SEARCHED", FEW)
    monkeypatch.setattr(chances, "DEPTHS", (50, FEW))
    monkeypatch.setattr(chances, "MOST", 2)
    options = {"board": "minor"} if name == "syrtis" else {"size": 3}
    game, file = skerry.game(name, **options), tmp_path / "games.jsonl.gz"
    found = play_more(game, file, 2)
    assert [one.seed for one in found] == [0, 1]
    assert play_more(game, file, 2) == found
    assert play(game, 1) == found[1]
    for one in found:
        assert one.won in (0.0, 0.5, 1.0)
        assert sum(not look.opening for look in one.looks) <= 2
        assert sum(look.opening for look in one.looks) <= 1
        assert all(0.0 <= look.mean <= 1.0 and 0.0 <= look.seen.time <= 1.0 for look in one.looks)


def test_a_game_comes_with_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "folder", lambda name: tmp_path)
    monkeypatch.setattr("skerry.search.chances.folder", lambda name: tmp_path)
    known = Chances(Curve((1.5, 0.2), (0.1,), (0.0,), -0.3), Spread(0.2, 0.1), Curve((1.0,)))
    keep(skerry.game("spry"), known, 5)
    assert read_chances("spry") == {"playouts": known}
    keep(skerry.game("kitaran", size=5), known, 5)
    assert read_chances("kitaran") == {"playouts": known, "network": known}
    two, rare = skerry.game("byg", size=3, first_stones=2), Chances(Curve((2.5,)))
    keep(skerry.game("byg"), known, 5)
    keep(two, rare, 5, ["first_stones=2"])
    assert chances_of.__wrapped__(two) == rare
    assert chances_of.__wrapped__(skerry.game("byg", size=3)) == known


@pytest.mark.parametrize(
    "words",
    [
        "spry",
        "sytran",
        "byg",
        "byg first_stones=2",
        "byg first_stones=2 cap=2",
        "kitaran",
        "syrtis",
    ],
)
def test_the_curve_that_a_game_comes_with_is_that_of_its_games(words: str) -> None:
    name, *options = words.split()
    game = skerry.game(name, **parse_options(options))
    games = all_games(game, Path(__file__).parents[2] / "learned", options)
    assert read_chances(name)[" ".join([kind_of(game), *options])] == fit(games)
    for tenth in filter(None, foretold(games)):
        slack = 3 * (0.25 / max(1, tenth.positions / 5)) ** 0.5  # positions of a game go together
        assert abs(tenth.shown - tenth.won) < 0.02 + slack
