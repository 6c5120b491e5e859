"""The one way in which a game under way changes, whoever acts."""

from collections.abc import Callable

from django.db import IntegrityError

from ....errors import GameOverError
from ....sessions import Session
from ...base.errors import StaleError
from ...base.services import shared
from ..models import PlayedTurn, SavedGame
from ..moments import Moments
from .finding import find_any
from .reading import CHANGED, require_current, session_of
from .storing import TurnId, save

TRIES = 5  # where somebody else changes what does not matter here, an offer for one
TIME_IS_UP = "The time was up before this arrived, so the game is over."

Decide = Callable[[Session, float], Session]


def change(
    saved: SavedGame,
    what: str,
    decide: Decide,
    *,
    seen: int | None = None,
    turn: TurnId | None = None,
    lag: float | None = None,
) -> SavedGame:
    """Load, let the session decide, and save in one transaction where nobody was quicker.

    Args:
        saved: the game as it was loaded.
        what: the change, one of `signals.CHANGES`.
        decide: gives the session after the change, of the one before and the moment; may be
            asked again, where somebody else has changed the game meanwhile.
        seen: the version that the sender was shown; None: it does not matter.
        turn: the id that the sender gave a turn: one that was played already changes nothing.
        lag: seconds that a turn was on its way, as for `Session.flag`; None for other changes.

    Returns:
        The game as it is now.

    Raises:
        StaleError: its turns are not those that the sender was shown; nothing is changed.
        GameOverError: the time was up before.
        BrokenGameError: it is damaged.
        SkerryError: whatever `decide` raises; nothing is changed.
    """
    for _ in range(TRIES):
        # One that was played has changed the game, so that its sender has not seen it like this.
        if turn is not None and seen != saved.version and _was_played(saved, turn):
            return find_any(saved.pk)
        if seen is not None:
            require_current(saved, seen)
        session, now = session_of(saved), shared(Moments).now()
        flagged = session.flag(now, lag)
        try:
            if flagged is not session:
                save(saved, flagged, "flag")
                raise GameOverError(TIME_IS_UP)
            return save(saved, decide(session, now), what, turn)
        except StaleError:
            saved = find_any(saved.pk)
        except IntegrityError:  # its sender has seen the game since, and sends it all the same
            if turn is None or not _was_played(saved, turn):
                raise
            return find_any(saved.pk)
    raise StaleError(CHANGED)


def _was_played(saved: SavedGame, turn: TurnId) -> bool:
    return PlayedTurn.objects.filter(game=saved, **turn._asdict()).exists()
