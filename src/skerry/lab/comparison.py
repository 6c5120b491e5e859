"""Two cells side by side: whether and how they differ, how surely, and what would tell."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import ndtri, stdtr, stdtrit

from skerry.errors import OptionError
from skerry.lab.playing import DRAW
from skerry.statistics import UPPER, Estimate

# Whether two cells differ: means and scatter of their games, and the tests that these allow.
#
# docs/metrics.md names the tests and their sources.


@dataclass(frozen=True)
class Test:
    """A number that may be 0, with its standard error and degrees of freedom."""

    centre: float
    error: float
    freedom: float

    @property
    def p(self) -> float:
        """Chance of no less a number if it is 0."""
        if not self.centre or self.freedom < 1:
            return 1.0
        return 2 * float(stdtr(self.freedom, -abs(self.centre) / self.error)) if self.error else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95%."""
        if self.freedom < 1:
            return -math.inf, math.inf
        reach = float(stdtrit(self.freedom, UPPER)) * self.error
        return self.centre - reach, self.centre + reach

    def growth(self, level: float) -> float:
        """By what factor the games must grow for a chance of error of `level`."""
        if not self.centre:
            return math.inf
        return (float(ndtri(level / 2)) * self.error / self.centre) ** 2


class _Moments:
    """Means and scatter of some columns, block by block (Chan, Golub and LeVeque, 1983)."""

    def __init__(self, width: int) -> None:
        self.games = 0  # those without a null
        self.means = np.zeros(width)
        self._scatter = np.zeros((width, width))

    def add(self, block: NDArray[np.float64]) -> None:
        """Take in (games, width) values, NaN for null."""
        block = block[~np.isnan(block).any(axis=1)]
        if not (games := len(block)):
            return
        means = block.mean(axis=0)
        step, total = means - self.means, self.games + games
        self._scatter += (block - means).T @ (block - means)
        self._scatter += np.outer(step, step) * (self.games * games / total)
        self.means += step * (games / total)
        self.games = total

    def variance(self, weights: NDArray[np.float64]) -> float:
        """Of a weighted sum of the columns, over the games; 0 for one game."""
        return max(0.0, float(weights @ self._scatter @ weights)) / max(1, self.games - 1)

    def padded(
        self, weights: NDArray[np.float64], mean: float, extra: float
    ) -> tuple[float, float]:
        """Mean and squared standard error of a weighted sum with two games added.

        `mean` is that of the sum in the games, perhaps moved by a constant; `extra` is the sum of
        the values of the two games, that of their squares being 1.
        """
        games, total = self.games, self.games + 2
        squares = self.variance(weights) * (games - 1) + games * mean * mean + 1
        centre = (games * mean + extra) / total
        return centre, max(0.0, squares / total - centre * centre) / total


class Pairs:
    """Games of like number: columns part and whole of a, then of b."""

    def __init__(self) -> None:
        self.moments = _Moments(4)

    @property
    def games(self) -> int:
        """Pairs in which both have a value."""
        return self.moments.games

    @property
    def means(self) -> NDArray[np.float64]:
        """Part and whole of a and b."""
        return self.moments.means

    def test(self, weights: NDArray[np.float64], value: float) -> Test:
        """Student's, of a weighted sum whose mean is this value."""
        error = math.sqrt(self.moments.variance(weights) / self.games)
        return Test(value, error, self.games - 1)

    def share_test(self, sign: int, value: float) -> Test:
        """Of the difference or sum - 1 of two shares (Agresti and Min, 2005)."""
        weights = np.array([1.0, 0.0, sign, 0.0])
        centre, square = self.moments.padded(weights, value, 0.0)
        return Test(centre, math.sqrt(square), self.games - 1)


