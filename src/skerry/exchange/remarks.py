"""What comes out of reading and writing: records or text, and what is to be said about them."""

from collections.abc import Callable
from dataclasses import dataclass

from skerry.record import GameRecord


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

    format: str  # of formats.FORMATS
    records: tuple[GameRecord, ...]  # at least one
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Exported:
    """A record as text of a format, and what that format cannot hold."""

    format: str  # of formats.FORMATS
    text: str
    remarks: tuple[Remark, ...] = ()


def shortened(text: str, longest: int, what: str, say: Callable[[str], None]) -> str:
    """A text with as many characters as a record may hold of it.

    Args:
        text: that was read.
        longest: characters that a record holds.
        what: it is, such as "the name".
        say: is told what is left out, where anything is.
    """
    if len(text) <= longest:
        return text
    say(f"{what} is cut after {longest:,} characters, the most that a record holds of it.")
    return text[:longest]
