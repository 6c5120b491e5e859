"""A whole game gone through: each turn judged, its stones weighed, and put in words."""

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import SystemRandom
from statistics import fmean, variance
from threading import Event
from typing import TypeVar

from skerry.core.exclusive import exclusive_stream
from skerry.core.numbers import as_integer, seed_or_none
from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.record import EvaluatedTurn, Evaluation, GameRecord
from skerry.record.parts import seen_by
from skerry.review.checking import jumps
from skerry.review.judging import (
    DEEPEST,
    LEAST_COST,
    LISTED,
    Cancel,
    Case,
    Contest,
    Sampler,
    StoppedError,
    good_turns,
    is_in_doubt,
    judge,
    judge_in_hindsight,
    judged_turn,
    level_for,
    random_loss,
)
from skerry.review.stones import replacements, split_loss, with_replacement
from skerry.review.values import (
    BLUNDER,
    MISTAKE,
    Accuracy,
    Estimate,
    Point,
    Review,
    ReviewedTurn,
    Stone,
)
from skerry.review.wording import explain, name_at, verdict_words
from skerry.search.analysis import Analysis

PLAYOUTS = 2_000
LEAST_PLAYOUTS, MOST_PLAYOUTS = 16, 10_000_000
MOST_THREADS = 64
EVALUATED_TURNS = 6  # of a position, that a record keeps
LOOK_SHARE, VERDICT_SHARE = 0.2, 0.75  # of the progress
AGAIN = 4  # times the playouts of all but deep looks, for turns that the others don't fit

Found = TypeVar("Found")

Progress = Callable[[float], None]  # told how much is done, from 0 to 1


