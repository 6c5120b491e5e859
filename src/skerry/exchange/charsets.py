"""The text of a file whose bytes are in one character set or another.

Nothing is refused: a byte that does not fit becomes U+FFFD, with a remark. An SGF file names its
character set in `CA`, each game of a collection its own, and by many names; a file that is UTF-8
as a whole is read as that, whatever it says.
"""

import codecs
import re
from encodings.aliases import aliases
from typing import NamedTuple

from skerry.core.numbers import counted
from skerry.errors import quoted
from skerry.exchange.remarks import Remark

REPLACEMENT = "\ufffd"
UTF_8, LATIN = "utf_8", "cp1252"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF_16_BEGINS = {b"(\0;\0": "utf_16_le", b"\0(\0;": "utf_16_be", b"{\0": "utf_16_le"}

# What programs write by these names is, as on the web, what the larger sets hold.
_LARGER = {
    "ascii": LATIN,
    "latin_1": LATIN,
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "tis_620": "cp874",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "euc_kr": "cp949",
}
# Sets of seven bits: a file in one of them is UTF-8 as well, and says something else in it.
_SEVEN_BITS = ("hz", "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr")
# That are read. Python has some that take very long, and some that are no character sets.
_CODECS = {
    *(UTF_8, LATIN, "ascii", "latin_1", "koi8_r", "koi8_u", "kz1048", "mac_roman", "mac_cyrillic"),
    *(f"iso8859_{number}" for number in (*range(2, 12), *range(13, 17))),
    *("cp437", "cp850", "cp852", "cp855", "cp866", "cp874", "tis_620"),
    *(f"cp{number}" for number in range(1250, 1259)),
    *("big5", "big5hkscs", "cp950", "gb2312", "gbk", "gb18030", "euc_kr", "cp949", "johab"),
    *("shift_jis", "cp932", "euc_jp", "euc_jis_2004", "shift_jis_2004", "shift_jisx0213"),
    *_SEVEN_BITS,
}
_WINDOWS = re.compile(r"(?:win|windows|ms|ibm|cp)(\d+j?)")
_NAMES_OF_OUR_OWN = {"windows31j": "cp932", "ansi": LATIN, "eucjpms": "euc_jp"}


class Decoded(NamedTuple):
    """A text, and what of it could not be read as it stands."""

    text: str
    remarks: tuple[Remark, ...] = ()


def codec_named(name: str) -> str | None:
    """The codec that reads a character set, by any of its usual names; None: it is not read."""
    plain = re.sub(r"[^a-z0-9]", "", name.casefold())
    found = _BY_NAME.get(plain) or _BY_NAME.get(re.sub(r"^(x|cs)", "", plain))
    windows = _WINDOWS.fullmatch(plain)
    if found is None and windows is not None:
        found = _BY_NAME.get(f"cp{windows.group(1)}")
    return None if found is None else _LARGER.get(found, found)


def _by_name() -> dict[str, str]:
    names = {alias: codec for alias, codec in aliases.items() if codec in _CODECS}
    names |= {codec: codec for codec in _CODECS}
    plain = {re.sub(r"[^a-z0-9]", "", name): codec for name, codec in names.items()}
    return plain | _NAMES_OF_OUR_OWN


_BY_NAME = _by_name()


def from_utf_16(content: str | bytes) -> str | bytes:
    """The text of a file in UTF-16, as some editors save one; else the content."""
    codec = _utf_16_codec(content)
    if isinstance(content, str) or codec is None:
        return content
    return content.decode(codec, "replace").removeprefix("\ufeff")


def _utf_16_codec(content: str | bytes) -> str | None:
    if isinstance(content, str):
        return None
    if content.startswith(_UTF_16_MARKS):
        return "utf-16"
    begin = content[:400].lstrip(b"\r\n\t ")
    return next((codec for first, codec in _UTF_16_BEGINS.items() if begin.startswith(first)), None)


def decode(content: str | bytes, *, is_sgf: bool) -> Decoded:
    """The text of a file, which as SGF may name its character sets, and what was replaced.

    A text that is one already may hold halves of characters.
    """
    if isinstance(content, str):
        whole = content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return Decoded(whole, () if whole == content else (_replaced(whole, 0, "Unicode"),))
    utf_16 = _utf_16_codec(content)
    if utf_16 is not None:
        return _decoded(content, utf_16, 0)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    else:
        codec = _named_at(content, 0).codec if is_sgf else None
        if codec not in _SEVEN_BITS:
            return Decoded(text)
    parts = _parts(content) if is_sgf else [_Part(0, len(content), _Named(None, None))]
    texts: list[str] = []
    remarks: list[Remark] = []
    for part in parts:
        decoded = _decode_part(content, part)
        texts.append(decoded.text)
        remarks += decoded.remarks
    return Decoded("".join(texts).removeprefix("\ufeff"), tuple(remarks))


class _Named(NamedTuple):
    """The character set that a game tree names."""

    name: str | None  # as it stands there; None: it names none
    codec: str | None  # that reads it; None: none does


class _Part(NamedTuple):
    """A part of a file in which one character set is named."""

    begin: int
    end: int
    named: _Named


