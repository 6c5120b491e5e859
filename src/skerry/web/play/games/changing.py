"""The one way in which a game under way changes, whoever acts."""

from collections.abc import Callable

from django.db import IntegrityError

from skerry.errors import GameOverError, SkerryError
from skerry.sessions import Session
from skerry.web.base.errors import StaleError
from skerry.web.base.services import shared
from skerry.web.play.games.finding import find_any
from skerry.web.play.games.reading import CHANGED, require_current, session_of
from skerry.web.play.games.storing import TurnId, save
from skerry.web.play.models import PlayedTurn, SavedGame
from skerry.web.play.moments import Moments

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
        try:
            if seen is not None:
                require_current(saved, seen)
            session, now = session_of(saved), shared(Moments).now()
            after, told = session.flag(now, lag), "flag"
            is_late = after is not session
            if not is_late:
                after, told = decide(session, now), what
        except SkerryError:
            if turn is None or not _was_played(saved, turn):
                raise
            return find_any(saved.pk)
        try:
            saved = save(saved, after, told, None if is_late else turn)
        except StaleError:
            saved = find_any(saved.pk)
            continue
        except IntegrityError:  # the id is that of a turn which was played before
            if turn is None or not _was_played(saved, turn):
                raise
            return find_any(saved.pk)
        if is_late:
            raise GameOverError(TIME_IS_UP)
        return saved
    raise StaleError(CHANGED)


def _was_played(saved: SavedGame, turn: TurnId) -> bool:
    return PlayedTurn.objects.filter(game=saved, **turn._asdict()).exists()
