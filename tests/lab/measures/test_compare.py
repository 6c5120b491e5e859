"""Comparisons by hand on a few games, their verdicts by simulation, and on games really played."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from skerry.errors import OptionError
from skerry.lab import comparison as compare_module
from skerry.lab.comparison import (
    ALIKE,
    CANT_TELL,
    COLUMNS,
    QUANTITIES,
    Difference,
    compare,
    distance_difference,
    holm,
)
from skerry.lab.plans import parse_plan
from skerry.lab.playing import DRAW
from skerry.lab.running import RESULTS, Experiment, InProcess, Store

SHARES = ("fairness", "first_mover")
PLAIN: dict[str, Any] = {
    "winner": 0,
    "turns": 10,
    "stones": 10,
    "actions": 10,
    "decisions": 10,
    "log_actions": 10.0,
    "drama": None,
    "lead_changes": None,
    "decided": None,
}  # a game in which nothing happens


def cell(games: int = 40, **columns: Any) -> pl.LazyFrame:
    """Rows of one cell, of the columns that are needed and no others."""
    given = {"number": np.arange(games)} | PLAIN | columns
    return pl.DataFrame(
        {
            name: value if isinstance(value, list | np.ndarray) else [value] * games
            for name, value in given.items()
        },
        schema_overrides=dict.fromkeys(("drama", "lead_changes", "decided"), pl.Float64),
    ).lazy()


def named(found: list[Difference]) -> dict[str, Difference]:
    return {one.quantity.name: one for one in found}


def only(name: str, a: pl.LazyFrame, b: pl.LazyFrame, *, paired: bool = True) -> Difference:
    chosen = [one for one in QUANTITIES if one.name == name]
    (found,) = compare(a, b, paired=paired, quantities=chosen)
    return found


def ends(one: Difference) -> tuple[float, float, float]:
    return one.difference.value, one.difference.low, one.difference.high


def test_turns_of_pairs_on_paper() -> None:
    # differences 1 and 3, twenty times each: mean 2, variance 40 / 39, of the mean 1 / 39
    found = only("turns", cell(turns=[11, 13] * 20), cell())
    # Student's t with 39 degrees of freedom: 2.022691
    reach = 2.022691 / math.sqrt(39)
    assert ends(found) == pytest.approx((2, 2 - reach, 2 + reach), abs=1e-6)
    assert (found.a, found.b, found.difference.games) == (12, 10, 40)
    assert (found.verdict, found.needed) == ("longer", 0)
    assert found.is_decided
    assert found.sentence == "A's games take more turns"


def test_luck_that_both_share_cancels() -> None:
    luck = np.random.default_rng(1).integers(0, 100, 40)
    a, b = cell(turns=luck + [0, 2] * 20), cell(turns=luck)
    assert only("turns", a, b).verdict == "longer"
    assert only("turns", a, b, paired=False).verdict == CANT_TELL


def test_turns_of_other_seeds_on_paper() -> None:
    # variances 40 / 39 and 0, so the error of the mean is sqrt(1 / 39), and all freedom a's: 39
    found = only("turns", cell(turns=[11, 13] * 20), cell(20), paired=False)
    reach = 2.022691 / math.sqrt(39)
    assert ends(found) == pytest.approx((2, 2 - reach, 2 + reach), abs=1e-6)
    assert found.difference.games == 20


def test_shares_of_pairs_on_paper() -> None:
    # A draws in 10 of 40, B in none. With half a pair for each and one for neither (Agresti, Min):
    # mean 10 / 42, squares (10 + 1) / 42, variance of the mean (11 / 42 - (10 / 42)^2) / 42
    found = only("drawn", cell(winner=[DRAW, 0, 0, 0] * 10), cell())
    reach = 2.022691 * math.sqrt((11 / 42 - (10 / 42) ** 2) / 42)
    assert ends(found) == pytest.approx((0.25, 10 / 42 - reach, 10 / 42 + reach), abs=1e-6)
    assert (found.verdict, found.sentence) == ("worse", "A has more draws")
    assert only("drawn", cell(), cell(winner=[DRAW, 0, 0, 0] * 10)).verdict == "better"


def test_shares_of_other_seeds_on_paper() -> None:
    # With a draw and no draw for each (Agresti, Caffo): 11 / 42 and 1 / 42
    found = only("drawn", cell(winner=[DRAW, 0, 0, 0] * 10), cell(), paired=False)
    squares = [share * (1 - share) / 42 for share in (11 / 42, 1 / 42)]
    # Welch: (0.0046031 + 0.0005534)^2 / (0.0046031^2 / 39 + 0.0005534^2 / 39) = 48.24 degrees of
    # freedom, whose t is 2.0104
    reach = 2.0104 * math.sqrt(sum(squares))
    assert ends(found) == pytest.approx((0.25, 10 / 42 - reach, 10 / 42 + reach), abs=1e-5)


def test_half_points_of_draws() -> None:
    found = only("first_mover", cell(winner=[0, DRAW] * 20), cell(winner=[1, DRAW, 0, 0] * 10))
    assert (found.a, found.b) == (0.75, 0.625)


def test_ratios_count_actions_not_games() -> None:
    # 10 of 10 and 10 of 30 decisions: 20 of 40, though the mean of the games' shares is 2 / 3
    a = cell(actions=[10, 30] * 20, log_actions=[10.0, 10.0] * 20)
    found = named(compare(a, cell()))
    assert (found["decision_share"].a, found["decision_share"].b) == (0.5, 1)
    assert found["branching"].a == pytest.approx(math.sqrt(10))  # 10 ** (20 / 40)
    assert found["branching"].b == pytest.approx(10)
    # decisions - 0.5 actions is 5 or -5, over the mean length 20: 0.25, variance 0.0625 * 40 / 39
    reach = 2.022691 * math.sqrt(0.0625 / 39)
    expected = (-0.5, -0.5 - reach, -0.5 + reach)
    assert ends(found["decision_share"]) == pytest.approx(expected, abs=1e-6)
    # the slope of 10 ** x at 0.5 is ln 10 sqrt 10; the logarithm's error is the same as above
    reach *= math.log(10) * math.sqrt(10)
    value = math.sqrt(10) - 10
    assert ends(found["branching"]) == pytest.approx((value, value - reach, value + reach))


def test_fairness_folds_at_one_half() -> None:
    # 30% and 60%: 0.2 and 0.1 away; the difference of the shares is -0.3, their sum less 1 -0.1
    games = 1000
    a = cell(games, winner=[0] * 300 + [1] * 700)
    b = cell(games, winner=[0, 0, 0, 1, 1] * 200)
    found = named(compare(a, b))
    assert (found["fairness"].a, found["fairness"].b) == pytest.approx((0.2, 0.1))
    assert found["fairness"].difference.value == pytest.approx(0.1)
    assert found["fairness"].verdict == "worse"
    assert found["first_mover"].verdict == "lower"
    # the nearer to 0 of the two decides, the sum: with half a pair for each side and one for none
    # as above; Student's t with 999 degrees of freedom is 1.962341
    total = [x + y - 1 for x, y in zip([1] * 300 + [0] * 700, [1, 1, 1, 0, 0] * 200, strict=True)]
    squares = sum(value * value for value in total) + 1
    centre = sum(total) / 1002
    reach = 1.962341 * math.sqrt((squares / 1002 - centre**2) / 1002)
    expected = (0.1, -centre - reach, -centre + reach)
    assert ends(found["fairness"]) == pytest.approx(expected, abs=1e-6)


def test_equally_unfair_the_other_way_round_is_no_less_fair() -> None:
    """The shares differ beyond doubt, their distances from one half do not."""
    a, b = cell(400, winner=[0, 0, 0, 1] * 100), cell(400, winner=[0, 1, 1, 1] * 100)
    found = named(compare(a, b))
    assert found["first_mover"].verdict == "higher"
    assert found["fairness"].verdict == CANT_TELL
    assert found["fairness"].difference.value == pytest.approx(0)


@pytest.mark.parametrize("x", [-0.5, -0.2, 0.0, 0.1, 0.5])
@pytest.mark.parametrize("y", [-0.3, 0.0, 0.1, 0.5])
def test_folding(x: float, y: float) -> None:
    assert distance_difference(x - y, x + y) == pytest.approx(abs(x) - abs(y))


def test_holm_on_paper() -> None:
    # times 4, 3, 2, 1 in their order, never less than the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_a_verdict_holds_for_all_quantities_together() -> None:
    """What is certain enough alone is not, as one of many."""
    # differences 1 in 25 pairs and -1 in 11: the mean is 0.35, 2.3 times its error
    turns = [11] * 25 + [9] * 11 + [10] * 4
    alone = only("turns", cell(turns=turns), cell())
    among = named(compare(cell(turns=turns), cell()))["turns"]
    assert alone.verdict == "longer"
    assert among.verdict == CANT_TELL
    assert among.difference.value == pytest.approx(alone.difference.value)
    assert among.difference.low > 0
    assert among.p == pytest.approx(among.adjusted / 8)  # as many quantities without a search
    # variance (36 - 40 * 0.35^2) / 39 = 0.79744; 0.05 / 8 asks for 2.734 errors of the mean, so
    # for 2.734^2 * 0.79744 / 0.35^2 = 48.66 pairs
    assert among.needed == 9


def test_needed_games_bring_a_verdict_in_about_half_of_the_cases() -> None:
    rng, decided, trials = np.random.default_rng(4), 0, 60
    for _ in range(trials):
        # mean 0.2, deviation 1: (1.96 / 0.2)^2 = 96 pairs
        turns = rng.normal(0.2, 1, 96)
        decided += only("turns", cell(96, turns=turns + 10), cell(96)).is_decided
    assert 0.3 * trials < decided < 0.7 * trials
    exact = [10.2 + 1, 10.2 - 1] * 24
    assert only("turns", cell(48, turns=exact), cell(48)).needed in range(46, 52)


def test_too_few_games_for_any_verdict() -> None:
    """Ten pairs that differ by 1 each, though there is no spread at all."""
    found = only("turns", cell(10, turns=11), cell(10))
    assert (found.verdict, found.p, found.needed) == (CANT_TELL, 1, 10)
    assert only("turns", cell(20, turns=11), cell(20)).verdict == "longer"


def test_one_pair() -> None:
    found = only("turns", cell(1, turns=11), cell(1))
    assert ends(found) == (1, -math.inf, math.inf)
    assert only("turns", cell(1, turns=11), cell(1), paired=False).verdict == CANT_TELL


@pytest.mark.parametrize("paired", [True, False])
def test_what_never_differs_is_alike(paired: bool) -> None:
    # 0.1 added up in different orders, as sums of blocks may be, makes no difference
    logs = np.full(40, 0.1 * 3)
    found = named(compare(cell(log_actions=logs), cell(log_actions=logs + 1e-16), paired=paired))
    for name in ("turns", "stones", "branching"):
        assert (found[name].verdict, found[name].needed) == (ALIKE, None)


def test_quantities_that_no_game_has_are_left_out() -> None:
    without = [one.quantity.name for one in compare(cell(), cell())]
    assert not {"drama", "lead_changes", "decided"} & set(without)
    drama = np.linspace(0, 1, 40)
    found = named(
        compare(cell(drama=drama, decided=[0.5, None] * 20), cell(drama=0.0, decided=0.1))
    )
    assert found["drama"].verdict == "more"
    assert found["decided"].verdict == "earlier"
    assert found["decided"].difference.games == 20
    assert "lead_changes" not in found


def test_only_games_of_like_number_are_pairs() -> None:
    a = cell(40, number=np.arange(40)[::-1].copy(), turns=np.arange(40)[::-1].copy())
    b = cell(60, turns=np.arange(60))
    assert only("turns", a, b).verdict == ALIKE
    assert only("turns", a, b, paired=False).verdict == "shorter"


def test_nothing_to_compare() -> None:
    with pytest.raises(OptionError, match="no two games of the same number to compare"):
        compare(cell(5), cell(5, number=np.arange(5, 10)))
    with pytest.raises(OptionError, match="one of them has none"):
        compare(cell(5), cell(0), paired=False)


def games_at_random(rng: np.random.Generator, games: int, luck: np.ndarray) -> pl.LazyFrame:
    """A cell like any other of this function: a third of its spread is luck."""
    winner = rng.choice([0, 1, DRAW], games, p=[0.5, 0.47, 0.03])
    turns = luck + rng.integers(0, 20, games)
    return cell(
        games,
        winner=winner,
        turns=turns,
        actions=turns,
        stones=turns - rng.integers(0, 3, games),
        decisions=turns - rng.integers(0, 5, games),
        log_actions=turns * rng.normal(1, 0.1, games),
        drama=rng.random(games) ** 3,
        lead_changes=rng.random(games),
        decided=np.where(winner == DRAW, np.nan, rng.random(games)),
    ).with_columns(pl.col("decided").fill_nan(None))


@pytest.mark.parametrize("paired", [True, False])
def test_equal_cells_rarely_seem_to_differ_in_anything(paired: bool) -> None:
    """In 5 of 100 families at most; 25 of 300 and more would come by chance once in 200."""
    rng, families, games = np.random.default_rng(9), 300, 60
    wrong, outside = 0, 0
    for _ in range(families):
        luck = rng.integers(20, 35, games)
        cells = [
            games_at_random(rng, games, luck if paired else rng.integers(20, 35, games))
            for _ in "ab"
        ]
        found = compare(*cells, paired=paired)
        assert len(found) == len(QUANTITIES)
        wrong += any(one.is_decided for one in found)
        outside += any(not one.difference.low <= 0 <= one.difference.high for one in found)
    assert wrong < 25
    assert outside > 60  # without Holm, one family in three would have misled


@pytest.mark.parametrize(("share_a", "share_b"), [(0.5, 0.5), (0.5, 0.6), (0.45, 0.6), (0.3, 0.7)])
def test_the_interval_of_fairness_holds_the_truth(share_a: float, share_b: float) -> None:
    rng, trials, games, hits = np.random.default_rng(6), 200, 300, 0
    truth = abs(share_a - 0.5) - abs(share_b - 0.5)
    for _ in range(trials):
        a, b = (cell(games, winner=rng.random(games) > share) for share in (share_a, share_b))
        one = only("fairness", a.cast({"winner": pl.Int8}), b.cast({"winner": pl.Int8}))
        hits += one.difference.low - 1e-9 <= truth <= one.difference.high + 1e-9
    assert hits >= 0.91 * trials


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    a, b = (games_at_random(rng, 100, np.full(100, 20)) for _ in "ab")
    for paired in (True, False):
        whole = compare(a, b, paired=paired)
        with monkeypatch.context() as patch:
            patch.setattr(compare_module, "BLOCK", 7)
            parts = compare(a, b, paired=paired)
        for one, other in zip(whole, parts, strict=True):
            assert ends(one) == pytest.approx(ends(other))
            assert (one.verdict, one.needed) == (other.verdict, other.needed)


def test_words_fit_and_columns_exist() -> None:
    for one in QUANTITIES:
        assert len(one.words) <= 15
        assert {one.part, one.whole or one.part} <= set(COLUMNS)
        assert CANT_TELL not in one.verdicts


def test_more_stones_a_turn_make_shorter_games(tmp_path: Path) -> None:
    """Byg: with a cap of 1 every turn is one stone; with 3 the 19 cells are full sooner."""
    text = """
    games = 40
    [[match]]
    game = "byg"
    options = { size = 3, cap = [1, 3] }
    players = ["random"]
    """
    plan = parse_plan(text, "byg")
    Experiment(plan, Store.create(tmp_path, text)).run(InProcess())
    rows = pl.scan_parquet(tmp_path / RESULTS)
    one, three = (rows.filter(pl.col("cell") == each.title) for each in plan.cells)
    found = named(compare(one, three))
    assert found["turns"].a == 19
    assert found["turns"].verdict == "longer"
    assert found["stones"].verdict == ALIKE
    assert found["drawn"].verdict == ALIKE  # nobody draws in Byg
    assert named(compare(three, one))["turns"].verdict == "shorter"
