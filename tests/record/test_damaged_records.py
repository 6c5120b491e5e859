"""What is said of a record that was altered, damaged or made by a later version."""

import datetime
import json
from typing import Any

import pytest

import skerry
from skerry.record import (
    COMPUTER,
    LARGEST_RECORD,
    GameRecord,
    Person,
    Result,
    schema,
)

KITARAN = skerry.game("kitaran", size=3)


def finished() -> dict[str, Any]:
    """A whole record as data: a won game of Spry."""
    persons = ("Ada", Person("Computer", COMPUTER, "easy"))
    game = skerry.game("spry", size=2)
    record = GameRecord.begin(game, persons=persons, date=datetime.date(2026, 1, 31))
    for turn in ("b2", "a1", "b1,b3"):
        record = record.add_turn(turn)
    data: dict[str, Any] = json.loads(record.to_json())
    return data


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "chess-record", "This is not a Skerry record"),
        ("version", 0, "version must be one of 1, 3, 4, not 0"),
        ("version", True, "version must be one of 1, 3, 4, not true"),
        ("version", "2", 'version must be one of 1, 3, 4, not "2"'),
        ("rules", None, "rules must be 1, not null"),
        ("game", "chess", 'game must be one of "spry", "sytran", .* not "chess"'),
        ("options", {}, "options: size, swap must be given as well"),
        ("options.size", 99, "options: spry: option size=99 is not possible"),
        ("options.komi", 1, "options: spry: there is no option 'komi'"),
        ("options.size", [], "options.size must be true or false or a number or a text, not"),
        ("setup", {"a1": "lc"}, "setup: spry starts on an empty board"),
        ("setup", {"a1": "xx"}, 'setup.a1 must be one of "lc", .* not "xx"'),
        ("persons", [], "persons must have at least 2 entries, not 0"),
        ("persons.0.name", 5, r"persons\[0\].name must be a text, not 5"),
        ("persons.0.level", "easy", "persons: 'Ada' is human, only a computer has a level"),
        ("persons.1.kind", "cat", 'must be one of "human", "computer", not "cat"'),
        ("date", "yesterday", 'date must be a day such as 2026-01-31, not "yesterday"'),
        ("date", "2026-02-30", "date: 2026-02-30 is not a day of the calendar"),
        ("comment", "x" * 20_001, "comment must have at most 20000 characters, not 20001"),
        ("turns", {}, "turns must be a list, not {}"),
        ("turns.0", {}, r"turns\[0\] lacks 'text'"),
        ("turns.0", {"text": "b2", "clock": 5}, r"an unknown key \"clock\"; it may have text, c"),
        ("turns.0.text", "", r"turns\[0\].text must have at least 1 characters, not 0"),
        ("turns.0.text", "z9", "turn 1, 'z9': There is no cell 'z9'"),
        ("turns.0.variations", [[]], r"variations\[0\] must have at least 1 entries"),
        ("turns.1.text", "b2", "^turn 2, 'b2': There is a stone on b2 already"),
        ("turns.3", {"text": "c1"}, "^turn 4, 'c1': The game is over, c1 cannot be played"),
        ("result", None, r"the record says none, but its turns lead to person 0 won \(connection"),
        ("result.winner", 1, r"says person 1 won \(connection\), but its turns lead to person 0"),
        ("result.winner", 2, "winner must be one of 0, 1, null, not 2"),
        ("result.reason", "resignation", r"the record says person 0 won \(resignation\), but"),
        ("result.reason", "luck", "reason must be one of"),
        ("extra", 1, 'outermost object has an unknown key "extra"; it may have format, version'),
    ],
)
def test_an_altered_record_is_told_where_and_what(path: str, value: object, sentence: str) -> None:
    data = finished()
    assert GameRecord.from_json(json.dumps(data)).result == Result(0, "connection")
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner: Any = data
    for step in steps:
        inner = inner[step]
    if isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    with pytest.raises(skerry.RecordError, match=sentence) as refused:
        GameRecord.from_json(json.dumps(data))
    assert not isinstance(refused.value, skerry.RecordVersionError)
    assert "\n" not in str(refused.value)


@pytest.mark.kernels
@pytest.mark.parametrize("key", schema()["required"])
def test_no_key_may_be_missing(key: str) -> None:
    data = finished()
    del data[key]
    with pytest.raises(skerry.RecordError, match=f"lacks '{key}'|This is not a Skerry record"):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("key", "version", "newest"), [("version", 5, 4), ("version", 4.5, 4), ("rules", 7, 1)]
)
def test_a_record_from_the_future_is_refused_as_such(key: str, version: float, newest: int) -> None:
    data = finished() | {key: version, "something": "new"}
    with pytest.raises(skerry.RecordVersionError, match=f"this Skerry reads up to {newest};"):
        GameRecord.from_json(json.dumps(data))


