"""Intervals, Elo, sequential tests, and the ratings of players by Glicko-2."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from skerry.core.numbers import as_number
from skerry.errors import OptionError, quoted

# Elo: differences of strength, and the shares of points that they stand for.

ELO_PER_NAT = 400 / math.log(10)  # Elo of one unit of log odds

MOST_NATS = 700.0  # beyond which exp overflows; the share is 0 but for its 304th digit


def expected_score(difference: float) -> float:
    """The share of points that a player this many Elo stronger is expected to take."""
    return 1 / (1 + math.exp(min(-difference / ELO_PER_NAT, MOST_NATS)))


def elo_of(share: float) -> float:
    """How many Elo stronger takes this share of points; infinite at 0 and 1."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return ELO_PER_NAT * math.log(share / (1 - share))


Z_95 = 1.959964  # standard deviations to either side that hold 95% of a normal distribution


def wilson(score: float, games: int) -> tuple[float, float]:
    """95% interval of a proportion (Wilson, 1927); `score` may hold half points."""
    share = score / games
    centre = share + Z_95 * Z_95 / (2 * games)
    spread = Z_95 * math.sqrt(share * (1 - share) / games + Z_95 * Z_95 / (4 * games * games))
    scale = 1 + Z_95 * Z_95 / games
    return (centre - spread) / scale, (centre + spread) / scale


UPPER = 0.975  # the quantile at the upper end of a 95% interval


@dataclass(frozen=True)
class Estimate:
    """A number, the ends of its 95% interval, and the games that it was made from.

    One game says nothing of the spread: then the interval is all that is possible, perhaps without
    an end (infinite).
    """

    value: float
    low: float
    high: float
    games: int

    @classmethod
    def of(
        cls, value: float, error: float, games: int, bounds: tuple[float, float] | None = None
    ) -> Self:
        """A mean with Student's interval (1908), cut to what is possible.

        Args:
            value: the mean.
            error: its standard error; ignored if there is only one game.
            games: at least one.
            bounds: the least and the greatest value that are possible; None: no limits.
        """
        from scipy.special import stdtrit  # late: the site, which has no use for it, starts without

        reach = float(stdtrit(games - 1, UPPER)) * error if games > 1 else math.inf
        least, greatest = bounds or (-math.inf, math.inf)
        return cls(value, max(least, value - reach), min(greatest, value + reach), games)

    def mapped(self, function: Callable[[float], float]) -> "Estimate":
        """The estimate of a growing function of the number."""
        return Estimate(function(self.value), function(self.low), function(self.high), self.games)

    @classmethod
    def share(cls, points: float, games: int) -> Self:
        """A proportion with Wilson's interval (1927); `points` may hold half points."""
        low, high = wilson(points, games)
        value = points / games  # which rounding may put an ulp outside, at 0 or at 1
        return cls(value, max(0.0, min(value, low)), min(1.0, max(value, high)), games)


def difference_of(a: Estimate, b: Estimate) -> Estimate:
    """Of two independent numbers, a - b, with the interval of Zou and Donner (2008)."""
    return weighted_sum([(a, 1.0), (b, -1.0)])


def weighted_sum(terms: Sequence[tuple[Estimate, float]]) -> Estimate:
    """A sum of independent numbers times weights, with the interval of Zou and Donner (2008).

    The distances from the values to the ends of their intervals are joined by Pythagoras.

    Args:
        terms: at least one.
    """
    value = sum(weight * one.value for one, weight in terms)
    below = [_reach(one, -weight) for one, weight in terms]
    above = [_reach(one, weight) for one, weight in terms]
    games = min(one.games for one, _ in terms)
    return Estimate(value, value - math.hypot(*below), value + math.hypot(*above), games)


def _reach(one: Estimate, weight: float) -> float:
    """How far the number times a weight may lie above, or with a negative weight below, itself."""
    return weight * (one.high - one.value) if weight > 0 else weight * (one.low - one.value)


# Glicko-2: how strong somebody is, how sure that is, and how steadily they play.
#
# Source: Mark Glickman, "Example of the Glicko-2 system" (2022), whose steps the comments number.
# The paper collects games in rating periods and rates each of them at its end. Here the length of a
# period is a number that may be less than one, or 0, so that every game can be rated at once.

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


# Ratings of many players over time: each game is rated when it ends, or all of them anew.
#
# One such set of ratings is for games of one kind, as one game at one speed; whoever keeps several
# calls this for each. Moments are seconds since the epoch and are passed in.

DAY_SECONDS = 86_400.0
# With this and a volatility of 0.06, a deviation of 60 is back at 350 after three years.
PERIOD_SECONDS = DAY_SECONDS
CERTAIN_DEVIATION = 110.0  # above it a rating is shown with a question mark


