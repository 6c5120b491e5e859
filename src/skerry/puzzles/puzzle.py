"""A puzzle as a value, and collections of them in files."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias

from skerry.errors import OptionError, RecordError, RecordVersionError, clipped, quoted
from skerry.games.catalogue import info
from skerry.games.info import PUZZLES, folder
from skerry.games.ruleset import format_value
from skerry.positions import Position
from skerry.record import GameRecord

# A puzzle as a value: a recorded game, the turn at which it is put, and how hard it is.

Data: TypeAlias = dict[str, Any]

HIGHEST_GRADE = 5
# Playouts that the search needs at most for a puzzle of grade 1, 2, 3 and 4.
GRADE_PLAYOUTS = (64, 256, 1024, 4096)


def grade_of(playouts: int) -> int:
    """From 1, the easiest, to HIGHEST_GRADE."""
    return 1 + sum(playouts > limit for limit in GRADE_PLAYOUTS)


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one whole turn wins.

    The record holds the game up to the position, then the solution and a line to the end. Natural
    wrong turns stand beside the solution as variations, each with the answer that refutes it.
    """

    key: str  # names the puzzle: made from its position, so that it never changes
    game: str
    turn: int  # whole turns played before the puzzle's
    playouts: int  # that the search needs until it prefers the solution for good
    num_turns: int  # whole legal turns, of which one wins
    text: str  # the record as JSON

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to HIGHEST_GRADE."""
        return grade_of(self.playouts)

    @cached_property
    def record(self) -> GameRecord:
        """The game. Raises RecordError where the text was altered."""
        record = GameRecord.from_json(self.text)
        if record.game.name != self.game or len(record.turns) <= self.turn:
            raise RecordError(f"Puzzle {self.key}: the record holds no solution of it.")
        return record

    @property
    def position(self) -> Position:
        """What to solve."""
        return self.record.replay()[self.turn]

    @property
    def solution(self) -> str:
        """The only turn that wins, in canonical text."""
        return self.record.turns[self.turn].text

    @property
    def line(self) -> tuple[str, ...]:
        """What follows the solution, to the end of the game."""
        return self.record.turn_texts[self.turn + 1 :]

    @property
    def wrong_lines(self) -> tuple[tuple[str, ...], ...]:
        """Natural wrong turns, each with the answer that refutes it where one is needed."""
        lines = self.record.turns[self.turn].variations
        return tuple(tuple(turn.text for turn in line) for line in lines)

    def to_data(self) -> Data:
        """The puzzle as JSON data, its record as an object."""
        return {
            "key": self.key,
            "turn": self.turn,
            "playouts": self.playouts,
            "num_turns": self.num_turns,
            "record": json.loads(self.text),
        }


def puzzle_from_data(game: str, data: Data) -> Puzzle:
    """The puzzle that `to_data` wrote; its record is read when it is first asked for.

    Raises:
        RecordError: it is not of the right form.
    """
    try:
        return Puzzle(
            key=str(data["key"]),
            game=game,
            turn=int(data["turn"]),
            playouts=int(data["playouts"]),
            num_turns=int(data["num_turns"]),
            text=json.dumps(data["record"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(
            f"A puzzle of {game} is not of the right form: {quoted(error)}."
        ) from None


def key_of(position: Position) -> str:
    """A name for a position's puzzle: eight hexadecimal digits.

    It is made from the text as the first version wrote it where the text says no more, so that a
    puzzle older than an option keeps its key.
    """
    text = position.text
    for option in position.game.info.options:
        if option.before is not None and position.game.option(option.name) == option.before:
            text = text.replace(f" {option.name}={format_value(option.before)}", "", 1)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


FORMAT = "skerry-puzzles"
FORMAT_VERSION = 1  # grows when a reader of the version before could not read the file
LARGEST = 20_000_000  # bytes of JSON; a collection of a hundred has about one million


def ordered(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """The easiest first."""
    return tuple(sorted(puzzles, key=lambda one: (one.grade, one.playouts, one.key)))


def format_collection(game: str, command: str, puzzles: Iterable[Puzzle]) -> bytes:
    """A file that `read_collection` reads; equal puzzles give equal bytes.

    Args:
        game: its name.
        command: the command line that makes these puzzles again.
        puzzles: all of that game.
    """
    data = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": game,
        "command": command,
        "puzzles": [one.to_data() for one in ordered(puzzles)],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def read_collection(content: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file, the easiest first.

    Raises:
        RecordVersionError: the file was written by a later version.
        RecordError: it is not a collection of puzzles, or was cut short.
    """
    data = _read_json(content)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            f'This is not a collection of puzzles: one has "format": "{FORMAT}" in compressed JSON.'
        )
    version = data.get("version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise RecordVersionError(
            f"The puzzles are of version {quoted(version)}; this Skerry reads up to "
            f"{FORMAT_VERSION}."
        )
    try:
        game, puzzles = info(data["game"]).name, data["puzzles"]
        return ordered(puzzle_from_data(game, one) for one in puzzles)
    except (KeyError, TypeError, OptionError) as error:
        raise RecordError(
            f"The collection of puzzles was altered: {clipped(str(error))}."
        ) from None


def _read_json(content: bytes) -> object:
    reader = zlib.decompressobj(wbits=31)  # gzip; it stops where a bomb would go on
    try:
        text = reader.decompress(content, LARGEST)
        if not reader.eof:
            raise RecordError("The collection of puzzles is cut short or too large.")
        return json.loads(text)
    except (zlib.error, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(
            f"The collection of puzzles cannot be read: {clipped(str(error))}."
        ) from None


@cache
def collection(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with Skerry, the easiest first; () where there are none.

    Raises:
        OptionError: there is no such game.
    """
    file = folder(info(name).name) / PUZZLES
    return read_collection(file.read_bytes()) if file.is_file() else ()


def find_puzzle(name: str, key: str) -> Puzzle:
    """One of the puzzles that come with Skerry.

    Raises:
        OptionError: there is no such game, or it has no such puzzle.
    """
    for puzzle in collection(name):
        if puzzle.key == key:
            return puzzle
    keys = [puzzle.key for puzzle in collection(name)]
    there_are = f"it has {len(keys)}, from {keys[0]} to {keys[-1]}" if keys else "it has none"
    raise OptionError(f"There is no puzzle {quoted(key)} of {info(name).title}; {there_are}.")
