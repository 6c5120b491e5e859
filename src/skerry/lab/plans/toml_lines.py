"""On which lines the keys of a TOML text stand, which the standard library does not tell."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

Where = tuple[str | int, ...]  # a key and what it stands in: ("match", 0, "options", "size")

DEEPEST = 4  # keys that stand in more tables than that are not looked for
_MAY_END = re.compile(r"[\]}]|\"\"\"|'''")  # in the last line of a list or a text of several lines


def line_numbers(text: str) -> dict[Where, int]:
    """The line, from 1, of each table and key in a text that is known to be TOML.

    A statement is the fewest lines that are TOML by themselves, and what it says by itself are
    its keys; so the library's reader does the work. Keys in a list of several lines have the line
    where the list begins.
    """
    found: dict[Where, int] = {(): 1}
    table: Where = ()
    arrays: dict[Where, int] = {}  # tables in double brackets, and how many there are so far
    statement, begin = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        statement += f"{line}\n"
        if begin < number and not _MAY_END.search(line):
            continue  # reading what cannot be whole would only cost time
        try:
            parsed = tomllib.loads(statement)
        except (ValueError, RecursionError):
            continue
        if parsed and statement.lstrip().startswith("["):
            table = _opened(parsed, arrays)
            for depth in range(1, len(table) + 1):
                found.setdefault(table[:depth], begin)
        else:
            for where in _keys(table, parsed):
                found.setdefault(where, begin)
        statement, begin = "", number + 1
    return found


def _opened(parsed: dict[str, Any], arrays: dict[Where, int]) -> Where:
    """The table that a header opens."""
    where: Where = ()
    content: Any = parsed
    while content and len(where) < DEEPEST:
        ((key, content),) = content.items()
        where = (*where, key)
        if isinstance(content, list):
            arrays[where] = arrays.get(where, 0) + 1
            content = content[0]
        if where in arrays:
            where = (*where, arrays[where] - 1)
    return where


def _keys(table: Where, parsed: Any) -> Iterator[Where]:
    """All keys of a statement, those of inline tables too, and the tables of its lists."""
    if len(table) >= DEEPEST:
        return
    if isinstance(parsed, dict):
        items = list(parsed.items())
    elif isinstance(parsed, list):
        items = [(index, item) for index, item in enumerate(parsed) if isinstance(item, dict)]
    else:
        return
    for key, content in items:
        yield (*table, key)
        yield from _keys((*table, key), content)