class Independent:
    """Games that have nothing to do with each other: part and whole of a, and those of b."""

    def __init__(self) -> None:
        self.sides = (_Moments(2), _Moments(2))

    @property
    def games(self) -> int:
        """Those of the smaller cell."""
        return min(side.games for side in self.sides)

    @property
    def means(self) -> NDArray[np.float64]:
        """Part and whole of a and b."""
        return np.concatenate([side.means for side in self.sides])

    def test(self, weights: NDArray[np.float64], value: float) -> Test:
        """Welch's, of a weighted sum whose mean is this value."""
        squares = [
            side.variance(part) / side.games
            for side, part in zip(self.sides, np.split(weights, 2), strict=True)
        ]
        return self._welch(value, squares)

    def share_test(self, sign: int, value: float) -> Test:
        """Of the difference or sum - 1 of two shares (Agresti and Caffo, 2000)."""
        only = np.array([1.0, 0.0])
        (first, *_), (second, *_) = found = [
            side.padded(only, float(side.means[0]), 1.0) for side in self.sides
        ]
        centre = first - second if sign < 0 else first + second - 1
        return self._welch(centre, [square for _, square in found])

    def _welch(self, centre: float, squares: list[float]) -> Test:
        """With Welch's degrees of freedom, of the squared errors of both sides."""
        total, freedoms = sum(squares), [side.games - 1 for side in self.sides]
        if min(freedoms) < 1:
            return Test(centre, math.inf, 0)
        parts = sum(one * one / freedom for one, freedom in zip(squares, freedoms, strict=True))
        return Test(centre, math.sqrt(total), total * total / parts if parts else sum(freedoms))


def clip_difference(interval: tuple[float, float]) -> tuple[float, float]:
    """An interval cut to what the difference of two shares may be, -1 to 1."""
    return max(-1.0, interval[0]), min(1.0, interval[1])


def distance_difference(difference: float, total: float) -> float:
    """|x| - |y| from x - y and x + y: the smaller one, negative if their signs differ.

    It grows or falls with each of the two alone, so on a rectangle its extremes are at corners.
    """
    return math.copysign(min(abs(difference), abs(total)), difference * total)


# Two cells side by side: how their games differ, how surely, and how many more games would tell.
#
# The statistics are explained in docs/metrics.md. Rows are read a block of numbers at a time, and
# of those only the columns that are needed, so ten million games need no more memory than a
# million.

BLOCK = 500_000  # numbers of games read at a time
LEVEL = 0.05  # chance that any verdict is wrong where the cells are equal in everything
LEAST_GAMES = 20  # before any verdict: a few games may be alike by chance, and seem certain
ROUNDING = 1e-9  # a difference smaller than this share of the values is none
CANT_TELL = "can't tell yet"
ALIKE = "alike"  # there is no difference in any game

COLUMNS = {
    "points": pl.when(pl.col("winner") == DRAW)
    .then(0.5)
    .otherwise((pl.col("winner") == 0).cast(pl.Float64)),
    "drawn": pl.col("winner") == DRAW,
} | {
    name: pl.col(name)
    for name in (
        *("turns", "stones", "actions", "decisions", "log_actions"),
        *("drama", "lead_changes", "decided"),
    )
}  # numbers of one game, all that the quantities are made of


@dataclass(frozen=True)
class Quantity:
    """Something to compare: a sum over games of one column over that of another."""

    name: str
    words: str  # as short as a table needs it
    part: str  # one of COLUMNS
    whole: str | None  # likewise; None: each game counts as one
    kind: str  # share, fairness, mean or branching: how it is made and tested
    percent: bool  # whether it lies between 0 and 1
    verdicts: tuple[str, str]  # on a, where its value is less than b's, and where it is more
    sentences: tuple[str, str]  # the same as the beginning of a sentence on A and B


