"""Edits as JSON data, both ways."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast, get_args

from skerry.record.data import Data
from skerry.record.notes import evaluation_from_data, evaluation_to_data
from skerry.study.edits import Edit
from skerry.study.errors import StudyError
from skerry.study.study_data import (
    chapter_from_data,
    chapter_to_data,
    marks_from_data,
    marks_to_data,
    nodes_from_data,
    nodes_to_data,
)

KINDS = {kind.__name__: kind for kind in get_args(Edit)}

# Values of fields that JSON does not have, both ways.
_TO_DATA: dict[tuple[str, str], Callable[[Any], object]] = {
    ("Restore", "branch"): lambda branch: nodes_to_data(branch, branch),
    ("Arrange", "orders"): lambda orders: [[parent, list(one)] for parent, one in orders.items()],
    ("Marks", "before"): marks_to_data,
    ("Marks", "after"): marks_to_data,
    ("Evaluate", "evaluation"): evaluation_to_data,
    ("AddChapter", "content"): chapter_to_data,
}
_FROM_DATA: dict[tuple[str, str], Callable[[Any], object]] = {
    ("Restore", "branch"): nodes_from_data,
    ("Arrange", "orders"): lambda orders: {parent: tuple(one) for parent, one in orders},
    ("Marks", "before"): marks_from_data,
    ("Marks", "after"): marks_from_data,
    ("Evaluate", "evaluation"): evaluation_from_data,
    ("AddChapter", "content"): chapter_from_data,
}


def edit_to_data(edit: Edit) -> Data:
    """An edit as JSON data."""
    kind = type(edit).__name__
    data: Data = {"kind": kind}
    for field in fields(edit):
        value = getattr(edit, field.name)
        convert = _TO_DATA.get((kind, field.name))
        data[field.name] = value if convert is None else convert(value)
    return data


def edit_from_data(data: Data) -> Edit:
    """The edit that `edit_to_data` wrote. Raises StudyError: it wrote nothing like that."""
    try:
        kind = data["kind"]
        values = {
            name: _FROM_DATA.get((kind, name), _as_it_is)(value)
            for name, value in data.items()
            if name != "kind"
        }
        return cast(Edit, KINDS[kind](**values))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StudyError(f"This is no edit: {error!r}") from error


def _as_it_is(value: object) -> object:
    return value
