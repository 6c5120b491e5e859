"""No message repeats more than a line of what it was given, whatever that is."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import skerry
from skerry import GameRecord
from skerry.cli.exploring import parse_values
from skerry.cli.match import parse_clock, split
from skerry.engine.json_protocol import JsonEngine
from skerry.engine.text_protocol import TextEngine
from skerry.errors import LONGEST_QUOTE, SkerryError, clipped, quoted
from skerry.games.ruleset import parse_options
from skerry.lab.plans import canonical
from skerry.puzzles.puzzle import find_puzzle, puzzle_from_data, read_collection
from tests.strategies import drawn

SPRY = skerry.game("spry", size=2)
SYRTIS = skerry.game("syrtis", board="minor")
LINE = 80  # characters
LONGEST_MESSAGE = 600


def record_with(**changes: Any) -> str:
    data = json.loads(GameRecord.begin(SPRY).add_turn("a1").to_json())
    return json.dumps(data | changes)


def text_engine(command: str) -> Callable[[str], object]:
    return lambda text: TextEngine(seed=1).answer(f"{command} {text}")


def json_engine(key: str) -> Callable[[str], object]:
    """The answer to a query with a text in one place."""

    def ask(text: str) -> str:
        answers: list[str] = []
        engine = JsonEngine(answers.append, at_once=1, memory=1 << 26)
        engine.serve([json.dumps({"id": 1, "game": "spry", "seconds": 1, "at": [9], key: text})])
        found = json.loads(answers[0])["error"]
        assert isinstance(found, str)
        return found

    return ask


# Each takes a text that somebody gave, and raises or returns a message.
PARSERS: dict[str, Callable[[str], object]] = {
    "action": SPRY.parse_action,
    "turn": SPRY.parse_turn,
    "turn of syrtis": SYRTIS.parse_turn,
    "play_turn": SPRY.start().play_turn,
    "play_turn, endless": lambda text: SPRY.start().play_turn("a1," + text),
    "game": skerry.game,
    "option": lambda text: skerry.game("spry", **{text: 1}),
    "value": lambda text: skerry.game("spry", size=text),
    "options": lambda text: parse_options([text, text]),
    "position": skerry.position,
    "position's game": lambda text: skerry.position(f"{text} | 2/3/2 | player=0"),
    "position's option": lambda text: skerry.position(f"spry size={text} | 2/3/2 | player=0"),
    "position's rows": lambda text: skerry.position(f"spry size=2 | {text}/3/2 | player=0"),
    "position's field": lambda text: skerry.position(f"spry size=2 | 2/3/2 | {text}=0 {text}=1"),
    "position's number": lambda text: skerry.position(
        f"spry size=2 | 2/3/2 | player={text} first=0 turn=0 placed=-"
    ),
    "position's cells": lambda text: skerry.position(
        f"spry size=2 | 2/3/2 | player=0 first=0 turn=0 placed={text}"
    ),
    "set-up's cell": lambda text: SYRTIS.start(setup={text: "lc"}),
    "set-up's tile": lambda text: SYRTIS.start(setup={"a1": text}),
    "record": GameRecord.from_json,
    "record's turn": lambda text: GameRecord.from_json(record_with(turns=[{"text": text}])),
    "record's key": lambda text: GameRecord.from_json(record_with(**{text: 1})),
    "record's key, twice": lambda text: GameRecord.from_json(
        f'{{"format": {{{json.dumps(text)}: 1, {json.dumps(text)}: 2}}}}'
    ),
    "record's option": lambda text: GameRecord.from_json(
        record_with(options={"size": 2, "swap": False, text: 1})
    ),
    "record's value": lambda text: GameRecord.from_json(
        record_with(options={"size": text, "swap": False})
    ),
    "record's game": lambda text: GameRecord.from_json(record_with(game=text)),
    "record's date": lambda text: GameRecord.from_json(record_with(date=text)),
    "record's day": lambda text: GameRecord.from_json(record_with(date="2026-02-30\n")),
    "record's person": lambda text: GameRecord.from_json(
        record_with(persons=[{"name": text, "kind": "human", "level": "1"}, {"name": text}])
    ),
    "record's level": lambda text: GameRecord.from_json(
        record_with(persons=[{"name": text[:200], "kind": "human", "level": "1"}] * 2)
    ),
    "record's version": lambda text: GameRecord.from_json(
        f'{{"format": "skerry-record", "version": 9{"9" * min(len(text), 4000)}}}'
    ),
    "reason": lambda text: GameRecord.begin(SPRY).lose(0, text),
    "puzzles": lambda text: read_collection(text.encode(errors="replace")),
    "puzzle": lambda text: puzzle_from_data("spry", {"key": "k", "turn": text}),
    "puzzle's key": lambda text: find_puzzle("spry", text),
    "level": lambda text: skerry.levels.player(text),
    "contestant": canonical,
    "--values": parse_values,
    "--clock": parse_clock,
    "program": lambda text: split(f"'{text}"),
    "text protocol": text_engine(""),
    "text protocol, play": text_engine("play"),
    "text protocol, game": text_engine("game"),
    "text protocol, options": text_engine("game spry"),
    "text protocol, komi": text_engine("komi"),
    "text protocol, level": text_engine("level"),
    "json protocol": lambda text: json_engine("id")(text),
    "json protocol, key": lambda text: json_engine(text or "x")("1"),
    "json protocol, game": json_engine("game"),
    "json protocol, playouts": json_engine("playouts"),
    "json protocol, position": json_engine("position"),
}

awkward = st.one_of(
    st.text(max_size=300),
    st.text(st.sampled_from("a1\n\t\x00,=|/\u202e\U0001f600'\""), min_size=100, max_size=3000),
    st.sampled_from(["x", "9", "a\n", "é", "-", "\u2028"]).map(lambda text: text * 1500),
)


@pytest.mark.kernels
@pytest.mark.parametrize("name", PARSERS)
@drawn(15)
@example("x" * 5000)
@example("one line\nand another\n" * 200)
@given(text=awkward)
def test_a_message_quotes_at_most_a_line(name: str, text: str) -> None:
    try:
        told = PARSERS[name](text)
    except SkerryError as error:
        told = str(error)
    if not isinstance(told, str):
        return
    assert len(told) < LONGEST_MESSAGE
    assert told.strip().isprintable()
    for begin in range(0, len(text) - LINE, 7):
        assert text[begin : begin + LINE] not in told


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("short", "'short'"),
        ("two\nlines", r"'two\nlines'"),
        ("x" * LONGEST_QUOTE, repr("x" * LONGEST_QUOTE)),
        ("x" * (LONGEST_QUOTE + 1), repr("x" * (LONGEST_QUOTE - 3) + "...")),
        (7, "7"),
        ([1] * 100, "[" + "1, " * 18 + "1,..."),
    ],
)
def test_values_are_quoted(value: object, expected: str) -> None:
    assert quoted(value) == expected
    assert len(quoted(value)) <= LONGEST_QUOTE + 2


def test_a_number_of_thousands_of_digits_is_not_shown() -> None:
    assert quoted(10**5000) == "a value of type int too long to show"
    with pytest.raises(skerry.OptionError, match="size=a value of type int too long to show"):
        skerry.game("spry", size=10**5000)


def test_text_without_quotes_is_clipped_to_one_line() -> None:
    assert clipped("two\nlines\tand\x00more") == "two lines and more"
    assert clipped("y" * 100) == "y" * (LONGEST_QUOTE - 3) + "..."
