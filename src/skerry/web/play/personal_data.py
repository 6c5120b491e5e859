"""What a holder has among the games: moved to an account, handed out, forgotten."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from skerry.errors import RecordError, SkerryError
from skerry.record import GameRecord, json_form
from skerry.web.accounts.names import DELETED
from skerry.web.base.errors import StaleError
from skerry.web.base.services import service
from skerry.web.play import changes, queries
from skerry.web.play.models import KEPT, OF_TWO, RUNNING, BeatenLevel, SavedGame, held_by
from skerry.web.play.queries import columns_of
from skerry.web.play.signals import announce
from skerry.web.thinking.turns import ComputerTurns

AT_ONCE = 50  # rows in memory, of all that are handed out


def move(old: str, new: str) -> None:
    """Let a holder have another one's seats, also in deleted games, and its beaten levels."""
    SavedGame.objects.filter(first_seat=old).update(first_seat=new)
    SavedGame.objects.filter(second_seat=old).update(second_seat=new)
    beaten = BeatenLevel.objects.filter(holder=old)
    # Those that both have beaten are there once.
    BeatenLevel.objects.bulk_create(
        [BeatenLevel(holder=new, game=one.game, level=one.level) for one in beaten],
        ignore_conflicts=True,
    )
    beaten.delete()


def rename(holder: str, name: str) -> None:
    """Write another name of a holder into the games that it plays or has played with others.

    In those of one browser alone the names are what somebody has typed there, and stay.
    """
    others = Q(first_seat__isnull=True) | Q(second_seat__isnull=True)
    others |= ~Q(first_seat=F("second_seat"))
    found = SavedGame.objects.filter(held_by(holder), others, computer=None)
    for game_id in found.values_list("pk", flat=True):
        _write(game_id, "renamed", lambda saved: _renamed(saved, holder, name))


def _renamed(saved: SavedGame, holder: str, name: str) -> dict[str, str]:
    try:
        data = json_form.read(saved.record)
    except RecordError:  # damaged: as it is
        return {}
    for person in saved.seats.held_by(holder):
        data["persons"][person]["name"] = name
    record = json_form.write(data)
    return {} if record == saved.record else {"record": record}


def _write(game_id: str, what: str, change: Callable[[SavedGame], dict[str, str]]) -> None:
    """Write the columns that `change` gives, whatever else happens to a game at the same time."""
    while True:
        saved = SavedGame.objects.filter(pk=game_id).first()
        columns: dict[str, Any] = {} if saved is None else dict(change(saved))
        if saved is None or not columns:
            return
        same = SavedGame.objects.filter(pk=game_id, version=saved.version)
        columns["version"] = saved.version + 1
        if same.update(**columns):
            for name, value in columns.items():
                setattr(saved, name, value)
            announce(saved, what)
            return


def export(holder: str) -> dict[str, object]:
    """All games in which a holder has a seat, with their records, and the levels it has beaten."""
    levels = BeatenLevel.objects.filter(holder=holder).order_by("game", "pk")
    own = SavedGame.objects.filter(held_by(holder)).order_by("created")
    return {
        "games": (_game_data(saved, holder) for saved in own.iterator(AT_ONCE)),
        "beaten_levels": list(levels.values("game", "level")),
    }


def _game_data(saved: SavedGame, holder: str) -> dict[str, object]:
    try:
        record = json.loads(saved.record)
    except ValueError:  # damaged: as it is
        record = saved.record
    return {
        "id": saved.pk,
        "game": saved.game,
        "persons": saved.seats.held_by(holder),  # 0 and 1: whom the holder plays
        "created": saved.created.isoformat(),
        "updated": saved.updated.isoformat(),
        "deleted": None if saved.deleted is None else saved.deleted.isoformat(),
        "record": record,
    }


def hold(holder: str) -> None:
    """Lock the games of a holder that go on, by their ids: the other one may go as well."""
    running = SavedGame.objects.filter(held_by(holder), status=RUNNING)
    list(running.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def leave(holder: str) -> None:
    """Take back the offers in the games of a holder, its own and those it has not answered.

    A game without a clock would wait for it for ever, and so is resigned.
    """
    mine = SavedGame.objects.filter(held_by(holder), computer=None)
    for game_id in mine.exclude(offers="").values_list("pk", flat=True):
        _write(game_id, "answer", lambda saved: {"offers": ""} if saved.offers else {})
    endless = mine.filter(KEPT, OF_TWO, status=RUNNING, clock=None)
    for game_id in endless.values_list("pk", flat=True):
        _resign(game_id, holder)


def _resign(game_id: str, holder: str) -> None:
    """Give up a game that goes on, whatever else happens to it at the same time."""
    with suppress(SkerryError):  # it is over meanwhile, or damaged
        while True:
            saved = queries.find_any(game_id)
            with suppress(StaleError):
                changes.resign(saved, holder, saved.version)
                return


def forget(holder: str) -> None:
    """Delete the games that nobody else plays, and leave those of others without the holder.

    What still goes on is resigned, since the other one would wait for ever.
    """
    BeatenLevel.objects.filter(holder=holder).delete()
    alone = Q(first_seat=holder) | Q(first_seat=None)
    alone &= Q(second_seat=holder) | Q(second_seat=None)
    mine = SavedGame.objects.filter(held_by(holder))
    for game_id in mine.filter(alone).values_list("pk", flat=True):
        service(ComputerTurns).drop(game_id)
    mine.filter(alone).delete()
    for saved in mine:
        _leave(saved, holder)


def _leave(saved: SavedGame, holder: str) -> None:
    if saved.status == RUNNING and saved.deleted is None:
        _resign(saved.pk, holder)
        saved.refresh_from_db()
    columns: dict[str, object] = {"version": saved.version + 1, "updated": timezone.now()}
    for column, seat in (("first_seat", saved.first_seat), ("second_seat", saved.second_seat)):
        if seat == holder:
            columns[column] = None
    with suppress(SkerryError):
        session = queries.session_of(saved)
        record = _without_name(session.record, saved.seats.held_by(holder))
        columns |= columns_of(replace(session, record=record))
    SavedGame.objects.filter(pk=saved.pk).update(**columns)


def _without_name(record: GameRecord, held: tuple[int, ...]) -> GameRecord:
    first, second = (
        replace(person, name=DELETED) if number in held else person
        for number, person in enumerate(record.persons)
    )
    return record.with_persons(first, second)
