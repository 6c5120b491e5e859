"""What a turn cost: searches for a review, and whether a loss is more than noise.

A sample is the result of one search with a seed of its own. Few samples tell little of their own
spread, so each spread is put together with the one that searches have in general (as in the
moderated t-test: Smyth, "Linear models and empirical Bayes methods", 2004).
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from random import Random
from statistics import fmean
from threading import Lock
from typing import Any

from scipy.special import stdtr, stdtrit

from skerry.core.layout import RUNNING
from skerry.errors import RecordError
from skerry.positions import Game, Position
from skerry.record import Evaluation
from skerry.record.parts import Data, evaluation_from_data
from skerry.search.analysis import AnalysedTurn, Analysis, analysis_of, chance_of
from skerry.search.chances import LEAST_VARIANCE, Spread, chances_of
from skerry.search.search import VALUES, Search

PRIOR_FREEDOM = 6  # degrees of freedom that what is known of a game's searches counts for
# What a comparison is off by, whatever the number of samples, since all of them search no deeper: a
# standard deviation, measured against far deeper searches by `bench.review --part depth`.
SYSTEMATIC, SYSTEMATIC_AT = 0.05, 8_000  # of the chance to win, at so many playouts a search
SYSTEMATIC_FALL = 0.2  # with the power of the playouts
TINY = 1e-12  # variance of searches that are all alike, as those with a network are
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
    spread: Spread  # that such searches have in general
    exact: float | None = None  # where the result is known; the values are then of no interest

    @property
    def mean(self) -> float:
        """The best guess."""
        return fmean(self.values) if self.exact is None else self.exact

    @property
    def variance(self) -> float:
        """Of one search's result."""
        usual = self.spread.variance(self.mean, self.playouts)
        squares = sum((value - self.mean) ** 2 for value in self.values)
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
        return 0.0 if self.exact is not None else max(TINY, self.variance / len(self.values))

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
    scale = math.pow(SYSTEMATIC_AT / playouts, SYSTEMATIC_FALL)
    return SYSTEMATIC * scale * math.sqrt(4 * max(chances))


def _quantile(freedom: float, tail: float) -> float:
    """How many standard errors leave so much in one tail of Student's distribution."""
    return -float(stdtrit(freedom, tail))


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

    chance: float | None  # of person 0, to win
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
                evaluations=tuple(
                    None if one is None else evaluation_from_data(one)
                    for one in data["evaluations"]
                ),
                turns=tuple(_reviewed(one) for one in data["turns"]),
                accuracy=(Accuracy(**data["accuracy"][0]), Accuracy(**data["accuracy"][1])),
            )
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise RecordError("These data are no review.") from error


def _pair(scores: Any) -> tuple[float, float] | None:
    return None if scores is None else (float(scores[0]), float(scores[1]))


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


# Searches for a review: each with a seed of its own, all of them stopped by one cancel.

Cancel = Callable[[], bool]

MEMORY = 100_000_000  # bytes of one search's tree; a full one is searched on


class StoppedError(Exception):
    """The review was cancelled. It ends the jobs under way, and never leaves this package."""


@dataclass
class Sampler:
    """Makes the searches, from any thread; equal keys give equal searches."""

    game: Game
    seed: int
    cancel: Cancel
    spent: int = 0  # playouts so far
    _lock: Lock = field(default_factory=Lock, repr=False)

    def search(self, position: Position, playouts: int, key: str) -> Search:
        """A finished search of a position that is not over.

        Raises:
            StoppedError: the review was cancelled.
        """
        if self.cancel():
            raise StoppedError
        seed = Random(f"{self.seed} {key}").getrandbits(63)
        search = Search(position, seed=seed, memory=MEMORY)
        made = search.run(playouts=playouts, cancel=self.cancel)
        with self._lock:
            self.spent += made
        if self.cancel():
            raise StoppedError
        return search

    def analysis(self, position: Position, playouts: int, key: str, num_turns: int) -> Analysis:
        """What such a search tells of a position that is not over. Raises as `search`."""
        return analysis_of(self.search(position, playouts, key), playouts, 0.0, num_turns)

    def draw(self, position: Position, person: int, count: int, playouts: int, key: str) -> Samples:
        """A person's chance to win in any position, by so many searches. Raises as `search`."""
        outcome = position.outcome
        if outcome is not None:
            share = 0.5 if outcome.winner is None else float(outcome.winner == person)
            return self.none_yet(playouts, share)
        return self.more(self.none_yet(playouts), position, person, count, key)

    def none_yet(self, playouts: int, exact: float | None = None) -> Samples:
        """Samples without a search."""
        return Samples((), playouts, chances_of(self.game).spread, exact)

    def more(
        self, samples: Samples, position: Position, person: int, count: int, key: str
    ) -> Samples:
        """Samples with so many others of the same depth added; exact ones stay as they are."""
        for _ in range(count):
            if samples.exact is not None:
                break
            number = len(samples.values)
            search = self.search(position, samples.playouts, f"{key} {number}")
            share = chance_of(search)
            value = share if position.player == person else 1.0 - share
            exact = value if search.proven != RUNNING else None
            samples = replace(samples, values=(*samples.values, value), exact=exact)
        return samples


