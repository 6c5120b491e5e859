"""A whole record as JSON data, both ways."""

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from skerry.errors import OptionError, RecordError, SkerryError, clipped
from skerry.games.catalogue import info
from skerry.games.contract import in_turn
from skerry.games.info import Value
from skerry.positions import Game, Position, game, position
from skerry.record import json_form
from skerry.record.parts import (
    Data,
    check_work,
    evaluation_in,
    lines_from_data,
    lines_to_data,
    marks_from_data,
    notes_to_data,
    person_from_data,
    person_to_data,
    result_from_data,
    result_to_data,
    turn_from_data,
    turn_to_data,
)

if TYPE_CHECKING:
    from skerry.record.game_record import GameRecord


def to_data(record: "GameRecord") -> Data:
    """A record as JSON data. Raises RecordError: more actions than a record may hold."""
    start = record.given_start
    data: Data = {
        "format": json_form.FORMAT,
        "version": json_form.FIRST_VERSION,
        "rules": json_form.RULES_VERSION,
        "game": record.game.name,
        "options": dict(record.game.options),
        "setup": None if record.setup is None else dict(record.setup),
        **({} if start is None else {"position": start.text}),
        "persons": [person_to_data(person) for person in record.persons],
        "date": None if record.date is None else record.date.isoformat(),
        "comment": record.comment,
        **notes_to_data(record.marks, record.evaluation),
        "turns": [turn_to_data(turn) for turn in record.turns],
    }
    if record.continuations:
        data["continuations"] = lines_to_data(record.continuations)
    data["result"] = result_to_data(record.result)
    data["version"] = json_form.version_of(data)
    check_work(record.game, *_all_lines(data))
    return data


def _all_lines(data: Data) -> list[list[Data]]:
    return [data["turns"], *data.get("continuations", [])]


def fields_of(data: Data) -> dict[str, Any]:
    """The fields of a record from data that fit the schema, turns in canonical form.

    Raises:
        RecordError: options, a start or turns that mean nothing; nothing is replayed.
    """
    rules = _game_from_data(data["game"], data["options"])
    check_work(rules, *_all_lines(data))
    first, second = (person_from_data(person) for person in data["persons"])
    return {
        "game": rules,
        "setup": in_board_order(rules, data["setup"]),
        "given_start": _start_from_data(rules, data),
        "persons": (first, second),
        "date": _date_from_data(data["date"]),
        "comment": data["comment"],
        "marks": marks_from_data(rules, data, "start"),
        "evaluation": evaluation_in(data),
        "turns": tuple(
            turn_from_data(rules, turn, f"turn {number}")
            for number, turn in enumerate(data["turns"], start=1)
        ),
        "continuations": lines_from_data(rules, data.get("continuations", []), "continuation"),
        "result": result_from_data(data["result"]),
    }


def check_start(game: Game, start: Position) -> None:
    """Whether a game may begin at a position. Raises OptionError."""
    if start.game != game:
        raise OptionError(
            f"The position {clipped(start.text)} is not one of this game with these options."
        )
    if start.is_over:
        raise OptionError("The game is over in this position, so nobody can go on from it.")
    if in_turn(game.rules, start.state):
        raise OptionError("The position is in the middle of a turn; a game goes on from its end.")


def in_board_order(
    rules: Game, setup: Mapping[str, str] | None
) -> tuple[tuple[str, str], ...] | None:
    """A set-up with its cells in the order of the board."""
    if setup is None:
        return None
    order = {name: index for index, name in enumerate(rules.board.names)}
    return tuple(sorted(setup.items(), key=lambda item: order.get(item[0], len(order))))


def _start_from_data(rules: Game, data: Data) -> Position | None:
    text = data.get("position")
    if text is None:
        return None
    if data["setup"] is not None:
        raise RecordError("setup: it must be null where the record gives a position to begin at.")
    try:
        start = position(text)
        check_start(rules, start)
    except SkerryError as error:
        raise RecordError(f"position: {error}", error.rule) from error
    return start


def _game_from_data(name: str, given: Mapping[str, Value]) -> Game:
    options = info(name).as_written(dict(given))
    missing = [option.name for option in info(name).options if option.name not in options]
    if missing:
        raise RecordError(f"options: {', '.join(missing)} must be given as well.")
    try:
        return game(name, **options)
    except OptionError as error:
        raise RecordError(f"options: {error}") from error


def _date_from_data(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise RecordError(f"date: {clipped(text)} is not a day of the calendar.") from None
