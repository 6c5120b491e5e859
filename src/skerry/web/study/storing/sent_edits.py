"""Edits as a page sends them, trusting nothing."""

from collections.abc import Callable
from typing import Any

from skerry.record.json_form import LONGEST_COMMENT, LONGEST_TEXT, are_marks
from skerry.record.parts import mark_from_data
from skerry.study import Edit
from skerry.study.edits import (
    Add,
    Comment,
    Marks,
    Move,
    PlaceChapter,
    Promote,
    Remove,
    RemoveChapter,
    Retitle,
)
from skerry.web.base.errors import RequestError

Check = Callable[[object], bool]

HIGHEST = 1_000_000_000


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST


def _is_text(longest: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= longest


FIELDS: dict[type, dict[str, Check]] = {
    Add: {"chapter": _is_number, "parent": _is_number, "turn": _is_text(LONGEST_TEXT)},
    Remove: {"chapter": _is_number, "node": _is_number, "size": _is_number},
    Promote: {"chapter": _is_number, "node": _is_number},
    Move: {"chapter": _is_number, "node": _is_number, "rank": _is_number},
    Comment: {
        "chapter": _is_number,
        "node": _is_number,
        "before": _is_text(LONGEST_COMMENT),
        "after": _is_text(LONGEST_COMMENT),
    },
    Marks: {"chapter": _is_number, "node": _is_number, "before": are_marks, "after": are_marks},
    Retitle: {
        "chapter": lambda value: value is None or _is_number(value),
        "before": _is_text(LONGEST_TEXT),
        "after": _is_text(LONGEST_TEXT),
    },
    RemoveChapter: {"chapter": _is_number, "size": _is_number},
    PlaceChapter: {"chapter": _is_number, "rank": _is_number},
}
KINDS = {kind.__name__: kind for kind in FIELDS}


def edit_in(data: object) -> Edit:
    """The edit that a page asks for. Raises RequestError: it is none that a page may send."""
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        raise RequestError(f"'edit' must be an object whose kind is one of {', '.join(KINDS)}.")
    kind = KINDS[data["kind"]]
    checks = FIELDS[kind]
    for name, fits in checks.items():
        if name not in data or not fits(data[name]):
            raise RequestError(f"The {name!r} of this edit is missing or of the wrong form.")
    values: dict[str, Any] = {name: data[name] for name in checks}
    if kind is Marks:
        for name in ("before", "after"):
            values[name] = tuple(mark_from_data(one) for one in values[name])
    made: Edit = kind(**values)
    return made
