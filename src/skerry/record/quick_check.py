"""Whether a record has the form that the schema asks for, without the schema.

jsonschema takes most of the time of reading a record. It alone says what is wrong; here that is
only noticed, and what is not plainly right is left to it. A test compares both.
"""

import re
from collections.abc import Callable, Collection, Set
from typing import Any, NamedTuple

from skerry.record.notes import MARK_COLOURS, MARK_KINDS, PROVEN

Check = Callable[[object], bool]
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

LONGEST_TEXT, LONGEST_COMMENT = 1_000, 20_000  # characters of a turn and of a comment
LONGEST_NAME, LONGEST_LABEL = 4, 8  # of a cell's name, and of a mark's label
LONGEST_PERSON, LONGEST_LEVEL = 200, 40  # of a person's name, and of a computer's level
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


class Known(NamedTuple):
    """The words that the schema has for what games bring along."""

    games: frozenset[str]
    kinds: frozenset[str]  # of what may lie on the cells of a start that is drawn
    reasons: frozenset[str]  # why a game ended


def is_record(data: Any, known: Known) -> bool:
    """Whether the data of a JSON text are plainly a record as the schema has it."""
    return (
        _fits(data, RECORD, REQUIRED)
        and type(data["version"]) is int
        and data["version"] in ((2, 3, 4) if "position" in data else (1, 3, 4))
        and data["game"] in known.games
        and (data["setup"] is None or known.kinds.issuperset(data["setup"].values()))
        and (data["result"] is None or data["result"]["reason"] in known.reasons)
    )


def is_evaluation(value: object) -> bool:
    """Whether this is an evaluation as the schema has it."""
    return _fits(value, EVALUATION, {"value", "playouts"})


def _fits(value: Any, checks: dict[str, Check], required: Set[str]) -> bool:
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

PERSON: dict[str, Check] = {
    "name": _text(LONGEST_PERSON, 0),
    "kind": _one_of(("human", "computer")),
    "level": _text(LONGEST_LEVEL),
}
RESULT: dict[str, Check] = {
    "winner": lambda value: value is None or (type(value) is int and value in (0, 1)),
    "reason": lambda value: isinstance(value, str),
}


def _is_result(value: object) -> bool:
    return value is None or _fits(value, RESULT, RESULT.keys())


def _is_day(value: object) -> bool:
    return isinstance(value, str) and DAY.fullmatch(value) is not None


def _lines(value: object) -> bool:
    return isinstance(value, list) and all(value) and all(map(are_turns, value))


def _table(check: Check, most: int) -> Check:
    return lambda value: (
        isinstance(value, dict) and len(value) <= most and all(map(check, value.values()))
    )


RECORD: dict[str, Check] = {
    "format": _one_of(("skerry-record",)),
    "version": lambda _: True,  # which of them depends on whether there is a position
    "rules": lambda value: type(value) is int and value == 1,
    "game": lambda value: isinstance(value, str),
    "options": _table(lambda value: isinstance(value, bool | int | float | str), 20),
    "setup": lambda value: value is None or _table(lambda one: isinstance(one, str), 100)(value),
    "position": _text(2000),
    "persons": _list(lambda value: _fits(value, PERSON, {"name", "kind"}), 2, 2),
    "date": lambda value: value is None or _is_day(value),
    "comment": _text(LONGEST_COMMENT, 0),
    "marks": are_marks,
    "evaluation": is_evaluation,
    "turns": are_turns,
    "continuations": _lines,
    "result": _is_result,
}
REQUIRED = RECORD.keys() - {"position", "marks", "evaluation", "continuations"}
