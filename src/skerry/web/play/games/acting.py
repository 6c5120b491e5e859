"""What the persons of a game do: each act asks the session, and is saved whole."""

from collections.abc import Sequence

from skerry.record import FORFEIT
from skerry.sessions import Session
from skerry.web.play.games.changing import change
from skerry.web.play.games.storing import TurnId
from skerry.web.play.models import SavedGame


def play(
    saved: SavedGame,
    holder: str | None,
    version: int,
    actions: Sequence[str],
    *,
    client_id: str = "",
    lag: float = 0.0,
) -> SavedGame:
    """Play a whole turn for the human who is to act.

    Args:
        saved: the game.
        holder: who plays it.
        version: of the game, as the sender was shown it.
        actions: of the turn, in any order; a final `end` may be left out.
        client_id: what the sender calls this turn, at most 36 characters: sent again under the
            same id, it changes nothing, and the game as it is now is returned.
        lag: seconds that it was on its way, as far as the server knows.

    Raises:
        StaleError: the game has other turns now.
        NotToActError, NotationError, GameOverError, IllegalActionError: as `Session.play`.
    """

    def decide(session: Session, now: float) -> Session:
        person = session.person_of(holder)
        return session.play(person, ",".join(actions), now=now, lag=lag)

    held = saved.seats.held_by(holder)
    turn = TurnId(held[0], client_id) if client_id and held else None
    # Another one's turn may be on its way too, and its lag is not this one's.
    known_lag = lag if saved.to_act in held else None
    return change(saved, "turn", decide, seen=version, turn=turn, lag=known_lag)


def take_back(saved: SavedGame, version: int) -> SavedGame:
    """Undo the last turn; against the computer, also its answer, so that the human is to act.

    Raises:
        StaleError: the game has other turns now.
        GameOverError, OptionError: as `Session.take_back`.
    """
    return change(
        saved, "taken_back", lambda session, now: session.take_back(now=now), seen=version
    )


def resign(saved: SavedGame, holder: str | None, version: int) -> SavedGame:
    """The human gives up; between friends, the one who is to act.

    Raises:
        StaleError: the game has other turns now.
        GameOverError: the game has ended.
    """
    return change(
        saved,
        "resigned",
        lambda session, _: session.resign(acting(session, holder)),
        seen=version,
    )


def abort(saved: SavedGame, holder: str | None, version: int) -> SavedGame:
    """Call the game off, while somebody has not played yet.

    Raises:
        StaleError: the game has other turns now.
        GameOverError, OfferError: as `Session.abort`.
    """
    return change(
        saved,
        "aborted",
        lambda session, _: session.abort(acting(session, holder)),
        seen=version,
    )


def forfeit(saved: SavedGame, person: int, why: str = "") -> SavedGame:
    """Let a person lose whom no turn and no clock has beaten: whoever runs the site has decided so.

    Args:
        saved: the game.
        person: who loses.
        why: a sentence for the record's comment.

    Raises:
        GameOverError: the game has ended.
    """
    return change(saved, "forfeit", lambda session, _: session.lose(person, FORFEIT, why))


def go_on_vacation(saved: SavedGame, holder: str | None, *, away: bool) -> SavedGame:
    """Go on vacation in a game by correspondence, or come back.

    Raises:
        GameOverError: the game has ended.
        OptionError: there is no vacation left, or the game knows none.
    """
    return change(
        saved,
        "vacation",
        lambda session, now: session.with_vacation(acting(session, holder), now, away=away),
    )


def acting(session: Session, holder: str | None) -> int:
    """The person for whom a holder acts; `find_own` has refused who holds no seat."""
    person = session.person_of(holder)
    assert person is not None
    return person


def show_to(saved: SavedGame, visibility: str) -> None:
    """Say who may see a game; no turn of it is changed, and so its version is not."""
    SavedGame.objects.filter(pk=saved.pk).update(visibility=visibility)
    saved.visibility = visibility
