"""A whole game: looks at every position, then the verdict on each turn, on several threads."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from random import SystemRandom
from threading import Event
from typing import TypeVar

from skerry.core.exclusive import exclusive_stream
from skerry.core.numbers import as_integer, integer_or_none
from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.record import EvaluatedTurn, Evaluation, GameRecord
from skerry.record.notes import seen_by
from skerry.review.judging import LISTED, Moment, good_turns, judge, judged
from skerry.review.sampling import Cancel, Sampler, StoppedError
from skerry.review.stones import Replaced, replacements, split, with_better
from skerry.review.values import BLUNDER, MISTAKE, Accuracy, Point, Review, ReviewedTurn
from skerry.review.words import summary_of, words_on
from skerry.search.tree.analysis import Analysis
from skerry.search.tree.hope import hope_in, without_hope

PLAYOUTS = 2_000
LEAST_PLAYOUTS, MOST_PLAYOUTS = 16, 10_000_000
MOST_THREADS = 64
EVALUATED_TURNS = 6  # of a position, that a record keeps
LOOK_SHARE = 0.2  # of the progress: the rest are verdicts

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
        seed: any integer; drawn from the system when None. The same seed gives the same review,
            whatever the number of threads.
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
    seed = integer_or_none("seed", seed)
    closing = Event()
    asked = cancel if cancel is not None else closing.is_set
    sampler = Sampler(
        SystemRandom().getrandbits(32) if seed is None else seed,
        lambda: closing.is_set() or asked(),
    )
    run = _Run(record, playouts, sampler, progress or _ignore)
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


def _ignore(done: float) -> None:
    """Tell nobody."""


@dataclass
class _Run:
    """One review under way."""

    record: GameRecord
    playouts: int
    sampler: Sampler
    progress: Progress

    def reviews(self, pool: ThreadPoolExecutor) -> Iterator[Review]:
        """Look at all positions, then judge turn after turn."""
        positions = self.record.replay()
        looks: list[Analysis | None] = [None] * len(positions)
        turns: list[ReviewedTurn] = []
        self.progress(0.0)
        try:
            jobs = [pool.submit(self._look, number, one) for number, one in enumerate(positions)]
            for number, look in enumerate(_in_order(jobs)):
                looks[number] = look
                self.progress(LOOK_SHARE * (number + 1) / len(jobs))
                yield self._review(positions, looks, turns, is_complete=False)
            moments = self._moments(positions, looks)
            verdicts = [pool.submit(self._judge, one, len(moments)) for one in moments]
            for number, turn in enumerate(_in_order(verdicts), 1):
                turns.append(turn)
                done = LOOK_SHARE + (1 - LOOK_SHARE) * number / len(moments)
                self.progress(min(1.0, done))
                if number < len(moments):
                    yield self._review(positions, looks, turns, is_complete=False)
        except StoppedError:
            yield self._review(positions, looks, turns, is_complete=False)
            return
        self.progress(1.0)
        yield self._review(positions, looks, turns, is_complete=True)

    def _look(self, number: int, position: Position) -> Analysis | None:
        if position.is_over:
            return None
        return self.sampler.analysis(position, self.playouts, f"{number} look", LISTED)

    def _moments(
        self, positions: Sequence[Position], looks: Sequence[Analysis | None]
    ) -> list[Moment]:
        moments = []
        for number, text in enumerate(self.record.turn_texts, 1):
            look = looks[number - 1]
            assert look is not None  # a turn was played there
            before, after = positions[number - 1], positions[number]
            moments.append(Moment(number, text, before, after, look, looks[number]))
        return moments

    def _judge(self, moment: Moment, num_turns: int) -> ReviewedTurn:
        sampler, playouts = self.sampler, self.playouts
        contest = judge(sampler, moment, playouts, num_turns)
        found: tuple[Replaced, ...] = ()
        if contest.is_costly:
            found = replacements(sampler, moment, playouts)
            contest = with_better(sampler, moment, contest, found, playouts)
        stones = split(found, contest.played)
        better, played, words = None, contest.played, tuple[str, ...]()
        if contest.rival is not None and contest.pair is not None:
            best, played = contest.pair
            better = judged(moment, contest.rival, best)
        if contest.is_costly:
            words = words_on(sampler, moment, contest, stones, playouts)
        good = good_turns(sampler, moment, contest, playouts)
        return ReviewedTurn(
            moment.number,
            moment.person,
            moment.before.text,
            judged(moment, None, played),
            better,
            contest.loss,
            contest.verdict,
            summary_of(moment.text, better, contest.loss, contest.verdict, good),
            good,
            stones,
            words,
        )

    def _review(
        self,
        positions: Sequence[Position],
        looks: Sequence[Analysis | None],
        turns: Sequence[ReviewedTurn],
        *,
        is_complete: bool,
    ) -> Review:
        evaluations = tuple(
            _evaluation(position, look) for position, look in zip(positions, looks, strict=True)
        )
        return Review(
            self.playouts,
            self.sampler.seed,
            self.sampler.spent,
            is_complete,
            _curve(positions, evaluations),
            evaluations,
            tuple(turns),
            (_accuracy(turns, 0), _accuracy(turns, 1)),
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
    turns = []
    for one in look.turns[:EVALUATED_TURNS]:
        value, proven = seen_by(look.player, one.value, one.proven)
        turns.append(EvaluatedTurn(one.text, value, one.visits, proven))
    value, proven = seen_by(look.player, look.value, look.proven)
    return Evaluation(value, look.playouts, proven, look.scores, tuple(turns))


_PROOFS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def _curve(
    positions: Sequence[Position], evaluations: Sequence[Evaluation | None]
) -> tuple[Point, ...]:
    shares = [None if one is None else one.value for one in evaluations]
    certain = [one is not None and one.proven is not None for one in evaluations]
    movers = [position.player for position in positions]
    chances = without_hope(shares, movers, certain, hope_in(shares, movers, certain) or 0.0)
    return tuple(
        Point(None if chance is None else round(chance, 4), None if one is None else one.scores)
        for chance, one in zip(chances, evaluations, strict=True)
    )


def _accuracy(turns: Sequence[ReviewedTurn], person: int) -> Accuracy:
    """Of the turns at which there was a choice."""
    own = [turn for turn in turns if turn.person == person and turn.better is not None]
    percent = None
    if own:
        percent = round(100 - 100 * sum(turn.loss.value for turn in own) / len(own), 1)
    return Accuracy(
        percent,
        len(own),
        sum(turn.verdict == MISTAKE for turn in own),
        sum(turn.verdict == BLUNDER for turn in own),
    )
