"""The one way in which a game changes: loaded, its session asked, and saved as a whole.

What the rules of a game under way are, `sessions` knows.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from skerry.errors import GameOverError, SkerryError
from skerry.record import FORFEIT
from skerry.sessions import Session
from skerry.web.base.errors import BrokenGameError, StaleError
from skerry.web.base.services import service
from skerry.web.board import words
from skerry.web.play import helping
from skerry.web.play.closed import CLOSED, may_computer_play
from skerry.web.play.models import (
    BY_LINK,
    KEPT,
    RUNNING,
    PlayedTurn,
    SavedGame,
    new_id,
)
from skerry.web.play.moments import Moments
from skerry.web.play.queries import (
    CHANGED,
    columns_of,
    find_any,
    require_current,
    session_of,
    winner_of,
)
from skerry.web.play.records import KeptRecords, record_of
from skerry.web.play.signals import ABORTED, announce, game_ended
from skerry.web.thinking.turns import ComputerTurns, OwedTurn

LONGEST_TROUBLE = 300  # characters that the column holds


def ask_computer(saved: SavedGame) -> None:
    """Drop what the engine may be thinking about this game, and ask for the turn it owes now.

    It owes none where two people play the position; the game says so until somebody asks again.
    """
    if not saved.level:  # people play it
        return
    turns = service(ComputerTurns)
    turns.drop(saved.pk)
    if not saved.waits_for_computer:
        return
    if may_answer(saved):
        turns.ask(
            OwedTurn(saved.pk, saved.version, saved.record, saved.level, saved.game, saved.holder)
        )
    else:
        note_trouble(saved.pk, CLOSED, version=saved.version)
        saved.trouble = CLOSED


def may_answer(saved: SavedGame) -> bool:
    """Whether the computer may play its turn; in a damaged game, whose trouble is that, too."""
    try:
        return may_computer_play(saved, record_of(saved))
    except BrokenGameError:
        return True


def note_trouble(game_id: str, sentence: str, **where: int) -> None:
    """Say in a game why the computer does not answer."""
    SavedGame.objects.filter(pk=game_id, **where).update(trouble=sentence[:LONGEST_TROUBLE])


def thinking_words(saved: SavedGame) -> str:
    """What is said while the computer thinks in a game."""
    turns = service(ComputerTurns)
    if turns.is_unsaved(saved.pk):
        return words.UNSAVED
    return words.thinking(below_level=turns.is_below_level(saved.game, saved.level))


class TurnId(NamedTuple):
    """By what a turn is known when its sender sends it again."""

    person: int  # for whom its sender plays; of two persons, the first
    client_id: str


class Event(NamedTuple):
    """The tournament or ladder that a game is played for."""

    name: str = ""
    path: str = ""  # of its page


def create(
    session: Session,
    version: int = 0,
    visibility: str = BY_LINK,
    *,
    is_rated: bool = False,
    event: Event | None = None,
) -> SavedGame:
    """Write a game that begins; where the computer begins it, it is asked."""
    first, second = session.seats
    saved = SavedGame(
        id=new_id(),
        first_seat=first.holder,
        second_seat=second.holder,
        version=version,
        turns_version=version,
        visibility=visibility,
        is_rated=is_rated,
        event=event.name if event else "",
        event_path=event.path if event else "",
        game=session.game.name,
        level=first.level or second.level,
        computer=session.seats.computer,
        **columns_of(session),
    )
    with transaction.atomic():
        saved.save(force_insert=True)
        announce(saved, "begun")
    service(KeptRecords).keep(saved.record, session.record)
    ask_computer(saved)
    return saved


def save(
    saved: SavedGame, session: Session, what: str, turn: TurnId | None = None, next_game: str = ""
) -> SavedGame:
    """Write a changed session in one transaction, if nobody was quicker, then tell who listens.

    Args:
        saved: the game as it was.
        session: as it is now.
        what: the change, one of `signals.CHANGES`.
        turn: by what the turn is known that was played, if its sender gave it an id.
        next_game: id of a rematch that begins with this.

    Raises:
        StaleError: somebody was quicker; nothing is changed.
    """
    version = saved.version + 1
    columns = {**columns_of(session), "version": version, "updated": timezone.now()}
    if session.record.turn_texts != record_of(saved).turn_texts:
        columns["turns_version"] = version
    if next_game:
        columns["next_game"] = next_game
    changed = copy(saved)
    for name, value in columns.items():
        setattr(changed, name, value)
    with transaction.atomic():
        same = SavedGame.objects.filter(KEPT, pk=saved.pk, version=saved.version)
        if not same.update(**columns):
            raise StaleError(CHANGED)
        if turn is not None:
            PlayedTurn.objects.create(game=saved, version_after=version, **turn._asdict())
        helping.note(session)
        if saved.status == RUNNING and session.is_over:
            _tell_of_end(saved.pk, session)
        announce(changed, what)
    service(KeptRecords).keep(str(columns["record"]), session.record, instead_of=saved.record)
    for name, value in columns.items():
        setattr(saved, name, value)
    ask_computer(saved)
    return saved


def _tell_of_end(game_id: str, session: Session) -> None:
    result = session.result
    how = ABORTED if result is None else result.reason
    game_ended.send(sender=None, game_id=game_id, winner=winner_of(session.record), how=how)


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
            session, now = session_of(saved), service(Moments).now()
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
    """Let a person lose whom no turn and no clock has beaten.

    Whoever runs the site has decided so; `why` is a sentence for the record's comment.

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
