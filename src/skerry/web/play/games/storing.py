"""How games are written: a new one, and one that has changed, if nobody was quicker."""

from django.utils import timezone

from ....record import GameRecord
from ....sessions import Session
from ...base.errors import StaleError
from ...base.services import shared
from ...board import words
from .. import beaten
from ..models import DRAWN, KEPT, OVER, RUNNING, SavedGame, new_id
from ..records import KeptRecords
from .finding import CHANGED
from .owed_turns import ask_computer


def create(session: Session, version: int = 0) -> SavedGame:
    """Write a game that begins; where the computer begins it, it is asked."""
    first, second = session.seats
    saved = SavedGame(
        id=new_id(),
        first_seat=first.holder,
        second_seat=second.holder,
        version=version,
        game=session.game.name,
        level=first.level or second.level,
        computer=session.seats.computer,
        **_columns(session),
    )
    saved.save(force_insert=True)
    shared(KeptRecords).keep(saved.record, session.record)
    ask_computer(saved)
    return saved


def save(saved: SavedGame, session: Session) -> SavedGame:
    """Write a changed session, if nobody was quicker.

    Raises:
        StaleError: somebody was; nothing is changed.
    """
    columns = {**_columns(session), "version": saved.version + 1, "updated": timezone.now()}
    same = SavedGame.objects.filter(KEPT, pk=saved.pk, version=saved.version)
    if not same.update(**columns):
        raise StaleError(CHANGED)
    shared(KeptRecords).keep(str(columns["record"]), session.record, instead_of=saved.record)
    beaten.note(session)
    for name, value in columns.items():
        setattr(saved, name, value)
    ask_computer(saved)
    return saved


def _columns(session: Session) -> dict[str, object]:
    """The columns that change with every turn."""
    record, to_act = session.record, session.to_act
    return {
        "record": record.to_json(),
        "num_turns": len(record.turns),
        "to_act": to_act,
        "status": OVER if record.is_over else RUNNING,
        "winner": _winner(record),
        "summary": words.summary(record, to_act),
        "trouble": "",
    }


def _winner(record: GameRecord) -> int | None:
    if record.result is None:
        return None
    return DRAWN if record.result.winner is None else record.result.winner
