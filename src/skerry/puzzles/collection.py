"""Collections of puzzles: one compressed JSON file a game, and those that come with Skerry."""

import gzip
import json
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from skerry.errors import OptionError, RecordError, RecordVersionError, clipped, quoted
from skerry.games.catalogue import info
from skerry.games.contract import PUZZLES, folder
from skerry.puzzles.puzzle import Puzzle, puzzle_from_data

FORMAT = "skerry-puzzles"
FORMAT_VERSION = 1  # grows when a reader of the version before could not read the file
LARGEST = 20_000_000  # bytes of JSON; a collection of a hundred has about one million


def ordered(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """The easiest first."""
    return tuple(sorted(puzzles, key=lambda one: (one.grade, one.playouts, one.key)))


def write_collection(path: Path, game: str, command: str, puzzles: Iterable[Puzzle]) -> None:
    """Write a file that `read_collection` reads; equal puzzles give equal bytes.

    Args:
        path: of the file; puzzles.json.gz in the folder of a game, by convention GAME.json.gz
            elsewhere.
        game: its name.
        command: the command line that makes these puzzles again.
        puzzles: all of that game.
    """
    path.write_bytes(format_collection(game, command, puzzles))


def format_collection(game: str, command: str, puzzles: Iterable[Puzzle]) -> bytes:
    """The content of such a file.

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
