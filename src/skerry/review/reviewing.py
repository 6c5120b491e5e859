"""A whole game gone through: each turn judged, its stones weighed, put in words and noted."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import SystemRandom
from threading import Event
from typing import TypeVar

from skerry.core.exclusive import exclusive_stream
from skerry.core.numbers import (
    as_integer,
    counted,
    format_percent,
    format_percent_interval,
    seed_or_none,
)
from skerry.errors import IllegalActionError, OptionError, quoted
from skerry.games.aims import title
from skerry.games.contract import end_action, game_module, has_sets, may_circle
from skerry.games.view import listed
from skerry.positions import Position
from skerry.record import EvaluatedTurn, Evaluation, GameRecord
from skerry.record.parts import seen_by
from skerry.review.judging import (
    BLUNDER,
    DEEPER,
    LISTED,
    MISTAKE,
    Accuracy,
    Cancel,
    Case,
    Contest,
    Estimate,
    JudgedTurn,
    Point,
    Review,
    ReviewedTurn,
    Sampler,
    Samples,
    Stone,
    StoppedError,
    close_samples,
    deep_pair,
    gain,
    good_turns,
    judge,
    judged_turn,
)
from skerry.search.analysis import AnalysedTurn, Analysis
from skerry.text import spaced

# The loss of a turn split over its stones: what each of them alone could have been.
#
# For each stone the others stay, and the best one in its place is sought: every whole turn that
# places one other stone, or none, is searched a little, the better half somewhat more, and so on
# (successive halving: Karnin, Koren and Somekh, 2013). What is left is judged by fresh searches.

ROUNDS = 3  # of halving: half of the turns go on, and are searched twice as deep
FIRST_SHARE = 8  # of a first look's playouts: one part for each turn of the first round
FINALISTS = 2


@dataclass(frozen=True)
class Replaced:
    """A turn with one of its stones replaced, or left out, as well as can be."""

    cell: str  # of the stone that is not in it
    turn: AnalysedTurn
    samples: Samples


def replacements(case: Case) -> tuple[Replaced, ...]:
    """For each stone of a turn the best turn with that one replaced; () for a turn of one action.

    Raises StoppedError.
    """
    stones = _stones_of(case)
    found = []
    for cell in stones if len(stones) > 1 else ():
        others = [stone for stone in stones if stone != cell]
        turns = dict(_replaced(case.before, others, cell))
        if not turns:
            continue
        turn = _as_analysed(case, _best(case, turns, cell))
        name = case.before.game.board.names[cell]
        found.append(Replaced(name, turn, close_samples(case, turn)))
    return tuple(found)


def split(found: tuple[Replaced, ...], played: Samples) -> tuple[Stone, ...]:
    """The stones with what each of them alone cost, against the turn as closely looked at."""
    gains = [gain(one.samples, played) for one in found]
    most = max((one.value for one in gains), default=0.0)
    return tuple(
        Stone(one.cell, one.turn.text, gained, gained.value == most and gained.low > 0)
        for one, gained in zip(found, gains, strict=True)
    )


def with_better(case: Case, contest: Contest, found: tuple[Replaced, ...]) -> Contest:
    """The contest with the best replacement as the rival, where fresh searches find it better.

    Raises StoppedError.
    """
    best = max(found, key=lambda one: one.samples.mean, default=None)
    rival = contest.rival_samples
    if best is None or rival is None or best.samples.mean <= rival.mean:
        return contest
    samples = close_samples(case, best.turn, "again")
    if samples.mean <= rival.mean:
        return contest
    deep = deep_pair(case, best.turn, samples, contest.played)
    better = replace(contest, rival=best.turn, rival_samples=samples, deep=deep)
    return better if better.loss.value > contest.loss.value else contest


def _as_analysed(case: Case, text: str) -> AnalysedTurn:
    """A turn like those that a search lists, with how play may go on after it."""
    after = case.before.play_turn(text)
    following: tuple[str, ...] = ()
    if not after.is_over:
        key = f"{case.number} line {text}"
        look = case.sampler.analysis(after, case.playouts, key, 1)
        following = look.turns[0].variation
    actions = case.before.game.parse_turn(text)
    return AnalysedTurn(actions, text, 0.5, 0.5, 0, None, (text, *following))


def _stones_of(case: Case) -> list[int]:
    rules, state = case.before.game.rules, case.before.state
    if not has_sets(rules) or may_circle(rules, state):
        return []
    actions = case.before.game.parse_turn(case.text)
    return [action for action in actions if action < rules.num_cells]


def _replaced(before: Position, others: list[int], lifted: int) -> Iterator[tuple[str, Position]]:
    """The whole turns that some stones make with one other than the lifted one, or alone."""
    position = before
    try:
        for stone in others:
            position = position.apply(stone)
    except IllegalActionError:
        return  # they end the game or the turn too soon
    if position.is_over or position.turn != before.turn:
        return
    game = before.game
    end = end_action(game.rules)
    for action in position.legal_actions():
        if action == lifted:
            continue
        after = position.apply(action)
        if after.turn == before.turn and not after.is_over:
            if not after.may_end or end is None:
                continue
            after = after.apply(end)
        yield game.format_turn([*others, action]), after


def _best(case: Case, turns: dict[str, Position], cell: int) -> str:
    """The most promising of some turns."""
    left, depth = list(turns), max(1, case.playouts // FIRST_SHARE)
    for number in range(ROUNDS + 1):
        if len(left) == 1:
            break
        means = {
            text: case.sampler.draw(
                turns[text],
                case.person,
                1,
                depth << number,
                f"{case.number} halving {cell} {number} {text}",
            ).mean
            for text in left
        }
        left.sort(key=lambda text: -means[text])
        left = left[: max(FINALISTS, len(left) // 2) if number < ROUNDS else 1]
    return left[0]


# What a better turn would have changed, in words made from numbers.
#
# They call the colour that moved "you", as the games' own sentences on a turn do.

MOST_CHANGES = 3  # sentences of the game's own on what a turn brings
LEAST_OWNED = 0.15  # of a cell's probability to end as the mover's: what is worth a word
MOST_CELLS = 4  # that are named
FAR_MORE = 0.4  # of it, in the mean of these cells: they are so "far more often"
LEAST_SCORE = 0.5  # points of expected score


def words_on(case: Case, contest: Contest, stones: tuple[Stone, ...]) -> tuple[str, ...]:
    """Sentences on a costly turn: what it cost, what the better turn brings, which stone was weak.

    Raises StoppedError.
    """
    rival, pair = contest.rival, contest.pair
    if rival is None or pair is None:
        return ()
    better = case.before.play_turn(rival.text)
    cost = (
        f"After {spaced(case.text)} you win {format_percent(pair[1].mean)} of the time, after "
        f"{spaced(rival.text)} {format_percent(pair[0].mean)}."
    )
    looks = [
        None
        if after.is_over
        else case.sampler.analysis(
            after, DEEPER * case.playouts, f"{case.number} words {number}", 1
        )
        for number, after in enumerate((better, case.after))
    ]
    found = [cost, *_changes(case, better), *_stone_count(case, better)]
    colour = case.before.colour_index
    if looks[0] is not None and looks[1] is not None and colour is not None:
        found += _owned(case.before, looks[0], looks[1], colour)
        found += _scores(case.before, looks[0], looks[1], colour)
    found += [
        f"The weak stone is {stone.cell}: {spaced(stone.replacement)} would have been "
        f"{points(stone.gain)} better."
        for stone in stones
        if stone.is_weak
    ]
    return tuple(found)


def summary_of(
    text: str,
    better: JudgedTurn | None,
    loss: Estimate,
    verdict: str | None,
    good: tuple[JudgedTurn, ...],
) -> str:
    """What a turn cost, in a sentence."""
    if verdict is not None:
        return f"A {verdict}: your chance to win fell by {points(loss)}."
    if better is None:
        return "There was no other turn."
    if any(one.text == text for one in good):
        return "As good as any turn found."
    return (
        f"Your chance to win fell by {points(loss)}: too little, or too uncertain, to be a mistake."
    )


def points(estimate: Estimate) -> str:
    """A share of the chance to win, with its interval: "14% (9 to 19)"."""
    if estimate.is_exact:
        return format_percent(estimate.value)
    return format_percent_interval(estimate.value, estimate.low, estimate.high)


def _changes(case: Case, better: Position) -> Iterator[str]:
    """What the game says of the better turn and not of the one played."""
    colour = case.before.colour_index
    if colour is None or case.before.phase != "play":
        return
    aims, before = game_module(case.before.game.name), case.before
    if better.colour_index is not None and better.persons != before.persons:
        return  # a swap: whose stones are whose has changed
    played = set()
    if case.after.persons == before.persons:
        played = set(aims.changes(before, case.after, colour))
    for sentence in [one for one in aims.changes(before, better, colour) if one not in played][
        :MOST_CHANGES
    ]:
        yield f"The better turn: {sentence[0].lower()}{sentence[1:]}"


def _stone_count(case: Case, better: Position) -> Iterator[str]:
    """Tempo: how many stones each of the two turns lays."""
    before, with_better, with_played = (
        sum(held != 0 for held in position.contents)
        for position in (case.before, better, case.after)
    )
    is_placing = case.before.phase == "play" and min(with_better, with_played) > before
    if is_placing and with_better != with_played:
        yield f"It places {counted(with_better - before, 'stone')}, not {with_played - before}."


def _owned(before: Position, better: Analysis, played: Analysis, colour: int) -> Iterator[str]:
    """Cells that would more probably end as the mover's, and by how much in the mean."""
    if better.ownership is None or played.ownership is None or before.game.info.has_setup:
        return
    sign = 1 if colour == 1 else -1
    gains = {
        cell: sign * (share - played.ownership[cell]) for cell, share in better.ownership.items()
    }
    cells = sorted(
        (cell for cell in gains if gains[cell] >= LEAST_OWNED), key=lambda cell: -gains[cell]
    )[:MOST_CELLS]
    if cells:
        mean = sum(gains[cell] for cell in cells) / len(cells)
        verb = "is" if len(cells) == 1 else "are"
        more = "far more" if mean >= FAR_MORE else "more"
        gain = format_percent(mean)
        yield f"With it {listed(cells)} {verb} yours at the end {more} often (+{gain})."


