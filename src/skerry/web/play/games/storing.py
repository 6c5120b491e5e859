"""How games are written: a new one, and one that has changed, if nobody was quicker."""

from copy import copy
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from skerry.sessions import Session
from skerry.web.base.errors import StaleError
from skerry.web.base.services import shared
from skerry.web.play import helping
from skerry.web.play.games.owed_turns import ask_computer
from skerry.web.play.games.reading import CHANGED, columns_of, winner_of
from skerry.web.play.models import (
    BY_LINK,
    KEPT,
    RUNNING,
    PlayedTurn,
    SavedGame,
    new_id,
)
from skerry.web.play.records import KeptRecords, record_of
from skerry.web.play.signals import ABORTED, announce, game_ended


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
    shared(KeptRecords).keep(saved.record, session.record)
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
    shared(KeptRecords).keep(str(columns["record"]), session.record, instead_of=saved.record)
    for name, value in columns.items():
        setattr(saved, name, value)
    ask_computer(saved)
    return saved


def _tell_of_end(game_id: str, session: Session) -> None:
    result = session.result
    how = ABORTED if result is None else result.reason
    game_ended.send(sender=None, game_id=game_id, winner=winner_of(session.record), how=how)
