"""Whether turns have the form that the schema asks for, without the schema.

Applied to each of thousands of turns, jsonschema would take most of the time of reading a record.
It alone says what is wrong; here that is only noticed. A test compares both.
"""

from collections.abc import Callable, Collection

from .notes import MARK_COLOURS, MARK_KINDS, PROVEN

Check = Callable[[object], bool]

LONGEST_TEXT, LONGEST_COMMENT = 1_000, 20_000  # characters of a turn and of a comment
LONGEST_NAME, LONGEST_LABEL = 4, 8
MOST_MARKS, MOST_CELLS, MOST_EVALUATED = 500, 400, 20


def are_turns(turns: object) -> bool:
    """Whether these are turns as the schema has them, those of variations included."""
    waiting: list[object] = [turns]
    while waiting:
        line = waiting.pop()
        if not isinstance(line, list):
            return False
        for turn in line:
            if not _fits(turn, TURN, {"text"}):
                return False
            lines = turn.get("variations", [])
            if not isinstance(lines, list) or not all(lines):
                return False
            waiting += lines
    return True


def is_evaluation(value: object) -> bool:
    """Whether this is an evaluation as the schema has it."""
    return _fits(value, EVALUATION, {"value", "playouts"})


def _fits(value: object, checks: dict[str, Check], required: set[str]) -> bool:
    """Whether a value is an object with all that is required, and nothing that does not fit."""
    return (
        isinstance(value, dict)
        and required <= value.keys() <= checks.keys()
        and all(checks[name](inner) for name, inner in value.items())
    )


def _text(longest: int, least: int = 1) -> Check:
    return lambda value: isinstance(value, str) and least <= len(value) <= longest


def _number(highest: float | None, *, whole: bool = False) -> Check:
    """A number from 0 on."""

    def fits(value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        is_whole = isinstance(value, int) or value.is_integer()
        return (is_whole or not whole) and value >= 0 and (highest is None or value <= highest)

    return fits


def _one_of(choices: Collection[str]) -> Check:
    return lambda value: isinstance(value, str) and value in choices


def _list(check: Check, most: int, least: int = 0) -> Check:
    return lambda value: (
        isinstance(value, list) and least <= len(value) <= most and all(map(check, value))
    )


def _score(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


MARK: dict[str, Check] = {
    "kind": _one_of(MARK_KINDS),
    "cells": _list(_text(LONGEST_NAME), MOST_CELLS, 1),
    "colour": _one_of(MARK_COLOURS),
    "text": _text(LONGEST_LABEL),
}
EVALUATED_TURN: dict[str, Check] = {
    "text": _text(LONGEST_TEXT),
    "value": _number(1),
    "proven": _one_of(PROVEN),
    "visits": _number(None, whole=True),
}
EVALUATION: dict[str, Check] = {
    "value": _number(1),
    "proven": _one_of(PROVEN),
    "playouts": _number(None, whole=True),
    "scores": _list(_score, 2, 2),
    "turns": _list(
        lambda value: _fits(value, EVALUATED_TURN, {"text", "value", "visits"}), MOST_EVALUATED
    ),
}
are_marks = _list(lambda value: _fits(value, MARK, {"kind", "cells", "colour"}), MOST_MARKS)
TURN: dict[str, Check] = {
    "text": _text(LONGEST_TEXT),
    "comment": _text(LONGEST_COMMENT, 0),
    "marks": are_marks,
    "evaluation": is_evaluation,
    "variations": lambda _: True,  # each line of them comes by itself
}