def _scores(before: Position, better: Analysis, played: Analysis, colour: int) -> Iterator[str]:
    """How much further ahead the mover would end."""
    if better.scores is None or played.scores is None:
        return
    leads = [
        look.scores[colour - 1] - look.scores[2 - colour]
        for look in (better, played)
        if look.scores is not None
    ]
    if abs(leads[0] - leads[1]) >= LEAST_SCORE:
        what = before.game.info.scores
        rival = title(before.game, 3 - colour)
        yield (
            f"Expected lead in {what} over {rival}: {_signed(leads[0])} with it, "
            f"{_signed(leads[1])} with yours."
        )


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "\N{MINUS SIGN}")


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
                done = LOOK_SHARE + (1 - LOOK_SHARE) * number / len(cases)
                self.progress(min(1.0, done))
                if number < len(cases):
                    yield self._review()
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
            case = Case(self.sampler, self.playouts, number, text, before, after, look, next_look)
            cases.append(case)
        return cases

    @staticmethod
    def _judge(case: Case, num_turns: int) -> ReviewedTurn:
        contest = judge(case, num_turns)
        found: tuple[Replaced, ...] = ()
        if contest.is_costly:
            found = replacements(case)
            contest = with_better(case, contest, found)
        stones = split(found, contest.played)
        better, played, words = None, contest.played, tuple[str, ...]()
        if contest.rival is not None and contest.pair is not None:
            best, played = contest.pair
            better = judged_turn(case, contest.rival, best)
        if contest.is_costly:
            words = words_on(case, contest, stones)
        good = good_turns(case, contest)
        return ReviewedTurn(
            case.number,
            case.person,
            case.before.text,
            judged_turn(case, None, played),
            better,
            contest.loss,
            contest.verdict,
            summary_of(case.text, better, contest.loss, contest.verdict, good),
            good,
            stones,
            words,
        )

    def _review(self, *, is_complete: bool = False) -> Review:
        turns = tuple(self.turns)
        evaluations = tuple(map(_evaluation, self.positions, self.looks))
        return Review(
            self.playouts,
            self.sampler.seed,
            self.sampler.spent,
            is_complete,
            tuple(map(_point, evaluations)),
            evaluations,
            turns,
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
    turns = tuple(
        EvaluatedTurn(one.text, one.value, one.visits, one.proven)
        for one in look.turns[:EVALUATED_TURNS]
    )
    found = Evaluation(look.value, look.playouts, look.proven, look.scores, turns)
    return seen_by(look.player, found)


_PROOFS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def _point(found: Evaluation | None) -> Point:
    return Point(None, None) if found is None else Point(round(found.value, 4), found.scores)


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


def with_evaluations(record: GameRecord, review: Review) -> GameRecord:
    """The record with the evaluations of a review of it, in place of those it had.

    Raises:
        OptionError: the review is of another game.
    """
    if len(review.evaluations) != len(record.turns) + 1 or any(
        turn.played.text != record.turns[turn.number - 1].text for turn in review.turns
    ):
        raise OptionError("The review is of another game than the record.")
    start, *after = review.evaluations
    turns = tuple(
        replace(turn, evaluation=found or turn.evaluation)
        for turn, found in zip(record.turns, after, strict=True)
    )
    return replace(record, evaluation=start or record.evaluation, turns=turns)
