"""Saved records as values, kept in memory so that a game is not replayed at each request.

A long game's positions take a hundred times the room of its text, so what is kept is counted in
bytes and not in games.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from threading import TIMEOUT_MAX, BoundedSemaphore, Lock
from typing import TypeVar

from cachetools import LRUCache

from skerry.errors import RecordError
from skerry.positions import Position
from skerry.record import GameRecord, RecordedTurn
from skerry.web.base.errors import BrokenGameError, BusyError, UnknownGameError
from skerry.web.base.patience import seconds_to_wait
from skerry.web.base.services import service
from skerry.web.board.sizes import TURN_BYTES, size_of_position
from skerry.web.play.models import SavedGame
from skerry.web.play.position_keys import key_of

log = logging.getLogger(__name__)

Found = TypeVar("Found")

RECORD_BYTES = 64_000_000  # of all records kept
LINE_BYTES = 16_000_000  # of all lines kept
KEYS_BYTES = 4_000_000  # of all keys kept
KEY_BYTES = 40  # of one of them
LONG = 16_000  # characters of a record whose turns take some tenths of a second, up to four seconds
MOST_LONG_AT_ONCE = 2  # of these, read anew
BUSY = "Long games are being read for others; ask again in a moment."


def size_of_record(record: GameRecord) -> int:
    """About how many bytes a record takes with all its positions; rather too many."""
    a_position = size_of_position(record.start)
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


def _size_of_keys(keys: tuple[int, ...]) -> int:
    return 64 + KEY_BYTES * len(keys)


def _digest(text: str) -> bytes:
    """What a text is found by: not itself, which may take megabytes."""
    return blake2b(text.encode("utf-8", "surrogatepass")).digest()


class KeptRecords:
    """The records and lines used last. All methods may be called by any thread."""

    def __init__(self, record_bytes: int = RECORD_BYTES) -> None:
        """Nothing is kept yet; of records at most so many bytes ever are."""
        self._records: LRUCache[bytes, GameRecord] = LRUCache(record_bytes, size_of_record)
        self._lines: LRUCache[bytes, tuple[str | None, ...]] = LRUCache(LINE_BYTES, _size_of_line)
        self._keys: LRUCache[bytes, tuple[int, ...]] = LRUCache(KEYS_BYTES, _size_of_keys)
        self._lock = Lock()
        self._reading = BoundedSemaphore(MOST_LONG_AT_ONCE)

    def read(self, text: str) -> GameRecord:
        """The record that a text holds.

        Raises:
            RecordError: it holds none.
            BusyError: it is long, not kept, and other long ones are being read.
        """
        return self._find(self._records, text, self._play)

    def _play(self, text: str) -> GameRecord:
        if len(text) <= LONG:
            return GameRecord.from_json(text)
        if not self._reading.acquire(timeout=seconds_to_wait(TIMEOUT_MAX)):
            raise BusyError(BUSY)
        try:
            return GameRecord.from_json(text)
        finally:
            self._reading.release()

    def line_of(self, text: str) -> tuple[str | None, ...]:
        """The text of each position of a record's game, None where it is over.

        Raises:
            RecordError: the text holds no record.
        """
        return self._of_each(self._lines, text, _text_of)

    def keys_of(self, text: str) -> tuple[int, ...]:
        """The key of each position of a record's game, as `closed` knows it.

        Raises:
            RecordError: the text holds no record.
        """
        return self._of_each(self._keys, text, key_of)

    def keep(self, text: str, record: GameRecord, instead_of: str = "") -> None:
        """Spare the next request to read a record just written, and forget the one before."""
        with self._lock:
            self._records.pop(_digest(instead_of), None)
            with suppress(ValueError):  # larger than all that may be kept
                self._records[_digest(text)] = record

    def _of_each(
        self, kept: "LRUCache[bytes, tuple[Found, ...]]", text: str, of: Callable[[Position], Found]
    ) -> tuple[Found, ...]:
        return self._find(kept, text, lambda text: tuple(map(of, self.read(text).replay())))

    def _find(
        self, kept: "LRUCache[bytes, Found]", text: str, make: Callable[[str], Found]
    ) -> Found:
        key = _digest(text)
        with self._lock:
            found = kept.get(key)
        if found is not None:
            return found
        made = make(text)
        with self._lock, suppress(ValueError):
            return kept.setdefault(key, made)  # another thread may have been quicker
        return made

    @property
    def num_records(self) -> int:
        """Records that are kept."""
        return len(self._records)

    @property
    def num_bytes(self) -> int:
        """About how many bytes the records take that are kept."""
        return int(self._records.currsize)


def record_of(saved: SavedGame) -> GameRecord:
    """The record of a saved game.

    Raises:
        BrokenGameError: it is damaged.
        BusyError: it is long, and others are being read.
    """
    try:
        return service(KeptRecords).read(saved.record)
    except RecordError as error:
        log.error("The record of game %s cannot be read: %.300s", saved.pk, error)
        raise BrokenGameError(
            f"The record of this game is damaged, so it cannot be shown or played on. {error}"
        ) from None


def keys_of(saved: SavedGame) -> tuple[int, ...]:
    """The key of each position of a saved game. Raises BrokenGameError: its record is damaged."""
    record_of(saved)
    return service(KeptRecords).keys_of(saved.record)


def shown_turn(record: GameRecord, wanted: str | None) -> tuple[int, str]:
    """The number of turns that a link shows, and what is to be said of that.

    A link outlives the turn that it was made for: what was taken back leads to the latest turn.

    Returns:
        The number, and a sentence; "" where the link is right.
    """
    most = len(record.turns)
    if wanted is None:
        return most, ""
    if not (wanted.isascii() and wanted.isdigit()):
        return most, "The link names no turn by its number, so this is the game as it is now."
    if len(wanted) > 9 or int(wanted) > most:
        return most, (
            f"There is no turn {wanted[:9]} in this game, perhaps not any more: it was taken back. "
            "This is the game as it is now."
        )
    return int(wanted), ""


def turn_of(record: GameRecord, viewed: int | None) -> int:
    """The number of turns before the position that is asked for; None asks for the latest.

    Raises:
        UnknownGameError: the game has no such turn.
    """
    most = len(record.turns)
    if viewed is not None and viewed > most:
        raise UnknownGameError(
            f"There is no turn {viewed} in this game; {most} turns have been played."
        )
    return most if viewed is None else viewed


def _text_of(position: Position) -> str | None:
    return None if position.is_over else position.text
