"""A saved game as a value, and whether a page has seen it as it is."""

from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from skerry.errors import OptionError
from skerry.record import GameRecord
from skerry.sessions import NO_OFFERS, Session, clock_from_json, offers_from_json
from skerry.web.base.errors import BrokenGameError, StaleError
from skerry.web.play.models import SavedGame
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
