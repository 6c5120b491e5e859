"""Glicko-2: how strong somebody is, how sure that is, and how steadily they play.

Source: Mark Glickman, "Example of the Glicko-2 system" (2022), whose steps the comments number. The
paper collects games in rating periods and rates each of them at its end. Here the length of a
period is a number that may be less than one, or 0, so that every game can be rated at once.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from skerry.core.numbers import as_number
from skerry.errors import OptionError, quoted
from skerry.statistics.elo import ELO_PER_NAT
from skerry.statistics.intervals import Z_95

START_RATING = 1500.0
SYSTEM_CONSTANT = 0.5  # tau: how far volatility moves; the paper takes 0.3 to 1.2
LOWEST_RATING, HIGHEST_RATING = 100.0, 4000.0
LOWEST_DEVIATION, HIGHEST_DEVIATION = 45.0, 350.0
HIGHEST_VOLATILITY = 0.1
BOUNDS = {"rating": (0.0, 10_000.0), "deviation": (1.0, 1_000.0), "volatility": (1e-4, 1.0)}
TOLERANCE = 1e-6  # of the logarithm of the variance that the volatility is found by


@dataclass(frozen=True)
class Rating:
    """What is known of a player's strength; what nobody has rated yet is the default.

    Raises:
        OptionError: a number that no rating has.
    """

    rating: float = START_RATING  # on the scale of Elo
    deviation: float = HIGHEST_DEVIATION  # standard deviation of the rating
    volatility: float = 0.06  # by how much strength wanders in a period, 1 being 173.7 points

    def __post_init__(self) -> None:
        for name, (lowest, highest) in BOUNDS.items():
            number = _checked(name, getattr(self, name), lowest, highest)
            object.__setattr__(self, name, number)

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the strength lies with a probability of 95%."""
        spread = Z_95 * self.deviation
        return self.rating - spread, self.rating + spread

    def after(self, periods: float) -> "Rating":
        """The rating after so many periods without a game: less sure (step 6).

        Raises:
            OptionError: periods below 0.
        """
        periods = _checked("number of periods", periods, 0.0, math.inf)
        phi = math.hypot(self.deviation / ELO_PER_NAT, math.sqrt(periods) * self.volatility)
        return Rating(self.rating, _bounded_deviation(phi), self.volatility)


class Opponent(NamedTuple):
    """One game of a period, as the player who is rated sees it."""

    rating: Rating  # of the other one, before the period
    score: float  # 1 for a win, 0.5 for a draw, 0 for a loss


def win_chance(one: Rating, other: Rating) -> float:
    """The points that one is expected to take in a game against the other, from 0 to 1."""
    difference = (one.rating - other.rating) / ELO_PER_NAT
    deviation = math.hypot(one.deviation, other.deviation) / ELO_PER_NAT
    return _expected(difference, _weight(deviation))


def rate(rating: Rating, games: Iterable[Opponent], periods: float = 1.0) -> Rating:
    """The rating after a period and its games, whose order does not matter.

    Args:
        rating: before the period.
        games: all that were played in it. Without any, only the deviation grows.
        periods: how long the period was, 1 being the unit of the volatility.

    Returns:
        A rating within 100 and 4000, a deviation within 45 and 350, a volatility of at most 0.1.

    Raises:
        OptionError: a score that is not between 0 and 1, or periods below 0.
    """
    played = list(games)
    if not played:
        return rating.after(periods)
    periods = _checked("number of periods", periods, 0.0, math.inf)
    mu, phi = (rating.rating - START_RATING) / ELO_PER_NAT, rating.deviation / ELO_PER_NAT
    information, gains = [], []
    for other, score in played:  # step 3 and the sum of step 4
        points = _checked("score", score, 0.0, 1.0)
        weight = _weight(other.deviation / ELO_PER_NAT)
        difference = mu - (other.rating - START_RATING) / ELO_PER_NAT
        chance, risk = _expected(difference, weight), _expected(-difference, weight)
        information.append(weight * weight * chance * risk)
        gains.append(weight * (points - chance))
    # Exact sums, so that the same games give the same rating in whatever order they come.
    variance, gain = 1 / math.fsum(information), math.fsum(gains)
    volatility = min(
        HIGHEST_VOLATILITY, _next_volatility(rating.volatility, phi, variance, variance * gain)
    )
    grown = phi * phi + periods * volatility * volatility  # step 6
    after = 1 / math.sqrt(1 / grown + 1 / variance)  # step 7
    found = START_RATING + ELO_PER_NAT * (mu + after * after * gain)  # steps 7 and 8
    bounded = min(max(found, LOWEST_RATING), HIGHEST_RATING)
    return Rating(bounded, _bounded_deviation(after), volatility)


def _checked(what: str, given: object, lowest: float, highest: float) -> float:
    number = as_number(given)
    if number is None or not lowest <= number <= highest:
        limits = f"from {lowest:g} on" if math.isinf(highest) else f"{lowest:g} to {highest:g}"
        raise OptionError(f"A {what} is {limits}, not {quoted(given)}.")
    return number


def _bounded_deviation(phi: float) -> float:
    return min(max(phi * ELO_PER_NAT, LOWEST_DEVIATION), HIGHEST_DEVIATION)


def _weight(phi: float) -> float:
    """How much a game says when the opponent's deviation is phi (the paper's g)."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(difference: float, weight: float) -> float:
    """The expected score against somebody that much weaker (the paper's E)."""
    return 1 / (1 + math.exp(-weight * difference))


def _next_volatility(volatility: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of the paper's f, by the Illinois algorithm.

    Args:
        volatility: before the period.
        phi: the deviation before it, in units of 173.7 points.
        variance: of the strength that the games alone speak of, in the same units squared.
        delta: the improvement that they speak of, in the same units.
    """
    start = math.log(volatility * volatility)

    def slope(x: float) -> float:
        both = phi * phi + variance + math.exp(x)
        pull = math.exp(x) * (delta * delta - both) / (2 * both * both)
        return pull - (x - start) / (SYSTEM_CONSTANT * SYSTEM_CONSTANT)

    low, excess = start, delta * delta - phi * phi - variance
    if excess > 0:
        high = math.log(excess)
    else:
        high = start - SYSTEM_CONSTANT
        while slope(high) < 0:
            high -= SYSTEM_CONSTANT
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
