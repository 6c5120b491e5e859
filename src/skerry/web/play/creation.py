"""How games begin, once more too; and who must wait for having ended too many early."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from random import SystemRandom
from secrets import randbelow

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from skerry.errors import OptionError
from skerry.positions import Game, Position
from skerry.record import GameRecord, Person
from skerry.sessions import (
    Clock,
    Opponent,
    Seat,
    Seats,
    Session,
    TimeControl,
    opponent_in,
    prepared_start,
)
from skerry.web.accounts.people import check_not_closed, find_player, lock
from skerry.web.base.errors import BrokenGameError, QuotaError
from skerry.web.base.services import service
from skerry.web.board.words import clean_name
from skerry.web.play.changes import Event, create
from skerry.web.play.models import (
    BY_LINK,
    LISTED_VERSION,
    LONGEST_NAME,
    OF_TWO,
    OVER,
    PUBLIC,
    UNTOUCHED,
    SavedGame,
    held_by,
)
from skerry.web.play.moments import Moments
from skerry.web.play.queries import session_of

SEAT_KEPT = timedelta(days=7)  # a seat and a set-up wait for the next game, as a challenge does

# Games that end before both have played: nobody gets a better seat by that, and who does it waits.
#
# Such a game was called off, resigned or lost on time by somebody who had not played a turn in it.
# Games of tournaments and ladders, whose seats are not drawn, have rules of their own.

MOST_LOOKED_AT = 20  # games of two holders, the latest ones
PERIOD = timedelta(days=1)
FREE = 2  # games that somebody may end early within the period without waiting
FIRST_WAIT = timedelta(minutes=10)  # after one more; each further one doubles it, up to the period


def draw_is_first(one: str, other: str, game: Game) -> bool:
    """Whether `one` moves first, where seats are drawn: random, but for games that came to nothing.

    After a game of theirs that came to nothing they sit as they sat there, and so they do when they
    play this game again that came to nothing, whatever they played between. Who ended another
    game early sits as there, unless both did so in the same seat.
    """
    last = _of_two(one).filter(held_by(other)).first()
    same = next((saved for saved, _ in _latest(one, other, game)), None)
    for found in (same, last):
        if found is not None and _came_to_nothing(found):
            return found.first_seat == one
    mine, theirs = _kept_seat(one), _kept_seat(other)
    if mine == theirs:
        return randbelow(2) == 0
    return mine == 0 or theirs == 1


def kept_session(one: str, other: str, game: Game, *, prepared: bool) -> Session | None:
    """The last game of two holders with the same options, if it came to nothing lately; else None.

    `prepared` says whether it must have begun at a position that was set up.
    """
    if not game.info.has_setup:
        return None
    for saved, session in _latest(one, other, game):
        if (session.record.given_start is not None) == prepared:
            return session if _came_to_nothing(saved) else None
    return None


def _latest(one: str, other: str, game: Game) -> Iterator[tuple[SavedGame, Session]]:
    """The games of two holders with the same options, of the last days, the latest first."""
    lately = timezone.now() - SEAT_KEPT
    found = _of_two(one).filter(held_by(other), game=game.name, created__gt=lately)
    for saved in found[:MOST_LOOKED_AT]:
        with suppress(BrokenGameError):
            session = session_of(saved)
            if session.game == game:
                yield saved, session


def _came_to_nothing(saved: SavedGame) -> bool:
    return saved.status == OVER and not saved.both_have_played


def _kept_seat(holder: str) -> int | None:
    """The person that a holder was in the latest game, if it has ended that early; else None."""
    last = _of_two(holder).first()
    if last is None or last.ended_early_by is None:
        return None
    return last.ended_early_by if last.ended_early_by in last.seats.held_by(holder) else None


def _of_two(holder: str) -> QuerySet[SavedGame]:
    """The games of a holder with others, the latest first."""
    return SavedGame.objects.filter(OF_TWO, held_by(holder), event="").order_by("-created", "-pk")


def check_may_begin(*holders: str | None) -> None:
    """Let nobody begin a game with others who has just ended too many of them early.

    The first of the holders is the one who asks.

    Raises:
        QuotaError: one of them must wait.
    """
    for number, holder in enumerate(holders):
        minutes = _minutes_to_wait(holder) if holder else 0
        if minutes:
            raise QuotaError(_waiting_sentence(holder or "", minutes, is_own=number == 0))


def _minutes_to_wait(holder: str) -> int:
    """For how long somebody begins no game with others, rounded up; 0: not at all."""
    now = timezone.now()
    mine = Q(first_seat=holder, ended_early_by=0) | Q(second_seat=holder, ended_early_by=1)
    ended = SavedGame.objects.filter(mine, event="", updated__gt=now - PERIOD)
    moments = list(ended.order_by("updated").values_list("updated", flat=True))
    if len(moments) <= FREE:
        return 0
    doubled = min(len(moments) - FREE - 1, 10)
    wait = min(PERIOD, FIRST_WAIT * int(2**doubled))
    return max(0, -((now - moments[-1] - wait) // timedelta(minutes=1)))


def _waiting_sentence(holder: str, minutes: int, *, is_own: bool) -> str:
    many = f"{minutes} minute{'' if minutes == 1 else 's'}"
    if minutes > 120:
        many = f"{-(-minutes // 60)} hours"
    if is_own:
        return (
            f"You have ended more than {FREE} games within a day before you played a turn in them, "
            "and the others waited for nothing; you can begin a game with somebody again in "
            f"{many}."
        )
    player = find_player(holder)
    return (
        f"{'The other player' if player is None else player.name} has ended too many games early, "
        f"and can begin one with somebody again in {many}."
    )


UNTOUCHED_KEPT = timedelta(days=7)  # a page that shows such a game may still be open somewhere


def begin(
    holder: str,
    game: Game,
    names: Sequence[str],
    opponent: Opponent,
    seed: int | None = None,
    *,
    prepared: bool = False,
) -> SavedGame:
    """A new game, saved.

    Its address works from now on, but it is listed only when somebody has done something in it.
    Earlier games of this browser to which that never happened are forgotten after a while.

    Args:
        holder: the browser that may act.
        game: with all its options.
        names: of the humans: one, or with a friend two, person 0's first.
        opponent: computer or friend.
        seed: draws the start of a game whose start is drawn; None for any.
        prepared: whether the rest of such a game's set-up is drawn too.
    """
    drawn = seed_for(game, seed)
    if prepared and drawn is not None:
        return begin_at(holder, prepared_start(game, drawn), names, opponent)
    return _begin(holder, game, names, opponent, seed=drawn)


def begin_at(holder: str, start: Position, names: Sequence[str], opponent: Opponent) -> SavedGame:
    """As `begin`, from a position.

    Raises:
        OptionError: the game is over there, or it lies within a turn.
    """
    return _begin(holder, start.game, names, opponent, start=start)


@transaction.atomic
def begin_between(
    holders: tuple[str, str],
    names: tuple[str, str],
    game: Game,
    *,
    control: TimeControl | None = None,
    seed: int | None = None,
    prepared: bool = False,
    start: Position | None = None,
    is_rated: bool = False,
    event: Event | None = None,
) -> SavedGame:
    """A new game of two who each play for themselves, saved; its clock runs from now on.

    A set-up that would be drawn is that of the last such game of the two if that came to nothing.

    Args:
        holders: of the seats of person 0, who moves first, and person 1.
        names: theirs.
        game: with all its options.
        control: the time that they have; None: all of it.
        seed: as for `begin`.
        prepared: as for `begin`.
        start: a position to begin at, in place of a seed.
        is_rated: whether both play for their ratings; everybody may see such a game.
        event: what it is played for, beside that; everybody may see such a game too.

    Raises:
        OptionError: both are the same one; the game is over at the position, or it lies within a
            turn.
        SeatError: one of them was closed, or its account deleted.
    """
    if holders[0] == holders[1]:
        raise OptionError("Nobody plays against themselves: a game like this needs two players.")
    lock(*holders)
    check_not_closed(*holders)
    kept = None
    if start is None and seed is None and event is None:
        kept = kept_session(*holders, game, prepared=prepared)
    drawn = seed_for(game, seed) if start is None and kept is None else None
    setup = None if kept is None or kept.record.setup is None else dict(kept.record.setup)
    if kept is not None:
        start = kept.record.given_start
    elif prepared and drawn is not None:
        start, drawn = prepared_start(game, drawn), None
    first, second = (clean_name(name)[:LONGEST_NAME] for name in names)
    seats = Seats(Seat(holder=holders[0]), Seat(holder=holders[1]))
    session = Session.begin(
        game, (first, second), seats, seed=drawn, setup=setup, start=start, date=date.today()
    )
    clock = None if control is None else Clock.full(control)
    return create(
        with_running_clock(replace(session, clock=clock)),
        LISTED_VERSION,
        PUBLIC if is_rated or event else BY_LINK,
        is_rated=is_rated,
        event=event,
    )


def with_running_clock(session: Session) -> Session:
    """A session that begins now, on its clock if it has one."""
    return session.begin_turn(service(Moments).now())


def _begin(
    holder: str,
    game: Game,
    names: Sequence[str],
    opponent: Opponent,
    *,
    seed: int | None = None,
    start: Position | None = None,
) -> SavedGame:
    cleaned = [clean_name(name)[:LONGEST_NAME] for name in names]
    if opponent.human is not None:
        cleaned.insert(1 - opponent.human, "Computer")
    first, second = cleaned
    session = Session.begin(
        game,
        (first, second),
        opponent.seats(holder),
        seed=seed,
        start=start,
        date=date.today(),
    )
    _forget_untouched(holder)
    return create(session)


def _forget_untouched(holder: str) -> None:
    old = timezone.now() - UNTOUCHED_KEPT
    SavedGame.objects.filter(UNTOUCHED, held_by(holder), updated__lt=old).delete()


def seed_for(game: Game, wanted: int | None = None) -> int | None:
    """What the start is drawn with, in a game whose start is drawn."""
    if not game.info.has_setup:
        return None
    return SystemRandom().getrandbits(53) if wanted is None else wanted


def open_record(holder: str, record: GameRecord) -> SavedGame:
    """Save a record that came from elsewhere as a game of this browser.

    A computer goes on playing when its level is one that we know; else the browser plays both.
    """
    first, second = map(_clean_person, record.persons)
    record = record.with_persons(first, second)
    seats = opponent_in(record).seats(holder)
    return create(Session(record, seats), LISTED_VERSION)


def _clean_person(person: Person) -> Person:
    level = person.level and (clean_name(person.level) or "unknown")
    return Person(clean_name(person.name), person.kind, level)


def rematch(saved: SavedGame, *, exchanged: bool = False, level: str = "") -> SavedGame:
    """The same game once more, a random start drawn again.

    The persons may change places. An empty `level` leaves the computer the one it had.

    Raises:
        OptionError: as `Session.rematch`.
    """
    session = session_of(saved)
    _forget_untouched(saved.holder)
    seed = seed_for(session.game)
    again = session.rematch(exchanged=exchanged, level=level, seed=seed, date=date.today())
    return create(again, visibility=saved.visibility)
