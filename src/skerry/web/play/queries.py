"""Saved games as they are: found, read as values, shown as they stand. Nothing here writes."""

from copy import copy
from dataclasses import replace
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from skerry.errors import OptionError
from skerry.record import GameRecord
from skerry.sessions import (
    NO_OFFERS,
    Session,
    clock_from_json,
    clock_to_json,
    offers_from_json,
    offers_to_json,
)
from skerry.web.accounts.models import Player
from skerry.web.base.errors import (
    BrokenGameError,
    HelpError,
    SeatError,
    StaleError,
    UnknownGameError,
)
from skerry.web.base.seats import check_all_seats, check_seat
from skerry.web.base.services import service
from skerry.web.board import words
from skerry.web.play.closed import check_open_keys, keys_in, opening_of
from skerry.web.play.models import DRAWN, KEPT, OF_TWO, OVER, RUNNING, UNTOUCHED, SavedGame, held_by
from skerry.web.play.moments import Moments
from skerry.web.play.records import keys_of, record_of

REMATCH_WAITS = timedelta(days=7)  # for an answer, as a challenge does

CHANGED = (
    "The game has changed since this page showed it, perhaps in another window; "
    "look at it as it is now, and try again."
)


def session_of(saved: SavedGame) -> Session:
    """A saved game as a value. Raises BrokenGameError: its record or its clock is damaged.

    Whatever somebody has offered who is gone is gone too, and a rematch that nobody has answered.
    """
    session = session_with(saved, record_of(saved))
    if session.offers == NO_OFFERS:
        return session
    is_old = session.is_over and timezone.now() - saved.updated > REMATCH_WAITS
    if is_old or session.seats.is_anybody_gone:
        return replace(session, offers=NO_OFFERS)
    return session


def session_with(saved: SavedGame, record: GameRecord) -> Session:
    """As `session_of`, of a record that was read already."""
    try:
        clock = None if saved.clock is None else clock_from_json(saved.clock)
        offers = offers_from_json(saved.offers)
    except OptionError as error:
        raise BrokenGameError(f"This game cannot be shown or played on. {error}") from None
    return Session(
        record,
        saved.seats,
        clock,
        offers,
        saved.is_aborted,
        saved.ended_early_by if saved.is_aborted else None,
        (bool(saved.played_by & 1), bool(saved.played_by & 2)),
    )


def require_current(saved: SavedGame, version: int) -> None:
    """Refuse what was meant for other turns than the game has.

    Their number alone would not do: another window may have replaced the last one. An offer that
    came meanwhile changes no turn, and so refuses none.

    Raises:
        StaleError: the game has not the turns that the sender was shown.
    """
    if not saved.turns_version <= version <= saved.version:
        raise StaleError(CHANGED)


def as_it_stands(saved: SavedGame) -> SavedGame:
    """The game as it is at this moment, for looking at it: over, if who is to act has no time left.

    Nothing is stored: its flag falls in `sweep`, a moment later. A damaged game stays as it is.
    """
    if saved.deadline is None or saved.status != RUNNING:
        return saved
    now = service(Moments).now()
    if now < saved.deadline:
        return saved
    try:
        session = session_of(saved)
    except BrokenGameError:  # it is told where it is shown, and must not be in anybody's way
        return saved
    shown = copy(saved)
    for name, value in columns_of(session.flag(now)).items():
        setattr(shown, name, value)
    return shown


def columns_of(session: Session) -> dict[str, object]:
    """The columns that say of a session what lists, locks and flags need."""
    record, to_act = session.record, session.to_act
    first_has_played, second_has_played = session.have_played
    return {
        "record": record.to_json(),
        "num_turns": len(record.turns),
        "to_act": to_act,
        **keys_in(session),
        "opening_turns": opening_of(record),
        "status": OVER if session.is_over else RUNNING,
        "winner": winner_of(record),
        "summary": words.CALLED_OFF if session.is_aborted else words.summary(record, to_act),
        "trouble": "",
        "clock": None if session.clock is None else clock_to_json(session.clock),
        "offers": offers_to_json(session.offers),
        "deadline": session.flag_moment,
        "is_aborted": session.is_aborted,
        "played_by": first_has_played + 2 * second_has_played,
        "ended_early_by": session.ended_early_by,
    }


def winner_of(record: GameRecord) -> int | None:
    """The column of that name."""
    if record.result is None:
        return None
    return DRAWN if record.result.winner is None else record.result.winner


