"""Whether two cells differ: means and scatter of their games, and the tests that these allow.

docs/metrics.md names the tests and their sources.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtr, stdtrit

from skerry.lab.measures.metrics import UPPER


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

        Args:
            weights: of the columns.
            mean: of the sum in the games, which may have been moved by a constant.
            extra: sum of the values of the two games; that of their squares is 1.
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
