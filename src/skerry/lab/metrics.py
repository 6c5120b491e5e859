"""From rows to numbers with intervals: what docs/metrics.md promises, cell by cell.

Rows are read as a stream and only ever summed up, so ten million games need no more memory than ten
thousand. All intervals are of 95%. A row's lists, the game itself, are never read.
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from scipy.optimize import isotonic_regression

from skerry.games.catalogue import info
from skerry.lab.playing import DRAW
from skerry.statistics import Z_95, Estimate

DURATIONS = ("actions", "stones", "turns")
# columns between 0 and 1, null where nobody searched
THOUGHTS = ("drama", "lead_changes", "stability", "threshold", "decided", "clarity", "narrowness")
MEANS = ("covered", "log_actions", "log_turns", *THOUGHTS)
RATIOS = {
    "branching_actions": ("log_actions", "actions"),
    "branching_turns": ("log_turns", "turns"),
    "decision_share": ("decisions", "actions"),
    "repetition": ("repeated", "actions"),
}  # sum of the one over sum of the other
COUNTS = {
    "won_0": pl.col("winner") == 0,
    "won_1": pl.col("winner") == 1,
    "drawn": pl.col("winner") == DRAW,
    "first_won": pl.col("colour") == 0,
    "swapped": pl.col("swapped"),
}  # games of which this is true
PERCENTS = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True)
class Spread:
    """How a number of steps is spread over the games.

    A quantile is the least value that at least so large a share of the games does not exceed, so
    always one that occurred.
    """

    mean: Estimate
    deviation: float  # standard deviation of a game, not of the mean; 0 if there is only one game
    least: int
    percent_5: int
    percent_25: int
    median: int
    percent_75: int
    percent_95: int
    most: int


@dataclass(frozen=True)
class Summary:
    """What a cell's games have in common; docs/metrics.md explains every field and its interval."""

    games: int
    # who wins
    first_mover: Estimate  # person 0's share of the points, a draw counting half
    first_colour: Estimate  # the first colour's, whoever had it after a swap
    balance: Estimate  # 1: both persons win equally often
    completion: Estimate  # share of games with a winner
    drawishness: Estimate  # share of games drawn
    swap_rate: Estimate  # share of games in which person 1 swapped
    reasons: dict[str, Estimate]  # share of games that ended so, the commonest first
    # how long
    actions: Spread
    stones: Spread
    turns: Spread
    # how much there is to choose
    branching_actions: Estimate | None  # geometric mean of the number of legal actions
    branching_turns: Estimate | None  # the same of whole turns
    game_tree_actions: Estimate | None  # log10 of the ways a game might have gone, by actions
    game_tree: Estimate | None  # the same by whole turns
    covered: Estimate | None  # cells whose contents changed
    coverage: Estimate | None  # the same as a share of the board, where its cells are known
    decision_share: Estimate | None  # share of actions with an alternative
    repetition: Estimate | None  # share of actions that led back to a position seen before
    # what the players thought; means over the games in which somebody searched
    drama: Estimate | None
    lead_changes: Estimate | None
    stability: Estimate | None
    threshold: Estimate | None
    decided: Estimate | None
    clarity: Estimate | None
    narrowness: Estimate | None


def summarise(rows: pl.LazyFrame, cells: Mapping[str, int] | None = None) -> dict[str, Summary]:
    """Every cell's summary, in the order of the cells' names; no rows, no summaries.

    Args:
        rows: with the columns of rows.SCHEMA, its lists excepted; scanned five times as a stream.
        cells: the number of board cells of each cell of the plan, for `coverage`.

    Raises:
        polars.exceptions.PolarsError: a column is missing or a file is broken.
    """
    sums = rows.group_by("cell").agg(_aggregates()).sort("cell").collect(engine="streaming")
    reasons = histograms(rows, "reason")
    spreads = {name: histograms(rows, name) for name in DURATIONS}
    return {
        str(row["cell"]): _summary(
            row,
            reasons[row["cell"]],
            {name: spreads[name][row["cell"]] for name in DURATIONS},
            (cells or {}).get(row["cell"]),
        )
        for row in sums.iter_rows(named=True)
    }


def skill_trace(shares: Sequence[float]) -> float:
    """How much there is to learn, 0 to 1, after Ludii's SkillTrace; docs/metrics.md says how.

    With the stronger side's utilities u_i = 2 share_i - 1, A the mean of max(u_i, 0) squared, and
    y the straight line through the u_i continued by one step and cut to 0 to 1: y + (1 - y) A.

    Args:
        shares: the share of points that twice as many playouts took, for 1 against 2 playouts, 2
            against 4, and so on; at least one. One match alone is continued as it is.
    """
    utilities = 2 * np.asarray(shares, np.float64) - 1
    steps = np.arange(len(utilities)) - (len(utilities) - 1) / 2  # around their mean
    slope = float(steps @ utilities / (steps @ steps)) if len(utilities) > 1 else 0.0
    predicted = float(utilities.mean()) + slope * (len(utilities) + 1) / 2
    predicted = min(1.0, max(0.0, predicted))
    return predicted + (1 - predicted) * float(np.mean(np.maximum(utilities, 0) ** 2))


