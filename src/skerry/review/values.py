"""What samples of a chance say: estimates with intervals, and whether one chance is the better.

A sample is the result of one search with a seed of its own. Few samples tell little of their own
spread, so each spread is put together with the one that searches have in general (as in the
moderated t-test: Smyth, "Linear models and empirical Bayes methods", 2004).
"""

import math
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from scipy.special import stdtr, stdtrit

from skerry.errors import RecordError
from skerry.record import EvaluatedTurn, Evaluation

# The usual standard deviation of a search's result p after N playouts is
# SPREAD * sqrt(p (1 - p)) * N ** -FALL; measured by `bench.review --part noise`.
SPREAD, FALL = 0.28, 0.25
LEAST_VARIANCE = 0.02  # of one playout's result: p (1 - p) is taken for no less
PRIOR_FREEDOM = 6  # degrees of freedom that this knowledge counts for
# What a comparison is off by, whatever the number of samples, since all of them search no deeper: a
# standard deviation, measured against far deeper searches by `bench.review --part depth`.
SYSTEMATIC, SYSTEMATIC_AT = 0.03, 8_000  # of the chance to win, at so many playouts a search
CONFIDENCE = 0.95  # of the intervals that are shown


@dataclass(frozen=True)
class Estimate:
    """A number with its 95% interval."""

    value: float
    low: float
    high: float
    is_exact: bool = False  # proven, not estimated: all three are equal

    @property
    def not_below_zero(self) -> "Estimate":
        """The same of a number that cannot be negative."""
        low, value, high = (max(0.0, one) for one in (self.low, self.value, self.high))
        return Estimate(value, low, high, self.is_exact)


@dataclass(frozen=True)
class Samples:
    """One person's chance to win in a position, by independent searches."""

    values: tuple[float, ...]
    playouts: int  # of each search
    exact: float | None = None  # where the result is known; the values are then of no interest

    @property
    def mean(self) -> float:
        """The best guess."""
        return fmean(self.values) if self.exact is None else self.exact

    @property
    def variance(self) -> float:
        """Of one search's result."""
        mean = self.mean
        chance = max(LEAST_VARIANCE, mean * (1 - mean))
        usual = SPREAD * SPREAD * chance / math.pow(self.playouts, 2 * FALL)
        squares = sum((value - mean) ** 2 for value in self.values)
        return (PRIOR_FREEDOM * usual + squares) / (PRIOR_FREEDOM + len(self.values) - 1)

    @property
    def estimate(self) -> Estimate:
        """The chance with its interval."""
        if self.exact is not None:
            return Estimate(self.exact, self.exact, self.exact, True)
        reach = _quantile(self.freedom, (1 - CONFIDENCE) / 2) * math.sqrt(self.error)
        return Estimate(self.mean, max(0.0, self.mean - reach), min(1.0, self.mean + reach))

    @property
    def error(self) -> float:
        """Variance of the mean, 0 where it is exact."""
        return 0.0 if self.exact is not None else self.variance / len(self.values)

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the variance."""
        return PRIOR_FREEDOM + len(self.values) - 1


def gain(better: Samples, worse: Samples) -> Estimate:
    """How much more one chance is than another, with the interval of the difference."""
    difference = better.mean - worse.mean
    error, freedom = _spread(better, worse)
    reach = 0.0 if error == 0.0 else _quantile(freedom, (1 - CONFIDENCE) / 2) * error
    low, high = max(-1.0, difference - reach), min(1.0, difference + reach)
    return Estimate(difference, low, high, error == 0.0)


def chance_of_noise(better: Samples, worse: Samples) -> float:
    """How likely noise alone would show such a difference or a greater one: a one-sided p-value."""
    difference = better.mean - worse.mean
    error, freedom = _spread(better, worse)
    if error == 0.0:
        return 0.0 if difference > 0 else 1.0
    return float(stdtr(freedom, -difference / error))


def _spread(one: Samples, other: Samples) -> tuple[float, float]:
    """Standard error of a difference, and its degrees of freedom (Welch, 1947)."""
    open_ones = [samples for samples in (one, other) if samples.exact is None]
    if not open_ones:
        return 0.0, math.inf
    noise = sum(samples.error for samples in open_ones)
    freedom = noise * noise / sum(one.error**2 / one.freedom for one in open_ones)
    return math.sqrt(noise + _systematic(open_ones) ** 2), freedom


def _systematic(open_ones: list[Samples]) -> float:
    """It falls with the playouts as the spread does, and with what there is left to misjudge."""
    chances = [max(LEAST_VARIANCE, samples.mean * (1 - samples.mean)) for samples in open_ones]
    playouts = min(samples.playouts for samples in open_ones)
    scale = math.pow(SYSTEMATIC_AT / playouts, FALL)
    return SYSTEMATIC * scale * math.sqrt(4 * max(chances))


def _quantile(freedom: float, tail: float) -> float:
    """How many standard errors leave so much in one tail of Student's distribution."""
    return -float(stdtrit(freedom, tail))


