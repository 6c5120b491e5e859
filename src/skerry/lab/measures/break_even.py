"""At which value of an option a share is one half: straight lines between measured shares."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.optimize import isotonic_regression

from skerry.lab.measures.metrics import Estimate

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
