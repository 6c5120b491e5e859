"""Metrics by hand on a few games, their intervals by simulation, their memory on ten million."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from skerry.errors import OptionError
from skerry.lab.metrics import (
    Summary,
    balance_estimate,
    skill_trace,
    state_space,
    summarise,
)
from skerry.lab.playing import DRAW, SCHEMA
from skerry.statistics import Estimate

PLAIN: dict[str, Any] = {
    "cell": "x",
    "first": "random",
    "second": "random",
    "winner": 0,
    "colour": 0,
    "reason": "score",
    "swapped": False,
    "actions": 10,
    "turns": 10,
    "stones": 10,
    "decisions": 10,
    "log_actions": 10.0,
    "covered": 10,
    "repeated": 0,
    "first_turn": "a1",
}  # what a game has that says nothing else; every other column is null


def frame_of(games: int, **columns: Any) -> pl.DataFrame:
    """Rows with all columns; `columns` are arrays or lists of so many values, or one value."""
    given = PLAIN | {"number": np.arange(games)} | columns
    series = []
    for name, dtype in SCHEMA.items():
        value = given.get(name)
        if isinstance(value, list | np.ndarray | pl.Series):
            series.append(pl.Series(name, value).cast(dtype))
        else:
            series.append(pl.select(pl.repeat(value, games, dtype=dtype).alias(name)).to_series())
    return pl.DataFrame(series)


FOUR = frame_of(
    4,
    winner=[0, 0, 1, DRAW],
    colour=[0, 1, 1, DRAW],
    swapped=[False, True, False, False],
    reason=["score", "score", "score", "cycle"],
    actions=[10, 20, 30, 40],
    turns=[5, 10, 15, 20],
    stones=[1, 1, 1, 1],
    decisions=[5, 10, 15, 20],
    log_actions=[10.0, 10.0, 30.0, 50.0],
    log_turns=[None, 10.0, 15.0, 15.0],
    covered=[10, 20, 20, 10],
    repeated=[0, 0, 0, 10],
    drama=[0.1, None, 0.3, None],
)


def summary_of(frame: pl.DataFrame, cells: dict[str, int] | None = None) -> Summary:
    summaries = summarise(frame.lazy(), cells)
    assert list(summaries) == ["x"]
    return summaries["x"]


def numbers(estimate: Estimate | None) -> tuple[float, float, float]:
    assert estimate is not None
    return estimate.value, estimate.low, estimate.high


def test_who_wins() -> None:
    found = summary_of(FOUR)
    assert found.games == 4
    assert found.first_mover.value == 2.5 / 4
    assert found.first_colour.value == 1.5 / 4  # after the swap person 0 won with the second
    assert found.balance.value == 1 - (2 / 4 - 1 / 4)
    assert found.completion.value == 3 / 4
    assert found.drawishness.value == 1 / 4
    assert found.swap_rate.value == 1 / 4
    assert {name: share.value for name, share in found.reasons.items()} == {
        "score": 3 / 4,
        "cycle": 1 / 4,
    }
    # Wilson for 1 of 4, z = 1.96: (0.25 + 0.4802 -+ 1.96 sqrt(0.046875 + 0.060025)) / 1.9604
    assert numbers(found.drawishness) == pytest.approx((0.25, 0.0456, 0.6994), abs=1e-4)


def test_how_long() -> None:
    found = summary_of(FOUR).actions
    # of four games, 5% and 25% are reached by the first, half by the second, 75% by the third
    assert (found.least, found.percent_5, found.percent_25, found.median) == (10, 10, 10, 20)
    assert (found.percent_75, found.percent_95, found.most) == (30, 40, 40)
    # variance (225 + 25 + 25 + 225) / 3; Student's t with 3 degrees of freedom is 3.18245
    assert found.deviation == pytest.approx(math.sqrt(500 / 3))
    reach = 3.18245 * math.sqrt(500 / 3) / 2
    assert numbers(found.mean) == pytest.approx((25, 25 - reach, 25 + reach), abs=1e-4)


def test_how_much_there_is_to_choose() -> None:
    found = summary_of(FOUR, {"x": 60, "y": 1})
    assert found.branching_actions is not None
    assert found.branching_actions.value == pytest.approx(10)  # 10 ** (100 / 100)
    assert found.branching_turns is not None
    assert found.branching_turns.value == pytest.approx(10 ** (40 / 45))  # without the first game
    assert found.branching_turns.games == 3
    assert found.game_tree is not None
    assert found.game_tree_actions is not None
    assert (found.game_tree.value, found.game_tree_actions.value) == pytest.approx((40 / 3, 25))
    assert found.covered is not None
    assert found.coverage is not None
    assert (found.covered.value, found.coverage.value) == pytest.approx((15, 0.25))
    assert found.coverage.high == pytest.approx(found.covered.high / 60)
    # half of every game's actions: no spread at all
    assert numbers(found.decision_share) == pytest.approx((0.5, 0.5, 0.5))
    # 10 / 100; repeated - 0.1 actions is -1, -2, -3, 6: variance 50 / 3, of the mean 50 / 12, over
    # the mean length 25: 0.081650, times 3.18245: 0.259846; below 0 nothing is possible
    assert numbers(found.repetition) == pytest.approx((0.1, 0.0, 0.359846), abs=1e-6)


def test_what_the_players_thought() -> None:
    found = summary_of(FOUR)
    # 0.1 and 0.3: deviation 0.141421, of the mean 0.1, times t = 12.7: all that is possible
    assert numbers(found.drama) == pytest.approx((0.2, 0.0, 1.0))
    assert found.drama is not None
    assert found.drama.games == 2
    assert found.coverage is None  # the board's cells are not known
    assert found.narrowness is None
    assert summary_of(frame_of(3)).branching_turns is None  # no game has log_turns


def test_one_game_says_nothing_of_the_spread() -> None:
    found = summary_of(frame_of(1, log_turns=3.0, drama=0.5), {"x": 61})
    assert numbers(found.actions.mean) == (10, 0, math.inf)
    assert found.actions.deviation == 0
    assert numbers(found.drama) == (0.5, 0, 1)
    assert numbers(found.branching_actions) == (10, 1, math.inf)
    assert numbers(found.decision_share) == (1, 0, 1)
    assert numbers(found.coverage) == pytest.approx((10 / 61, 0, 1))
    assert found.first_mover.high == 1.0


def test_quantiles_are_values_that_occur() -> None:
    rng = np.random.default_rng(5)
    for games in (1, 2, 19, 20, 21, 100, 999):
        actions = rng.geometric(0.05, games)
        found = summary_of(frame_of(games, actions=actions)).actions
        expected = np.percentile(actions, [5, 25, 50, 75, 95], method="inverted_cdf").tolist()
        assert expected == [
            found.percent_5,
            found.percent_25,
            found.median,
            found.percent_75,
            found.percent_95,
        ]
        assert (found.least, found.most) == (actions.min(), actions.max())


def test_cells_are_apart_and_lists_are_not_read() -> None:
    both = pl.concat([frame_of(3, cell="b", winner=1), frame_of(2, cell="a")])
    found = summarise(both.lazy().drop("played", "values"))
    assert {name: (one.games, one.first_mover.value) for name, one in found.items()} == {
        "a": (2, 1.0),
        "b": (3, 0.0),
    }
    assert list(found) == ["a", "b"]
    assert summarise(frame_of(0).lazy()) == {}
    with pytest.raises(pl.exceptions.ColumnNotFoundError):
        summarise(both.lazy().drop("covered"))


def test_balance_on_paper() -> None:
    # 6 and 2 of 10, padded: difference 4 / 12, variance (9 / 12 - 1 / 9) / 12, times 1.96: from
    # -0.1189 to 0.7856, so they may win equally often
    assert numbers(balance_estimate(6, 2, 10)) == pytest.approx((0.6, 0.2144, 1.0), abs=1e-4)
    # 9 and 0 of 10: 0.75 -+ 1.96 sqrt((10 / 12 - 0.5625) / 12) = 0.2944, cut at 1
    assert numbers(balance_estimate(9, 0, 10)) == pytest.approx((0.1, 0.0, 0.5444), abs=1e-4)
    assert numbers(balance_estimate(0, 9, 10)) == numbers(balance_estimate(9, 0, 10))
    for games in range(1, 30):
        for won in range(games + 1):
            found = balance_estimate(won, games - won, games)
            assert 0 <= found.low <= found.value <= found.high <= 1


EXPERIMENTS, GAMES = 2000, 80


def experiments() -> pl.DataFrame:
    """Two thousand cells of eighty games each, whose truths are known."""
    rng = np.random.default_rng(11)
    rows = EXPERIMENTS * GAMES
    winner = rng.choice([0, 1, DRAW], rows, p=[0.6, 0.3, 0.1])
    swapped = rng.random(rows) < 0.3
    colour = np.where(swapped & (winner != DRAW), 1 - winner, winner)
    actions, turns = rng.integers(20, 61, rows), rng.integers(10, 31, rows)
    log_turns = pl.Series(turns * (2.5 + rng.uniform(-0.5, 0.5, rows)))
    silent = pl.Series(rng.random(rows) < 0.2)
    return frame_of(
        rows,
        cell=pl.Series([str(cell) for cell in range(EXPERIMENTS)]).gather(
            np.arange(rows) % EXPERIMENTS
        ),
        winner=winner,
        colour=colour,
        swapped=swapped,
        reason=pl.Series(["score", "cycle"]).gather((rng.random(rows) < 0.3).astype(np.uint32)),
        actions=actions,
        turns=turns,
        decisions=rng.binomial(actions, 0.8),
        repeated=rng.binomial(actions, 0.05),
        # longer games have more to choose from, so that length and choice go together
        log_actions=actions * (1 + actions / 100) + rng.normal(0, 3, rows),
        log_turns=log_turns.set(silent, None),
        covered=rng.integers(20, 61, rows),
        drama=pl.Series(rng.beta(2, 5, rows)).set(silent, None),
        clarity=rng.beta(1, 4, rows),
    )


TRUTHS = {
    "first_mover": 0.65,
    "first_colour": 0.6 * 0.7 + 0.3 * 0.3 + 0.05,
    "balance": 0.7,
    "completion": 0.9,
    "drawishness": 0.1,
    "swap_rate": 0.3,
    "branching_actions": 10 ** (1 + (40**2 + 140) / 40 / 100),  # lengths: mean 40, variance 140
    "branching_turns": 10**2.5,
    "game_tree_actions": 40 + (40**2 + 140) / 100,
    "game_tree": 50.0,
    "covered": 40.0,
    "coverage": 40 / 91,
    "decision_share": 0.8,
    "repetition": 0.05,
    "drama": 2 / 7,
    "clarity": 0.2,
}


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    found = summarise(experiments().lazy(), {str(cell): 91 for cell in range(EXPERIMENTS)})
    estimates = {
        name: [getattr(summary, name) for summary in found.values()] for name in TRUTHS
    } | {
        "length": [summary.actions.mean for summary in found.values()],
        "cycle": [summary.reasons["cycle"] for summary in found.values()],
    }
    truths = TRUTHS | {"length": 40.0, "cycle": 0.3}
    held = {
        name: sum(one.low <= truths[name] <= one.high for one in every) / EXPERIMENTS
        for name, every in estimates.items()
    }
    # five standard errors of 2,000 experiments are 2.4%, Wilson's half points of draws cost 1%
    assert {name: share for name, share in held.items() if not 0.93 <= share <= 0.975} == {}


def test_the_interval_of_balance_is_safe_near_one() -> None:
    rng = np.random.default_rng(3)
    for shares in ([0.5, 0.5, 0.0], [0.45, 0.4, 0.15], [0.1, 0.1, 0.8]):
        truth, held = 1 - abs(shares[0] - shares[1]), 0
        for won_0, won_1, _ in rng.multinomial(200, shares, 3000).tolist():
            found = balance_estimate(won_0, won_1, 200)
            held += found.low <= truth <= found.high
        assert held / 3000 > 0.94


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([0.5, 0.75, 1.0], 1.0),  # 0, 0.5, 1, so 1.5 next, cut to 1
        ([0.75, 0.625, 0.5], 0.3125 / 3),  # 0.5, 0.25, 0, so -0.25 next, cut to 0
        # 0.2, 0.4, 0.2, so their mean next; squares 0.04 + 0.16 + 0.04
        ([0.6, 0.7, 0.6], 0.8 / 3 + (1 - 0.8 / 3) * 0.08),
        ([0.75], 0.5 + 0.5 * 0.25),
        ([0.4, 0.4], 0.0),  # who thinks more loses: nothing to learn
        ([0.2, 0.6], 1.0),  # -0.6, 0.2, so 1 next
    ],
)
def test_skill_trace(shares: list[float], expected: float) -> None:
    assert skill_trace(shares) == pytest.approx(expected)


def test_state_spaces() -> None:
    assert state_space(61, "spry") == pytest.approx(math.log10(3**61))
    # 5^16 boards, two of 16 cells for the light towers and two of the other 14 for the dark ones
    assert state_space(16, "syrtis") == pytest.approx(math.log10(5**16 * 120 * 91))
    with pytest.raises(OptionError):
        state_space(61, "go")


PEAK = """
import json, resource, sys
from pathlib import Path
import polars as pl
from skerry.lab.metrics import summarise
found = summarise(pl.scan_parquet(sys.argv[1:]))
status = Path("/proc/self/status")
if status.exists():  # of this program alone: ru_maxrss starts at what the parent had
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    peak = int(lines["VmHWM"].split()[0]) * 1024
else:  # macOS, which counts in bytes
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([peak, {name: one.games for name, one in found.items()}]))
"""


def test_ten_million_games_never_lie_in_memory(tmp_path: Path) -> None:
    million, size, files = 1_000_000, 0, []
    for seed in (0, 1):
        rng = np.random.default_rng(seed)
        hundredths = {
            name: rng.integers(0, 101, million) / 100
            for name in ("drama", "lead_changes", "stability", "clarity", "narrowness")
        }
        winner = rng.choice([0, 1, DRAW], million)
        frame = frame_of(
            million,
            winner=winner,
            colour=winner,
            cell=pl.Series(["one", "two"]).gather(np.arange(million) % 2),
            actions=rng.integers(20, 60, million),
            log_actions=rng.integers(20, 60, million) * 1.5,
            log_turns=rng.integers(20, 60, million) * 2.5,
            **hundredths,
        ).with_columns(pl.lit([7] * 50, SCHEMA["played"]).alias("played"))
        files.append(tmp_path / f"{seed}.parquet")
        frame.write_parquet(files[-1], row_group_size=100_000)
        size += 5 * int(pl.read_parquet(files[-1]).estimated_size())
    # each file five times, which is ten million rows to read
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *map(str, files * 5)],
        env=os.environ | {"POLARS_MAX_THREADS": "2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    peak, games = json.loads(done.stdout)
    assert games == {"one": 5 * million, "two": 5 * million}
    assert size > 2e9
    assert peak < size / 3
