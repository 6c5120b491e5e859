"""A saved game as a value, and whether a page has seen it as it is."""

from copy import copy
from dataclasses import replace
from datetime import timedelta

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
from skerry.web.base.errors import BrokenGameError, StaleError
from skerry.web.base.services import shared
from skerry.web.board import words
from skerry.web.play.closed import keys_in, opening_of
from skerry.web.play.models import DRAWN, OVER, RUNNING, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.play.records import record_of

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
    now = shared(Moments).now()
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
