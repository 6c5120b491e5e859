"""What is kept of who tries a puzzle: the rating of the first try, and days in a row.

A puzzle is an opponent: whoever solves it at the first try has won against it. Whatever is sent
again changes nothing, since only the first try counts, and what it is worth is decided before
anything is answered. docs/puzzles.md says what can't be kept from somebody who wants a number.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from skerry.core.numbers import format_gain
from skerry.puzzles import Puzzle
from skerry.puzzles.puzzle import puzzle_of_day
from skerry.statistics import CERTAIN_DEVIATION, Opponent, Rated, Rating, rate
from skerry.web.base.seats import ACCOUNT
from skerry.web.base.services import service
from skerry.web.play.moments import Moments
from skerry.web.puzzles.models import Attempt, PuzzleRating, SolvedDay, SolverRating

GRADE_STEP = 200.0  # points between two grades; the middle one begins where players do
MIDDLE_GRADE = 3
START_DEVIATION = 150.0  # of a puzzle: its grade tells something already
ONE_DAY = timedelta(days=1)


def start_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has tried, by its grade."""
    points = Rating.rating + GRADE_STEP * (puzzle.grade - MIDDLE_GRADE)
    return Rating(points, START_DEVIATION, Rating.volatility)


def today() -> date:
    """The date by UTC, the same one for everybody."""
    return datetime.fromtimestamp(service(Moments).real_time(), UTC).date()


@dataclass(frozen=True)
class Standing:
    """Where somebody stands with a puzzle and with its game."""

    rating: str  # of the solver, such as "1523", and "1523?" where it is not sure yet
    gain: str  # what the first try did to it, such as "+12"; "" before that
    puzzle_rating: str
    is_of_today: bool  # the puzzle of the day
    streak: int  # days in a row, today or yesterday the last of them


def standing_of(holder: str | None, puzzle: Puzzle) -> Standing:
    """Where a holder stands; reads only. None: a browser that has tried nothing yet."""
    solver = SolverRating.objects.filter(holder=holder or "", game=puzzle.game).first()
    known = PuzzleRating.objects.filter(game=puzzle.game, key=puzzle.key).first()
    attempt = _attempts(holder or "", puzzle).first()
    return Standing(
        rating=_text(Rated() if solver is None else solver.rated),
        gain="" if attempt is None else format_gain(attempt.before, attempt.after),
        puzzle_rating=_text(Rated(start_rating(puzzle)) if known is None else known.rated),
        is_of_today=puzzle.key == puzzle_of_day(today()).key,
        streak=streak_of(holder),
    )


def _text(rated: Rated) -> str:
    now = rated.rating
    return f"{now.rating:.0f}{'?' if now.deviation > CERTAIN_DEVIATION else ''}"


def note_try(holder: str, puzzle: Puzzle, *, is_right: bool) -> None:
    """Keep that somebody has tried a turn; the first one is rated.

    It is called before the turn is answered: of several that are sent at the same time the one
    that comes first counts, and not the one whose answer is found first.
    """
    with transaction.atomic():
        attempt = _first(holder, puzzle, is_right=is_right)
        if not is_right or attempt.is_shown:
            return
        if not attempt.is_solved:
            attempt.is_solved = True
            attempt.save(update_fields=["is_solved"])
        day = today()
        if puzzle.key == puzzle_of_day(day).key:
            SolvedDay.objects.get_or_create(holder=holder, day=day)


def note_shown(holder: str, puzzle: Puzzle) -> None:
    """Keep that somebody looks at the solution, which before the first try is a wrong one."""
    with transaction.atomic():
        attempt = _first(holder, puzzle, is_right=False)
        if not attempt.is_solved and not attempt.is_shown:
            attempt.is_shown = True
            attempt.save(update_fields=["is_shown"])


def _attempts(holder: str, puzzle: Puzzle) -> QuerySet[Attempt]:
    return Attempt.objects.filter(holder=holder, game=puzzle.game, key=puzzle.key)


def _first(holder: str, puzzle: Puzzle, *, is_right: bool) -> Attempt:
    """The first try of a puzzle, which this one may be; within a transaction.

    The solver's row is locked first, so that tries of one person come one after another.
    """
    SolverRating.objects.get_or_create(holder=holder, game=puzzle.game)
    solver = SolverRating.objects.select_for_update().get(holder=holder, game=puzzle.game)
    known = _attempts(holder, puzzle).first()
    if known is not None:
        return known
    moment = max(service(Moments).real_time(), solver.moment or 0.0)
    before, after = solver.rated.rating, _rate(solver, puzzle, moment, is_right=is_right)
    return Attempt.objects.create(
        holder=holder,
        game=puzzle.game,
        key=puzzle.key,
        is_right=is_right,
        is_solved=is_right,
        moment=moment,
        before=before.rating,
        after=after.rating,
    )


def _rate(solver: SolverRating, puzzle: Puzzle, moment: float, *, is_right: bool) -> Rating:
    """Rate both by the ratings before the try; the solver's after it.

    A guest does not change a puzzle's rating: whoever clears a browser is another one.
    """
    is_account = solver.holder.startswith(ACCOUNT)
    start = start_rating(puzzle)
    known = PuzzleRating.objects.filter(game=puzzle.game, key=puzzle.key).first()
    if is_account:
        begun = {"rating": start.rating, "deviation": start.deviation}
        PuzzleRating.objects.get_or_create(game=puzzle.game, key=puzzle.key, defaults=begun)
        locked = PuzzleRating.objects.select_for_update()
        known = locked.get(game=puzzle.game, key=puzzle.key)
    opponent = start if known is None else known.rated.rating
    score, here = float(is_right), solver.rated.at(moment)
    if is_account and known is not None:
        # A puzzle does not change with time, as a person does: no period passes for it.
        after = rate(opponent, [Opponent(here, 1 - score)], periods=0.0)
        known.rated = Rated(after, known.num_tries + 1, moment)
        known.save()
    solver.rated = solver.rated.with_game(opponent, score, moment)
    solver.save()
    return solver.rated.rating


# ---- days in a row ----


def streak_of(holder: str | None) -> int:
    """On how many days in a row a holder has solved the puzzle of the day.

    Today counts as soon as it is solved; until then the row may end yesterday.
    """
    if holder is None:
        return 0
    days = SolvedDay.objects.filter(holder=holder).order_by("-day").values_list("day", flat=True)
    return days_in_row(days.iterator(), today())


def days_in_row(days: Iterable[date], last: date) -> int:
    """How many days in a row there are, the last of them a day or the one before.

    Args:
        days: the latest first.
        last: the day until which they may go.
    """
    count, expected = 0, None
    for day in days:
        if expected is None and day in (last, last - ONE_DAY):
            expected = day
        if day != expected:
            break
        count, expected = count + 1, day - ONE_DAY
    return count


def has_solved_today(holder: str | None) -> bool:
    """Whether a holder has solved today's puzzle today."""
    return SolvedDay.objects.filter(holder=holder or "", day=today()).exists()