def state_space(num_cells: int, game_name: str) -> float:
    """Log10 of an upper bound on the positions of a board, whoever is to move.

    It counts much that cannot occur, unreachable positions above all.

    Args:
        num_cells: of the board.
        game_name: as in the catalogue, whose entry knows what a cell may hold.

    Raises:
        OptionError: there is no such game.
    """
    return info(game_name).study.log10_positions(num_cells)


def balance_estimate(won_0: int, won_1: int, games: int) -> Estimate:
    """1 - |person 0's share of wins - person 1's|, with an interval from that of the difference.

    The interval of the difference is that of Agresti and Min ("Simple improved confidence intervals
    for comparing matched proportions", Statistics in Medicine 24, 2005): Wald's, after adding half
    a win to each side and one game to the draws. Folding it at 0 keeps at least 95%.
    """
    padded = games + 2
    difference = (won_0 - won_1) / padded
    variance = ((won_0 + won_1 + 1) / padded - difference * difference) / padded
    reach = Z_95 * math.sqrt(variance)
    ends = (abs(max(-1.0, difference - reach)), abs(min(1.0, difference + reach)))
    nearest = 0.0 if abs(difference) <= reach else min(ends)
    return Estimate(1 - abs(won_0 - won_1) / games, 1 - max(ends), 1 - nearest, games)


def ratio_estimate(
    moments: Mapping[str, float], games: int, bounds: tuple[float, float] | None = None
) -> Estimate:
    """Sum of the parts over sum of the wholes, with an interval by linearisation (delta method).

    Games differ in length, so the sums are over games, and the error of the ratio r is that of the
    mean of part - r whole.

    Args:
        moments: means of part and whole, and variances of part, whole and their sum, over games, as
            `part_mean`, `whole_mean`, `part_variance`, `whole_variance`, `sum_variance`.
        games: at least one; the mean of the wholes is not 0.
        bounds: as in Estimate.of.
    """
    ratio = moments["part_mean"] / moments["whole_mean"]
    if games < 2:
        return Estimate.of(ratio, math.inf, games, bounds)
    # var(part - r whole), its covariance from the variance of the sum
    variance = (1 + ratio) * (
        moments["part_variance"] + ratio * moments["whole_variance"]
    ) - ratio * moments["sum_variance"]
    error = math.sqrt(max(0.0, variance) / games) / moments["whole_mean"]
    return Estimate.of(ratio, error, games, bounds)


def _aggregates() -> Iterable[pl.Expr]:
    """All that one pass over the rows sums up for each cell."""
    yield pl.len().alias("games")
    for name, condition in COUNTS.items():
        yield condition.sum().alias(name)
    for name in MEANS:
        yield pl.col(name).count().alias(f"{name}_games")
        yield pl.col(name).cast(pl.Float64).mean().alias(f"{name}_mean")
        yield pl.col(name).cast(pl.Float64).var().alias(f"{name}_variance")
    for name, (part_name, whole_name) in RATIOS.items():
        part = pl.col(part_name).cast(pl.Float64)
        whole = pl.when(part.is_not_null()).then(pl.col(whole_name).cast(pl.Float64))
        yield part.count().alias(f"{name}_games")
        for title, value in (("part", part), ("whole", whole)):
            yield value.mean().alias(f"{name}_{title}_mean")
            yield value.var().alias(f"{name}_{title}_variance")
        yield (part + whole).var().alias(f"{name}_sum_variance")


def histograms(rows: pl.LazyFrame, column: str) -> dict[Any, dict[Any, int]]:
    """For each cell the number of games with each value of a column, sorted by value."""
    counts = rows.group_by("cell", column).agg(pl.len().alias("games"))
    histograms: dict[Any, dict[Any, int]] = {}
    for cell, value, games in counts.sort("cell", column).collect(engine="streaming").iter_rows():
        histograms.setdefault(cell, {})[value] = games
    return histograms


