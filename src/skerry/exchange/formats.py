"""The formats by name: recognising a text's, reading it, writing a record."""

import codecs
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ..errors import OptionError, RecordError, quoted
from ..record import LARGEST_RECORD, GameRecord
from ..record.json_form import FORMAT
from .abstract_play import read_abstract_play, write_abstract_play
from .remarks import Exported, Imported, Remark
from .sgf import FIRST_TREE, read_sgf, write_sgf

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
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CHARSET = re.compile(rb"CA\s*\[([^\]]{1,40})\]")
_USUAL_CHARSET = "latin-1"  # of SGF that names none and is not UTF-8
_CHARSETS = (  # that are read; Python has some that take very long
    *("latin-1", "iso-8859-1", "iso-8859-15", "windows-1252", "cp1252"),
    *("big5", "gb18030", "gb2312", "gbk", "euc-jp", "euc-kr", "shift_jis"),
)


def format_named(name: str) -> Format:
    """The format of that name. Raises OptionError: there is none."""
    for one in FORMATS:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in FORMATS)
    raise OptionError(f"There is no format {quoted(name)}; the formats are {known}.")


def recognise(content: str | bytes) -> str | None:
    """The name of the format that a text seems to have; None: of none."""
    known = _from_utf_16(content)
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
    if len(content) > LARGEST_RECORD:
        raise RecordError(f"The text is too long; there can be at most {LARGEST_RECORD:,} bytes.")
    content = _from_utf_16(content)
    name = recognise(content) if format is None else format_named(format).name
    if name is None:
        raise RecordError(
            "Line 1 begins no game record: Skerry's and Abstract Play's begin with '{', SGF "
            "with '(;'."
        )
    if name == "json":
        return Imported("json", (GameRecord.from_json(content),))
    if name == "abstract-play":
        return _with_fewer_remarks(read_abstract_play(content))
    text = content if isinstance(content, str) else _decoded(content)
    return _with_fewer_remarks(read_sgf(text, most))


def _with_fewer_remarks(imported: Imported) -> Imported:
    more = len(imported.remarks) - MOST_REMARKS
    if more <= 0:
        return imported
    last = Remark("elsewhere", f"there are {more:,} more remarks like these.")
    return replace(imported, remarks=(*imported.remarks[:MOST_REMARKS], last))


def _from_utf_16(content: str | bytes) -> str | bytes:
    """The text of a file that says it is UTF-16, as some editors save one; else the content."""
    if isinstance(content, bytes) and content.startswith(_UTF_16_MARKS):
        return content.decode("utf-16", errors="replace")
    return content


def _decoded(content: bytes) -> str:
    """The text of an SGF file."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = _CHARSET.search(content)
        charset = found.group(1).decode("latin-1").strip() if found else _USUAL_CHARSET
        line = content.count(b"\n", 0, error.start) + 1
    if charset.casefold() in _CHARSETS:
        try:
            return content.decode(charset)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
    raise RecordError(f"line {line}: the text is not {quoted(charset)}, and not UTF-8 either.")


def write(record: GameRecord, format: str) -> Exported:
    """A record as text of a format.

    Raises:
        OptionError: no such format.
        RecordError: the format cannot hold this game, or its turns cannot be played.
    """
    return _WRITERS[format_named(format).name](record)