def review(
    record: GameRecord,
    *,
    playouts: int = PLAYOUTS,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Review:
    """Review a game.

    Args:
        record: with at least one turn; the game need not be over.
        playouts: of a first look at a turn. Its verdict takes some seven times as many, and one
            that is looked at closely far more.
        seed: a whole number of at least 0; drawn from the system when None. The same seed gives
            the same review, whatever the number of threads.
        threads: searches that run at a time.
        progress: told now and then how much is done.
        cancel: asked every few hundredths of a second, from any thread; when it says True the
            turns judged so far are returned.

    Raises:
        OptionError: a number out of bounds.
        RecordError: the record is not a game.
    """
    *_, last = review_stream(
        record, playouts=playouts, seed=seed, threads=threads, progress=progress, cancel=cancel
    )
    return last


@exclusive_stream("stream")
def review_stream(
    record: GameRecord,
    *,
    playouts: int = PLAYOUTS,
    seed: int | None = None,
    threads: int = 1,
    prepare: Callable[[], None] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Generator[Review, None, None]:
    """As `review`, with what is known after each look and each verdict; the last one is final.

    Who closes the generator ends the searches. `prepare` is called in each thread of it first.

    Raises:
        OptionError, RecordError: as `review`, with the first look.
    """
    playouts, threads = check_bounds(playouts, threads)
    seed = seed_or_none(seed)
    closing = Event()
    asked = cancel if cancel is not None else closing.is_set
    sampler = Sampler(
        record.game,
        SystemRandom().getrandbits(32) if seed is None else seed,
        lambda: closing.is_set() or asked(),
    )
    run = _Run(record, playouts, sampler, progress or (lambda _: None))
    with ThreadPoolExecutor(threads, initializer=prepare) as pool:
        try:
            yield from run.reviews(pool)
        finally:
            closing.set()  # before the pool waits for what is under way


def check_bounds(playouts: object, threads: object) -> tuple[int, int]:
    """Playouts of a look and threads, in plain numbers. Raises OptionError: out of bounds."""
    looks, at_once = as_integer(playouts), as_integer(threads)
    if looks is None or not LEAST_PLAYOUTS <= looks <= MOST_PLAYOUTS:
        raise OptionError(
            f"A review takes {LEAST_PLAYOUTS} to {MOST_PLAYOUTS:,} playouts a look, not "
            f"{quoted(playouts if looks is None else looks)}."
        )
    if at_once is None or not 1 <= at_once <= MOST_THREADS:
        raise OptionError(
            f"A review runs on 1 to {MOST_THREADS} threads, not "
            f"{quoted(threads if at_once is None else at_once)}."
        )
    return looks, at_once


@dataclass
class _Run:
    """One review under way."""

    record: GameRecord
    playouts: int
    sampler: Sampler
    progress: Progress

    def __post_init__(self) -> None:
        self.positions = self.record.replay()
        self.looks: list[Analysis | None] = [None] * len(self.positions)
        self.turns: list[ReviewedTurn] = []

    def reviews(self, pool: ThreadPoolExecutor) -> Iterator[Review]:
        """Look at all positions, then judge turn after turn."""
        self.progress(0.0)
        try:
            jobs = [pool.submit(self._look, *one) for one in enumerate(self.positions)]
            for number, look in enumerate(_in_order(jobs)):
                self.looks[number] = look
                self.progress(LOOK_SHARE * (number + 1) / len(jobs))
                yield self._review()
            cases = self._cases()
            verdicts = [pool.submit(self._judge, one, len(cases)) for one in cases]
            for number, turn in enumerate(_in_order(verdicts), 1):
                self.turns.append(turn)
                self.progress(LOOK_SHARE + VERDICT_SHARE * number / len(cases))
                if number < len(cases):
                    yield self._review()
            self._think_again(pool, cases)
        except StoppedError:
            yield self._review()
            return
        self.progress(1.0)
        yield self._review(is_complete=True)

    def _look(self, number: int, position: Position) -> Analysis | None:
        if position.is_over:
            return None
        return self.sampler.analysis(position, self.playouts, f"{number} look", LISTED)

    def _cases(self) -> list[Case]:
        cases = []
        for number, text in enumerate(self.record.turn_texts, 1):
            before, after = self.positions[number - 1 : number + 1]
            look, next_look = self.looks[number - 1 : number + 1]
            assert look is not None  # a turn was played there
            depths = self.playouts, DEEPEST * self.playouts
            case = Case(self.sampler, *depths, number, text, before, after, look, next_look)
            cases.append(case)
        return cases

    def _think_again(self, pool: ThreadPoolExecutor, cases: Sequence[Case]) -> None:
        """Judge anew, and more closely, each turn at which the curve jumps, and the one before it.

        The searches of one have missed what those of the other have seen. Where that is so even
        then, those of the later one are right: they are a turn further.
        """
        found = jumps(self._review())
        numbers = sorted({number for jump in found for number in (jump - 1, jump) if number})
        again = [
            replace(cases[number - 1], playouts=AGAIN * self.playouts, is_second=True)
            for number in numbers
        ]
        for turn in _in_order([pool.submit(self._judge, one, len(cases)) for one in again]):
            self.turns[turn.number - 1] = turn
        # From the end, since a turn that is seen otherwise may show the one before it otherwise.
        found = jumps(self._review())
        for number in range(len(self.turns), 1, -1):
            if number in found:
                case = replace(cases[number - 2], is_second=True)
                later = self.turns[number - 1]
                seen = pool.submit(in_hindsight, case, later, len(cases))  # its threads give way
                self.turns[number - 2] = seen.result()
                found = jumps(self._review())

    @staticmethod
    def _judge(case: Case, num_turns: int) -> ReviewedTurn:
        return reviewed_turn(case, *with_stones(case, judge(case, num_turns), num_turns), num_turns)

    def _review(self, *, is_complete: bool = False) -> Review:
        turns = tuple(self.turns)
        looks = list(map(_evaluation, self.positions, self.looks))
        chances: list[float | None] = [None] * len(looks)  # of person 0
        for turn in turns:
            chances[turn.number] = _of_first(turn, turn.played.chance)
        if turns:
            chances[0] = _of_first(turns[0], turns[0].best)
        evaluations = tuple(map(_judged, looks, chances))
        return Review(
            self.playouts,
            self.sampler.seed,
            self.sampler.spent,
            is_complete,
            tuple(map(_point, evaluations)),
            evaluations,
            turns,
            (accuracy_of(turns, 0), accuracy_of(turns, 1)),
        )


def in_hindsight(case: Case, following: ReviewedTurn, num_turns: int) -> ReviewedTurn:
    """A turn whose position is worth what the best turn in it was found to be worth."""
    best = following.best
    chance = best if following.person == case.person else _other_side(best)
    return reviewed_turn(case, judge_in_hindsight(case, chance, num_turns), (), num_turns)


def reviewed_turn(
    case: Case, contest: Contest, stones: tuple[Stone, ...], num_turns: int
) -> ReviewedTurn:
    """What is said of a turn that was judged. Raises StoppedError."""
    better, played = None, contest.played
    if contest.rival is not None and contest.pair is not None:
        best, played = contest.pair
        better = judged_turn(case, contest.rival, best)
    found = ReviewedTurn(
        case.number,
        case.person,
        case.before.text,
        judged_turn(case, None, played),
        better,
        contest.loss,
        contest.verdict,
        "",
        good_turns(case, contest),
        stones,
        random_loss=random_loss(case, contest, num_turns),
    )
    if contest.is_costly:
        found = _explained(case, contest, found)
    names = name_at(case.before, 0), name_at(case.before, 1)
    return replace(found, summary=verdict_words(found, names, case.person))


def _other_side(chance: Estimate) -> Estimate:
    low, value, high = (1.0 - one for one in (chance.high, chance.value, chance.low))
    return Estimate(value, low, high, chance.is_exact)


def with_stones(case: Case, contest: Contest, num_turns: int) -> tuple[Contest, tuple[Stone, ...]]:
    """The contest with one-stone replacements tried, where they may tell; and its weak stones."""
    has_cost = contest.is_sure and contest.loss.value >= LEAST_COST / 2
    if not has_cost and not is_in_doubt(case, contest):
        return contest, ()
    found = replacements(case)
    if not found:
        return contest, ()
    contest, most = with_replacement(case, contest, found, level_for(num_turns))
    return contest, split_loss(found, contest, most) if contest.is_costly else ()


def _explained(case: Case, contest: Contest, turn: ReviewedTurn) -> ReviewedTurn:
    """A costly turn with words, and with lines as long searches see them."""
    assert turn.better is not None
    said = explain(case, contest, turn.stones)
    return replace(
        turn,
        why=said.why,
        words=said.words,
        played=replace(turn.played, line=said.played_line),
        better=replace(turn.better, line=said.better_line),
    )


def _in_order(jobs: Sequence[Future[Found]]) -> Iterator[Found]:
    """The results of jobs; where one fails, those that have not begun never do."""
    waiting = deque(jobs)
    try:
        while waiting:
            yield waiting.popleft().result()
    finally:
        for job in waiting:
            job.cancel()


def _evaluation(position: Position, look: Analysis | None) -> Evaluation | None:
    """What a look found, as records keep it: all of person 0."""
    outcome = position.outcome
    if outcome is not None:
        share = 0.5 if outcome.winner is None else 1.0 - outcome.winner
        return Evaluation(share, 0, _PROOFS[share])
    if look is None:
        return None
    turns = tuple(
        EvaluatedTurn(one.text, one.value, one.visits, one.proven)
        for one in look.turns[:EVALUATED_TURNS]
    )
    found = Evaluation(look.value, look.playouts, look.proven, look.scores, turns)
    return seen_by(look.player, found)


_PROOFS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def _point(found: Evaluation | None) -> Point:
    return Point(None, None) if found is None else Point(round(found.value, 4), found.scores)


def _of_first(turn: ReviewedTurn, chance: Estimate) -> float:
    """The mover's chance as person 0's."""
    return chance.value if turn.person == 0 else 1.0 - chance.value


def _judged(found: Evaluation | None, value: float | None) -> Evaluation | None:
    """A look with person 0's chance as a verdict has found it, which is closer."""
    if found is None or value is None or found.proven is not None:
        return found
    return replace(found, value=round(value, 4))


# Of the chance to win, what turns at random lose: where there is an accuracy at all, and where only
# if it is clear, since searches are off by as much.
LEAST_AT_STAKE, LITTLE_AT_STAKE = 0.02, 0.05
MOST_ERROR = 0.25  # of an accuracy, on the scale from 0 to 1: then it is clear


def _counted_loss(turn: ReviewedTurn) -> float:
    """What a turn counts for in an accuracy: below 0 by noise, so that noise adds up to nothing."""
    if turn.better is None or turn.loss.high <= 0.0:
        return 0.0
    return turn.better.chance.value - turn.played.chance.value


def _compared(losses: Sequence[float], at_random: Sequence[float]) -> tuple[float, float, float]:
    """Both means, not below 0, and the standard error of their ratio."""
    loss, drawn = (max(0.0, fmean(values)) for values in (losses, at_random))
    if len(losses) < 2 or drawn == 0.0:
        return loss, drawn, math.inf
    ratio, num = loss / drawn, len(losses)
    error = math.sqrt((variance(losses) + ratio * ratio * variance(at_random)) / num) / drawn
    return loss, drawn, error


def accuracy_of(turns: Sequence[ReviewedTurn], person: int) -> Accuracy:
    """Of the turns at which there was something to lose."""
    own = [turn for turn in turns if turn.person == person]
    judged = [turn for turn in own if turn.random_loss is not None]
    mistakes, blunders = (
        sum(turn.verdict == verdict for turn in own) for verdict in (MISTAKE, BLUNDER)
    )
    if not judged:
        return Accuracy(None, 0, mistakes, blunders)
    losses, drawn = map(_counted_loss, judged), (turn.random_loss or 0.0 for turn in judged)
    loss, at_random, error = _compared(list(losses), list(drawn))
    is_clear = at_random >= LITTLE_AT_STAKE or error <= MOST_ERROR
    percent = None
    if at_random >= LEAST_AT_STAKE and is_clear:
        percent = round(100 * max(0.0, 1 - loss / at_random), 1)
    rounded = round(loss, 4), round(at_random, 4)
    return Accuracy(percent, len(judged), mistakes, blunders, *rounded)