# Of the mover's chance to win: what is worth a word, and what is called a mistake and a blunder.
LEAST_COST, LEAST_MISTAKE, LEAST_BLUNDER = 0.1, 0.2, 0.3
LEVEL = 0.05  # chance that a game without a mistake has one called so by noise
LISTED = 24  # turns that the first look tells of: where many lose at once, those that hold too
MOST_GOOD = 6  # of them, that are searched closely for others as good as the best
CHALLENGERS = 4  # of them, that may become the rival
SCREENED = 2  # searches
CLOSE, MOST_CLOSE = 4, 8  # searches
DEEPER = 4  # times the playouts of a first look
DEEP, DEEPEST = 2, 16  # the same of a deep look,
PROOF_DEEPEST = 64  # and of one against a proof
FINALISTS = 2  # of the challengers
LONGER = (1, 4, 16)  # times the playouts of a first look, one after the other, while there is
DOUBT = 0.15  # of the chance that a look promises, and that no turn it tells of holds
LOOKS = 2  # at a close look's searches: each may call a mistake by noise


@dataclass(frozen=True)
class Case:
    """A turn of a game, what first looks found before and after it, and how more is searched."""

    sampler: Sampler
    playouts: int  # of a first look
    number: int  # from 1
    text: str
    before: Position
    after: Position
    look: Analysis  # of `before`
    next_look: Analysis | None  # of `after`; None where the game is over

    @property
    def person(self) -> int:
        """Who played the turn."""
        return self.look.player


@dataclass(frozen=True)
class Contest:
    """The turn played and the best other one, as far as they were searched."""

    played: Samples
    rival: AnalysedTurn | None = None  # None where there was no other turn
    rival_samples: Samples | None = None
    others: tuple[tuple[AnalysedTurn, Samples], ...] = ()
    deep: tuple[Samples, Samples] | None = None  # of rival and played, where the loss is no noise

    @property
    def pair(self) -> tuple[Samples, Samples] | None:
        """Rival and played at the depth at which they differ less."""
        if self.rival_samples is None:
            return None
        close = (self.rival_samples, self.played)
        both = [close] if self.deep is None else [close, self.deep]
        return min(both, key=lambda pair: pair[0].mean - pair[1].mean)

    @property
    def loss(self) -> Estimate:
        """What the turn cost, not below 0."""
        if self.pair is None:
            return Estimate(0.0, 0.0, 0.0, is_exact=True)
        return gain(*self.pair).not_below_zero

    @property
    def is_costly(self) -> bool:
        """Whether the turn cost enough, and surely enough, to say more about it."""
        return self.deep is not None and self.loss.value >= LEAST_COST

    @property
    def verdict(self) -> str | None:
        """What the turn is called."""
        if not self.is_costly or self.loss.value < LEAST_MISTAKE:
            return None
        return BLUNDER if self.loss.value >= LEAST_BLUNDER else MISTAKE


# All that search here raise StoppedError where the review was cancelled.


def judge(case: Case, num_turns: int) -> Contest:
    """Compare a turn with the best other one.

    Any of the `num_turns` that are judged in the whole game may be called a mistake by noise.
    """
    played = _exact_samples(case)
    if played.exact is None:
        key = _key(case, "screen", "played")
        played = case.sampler.draw(case.after, case.person, SCREENED, case.playouts, key)
    level = LEVEL / LOOKS / max(1, num_turns)
    found = Contest(played)
    for times in LONGER:
        look = case.look
        if times > 1:
            key = _key(case, "longer look", str(times))
            look = case.sampler.analysis(case.before, times * case.playouts, key, LISTED)
        if look.proven == "loss" or played.exact == 1.0:
            break
        contest = _against_rival(case, look, played, str(times))
        if contest.rival_samples is None:
            break
        if contest.rival_samples.mean - played.mean >= LEAST_COST / 2:
            contest = _look_closely(case, contest, level)
        found = contest if found.rival is None else max(found, contest, key=_promise)
        if _promise(found) >= look.value - DOUBT:
            break
    return found


def _promise(contest: Contest) -> float:
    """What the mover could have had, as far as it was found."""
    rival = contest.rival_samples
    return contest.played.mean if rival is None else max(rival.mean, contest.played.mean)


def _against_rival(case: Case, look: Analysis, played: Samples, use: str) -> Contest:
    """The turn played beside the most promising other one that a look tells of."""
    others = [turn for turn in look.turns if turn.text != case.text]
    holding = [turn for turn in others if turn.proven != "loss"]
    chosen = [
        (turn, _sample(case, turn, 1, played.playouts, f"choice {use}"))
        for turn in (holding or others)[:CHALLENGERS]
    ]
    if not chosen:
        return Contest(played)
    chosen.sort(key=lambda pair: -pair[1].mean)
    finalists = [
        (turn, _sample(case, turn, 1, FINALISTS * played.playouts, f"final {use}"))
        for turn, _ in chosen[:FINALISTS]
    ]
    rival, samples = max(finalists, key=lambda pair: pair[1].mean)
    others_seen = tuple(pair for pair in chosen if pair[0] is not rival)
    if samples.exact is None:
        samples = _sample(case, rival, SCREENED, played.playouts, f"screen {use}")
    return Contest(played, rival, samples, others_seen)