def _summary(
    row: Mapping[str, Any],
    reasons: Mapping[str, int],
    durations: Mapping[str, Mapping[int, int]],
    num_cells: int | None,
) -> Summary:
    games, drawn = row["games"], row["drawn"]
    covered = _mean(row, "covered", num_cells or math.inf)
    fields: dict[str, Any] = {name: _spread(counts) for name, counts in durations.items()}
    fields |= {name: _ratio(row, name) for name in RATIOS}
    fields |= {name: _mean(row, name, 1) for name in THOUGHTS}
    return Summary(
        games=games,
        first_mover=Estimate.share(row["won_0"] + drawn / 2, games),
        first_colour=Estimate.share(row["first_won"] + drawn / 2, games),
        balance=balance_estimate(row["won_0"], row["won_1"], games),
        completion=Estimate.share(games - drawn, games),
        drawishness=Estimate.share(drawn, games),
        swap_rate=Estimate.share(row["swapped"], games),
        reasons={
            reason: Estimate.share(count, games)
            for reason, count in _commonest_first(reasons).items()
        },
        game_tree_actions=_mean(row, "log_actions"),
        game_tree=_mean(row, "log_turns"),
        covered=covered,
        coverage=covered.mapped(lambda n: n / num_cells) if covered and num_cells else None,
        **fields,
    )


def _commonest_first(reasons: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(reasons.items(), key=lambda item: -item[1]))


def _mean(row: Mapping[str, Any], name: str, most: float = math.inf) -> Estimate | None:
    games = row[f"{name}_games"]
    if not games:
        return None
    error = math.sqrt((row[f"{name}_variance"] or 0.0) / games)
    return Estimate.of(row[f"{name}_mean"], error, games, (0, most))


def _ratio(row: Mapping[str, Any], name: str) -> Estimate | None:
    games = row[f"{name}_games"]
    if not games or not row[f"{name}_whole_mean"]:
        return None
    titles = ("part_mean", "whole_mean", "part_variance", "whole_variance", "sum_variance")
    moments = {title: row[f"{name}_{title}"] for title in titles}
    if name.startswith("branching"):  # the ratio is a logarithm
        return ratio_estimate(moments, games, (0, math.inf)).mapped(_power_of_ten)
    return ratio_estimate(moments, games, (0, 1))


def _power_of_ten(exponent: float) -> float:
    return 10.0**exponent if exponent < sys.float_info.max_10_exp else math.inf


def _spread(histogram: Mapping[int, int]) -> Spread:
    """Of the number of games with each value, sorted by value."""
    values = np.array(list(histogram), np.int64)
    counts = np.array(list(histogram.values()), np.int64)
    games = int(counts.sum())
    mean = float(values @ counts) / games
    squares = float(counts @ (values - mean) ** 2)
    deviation = math.sqrt(squares / (games - 1)) if games > 1 else 0.0
    # in integers: 0.95 * games as a float may fall on the wrong side of a count
    reached = np.searchsorted(100 * counts.cumsum(), np.array(PERCENTS) * games)
    quantiles = [int(values[index]) for index in reached]
    estimate = Estimate.of(mean, deviation / math.sqrt(games), games, (0, math.inf))
    return Spread(estimate, deviation, *quantiles)


# Counts of a cell's games: wins, ends, lengths. Few numbers, from which pages are drawn.
#
# Whoever draws from them needs neither the games nor compiled rules.


@dataclass(frozen=True)
class Tally:
    """Counts of the games of one cell; pairs hold those with even and with odd numbers.

    Where two contestants meet, the first one has person 0's seat in the games with even numbers.
    """

    games: tuple[int, int]
    won_0: tuple[int, int]  # by person 0
    won_1: tuple[int, int]
    first_colour: int  # games won by it
    swapped: int
    reasons: dict[str, int]  # of the end, and how often
    turns: tuple[int, ...]  # so many at most had 5, 25, 50, 75 and 95% of the games

    @property
    def total(self) -> int:
        """Games in all."""
        return sum(self.games)

    @property
    def drawn(self) -> Estimate:
        """The share of drawn games."""
        return Estimate.share(self.total - sum(self.won_0) - sum(self.won_1), self.total)

    @property
    def first_mover(self) -> Estimate:
        """Person 0's share of the points."""
        return _share(sum(self.won_0), sum(self.won_1), self.total)

    @property
    def colour(self) -> Estimate:
        """The first colour's share of the points, whoever had it."""
        decided = sum(self.won_0) + sum(self.won_1)
        return _share(self.first_colour, decided - self.first_colour, self.total)

    @property
    def player(self) -> Estimate:
        """The first contestant's share of the points, seats alternating."""
        won = self.won_0[0] + self.won_1[1]
        return _share(won, self.won_1[0] + self.won_0[1], self.total)

    @property
    def player_first(self) -> Estimate | None:
        """The first contestant's share of the games in which it moved first."""
        return _share(self.won_0[0], self.won_1[0], self.games[0]) if self.games[0] else None

    @property
    def player_second(self) -> Estimate | None:
        """The first contestant's share of the games in which it moved second."""
        return _share(self.won_1[1], self.won_0[1], self.games[1]) if self.games[1] else None


