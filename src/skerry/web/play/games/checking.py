"""Whether every stored game replays to what its columns say, and mending those that do not.

The record, the clock and the offers of a game are the truth; what is derived of them can be written
anew.
"""

from collections.abc import Iterator
from typing import NamedTuple

from skerry.errors import RecordError
from skerry.record import GameRecord
from skerry.web.base.errors import BrokenGameError
from skerry.web.play.games.reading import columns_of, session_with
from skerry.web.play.models import SavedGame
from skerry.web.play.position_keys import KEY_COLUMNS

DERIVED = ("num_turns", "to_act", "status", "winner", "summary", "deadline", *KEY_COLUMNS)
AT_ONCE = 100  # games read at a time, so that a site beside this is not kept waiting


class Fault(NamedTuple):
    """What is wrong with a stored game."""

    game_id: str
    sentence: str
    is_repaired: bool = False


def check_games(*, repair: bool = False) -> Iterator[Fault | None]:
    """Look at every stored game, those that wait to be deleted too; None where nothing is wrong.

    Args:
        repair: whether derived columns that are wrong are written anew. A game that changes
            meanwhile is left alone: what is written then is right.
    """
    ids = list(SavedGame.objects.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ids), AT_ONCE):
        found = SavedGame.objects.in_bulk(ids[first : first + AT_ONCE])
        for saved in found.values():
            yield _check(saved, repair=repair)


def _check(saved: SavedGame, *, repair: bool) -> Fault | None:
    try:
        session = session_with(saved, GameRecord.from_json(saved.record))
    except (RecordError, BrokenGameError) as error:
        return Fault(saved.pk, f"it cannot be replayed: {error}")
    if session.is_aborted and session.result is not None:
        return Fault(saved.pk, "it was called off, and has a result all the same")
    right = columns_of(session) | {"game": session.game.name}
    wrong = [name for name in (*DERIVED, "game") if getattr(saved, name) != right[name]]
    if saved.turns_version > saved.version:
        right["turns_version"] = saved.version
        wrong.append("turns_version")
    if not wrong:
        return None
    told = ", ".join(f"{name} is {getattr(saved, name)!r}, not {right[name]!r}" for name in wrong)
    same = SavedGame.objects.filter(pk=saved.pk, version=saved.version)
    is_repaired = repair and bool(same.update(**{name: right[name] for name in wrong}))
    return Fault(saved.pk, told, is_repaired)