def judged_turn(case: Case, turn: AnalysedTurn | None, samples: Samples) -> JudgedTurn:
    """A turn with its chance and how play may go on; None stands for the turn played."""
    if turn is not None:
        return JudgedTurn(turn.text, samples.estimate, turn.variation)
    following = case.next_look.turns[:1] if case.next_look is not None else ()
    line = (case.text, *(following[0].variation if following else ()))
    return JudgedTurn(case.text, samples.estimate, line)


def good_turns(case: Case, contest: Contest) -> tuple[JudgedTurn, ...]:
    """All turns looked at that cannot be told from the best, best first.

    The one played may be among them. After a costly turn the first ones that the first look listed
    are searched as closely as the two were.
    """
    rival, best = contest.rival, contest.rival_samples
    if rival is None or best is None:
        return (judged_turn(case, None, contest.played),)
    others = list(contest.others)
    if contest.is_costly:
        others = [
            (turn, close_samples(case, turn))
            for turn in case.look.turns[:MOST_GOOD]
            if turn.text not in (rival.text, case.text)
        ]
    equals = [(turn, one) for turn, one in others if gain(best, one).low <= 0.0]
    found = [judged_turn(case, turn, one) for turn, one in [(rival, best), *equals]]
    if not contest.is_costly and gain(best, contest.played).low <= 0.0:
        found.append(judged_turn(case, None, contest.played))
    return tuple(sorted(found, key=lambda turn: -turn.chance.value))


def close_samples(case: Case, turn: AnalysedTurn, use: str = "close") -> Samples:
    """A turn's chance by the searches of a close look; another use gets fresh ones."""
    return _sample(case, turn, CLOSE, DEEPER * case.playouts, use)


def deep_pair(
    case: Case, rival: AnalysedTurn, best: Samples, played: Samples
) -> tuple[Samples, Samples]:
    """The chances of rival and played by a deep look; `best` and `played`: by a close look.

    What is proven there stays as it is.
    """
    is_proof = (best.exact is None) != (played.exact is None)
    count, depth = (1, PROOF_DEEPEST) if is_proof else (DEEP, DEEPEST)
    if best.exact is None:
        best = _sample(case, rival, count, depth * case.playouts, "deep")
    if played.exact is None:
        empty = case.sampler.none_yet(depth * case.playouts)
        played = _after_played(case, empty, count, "deep")
    return best, played


def _look_closely(case: Case, contest: Contest, level: float) -> Contest:
    rival, best, played = contest.rival, contest.rival_samples, contest.played
    assert rival is not None
    assert best is not None
    if played.exact is None:
        empty = case.sampler.none_yet(DEEPER * case.playouts)
        played = _after_played(case, empty, CLOSE, "close")
    if best.exact is None:
        best = close_samples(case, rival)
    more = MOST_CLOSE - CLOSE
    if best.mean - played.mean >= LEAST_COST and not _is_sure(best, played, level):
        played = _after_played(case, played, more, "close")
        after, key = case.before.play_turn(rival.text), _key(case, "close", rival.text)
        best = case.sampler.more(best, after, case.person, more, key)
    deep = None
    if _is_sure(best, played, level):
        deep = deep_pair(case, rival, best, played)
    return Contest(played, rival, best, contest.others, deep)


def _is_sure(best: Samples, played: Samples, level: float) -> bool:
    """Whether a difference worth a word is no noise."""
    return best.mean - played.mean >= LEAST_COST and chance_of_noise(best, played) <= level


def _exact_samples(case: Case) -> Samples:
    """The turn played, where a first look has proven what it leads to; else no samples."""
    proven = case.next_look.proven if case.next_look is not None else None
    if proven is not None and case.next_look is not None:
        value = VALUES[proven]
        exact = value if case.next_look.player == case.person else 1.0 - value
        return case.sampler.none_yet(case.playouts, exact)
    listed = (turn.proven for turn in case.look.turns if turn.text == case.text)
    proven = next(listed, None) or ("loss" if case.look.proven == "loss" else None)
    return case.sampler.none_yet(case.playouts, None if proven is None else VALUES[proven])


def _after_played(case: Case, samples: Samples, count: int, use: str) -> Samples:
    key = _key(case, use, "played")
    return case.sampler.more(samples, case.after, case.person, count, key)


def _sample(case: Case, turn: AnalysedTurn, count: int, playouts: int, use: str) -> Samples:
    if turn.proven is not None:
        return case.sampler.none_yet(playouts, VALUES[turn.proven])
    after = case.before.play_turn(turn.text)
    key = _key(case, use, turn.text)
    return case.sampler.draw(after, case.person, count, playouts, key)


def _key(case: Case, use: str, text: str) -> str:
    return f"{case.number} {use} {text}"