def tally(rows: pl.LazyFrame) -> dict[str, Tally]:
    """The counts of every cell, by its title."""
    odd = pl.col("number") % 2 == 1
    wins = ("won_0", "won_1")
    counted = (
        rows.group_by("cell")
        .agg(
            pl.len().alias("games"),
            odd.sum().alias("odd"),
            *(COUNTS[name].sum().alias(name) for name in (*wins, "first_won", "swapped")),
            *((COUNTS[name] & odd).sum().alias(f"{name}_odd") for name in wins),
        )
        .collect(engine="streaming")
    )
    reasons, turns = histograms(rows, "reason"), histograms(rows, "turns")
    found = {}
    for row in counted.iter_rows(named=True):
        spread = _spread(turns[row["cell"]])
        found[str(row["cell"])] = Tally(
            games=(row["games"] - row["odd"], row["odd"]),
            won_0=(row["won_0"] - row["won_0_odd"], row["won_0_odd"]),
            won_1=(row["won_1"] - row["won_1_odd"], row["won_1_odd"]),
            first_colour=row["first_won"],
            swapped=row["swapped"],
            reasons=_commonest_first(reasons[row["cell"]]),
            turns=(
                spread.percent_5,
                spread.percent_25,
                spread.median,
                spread.percent_75,
                spread.percent_95,
            ),
        )
    return found


def _share(won: int, lost: int, games: int) -> Estimate:
    return Estimate.share(won + (games - won - lost) / 2, games)


HALF = 0.5
TINY = 1e-12  # a share nearer than this to one half is one half
Measured = tuple[float, Estimate]  # a value and the share of the points there


def favoured(share: Estimate) -> int:
    """Whom the interval favours: 1 who has the share, -1 the other, 0 neither."""
    return int(share.low > HALF) - int(share.high < HALF)


def crossings(measured: Sequence[Measured], *, falling: bool) -> tuple[float, ...]:
    """The values at which the share is one half.

    Args:
        measured: by value, ascending.
        falling: whether the share is known to fall, or stay, as the values rise. Then the shares
            are first made to, by isotonic regression weighted with games; there is one crossing at
            most.
    """
    shares = np.array([share.value for _, share in measured])
    if falling:
        weights = [share.games for _, share in measured]
        shares = isotonic_regression(shares, weights=weights, increasing=False).x
    return _crossings([value for value, _ in measured], shares.tolist())


def break_even(measured: Sequence[Measured], *, falling: bool) -> Estimate | None:
    """The one value at which the share is one half; None where there is none, or several.

    The 95% interval holds the values at which a half is possible: straight lines join the ends of
    the neighbours' intervals, and it reaches from the first place to the last where one half is
    between them. It is infinite where that goes beyond the values. Arguments as of `crossings`.
    """
    found = crossings(measured, falling=falling)
    if len(found) != 1:
        return None
    (value,) = found
    low = _first_possible(measured)
    high = _first_possible(measured[::-1])
    return Estimate(
        value,
        min(value, -math.inf if low is None else low),
        max(value, math.inf if high is None else high),
        sum(share.games for _, share in measured),
    )


def _crossings(values: Sequence[float], shares: Sequence[float]) -> tuple[float, ...]:
    """Where straight lines through the shares meet one half; of a level stretch, the middle."""
    above = [0.0 if abs(share - HALF) < TINY else share - HALF for share in shares]
    found: list[float] = []
    level: list[float] = []  # values at one half, next to each other
    for index, value in enumerate(values):
        if above[index] == 0:
            level.append(value)
            continue
        if level:
            found.append((level[0] + level[-1]) / 2)
        elif index and above[index - 1] * above[index] < 0:
            before = values[index - 1]
            part = above[index - 1] / (above[index - 1] - above[index])
            found.append(before + (value - before) * part)
        level = []
    if level:
        found.append((level[0] + level[-1]) / 2)
    return tuple(found)


def _first_possible(measured: Sequence[Measured]) -> float | None:
    """Where, going along, one half first lies between the ends; None: before the first value."""
    if favoured(measured[0][1]) == 0:
        return None
    for (value, share), (next_value, next_share) in pairwise(measured):
        if favoured(share) > 0:
            here, there = share.low - HALF, next_share.low - HALF
        else:
            here, there = share.high - HALF, next_share.high - HALF
        if here * there <= 0:
            return value + (next_value - value) * here / (here - there)
    raise AssertionError(
        "asked only where the shares cross one half, and their intervals with them"
    )
