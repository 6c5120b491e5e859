"""A puzzle as a value, and collections of them in files."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import Any, TypeAlias

from skerry.core.numbers import integer
from skerry.errors import OptionError, RecordError, RecordVersionError, clipped, quoted
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import PUZZLES, folder
from skerry.games.ruleset import format_value
from skerry.positions import Position
from skerry.record import GameRecord

# A puzzle as a value: a recorded game, the turn at which it is put, and how hard it is.

Data: TypeAlias = dict[str, Any]

HIGHEST_GRADE = 5
NOT_MINED = -1
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
    theme: str = ""  # of the game's THEMES, by its name; "" of one that was set up by hand
    is_first_idea: bool = False  # whether a beginner would try the solution first
    game_number: int = NOT_MINED  # of the game that it was found in, as mining counts them

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
            "theme": self.theme,
            "is_first_idea": self.is_first_idea,
            "game_number": self.game_number,
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
            theme=str(data.get("theme", "")),
            is_first_idea=bool(data.get("is_first_idea", False)),
            game_number=int(data.get("game_number", NOT_MINED)),
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


@dataclass(frozen=True)
class Collection:
    """Puzzles of a game, and how they are made."""

    game: str  # its name
    command: str  # the command line that makes these puzzles again
    puzzles: tuple[Puzzle, ...]  # the easiest first
    num_games: int = 0  # that were played to find them


def format_collection(
    game: str, command: str, puzzles: Iterable[Puzzle], num_games: int = 0
) -> bytes:
    """A file that `read_collection` reads; equal puzzles give equal bytes.

    Args:
        game: its name.
        command: the command line that makes these puzzles again.
        puzzles: all of that game.
        num_games: that were played to find them.
    """
    data = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": game,
        "command": command,
        "num_games": num_games,
        "puzzles": [one.to_data() for one in ordered(puzzles)],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def read_collection(content: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file, the easiest first. Raises as `parse_collection`."""
    return parse_collection(content).puzzles


def parse_collection(content: bytes) -> Collection:
    """The puzzles of a file, and how they are made.

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
        found = ordered(puzzle_from_data(game, one) for one in puzzles)
        num_games = integer("num_games", data.get("num_games", 0), 0)
        return Collection(game, str(data["command"]), found, num_games)
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


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a date, the same one for everybody.

    Games take turns, and each goes through all its puzzles, in an order that looks like chance,
    before it begins again in another one.
    """
    names = [one.name for one in FEATURED if one.has_puzzles]
    rounds, turn = divmod(day.toordinal(), len(names))
    puzzles = collection(names[turn])
    times, place = divmod(rounds, len(puzzles))

    def order(one: Puzzle) -> bytes:
        return hashlib.sha256(f"{times} {one.key}".encode()).digest()

    return sorted(puzzles, key=order)[place]


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
