"""What the persons of a game do: each act asks the session, and is saved whole."""

from collections.abc import Sequence

from ..models import SavedGame
from .finding import require_current, session_of, session_to_act
from .storing import save


def play(saved: SavedGame, holder: str | None, version: int, actions: Sequence[str]) -> SavedGame:
    """Play a whole turn for the human who is to act.

    Args:
        saved: the game.
        holder: the browser that plays it.
        version: of the game, as the sender was shown it.
        actions: of the turn, in any order; a final `end` may be left out.

    Raises:
        StaleError: the game has been changed.
        NotToActError, NotationError, GameOverError, IllegalActionError: as `Session.play`.
    """
    session = session_to_act(saved, holder, version)
    return save(saved, session.play(session.to_act, ",".join(actions)))


def take_back(saved: SavedGame, version: int) -> SavedGame:
    """Undo the last turn; against the computer, also its answer, so that the human is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError, OptionError: as `Session.take_back`.
    """
    require_current(saved, version)
    return save(saved, session_of(saved).take_back())


def resign(saved: SavedGame, holder: str | None, version: int) -> SavedGame:
    """The human gives up; between friends, the one who is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError: the game has ended.
    """
    require_current(saved, version)
    session = session_of(saved)
    person = session.person_of(holder)
    assert person is not None  # `find_own` has refused who holds no seat
    return save(saved, session.resign(person))
