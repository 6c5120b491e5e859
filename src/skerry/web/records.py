"""Saved records as values, kept in memory so that a game is not replayed at each request.

A long game's positions take a hundred times the room of its text, so what is kept is counted in
bytes and not in games.
"""

import logging
from contextlib import suppress
from hashlib import blake2b
from threading import Lock

from cachetools import LRUCache, cached

from ..errors import RecordError
from ..positions import Position
from ..record import GameRecord, RecordedTurn
from .errors import BrokenGameError
from .models import SavedGame

log = logging.getLogger(__name__)

RECORD_BYTES = 64_000_000  # of all records kept
LINE_BYTES = 16_000_000  # of all lines kept
# Measured: a position takes 400 bytes besides its state, and its legal actions, which are kept
# with it, up to eight times the state.
POSITION_BYTES, LEGAL_FACTOR = 400, 8
TURN_BYTES = 250  # of a turn's objects


def size_of_record(record: GameRecord) -> int:
    """About how many bytes a record takes with all its positions; rather too many."""
    a_position = POSITION_BYTES + LEGAL_FACTOR * record.start.state.nbytes
    return (len(record.turns) + 1) * a_position + _size_of_turns(record.turns) + len(record.comment)


def _size_of_turns(turns: tuple[RecordedTurn, ...]) -> int:
    size = 0
    lines = [turns]
    while lines:
        for turn in lines.pop():
            size += TURN_BYTES + len(turn.text) + len(turn.comment)
            lines += turn.variations
    return size


def _size_of_line(line: tuple[str | None, ...]) -> int:
    return sum(64 + len(text or "") for text in line)


def _digest(text: str) -> bytes:
    """What a text is found by: not itself, which may take megabytes."""
    return blake2b(text.encode("utf-8", "surrogatepass")).digest()


_kept_records: LRUCache[bytes, GameRecord] = LRUCache(RECORD_BYTES, size_of_record)
_kept_lines: LRUCache[bytes, tuple[str | None, ...]] = LRUCache(LINE_BYTES, _size_of_line)
_lock = Lock()


@cached(_kept_records, key=_digest, lock=_lock)
def read_record(text: str) -> GameRecord:
    """The record that a text holds. Raises RecordError."""
    return GameRecord.from_json(text)


def keep_record(text: str, record: GameRecord, instead_of: str = "") -> None:
    """Spare the next request to read a record that was just written, and forget the one before."""
    with _lock:
        _kept_records.pop(_digest(instead_of), None)
        with suppress(ValueError):  # larger than all that may be kept
            _kept_records[_digest(text)] = record


def record_of(saved: SavedGame) -> GameRecord:
    """The record of a saved game.

    Raises:
        BrokenGameError: it is damaged.
    """
    try:
        return read_record(saved.record)
    except RecordError as error:
        log.error("The record of game %s cannot be read: %.300s", saved.pk, error)
        raise BrokenGameError(
            f"The record of this game is damaged, so it cannot be shown or played on. {error}"
        ) from None


@cached(_kept_lines, key=_digest, lock=Lock())
def line_of(text: str) -> tuple[str | None, ...]:
    """The text of each position of a record's game, None where it is over. Raises RecordError."""
    return tuple(_text_of(position) for position in read_record(text).replay())


def _text_of(position: Position) -> str | None:
    return None if position.is_over else position.text
