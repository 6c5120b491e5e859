"""Puzzles that somebody has set up: their key holds them whole, signed, so nothing is stored."""

from collections.abc import Sequence

from django.core import signing

from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.positions import position
from skerry.puzzles import Puzzle, find_puzzle
from skerry.record import GameRecord

PREFIX = "own-"
SALT = "skerry.web.puzzles.own"
LONGEST_KEY = 6_000  # characters


def key_of_own(puzzle: Puzzle) -> str:
    """The key of a puzzle that begins at its position; `find_own` reads it."""
    content = [
        puzzle.position.text,
        [puzzle.solution, *puzzle.line],
        [list(line) for line in puzzle.wrong_lines],
        puzzle.playouts,
        puzzle.num_turns,
    ]
    return PREFIX + signing.dumps(content, salt=SALT, compress=True)


def is_own(key: str) -> bool:
    """Whether a key is one of those."""
    return key.startswith(PREFIX)


def find_own(name: str, key: str) -> Puzzle:
    """The puzzle of such a key.

    Raises:
        OptionError: there is no such game, or this site has not made the key.
    """
    try:
        if len(key) > LONGEST_KEY:
            raise signing.BadSignature
        text, line, wrong, playouts, num_turns = signing.loads(key[len(PREFIX) :], salt=SALT)
    except signing.BadSignature:
        raise OptionError(
            "This link to a puzzle is cut short, was altered, or comes from another site."
        ) from None
    start = position(text)
    if start.game.name != name:
        raise OptionError(f"This puzzle is not one of {info(name).title}.")
    record = _record(line, wrong, GameRecord.begin(start.game, start=start))
    return Puzzle(key, name, 0, playouts, num_turns, record.to_json())


def find_any(name: str, key: str) -> Puzzle:
    """A puzzle that comes with Skerry, or one that somebody has set up.

    Raises:
        OptionError: there is no such game, or no such puzzle.
    """
    return find_own(name, key) if is_own(key) else find_puzzle(name, key)


def _record(line: Sequence[str], wrong: Sequence[Sequence[str]], record: GameRecord) -> GameRecord:
    """The line, with the natural wrong turns beside its first."""
    for turn in line:
        record = record.add_turn(turn)
    for one in wrong:
        record = record.add_variation(1, tuple(one))
    return record