Data = dict[str, Any]

MISTAKE, BLUNDER = "mistake", "blunder"


@dataclass(frozen=True)
class JudgedTurn:
    """A turn that could have been played, as fresh searches after it judge it."""

    text: str  # canonical (C-6)
    chance: Estimate  # of the mover, to win; from 0 to 1
    line: tuple[str, ...]  # whole turns, this one first, as best play may go on


@dataclass(frozen=True)
class Stone:
    """One stone of a turn of several, and what would have been better in its place alone."""

    cell: str
    replacement: str  # the whole turn with that stone replaced, or left out
    gain: Estimate  # of the mover's chance to win, against the turn played
    is_weak: bool  # the one whose replacement gains most, where that gain is no noise


@dataclass(frozen=True)
class ReviewedTurn:
    """What became of one turn of a game."""

    number: int  # from 1
    person: int  # who played it
    position: str  # before it, as text
    played: JudgedTurn
    better: JudgedTurn | None  # the best other turn; None where there was no other one
    loss: Estimate  # of the mover's chance to win; not below 0
    verdict: str | None  # "mistake", "blunder" or None
    summary: str  # what it cost, in a sentence
    good: tuple[JudgedTurn, ...] = ()  # all that cannot be told from the best, best first
    stones: tuple[Stone, ...] = ()  # of a costly turn of several stones
    words: tuple[str, ...] = ()  # of a costly turn: what the better one changes

    @property
    def weak_stone(self) -> Stone | None:
        """The stone that cost most, where one stands out from noise."""
        return next((stone for stone in self.stones if stone.is_weak), None)


@dataclass(frozen=True)
class Accuracy:
    """How well one person played."""

    percent: float | None  # 100 less the mean loss of a turn in points; None without a turn
    turns: int  # judged, with a choice
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class Point:
    """One position of the game's curve."""

    chance: float | None  # of person 0, to win, without what a search adds for who is to act
    scores: tuple[float, float] | None  # expected, of the first and the second colour


@dataclass(frozen=True)
class Review:
    """All that was found about a game."""

    playouts: int  # of a first search; what is judged closely gets several, and deeper ones
    seed: int
    spent: int  # playouts, in all
    is_complete: bool  # False while it is under way, and for good where it was cancelled
    curve: tuple[Point, ...]  # of the start, then after each turn
    evaluations: tuple[Evaluation | None, ...]  # of the same positions, as searched
    turns: tuple[ReviewedTurn, ...]
    accuracy: tuple[Accuracy, Accuracy]

    @property
    def worst(self) -> ReviewedTurn | None:
        """The turn that cost most; a turn that was called a mistake comes before any other."""
        return max(
            self.turns, key=lambda turn: (turn.verdict is not None, turn.loss.value), default=None
        )

    def to_data(self) -> Data:
        """Plain values for json.dumps; the keys are the names of the fields."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Data) -> "Review":
        """The review that `to_data` wrote.

        Raises:
            RecordError: the data are something else.
        """
        try:
            return cls(
                playouts=int(data["playouts"]),
                seed=int(data["seed"]),
                spent=int(data["spent"]),
                is_complete=bool(data["is_complete"]),
                curve=tuple(Point(one["chance"], _pair(one["scores"])) for one in data["curve"]),
                evaluations=tuple(_evaluation(one) for one in data["evaluations"]),
                turns=tuple(_reviewed(one) for one in data["turns"]),
                accuracy=(Accuracy(**data["accuracy"][0]), Accuracy(**data["accuracy"][1])),
            )
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise RecordError("These data are no review.") from error


def _pair(scores: Any) -> tuple[float, float] | None:
    return None if scores is None else (float(scores[0]), float(scores[1]))


def _evaluation(data: Data | None) -> Evaluation | None:
    if data is None:
        return None
    turns = tuple(EvaluatedTurn(**one) for one in data["turns"])
    return Evaluation(data["value"], data["playouts"], data["proven"], _pair(data["scores"]), turns)


def judged_from_data(data: Data) -> JudgedTurn:
    """A judged turn from plain values. Raises KeyError, TypeError or ValueError."""
    return JudgedTurn(str(data["text"]), Estimate(**data["chance"]), tuple(data["line"]))


def _reviewed(data: Data) -> ReviewedTurn:
    better = data["better"]
    return ReviewedTurn(
        number=int(data["number"]),
        person=int(data["person"]),
        position=str(data["position"]),
        played=judged_from_data(data["played"]),
        better=None if better is None else judged_from_data(better),
        loss=Estimate(**data["loss"]),
        verdict=data["verdict"],
        summary=str(data["summary"]),
        good=tuple(judged_from_data(one) for one in data["good"]),
        stones=tuple(Stone(**(one | {"gain": Estimate(**one["gain"])})) for one in data["stones"]),
        words=tuple(data["words"]),
    )