def find(game_id: str, holder: str | None) -> SavedGame:
    """The saved game of that id, for looking at it: one whose time is up is shown as over.

    Raises:
        UnknownGameError: there is none, or it is private and others play in it.
    """
    return as_it_stands(_find_stored(game_id, holder))


def _find_stored(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, as it is stored: for changing it. Whoever does lets its flag fall first."""
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None or not saved.may_be_seen_by(holder):
        raise UnknownGameError(
            f"There is no game {game_id[:40]!r} here; it may have been deleted, or be private."
        )
    return saved


def find_any(game_id: str) -> SavedGame:
    """As it is stored, whoever may see it: for the site's own work. Raises UnknownGameError."""
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None:
        raise UnknownGameError(f"There is no game {game_id[:40]!r} here; it may have been deleted.")
    return saved


def find_own(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, but as it is stored, for acting in it.

    Raises:
        UnknownGameError: there is none.
        SeatError: only other browsers play in it.
    """
    saved = _find_stored(game_id, holder)
    if not saved.seats.held_by(holder):
        _refuse_other(saved, holder)
    return saved


def _refuse_other(saved: SavedGame, holder: str | None) -> None:
    """Say what somebody who has no seat may do: perhaps another account is signed in now.

    Raises:
        SeatError: always.
    """
    seats = [seat for seat in (saved.first_seat, saved.second_seat) if seat]
    players = Player.objects.filter(holder__in=seats, user__isnull=False).order_by("pk")
    names = list(players.values_list("name", flat=True))
    if not names:
        check_seat(saved.seats, holder)
    own = Player.objects.filter(holder=holder or "", user__isnull=False).first()
    who = "You are not signed in" if own is None else f"You are signed in as {own.name}"
    raise SeatError(
        f"{who}, and this game is played by {' and '.join(names)}. If that is you, sign in as "
        f"{' or '.join(names)} to play on; anybody else can watch it."
    )


def find_alone(game_id: str, holder: str | None) -> SavedGame:
    """As `find_own`, for what concerns both persons.

    Raises:
        UnknownGameError: there is none.
        SeatError: another browser plays in it.
    """
    saved = _find_stored(game_id, holder)
    check_all_seats(saved.seats, holder)
    return saved


def games_of(holder: str) -> QuerySet[SavedGame]:
    """The games that a browser has played in or opened, the latest first."""
    return SavedGame.objects.filter(KEPT, ~UNTOUCHED, held_by(holder))


def games_between(holder: str) -> QuerySet[SavedGame]:
    """The running games of a holder with somebody else, those with the least time left first."""
    running = SavedGame.objects.filter(KEPT, OF_TWO, held_by(holder), status=RUNNING)
    return running.order_by(F("deadline").asc(nulls_last=True), "updated", "pk")


def waiting_for(holder: str) -> QuerySet[SavedGame]:
    """As `games_between`, those in which the holder is to act."""
    mine = Q(first_seat=holder, to_act=0) | Q(second_seat=holder, to_act=1)
    return games_between(holder).filter(mine)


def session_to_act(saved: SavedGame, holder: str | None, version: int) -> Session:
    """The session in which a browser composes a turn.

    Raises:
        StaleError: the game has been changed.
        NotToActError: it is another one's turn.
        GameOverError: the game has ended.
    """
    require_current(saved, version)
    session = session_of(saved)
    session.check_turn_of(session.person_of(holder))
    return session


def may_analyse(saved: SavedGame, holder: str | None) -> bool:
    """Whether the engine may be asked about a game.

    When it is over, by anyone; before, only in a game against the computer, by who plays it.
    A game between two persons may not be analysed while it goes on.
    """
    if saved.status == OVER:
        return True
    return saved.computer is not None and bool(saved.seats.held_by(holder))


def find_to_analyse(game_id: str, holder: str, version: int) -> SavedGame:
    """As `find`, for an analysis of the game as it was at a version.

    Raises:
        UnknownGameError: there is none.
        HelpError: it may not be analysed now, or others play one of its positions.
        BrokenGameError: its record is damaged.
        StaleError: the game has been changed since.
    """
    saved = find(game_id, holder)
    if not may_analyse(saved, holder):
        raise HelpError(
            "Analysis opens when the game is over; before that, it is there only for somebody who "
            "plays against the computer."
        )
    require_current(saved, version)
    check_open_keys(keys_of(saved), holder)
    return saved
