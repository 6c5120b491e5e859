"""What comes out of reading and writing: records or text, and what is to be said about them."""

from collections.abc import Callable
from dataclasses import dataclass

from skerry.positions import Position
from skerry.record import GameRecord, Result
from skerry.record.game_record import result_of
from skerry.record.parts import format_result


@dataclass(frozen=True)
class Remark:
    """A sentence on something that could not be read or kept."""

    place: str  # where it stands, such as "line 7" or "turn 3"
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


@dataclass(frozen=True)
class Imported:
    """What a text held: one game or more, and what of it could not be read."""

    format: str  # of exchange.FORMATS
    records: tuple[GameRecord, ...]  # at least one
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Exported:
    """A record as text of a format, and what that format cannot hold."""

    format: str  # of exchange.FORMATS
    text: str
    remarks: tuple[Remark, ...] = ()


def settled_result(last: Position, given: Result | None) -> tuple[Result | None, str]:
    """How a game ended: by its turns, else beside the rules as a text says.

    Returns:
        The result, and where the text disagrees with the turns, what those do; else "".
    """
    expected = result_of(last)
    if given is None or (expected is not None and expected.winner == given.winner):
        return expected, ""
    if expected is not None:
        return expected, f"lead to another end: {format_result(expected)}"
    if given.is_beside_the_rules:
        return given, ""
    return None, "leave the game going on"


def shortened(text: str, longest: int, what: str, say: Callable[[str], None]) -> str:
    """A text with as many characters as a record may hold of it; `say` is told what is cut."""
    if len(text) <= longest:
        return text
    say(f"{what} is cut after {longest:,} characters, the most that a record holds of it.")
    return text[:longest]