MID_TURN = "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | "
GIVEN = {
    "version": 2,
    "position": f"{MID_TURN}2b/1w1/3 | player=0 first=0 turn=2 conversions=0 frozen=b2",
}


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"version": 1}, "version must be one of 2, 3, 4, not 1"),
        ({"position": 5}, "position must be a text"),
        ({"position": "x" * 3000}, "position"),
        ({"position": "chess"}, "^position: "),
        ({"position": str(GIVEN["position"]).replace("komi=0", "komi=1")}, "with these options"),
        ({"position": str(GIVEN["position"]).replace("turn=2", "turn=3")}, "^position: "),
        ({"setup": {"a1": "lc"}}, "^setup: it must be null"),
    ],
)
def test_a_given_position_must_be_one_of_the_game(changed: dict[str, Any], says: str) -> None:
    data = json.loads(GameRecord.begin(KITARAN).to_json()) | GIVEN
    assert GameRecord.from_json(json.dumps(data)).position.turn == 2
    with pytest.raises(skerry.RecordError, match=says):
        GameRecord.from_json(json.dumps(data | changed))


@pytest.mark.kernels
def test_a_version_without_a_given_position_is_the_first() -> None:
    data = json.loads(GameRecord.begin(KITARAN).to_json()) | {"version": 2}
    with pytest.raises(skerry.RecordError, match="version must be one of 1, 3, 4, not 2"):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.kernels
def test_a_result_needs_turns_that_lead_to_it() -> None:
    data = json.loads(GameRecord.begin(KITARAN).add_turn("b2").to_json())
    data["result"] = {"winner": 0, "reason": "majority"}
    with pytest.raises(
        skerry.RecordError, match="leave the game going on; the result must be null"
    ):
        GameRecord.from_json(json.dumps(data))
    data["result"] = {"winner": None, "reason": "resignation"}
    with pytest.raises(skerry.RecordError, match=r"it was drawn \(resignation\)"):
        GameRecord.from_json(json.dumps(data))
    data["result"] = {"winner": 1, "reason": "agreement"}
    with pytest.raises(skerry.RecordError, match=r"person 1 won \(agreement\)"):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.kernels
def test_numbers_and_turns_are_brought_into_their_one_form() -> None:
    data = finished()
    data["options"]["size"] = 2.0
    data["result"]["winner"] = 0.0
    data["turns"][2]["text"] = "b3,b1,end"
    record = GameRecord.from_json(json.dumps(data))
    assert json.loads(record.to_json()) == finished()
    assert '"size": 2,' in record.to_json()
    assert '"winner": 0,' in record.to_json()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not complete JSON, it may be cut short or altered"),
        ("{", "not complete JSON"),
        ("null", "This is not a Skerry record"),
        ("[]", "This is not a Skerry record"),
        ('{"format": "skerry-record", "format": 1}', 'gives "format" twice in one object'),
        ('{"format": NaN}', "holds NaN, which is not a JSON number"),
        ('{"format": 1e999}', "a number that is too long"),
        ('{"format": ' + "9" * 5_000 + "}", "a number that is too long"),
        ("[" * 100_000, "nests variations too deeply"),
        (
            '{"format":"skerry-record","version":1,"rules":1,"a":' + "[" * 70 + "]" * 70 + "}",
            "deep",
        ),
        ('{"format":"skerry-record","version":1,"rules":1,"a":"\\ud800"}', "half a character"),
        (b"\xff\xfe{}", r"is not UTF-8 text \(byte 0\)"),
        (" " * (LARGEST_RECORD + 1), "has 5,000,001 bytes; a record may have at most 5,000,000"),
        (
            '{"format":"skerry-record","version":1,"rules":1,"turns":[' + "{}," * 20_001 + "{}]}",
            "more than 20,000 objects",
        ),
    ],
    ids=lambda value: str(value[:30]),
)
def test_what_is_no_record_at_all_is_refused(text: str | bytes, sentence: str) -> None:
    with pytest.raises(skerry.RecordError, match=sentence):
        GameRecord.from_json(text)


@pytest.mark.kernels
def test_a_byte_order_mark_is_no_harm() -> None:
    assert GameRecord.from_json(b"\xef\xbb\xbf" + json.dumps(finished()).encode()).is_over
