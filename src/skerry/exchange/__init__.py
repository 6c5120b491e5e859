"""Game records in the formats of other programs, both ways, with remarks on what is lost.

`read` and `write` do all of it; docs/exchange.md says what becomes what.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from skerry.core.numbers import integer
from skerry.errors import OptionError, RecordError, quoted
from skerry.exchange.abstract_play import read_abstract_play, write_abstract_play
from skerry.exchange.charsets import decode, from_utf_16
from skerry.exchange.remarks import Exported, Imported, Remark
from skerry.exchange.sgf import read_sgf, write_sgf
from skerry.exchange.sgf_tree import FIRST_TREE
from skerry.record import LARGEST_RECORD, GameRecord
from skerry.record.json_form import FORMAT

__all__ = [
    "FORMATS",
    "Imported",
    "Remark",
    "format_named",
    "read",
    "recognise",
    "write",
]

MOST_REMARKS = 500  # on one text


class Format(NamedTuple):
    """A format of game records."""

    name: str
    suffix: str  # of a file's name
    media_type: str


FORMATS = (
    Format("json", ".json", "application/json"),
    Format("sgf", ".sgf", "application/x-go-sgf"),
    Format("abstract-play", ".abstract-play.json", "application/json"),
)
_WRITERS: dict[str, Callable[[GameRecord], Exported]] = {
    "json": lambda record: Exported("json", record.to_json()),
    "sgf": write_sgf,
    "abstract-play": write_abstract_play,
}


def format_named(name: str) -> Format:
    """The format of that name. Raises OptionError: there is none."""
    for one in FORMATS:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in FORMATS)
    raise OptionError(f"There is no format {quoted(name)}; the formats are {known}.")


def recognise(content: str | bytes) -> str | None:
    """The name of the format that a text seems to have; None: of none."""
    known = from_utf_16(content)
    text = known if isinstance(known, str) else known.decode(errors="replace")
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        is_own = f'"{FORMAT}"' in text or '"header"' not in text
        return "json" if is_own else "abstract-play"
    return "sgf" if FIRST_TREE.search(text) else None


def read(content: str | bytes, format: str | None = None, most: int | None = None) -> Imported:
    """The games that a text holds.

    Args:
        content: the text, or the bytes of a file.
        format: of FORMATS; None: it is recognised.
        most: how many games of a collection are read. None: all.

    Raises:
        OptionError: no such format.
        RecordError, OptionError: nothing can be read; says where and why.
    """
    most = None if most is None else integer("most", most, 1)
    if len(content) > LARGEST_RECORD:
        raise RecordError(f"The text is too long; there can be at most {LARGEST_RECORD:,} bytes.")
    name = recognise(content) if format is None else format_named(format).name
    if name is None:
        raise RecordError(
            "Line 1 begins no game record: Skerry's and Abstract Play's begin with '{', SGF "
            "with '(;'."
        )
    text, remarks = decode(content, is_sgf=name == "sgf")
    if name == "json":
        imported = Imported("json", (GameRecord.from_json(text),))
    elif name == "abstract-play":
        imported = read_abstract_play(text)
    else:
        imported = read_sgf(text, most)
    return _with_fewer_remarks(replace(imported, remarks=(*remarks, *imported.remarks)))


def _with_fewer_remarks(imported: Imported) -> Imported:
    more = len(imported.remarks) - MOST_REMARKS
    if more <= 0:
        return imported
    last = Remark("elsewhere", f"there are {more:,} more remarks like these.")
    return replace(imported, remarks=(*imported.remarks[:MOST_REMARKS], last))


def write(record: GameRecord, format: str) -> Exported:
    """A record as text of a format.

    Raises:
        OptionError: no such format.
        RecordError: the format cannot hold this game, or its turns cannot be played.
    """
    return _WRITERS[format_named(format).name](record)