@dataclass(frozen=True)
class Rated:
    """A player's rating as of the last rated game."""

    rating: Rating = field(default_factory=Rating)
    num_games: int = 0
    moment: float | None = None  # when the last of them ended; None: there is none

    def at(self, moment: float) -> Rating:
        """The rating at a moment: less sure with time; a moment before the last game is like it."""
        return self.rating.after(self._periods_until(moment))

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is too uncertain to be compared with others."""
        return self.rating.deviation > CERTAIN_DEVIATION

    def with_game(self, opponent: Rating, score: float, moment: float) -> "Rated":
        """After a game that ended at a moment, against a rating as of that moment."""
        after = rate(self.rating, [Opponent(opponent, score)], self._periods_until(moment))
        last = moment if self.moment is None else max(self.moment, moment)
        return Rated(after, self.num_games + 1, last)

    def _periods_until(self, moment: float) -> float:
        # A server's clock may be stepped back; time does not make a rating surer.
        return 0.0 if self.moment is None else max(0.0, moment - self.moment) / PERIOD_SECONDS


class RatedGame(NamedTuple):
    """What the ratings need to know of a game."""

    first: str  # the player who was person 0
    second: str
    score: float  # of the first: 1, 0.5 or 0
    moment: float  # when it ended


def rate_game(first: Rated, second: Rated, score: float, moment: float) -> tuple[Rated, Rated]:
    """Both players after a game between them; the score is that of the first (1, 0.5 or 0).

    Raises:
        OptionError: a score that is not between 0 and 1.
    """
    return (
        first.with_game(second.at(moment), score, moment),
        second.with_game(first.at(moment), 1 - score, moment),
    )


class Step(NamedTuple):
    """A game, and what it did to both players."""

    game: RatedGame
    before: tuple[Rated, Rated]  # of the first and the second
    after: tuple[Rated, Rated]


def rating_steps(games: Iterable[RatedGame], without: Collection[str] = ()) -> Iterator[Step]:
    """As `rate_games`, game by game; one that is left out changes nothing."""
    closed = frozenset(without)
    ratings: dict[str, Rated] = {}
    for game in sorted(games, key=lambda one: one.moment):
        before = ratings.get(game.first, Rated()), ratings.get(game.second, Rated())
        after = before
        if closed.isdisjoint((game.first, game.second)):
            after = rate_game(*before, game.score, game.moment)
            ratings[game.first], ratings[game.second] = after
        yield Step(game, before, after)


def rate_games(games: Iterable[RatedGame], without: Collection[str] = ()) -> dict[str, Rated]:
    """The ratings of all players after all games, from the first one on.

    This is how ratings are rolled back when a player is closed: games with that player count for
    nobody, and what the opponents' ratings did to others is undone as well.

    Args:
        games: in any order; those of one moment are rated in the order in which they come.
        without: players whose games are left out.

    Returns:
        Whoever has a game that counts.

    Raises:
        OptionError: a score that is not between 0 and 1.
    """
    return {
        player: rated
        for game, _, after in rating_steps(games, without)
        for player, rated in zip((game.first, game.second), after, strict=True)
        if rated.num_games
    }


def changed(before: Mapping[str, Rated], after: Mapping[str, Rated]) -> dict[str, Rated]:
    """What a rollback has to write: players whose rating differs, as they are after it."""
    players = before.keys() | after.keys()
    return {
        player: after.get(player, Rated())
        for player in sorted(players)
        if before.get(player, Rated()) != after.get(player, Rated())
    }


HALF = 0.5


@dataclass(frozen=True)
class Sprt:
    """Whether a player is elo1 stronger rather than elo0, asked after every game.

    The sequential probability ratio test (Wald, 1945) with the generalised likelihood ratio of
    wins, draws and losses, in its normal approximation (Van den Bergh, "A practical introduction
    to the GSPRT", 2019). With errors of `alpha` and `beta` it takes about as few games as any test
    can.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance to accept elo1 where elo0 is true
    beta: float = 0.05  # and elo0 where elo1 is

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which elo0, and elo1, is accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The log-likelihood ratio of elo1 to elo0; 0 before the first game.

        Half a game of each result is counted in, so that a first win says something finite.
        """
        if wins + draws + losses == 0:
            return 0.0
        counts = [(wins + HALF, 1.0), (draws + HALF, 0.5), (losses + HALF, 0.0)]
        games = sum(count for count, _ in counts)
        mean = sum(count * points for count, points in counts) / games
        variance = sum(count * (points - mean) ** 2 for count, points in counts) / games
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """Which is accepted, "elo0" or "elo1"; None while more games are needed."""
        ratio, (lower, upper) = self.ratio(wins, draws, losses), self.bounds
        return "elo1" if ratio >= upper else "elo0" if ratio <= lower else None
