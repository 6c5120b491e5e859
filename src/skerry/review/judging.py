"""What a turn cost: searches for a review, and whether a loss is more than noise.

A sample is the result of one search with a seed of its own. Few samples tell little of their own
spread, so each spread is put together with the one that searches have in general (as in the
moderated t-test: Smyth, "Linear models and empirical Bayes methods", 2004).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from statistics import fmean
from threading import Lock

from skerry.core.layout import RUNNING
from skerry.positions import Game, Position
from skerry.review.values import BLUNDER, MISTAKE, Estimate, JudgedTurn
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
    from scipy.special import stdtr  # late: pages that show a review have no use for it

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
    from scipy.special import stdtrit  # late, as above

    return -float(stdtrit(freedom, tail))


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
DEEPEST = 64  # the same of a deep look: one search each
FINALISTS = 2  # of the challengers at least; and times as deep
LONGER = (1, 4, 16)  # times the playouts of a first look, one after the other, while there is
DOUBT = 0.15  # of the chance that a look promises, and that no turn it tells of holds
LOOKS = 3  # that may call a mistake by noise: two at a close look's searches, one at a deep one's
# Drawn at random: in a game at least, and in each position, for what such turns would have lost.
RANDOM_TURNS, LEAST_RANDOM_TURNS = 80, 2
RANDOM_SHARE = 4  # of a first look's playouts one part for each: turns differ more than searches


@dataclass(frozen=True)
class Case:
    """A turn of a game, what first looks found before and after it, and how more is searched."""

    sampler: Sampler
    playouts: int  # of a first look
    deep: int  # those of a deep one
    number: int  # from 1
    text: str
    before: Position
    after: Position
    look: Analysis  # of `before`
    next_look: Analysis | None  # of `after`; None where the game is over
    is_second: bool = False  # it is judged anew, with fresh seeds

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
    deep: tuple[Samples, Samples] | None = None  # of rival and played, where they were looked at so
    is_sure: bool = False  # that the loss is no noise

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
        return self.is_sure and self.loss.value >= LEAST_COST

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
        key = key_of(case, "screen", "played")
        played = case.sampler.draw(case.after, case.person, SCREENED, case.playouts, key)
    level = level_for(num_turns)
    found = Contest(played)
    for times in LONGER:
        look = case.look
        if times > 1:
            key = key_of(case, "longer look", str(times))
            look = case.sampler.analysis(case.before, times * case.playouts, key, LISTED)
        if look.proven == "loss" or played.exact == 1.0:
            break
        contest = _against_rival(case, look, played, str(times))
        if contest.rival_samples is None:
            break
        if contest.rival_samples.mean - played.mean >= LEAST_COST / 2:
            contest = look_closely(case, contest, level)
        found = contest if found.rival is None else max(found, contest, key=_promise)
        if _promise(found) >= look.value - DOUBT:
            break
    return found


def judge_in_hindsight(case: Case, chance: Estimate, num_turns: int) -> Contest:
    """Compare a turn anew where the turn after it has shown what it was worth.

    What searches did not see after this turn they would not see after others either, so nothing is
    called better before a deep look.
    """
    known = chance.value if chance.is_exact else None
    played = replace(case.sampler.none_yet(case.deep, known), values=(chance.value,))
    key = key_of(case, "hindsight", "look")
    look = case.sampler.analysis(case.before, LONGER[-1] * case.playouts, key, LISTED)
    if look.proven == "loss" or played.exact == 1.0:
        return Contest(played)
    depths = DEEPER * case.playouts, case.deep
    rival, seen = _challenger(case, look, depths, 1, "hindsight")
    if rival is None:
        return Contest(played)
    best = seen.pop(rival)
    if best.mean - played.mean >= LEAST_COST:  # a proof stands above what is seen later
        look_at_played = _after_played(case, case.sampler.none_yet(case.deep), 1, "hindsight")
        played = played if look_at_played.exact is None else look_at_played
    is_sure = _is_sure(best, played, level_for(num_turns))
    return Contest(played, rival, best, tuple(seen.items()), is_sure=is_sure)


def level_for(num_turns: int) -> float:
    """Of each test, where any of so many turns may be called a mistake by noise."""
    return LEVEL / LOOKS / max(1, num_turns)


def is_in_doubt(case: Case, contest: Contest) -> bool:
    """Whether the first look promised clearly more than any turn has kept."""
    return contest.rival is not None and _promise(contest) < case.look.value - DOUBT


def random_loss(case: Case, contest: Contest, num_turns: int) -> float | None:
    """The mean loss of turns drawn at random; None where there is no other turn, or all lose.

    It is counted from the rival, and by noise may be below 0; from the turn played where that is
    surely the better one. The fewer of the `num_turns` there are in the whole game, the more are
    drawn for each. Raises StoppedError.
    """
    known = {case.text: contest.played.mean}
    if contest.rival is not None and contest.pair is not None:
        known = {case.text: contest.pair[1].mean, contest.rival.text: contest.pair[0].mean}
    elif contest.played.exact != 1.0:
        return None  # there was no other turn, or all of them lose
    game, draws = case.before.game, Random(f"{case.sampler.seed} {key_of(case, 'random', 'turns')}")
    found, playouts = [], max(1, case.playouts // RANDOM_SHARE)
    for number in range(max(LEAST_RANDOM_TURNS, math.ceil(RANDOM_TURNS / num_turns))):
        text = game.format_turn(case.before.sample_turn(draws))
        if text not in known:
            key = key_of(case, "random", str(number))
            after = case.before.play_turn(text)
            known[text] = case.sampler.draw(after, case.person, 1, playouts, key).mean
        found.append(known[text])
    is_best = contest.rival is None or contest.loss.high <= 0.0
    best = known[case.text if is_best or contest.rival is None else contest.rival.text]
    return best - fmean(found)


def _promise(contest: Contest) -> float:
    """What the mover could have had, as far as it was found."""
    rival = contest.rival_samples
    return contest.played.mean if rival is None else max(rival.mean, contest.played.mean)


def _against_rival(case: Case, look: Analysis, played: Samples, use: str) -> Contest:
    """The turn played beside the most promising other one that a look tells of."""
    depths = played.playouts, FINALISTS * played.playouts
    rival, seen = _challenger(case, look, depths, FINALISTS, use)
    if rival is None:
        return Contest(played)
    samples = seen.pop(rival)
    if samples.exact is None:
        samples = _sample(case, rival, SCREENED, played.playouts, f"screen {use}")
    return Contest(played, rival, samples, tuple(seen.items()))


def _challenger(
    case: Case, look: Analysis, depths: tuple[int, int], finalists: int, use: str
) -> tuple[AnalysedTurn | None, dict[AnalysedTurn, Samples]]:
    """The most promising of the turns not played that a look tells of, and what all promise.

    Each is searched with the first number of playouts, and those that look best, so many at least,
    with the second one: one lucky search chooses nobody.
    """
    others = [turn for turn in look.turns if turn.text != case.text]
    holding = [turn for turn in others if turn.proven != "loss"]
    seen = {
        turn: _sample(case, turn, 1, depths[0], f"choice {use}")
        for turn in (holding or others)[:CHALLENGERS]
    }
    if not seen:
        return None, seen
    closely: set[AnalysedTurn] = set()

    def promise(turn: AnalysedTurn) -> float:
        return seen[turn].mean

    while len(closely) < min(finalists, len(seen)) or max(seen, key=promise) not in closely:
        turn = max((one for one in seen if one not in closely), key=promise)
        seen[turn] = _sample(case, turn, 1, depths[1], f"final {use}")
        closely.add(turn)
    return max(seen, key=promise), seen


def judged_turn(case: Case, turn: AnalysedTurn | None, samples: Samples) -> JudgedTurn:
    """A turn with its chance and how play may go on; None stands for the turn played."""
    if turn is not None:
        return JudgedTurn(turn.text, samples.estimate, turn.variation)
    following = case.next_look.turns[:1] if case.next_look is not None else ()
    line = (case.text, *(following[0].variation if following else ()))
    return JudgedTurn(case.text, samples.estimate, line)


def good_turns(case: Case, contest: Contest) -> tuple[JudgedTurn, ...]:
    """All turns looked at that are as good as the best as far as one can tell, best first.

    Their difference from it is small, and may be noise. The one played may be among them. After a
    costly turn the first ones that the first look listed are searched as closely as the two were.
    """
    rival, pair = contest.rival, contest.pair
    if rival is None or pair is None:
        return (judged_turn(case, None, contest.played),)
    best, played = pair
    others: list[tuple[AnalysedTurn | None, Samples]] = [*contest.others]
    if contest.is_costly:
        others = [
            (turn, close_samples(case, turn))
            for turn in case.look.turns[:MOST_GOOD]
            if turn.text not in (rival.text, case.text)
        ]
    elif contest.loss.low <= 0.0:
        others.append((None, played))
    others.append((rival, best))
    top = played if not contest.is_costly and played.mean > best.mean else best
    found = [
        judged_turn(case, turn, one)
        for turn, one in others
        if one is top or (abs(top.mean - one.mean) < LEAST_COST and gain(top, one).low <= 0.0)
    ]
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
    if best.exact is None:
        best = _sample(case, rival, 1, case.deep, "deep")
    if played.exact is None:
        played = _after_played(case, case.sampler.none_yet(case.deep), 1, "deep")
    return best, played


def look_closely(case: Case, contest: Contest, level: float) -> Contest:
    """The two turns by far more searches, and by deep ones where they may be a mistake apart.

    Samples that are as deep already are kept. Raises StoppedError.
    """
    rival, best, played = contest.rival, contest.rival_samples, contest.played
    assert rival is not None
    assert best is not None
    depth = DEEPER * case.playouts
    if played.exact is None and played.playouts < depth:
        played = _after_played(case, case.sampler.none_yet(depth), CLOSE, "close")
    if best.exact is None and best.playouts < depth:
        best = close_samples(case, rival)
    more = MOST_CLOSE - CLOSE
    if best.mean - played.mean >= LEAST_COST and not _is_sure(best, played, level):
        if len(played.values) < MOST_CLOSE:
            played = _after_played(case, played, more, "close")
        after, key = case.before.play_turn(rival.text), key_of(case, "close", rival.text)
        best = case.sampler.more(best, after, case.person, more, key)
    is_sure = _is_sure(best, played, level)
    deep = None
    # Deeper searches are less off together, so that they may tell what close ones could not.
    if is_sure or best.mean - played.mean >= LEAST_MISTAKE:
        deep = deep_pair(case, rival, best, played)
        is_sure = is_sure or _is_sure(*deep, level)
    return Contest(played, rival, best, contest.others, deep, is_sure)


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
    key = key_of(case, use, "played")
    return case.sampler.more(samples, case.after, case.person, count, key)


def _sample(case: Case, turn: AnalysedTurn, count: int, playouts: int, use: str) -> Samples:
    if turn.proven is not None:
        return case.sampler.none_yet(playouts, VALUES[turn.proven])
    after = case.before.play_turn(turn.text)
    key = key_of(case, use, turn.text)
    return case.sampler.draw(after, case.person, count, playouts, key)


def key_of(case: Case, use: str, text: str) -> str:
    """Of a search: none is like another."""
    return f"{'again ' * case.is_second}{case.number} {use} {text}"