QUANTITIES = tuple(
    Quantity(*given)
    for given in (
        ("fairness", "distance to ½", "points", None, "fairness", True,
         ("better", "worse"), ("A is fairer, by the distance to ½",
                                "A is less fair, by the distance to ½")),
        ("first_mover", "first mover", "points", None, "share", True,
         ("lower", "higher"), ("The first mover wins less in A", "The first mover wins more in A")),
        ("drawn", "drawn games", "drawn", None, "share", True,
         ("better", "worse"), ("A has fewer draws", "A has more draws")),
        ("turns", "turns", "turns", None, "mean", False,
         ("shorter", "longer"), ("A's games take fewer turns", "A's games take more turns")),
        ("stones", "stones", "stones", None, "mean", False,
         ("fewer", "more"), ("A's games take fewer stones", "A's games take more stones")),
        ("actions", "actions", "actions", None, "mean", False,
         ("fewer", "more"), ("A's games take fewer actions", "A's games take more actions")),
        ("decision_share", "decisions", "decisions", "actions", "mean", True,
         ("less", "more"), ("There is a choice less often in A",
                             "There is a choice more often in A")),
        ("branching", "legal actions", "log_actions", "actions", "branching", False,
         ("fewer", "more"), ("There are fewer actions to choose from in A",
                             "There are more actions to choose from in A")),
        ("drama", "drama", "drama", None, "mean", True,
         ("less", "more"), ("A has less drama", "A has more drama")),
        ("lead_changes", "lead changes", "lead_changes", None, "mean", True,
         ("fewer", "more"), ("The lead changes less often in A",
                             "The lead changes more often in A")),
        ("decided", "decided", "decided", None, "mean", True,
         ("later", "earlier"), ("A's games are decided later", "A's games are decided earlier")),
    )
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """How a quantity differs from cell a to cell b."""

    quantity: Quantity
    a: float  # the values over the games that were compared
    b: float
    difference: Estimate  # a - b; the interval is that of this quantity alone
    p: float  # chance of no less a difference if there is none, for this quantity alone
    adjusted: float  # the same by Holm, for all quantities that were compared
    verdict: str  # on a: one of quantity.verdicts, ALIKE or CANT_TELL, by `adjusted`
    needed: int | None  # more games of each cell until there is a verdict, if all goes on as it
    # is, 0 where there is one; None: no telling

    @property
    def is_decided(self) -> bool:
        """Whether the verdict says which cell has more."""
        return self.verdict in self.quantity.verdicts

    @property
    def sentence(self) -> str:
        """The verdict as a sentence's beginning, meant only where it is decided."""
        return self.quantity.sentences[self.difference.value > 0]


def compare(
    a: pl.LazyFrame,
    b: pl.LazyFrame,
    *,
    paired: bool = True,
    quantities: Sequence[Quantity] = QUANTITIES,
) -> list[Difference]:
    """Everything in which the games of one cell may differ from those of another.

    Args:
        a: the rows of a cell, with `number` and the columns of the quantities; lists aren't read.
        b: those of another.
        paired: whether like numbers have like seeds, and are compared game by game; otherwise all
            games count as independent of each other.
        quantities: what to compare; those that no game has are left out.

    Raises:
        OptionError: there are no games to compare.
        polars.exceptions.PolarsError: a column is missing or a file is broken.
    """
    read = _read_pairs if paired else _read_apart
    samples = read(a, b, quantities)
    most = max((sample.games for sample in samples), default=0)
    if not most:
        what = "no two games of the same number" if paired else "no games, or one of them has none,"
        raise OptionError(f"The cells have {what} to compare; play some first.")
    found = [
        _found(quantity, sample)
        for quantity, sample in zip(quantities, samples, strict=True)
        if sample.games
    ]
    adjusted = holm([one.p for one in found])
    undecided = max(1, sum(chance > LEVEL for chance in adjusted))
    return [
        _judged(one, chance, LEVEL / undecided, most)
        for one, chance in zip(found, adjusted, strict=True)
    ]


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of error of several tests, adjusted so that all hold together (Holm, 1979)."""
    adjusted, reached = [1.0] * len(chances), 0.0
    for rank, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        reached = max(reached, min(1.0, (len(chances) - rank) * chances[index]))
        adjusted[index] = reached
    return adjusted


@dataclass(frozen=True)
class _Found:
    """A quantity before its verdict; all of the tests must agree on it."""

    quantity: Quantity
    a: float
    b: float
    difference: Estimate
    tests: tuple[Test, ...]
    alike: bool

    @property
    def p(self) -> float:
        return max(test.p for test in self.tests) if self.difference.games >= LEAST_GAMES else 1.0


def _found(quantity: Quantity, sample: Pairs | Independent) -> _Found:
    """What a sample says of a quantity."""
    part_a, whole_a, part_b, whole_b = map(float, sample.means)
    values = [part_a / whole_a, part_b / whole_b]
    slopes = [1.0, 1.0]
    if quantity.kind == "branching":  # the ratio is a logarithm
        values = [10.0**value for value in values]
        slopes = [value * math.log(10) for value in values]
    a, b = values
    value = 0.0 if abs(a - b) <= ROUNDING * max(abs(a), abs(b)) else a - b
    weights = [
        *(slopes[0] / whole_a, -slopes[0] * part_a / whole_a**2),
        *(-slopes[1] / whole_b, slopes[1] * part_b / whole_b**2),
    ]  # of the linearised difference (delta method)
    plain = sample.test(np.array(weights), value)
    # the error of what is no difference is what rounding leaves of a variance: its root
    alike = not value and plain.error <= math.sqrt(ROUNDING) * max(abs(a), abs(b))
    tests: tuple[Test, ...] = (plain,)
    ends = plain.interval
    if quantity.kind in ("share", "fairness"):
        tests = (sample.share_test(-1, value),)
        ends = clip_difference(tests[0].interval)
    if quantity.kind == "fairness":
        a, b, total = abs(a - 0.5), abs(b - 0.5), a + b - 1
        value = distance_difference(value, total)
        tests = (*tests, sample.share_test(1, total))
        corners = [
            distance_difference(x, y) for x in ends for y in clip_difference(tests[1].interval)
        ]
        ends = min(corners), max(corners)
    return _Found(quantity, a, b, Estimate(value, *ends, sample.games), tests, alike)


def _judged(found: _Found, adjusted: float, level: float, most: int) -> Difference:
    """With the verdict; `level` is what an undecided test has to reach, `most` all games."""
    quantity, difference = found.quantity, found.difference
    verdict, needed = CANT_TELL, None
    if found.alike and difference.games >= LEAST_GAMES:
        verdict = ALIKE
    elif adjusted <= LEVEL and difference.value:
        verdict, needed = quantity.verdicts[difference.value > 0], 0
    else:
        growth = max(test.growth(level) for test in found.tests)
        if difference.games < LEAST_GAMES:
            growth = max(growth, LEAST_GAMES / difference.games)
        if math.isfinite(growth):
            needed = max(1, math.ceil((growth - 1) * most))
    return Difference(quantity, found.a, found.b, difference, found.p, adjusted, verdict, needed)


def _read_pairs(
    a: pl.LazyFrame, b: pl.LazyFrame, quantities: Sequence[Quantity]
) -> Sequence[Pairs | Independent]:
    """The pairs of each quantity."""
    samples = [Pairs() for _ in quantities]
    names = _names(quantities)
    for block_a, block_b in zip(_blocks(a, names), _blocks(b, names), strict=False):
        block = block_a.join(block_b, on="number", suffix=" b").collect(engine="streaming")
        for sample, one in zip(samples, quantities, strict=True):
            sample.moments.add(np.hstack([_values(block, one), _values(block, one, " b")]))
    return samples


def _read_apart(
    a: pl.LazyFrame, b: pl.LazyFrame, quantities: Sequence[Quantity]
) -> Sequence[Pairs | Independent]:
    """The games of each quantity."""
    samples = [Independent() for _ in quantities]
    for side, rows in enumerate((a, b)):
        for lazy in _blocks(rows, _names(quantities)):
            block = lazy.collect(engine="streaming")
            for sample, one in zip(samples, quantities, strict=True):
                sample.sides[side].add(_values(block, one))
    return samples


def _names(quantities: Sequence[Quantity]) -> list[str]:
    return sorted({name for one in quantities for name in (one.part, one.whole) if name})


def _blocks(rows: pl.LazyFrame, names: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """The numbers of the games and some COLUMNS, for the first numbers, the next ones and so on."""
    last: Any = rows.select(pl.col("number").max()).collect(engine="streaming").item()
    for begin in range(0, 0 if last is None else last + 1, BLOCK):
        block = rows.filter(pl.col("number").is_between(begin, begin + BLOCK - 1))
        yield block.select(
            "number", *(COLUMNS[name].cast(pl.Float64).alias(name) for name in names)
        )


def _values(block: pl.DataFrame, quantity: Quantity, suffix: str = "") -> NDArray[np.float64]:
    """(games, 2) parts and wholes, NaN for null."""
    part = block[quantity.part + suffix].to_numpy()
    whole = (
        np.ones(len(part)) if quantity.whole is None else block[quantity.whole + suffix].to_numpy()
    )
    return np.column_stack([part, whole]).astype(np.float64)
