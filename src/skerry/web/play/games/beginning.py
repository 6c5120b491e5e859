"""How games begin: new, from a position, from a record that was brought along, once more."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import SystemRandom

from django.db import transaction
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
from skerry.web.accounts.people import check_not_closed, lock
from skerry.web.base.services import shared
from skerry.web.board.words import clean_name
from skerry.web.play.games.early_ends import kept_session
from skerry.web.play.games.reading import session_of
from skerry.web.play.games.storing import Event, create
from skerry.web.play.models import (
    BY_LINK,
    FIRST_OPENED_VERSION,
    PUBLIC,
    UNTOUCHED,
    SavedGame,
    held_by,
)
from skerry.web.play.moments import Moments

LONGEST_NAME = 40
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
        timed(replace(session, clock=clock)),
        FIRST_OPENED_VERSION,
        PUBLIC if is_rated or event else BY_LINK,
        is_rated=is_rated,
        event=event,
    )


def timed(session: Session) -> Session:
    """A session that begins now, on its clock if it has one."""
    return session.begin_turn(shared(Moments).now())


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
    return create(Session(record, seats), FIRST_OPENED_VERSION)


def _clean_person(person: Person) -> Person:
    level = person.level and (clean_name(person.level) or "unknown")
    return Person(clean_name(person.name), person.kind, level)


def rematch(saved: SavedGame, *, exchanged: bool = False, level: str = "") -> SavedGame:
    """The same game once more, a random start drawn again.

    Args:
        saved: the game.
        exchanged: whether the persons change places.
        level: of the computer from now on; "" for the one it had.

    Raises:
        OptionError: as `Session.rematch`.
    """
    session = session_of(saved)
    _forget_untouched(saved.holder)
    seed = seed_for(session.game)
    again = session.rematch(exchanged=exchanged, level=level, seed=seed, date=date.today())
    return create(again, visibility=saved.visibility)