def _decode_part(content: bytes, part: _Part) -> Decoded:
    piece, (name, codec) = content[part.begin : part.end], part.named
    lines_before = content.count(b"\n", 0, part.begin)
    if codec in (None, UTF_8):
        codec = _likely(piece)
    decoded = _decoded(piece, codec, lines_before)
    said = _said_of_charset(name, codec)
    if not said:
        return decoded
    remark = Remark(f"line {lines_before + 1}", said)
    return decoded._replace(remarks=(remark, *decoded.remarks))


def _said_of_charset(name: str | None, codec: str) -> str:
    """What is to be said where a file is read as another character set than it names."""
    if name is None:
        return "" if codec == UTF_8 else f"No character set is named (CA); read as {_title(codec)}."
    known = codec_named(name)
    if known == codec:
        return ""
    wrong = "is not one that is read" if known is None else "is not that of the file"
    return (
        f"The character set {quoted(name)} {wrong}; read as {_title(codec)}, so that names and "
        "comments may have other letters."
    )


def _decoded(piece: bytes, codec: str, lines_before: int) -> Decoded:
    text = piece.decode(codec, "replace").removeprefix("\ufeff")
    try:
        piece.decode(codec)
    except UnicodeDecodeError:
        return Decoded(text, (_replaced(text, lines_before, _title(codec)),))
    return Decoded(text)


def _replaced(text: str, lines_before: int, title: str) -> Remark:
    """What is said of letters that became U+FFFD."""
    number = text.count(REPLACEMENT)
    line = lines_before + text.count("\n", 0, max(text.find(REPLACEMENT), 0)) + 1
    return Remark(
        f"line {line}",
        f"{counted(number, 'letter')} could not be read as {title} and became {REPLACEMENT}.",
    )


def _title(codec: str) -> str:
    return {UTF_8: "UTF-8", LATIN: "Latin-1"}.get(codec, codec)


def _likely(piece: bytes) -> str:
    """UTF-8 where more letters beyond ASCII fit it than do not, else Latin-1."""
    text = piece.decode(UTF_8, "replace")
    wrong = text.count(REPLACEMENT)
    beyond = sum(1 for letter in text if letter > "\x7f") - wrong
    return UTF_8 if beyond > wrong or wrong == 0 else LATIN


# --- Where a game tree begins and ends, and what its first node says, before it is decoded. ------
#
# In some sets the second byte of a letter may be a bracket or a backslash of ASCII, so a value can
# only be told by who knows the set: each way of reading finds the sets that are written in it.

_PAIRS = {
    "": rb"",
    "shift_jis": rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|",
    "others": rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]|",
}
_VALUES = {way: rb"((?>" + pairs + rb"[^\]\\]|\\.)*+)" for way, pairs in _PAIRS.items()}
_TOKENS = {
    way: re.compile(rb"\s*+(?:([();])|([A-Za-z]++)|\[" + value + rb"(?:\]|\Z))", re.DOTALL)
    for way, value in _VALUES.items()
}
_BRACKETS = {
    way: re.compile(rb"([()])|\[" + value + rb"(?:\]|\Z)", re.DOTALL)
    for way, value in _VALUES.items()
}
_TREE = re.compile(rb"\(\s*;")
_WAYS = {
    "cp932": "shift_jis",
    "shift_jis_2004": "shift_jis",
    "shift_jisx0213": "shift_jis",
    "gb18030": "others",
    "big5hkscs": "others",
    "johab": "others",
}


def _way_of(codec: str | None) -> str:
    return _WAYS.get(codec or "", "")


def _parts(content: bytes) -> list[_Part]:
    """A file's parts, each game tree with what stands before it; one for trees of one set."""
    parts: list[_Part] = []
    begin = 0
    while True:
        named = _named_at(content, begin)
        end = _end_of_tree(content, begin, _way_of(named.codec))
        if parts and parts[-1].named == named:
            parts[-1] = parts[-1]._replace(end=end)
        else:
            parts.append(_Part(begin, end, named))
        if _TREE.search(content, end) is None:
            parts[-1] = parts[-1]._replace(end=len(content))
            return parts
        begin = end


def _named_at(content: bytes, begin: int) -> _Named:
    """What the next game tree names in its first node."""
    found = _Named(None, None)
    tree = _TREE.search(content, begin)
    if tree is None:
        return found
    for way, token in _TOKENS.items():
        name = _first_charset(content, tree.end(), token)
        codec = None if name is None else codec_named(name)
        if codec is not None and _way_of(codec) == way:
            return _Named(name, codec)
        if found.name is None:
            found = _Named(name, None)
    return found


def _first_charset(content: bytes, at: int, token: re.Pattern[bytes]) -> str | None:
    name = b""
    while (found := token.match(content, at)) is not None and found.group(1) is None:
        if found.group(2) is not None:
            name = bytes(letter for letter in found.group(2) if chr(letter).isupper())
        elif name == b"CA":
            return found.group(3)[:100].decode("latin-1").strip()
        at = found.end()
    return None


def _end_of_tree(content: bytes, begin: int, way: str) -> int:
    """Where the next game tree ends, or the file."""
    tree = _TREE.search(content, begin)
    depth = 0
    for bracket in _BRACKETS[way].finditer(content, len(content) if tree is None else tree.start()):
        depth += {b"(": 1, b")": -1}.get(bracket.group(1), 0)
        if depth == 0 and bracket.group(1) is not None:
            return bracket.end()
    return len(content)
