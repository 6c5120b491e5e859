"""Record → Abstract Play's game record → record, and whether its published form is kept to."""

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from jsonschema import Draft202012Validator, FormatChecker

import skerry
from skerry.exchange import read, write
from skerry.games.catalogue import GAMES
from skerry.record import COMPUTER, GameRecord, Person
from tests.exchange.abstract_play_constraints import CONSTRAINTS
from tests.exchange.annotated import annotated
from tests.strategies import drawn

FORMATS = FormatChecker([])


@FORMATS.checks("date-time", ValueError)
def is_moment(text: object) -> bool:
    return datetime.datetime.fromisoformat(str(text)).tzinfo is not None


VALIDATOR = Draft202012Validator(CONSTRAINTS, format_checker=FORMATS)


def as_data(record: GameRecord) -> Any:
    return json.loads(write(record, "abstract-play").text)


def without_what_it_lacks(record: GameRecord) -> GameRecord:
    """The record as the format can hold it: without marks, evaluations and variations."""
    turns = tuple(
        replace(turn, variations=(), marks=(), evaluation=None)
        if turn.text != "swap"
        else replace(turn, comment="", variations=(), marks=(), evaluation=None)
        for turn in record.turns
    )
    return replace(record, turns=turns, marks=(), evaluation=None, continuations=())


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_a_finished_record_reads_back_and_fits_the_published_form(name: str) -> None:
    @drawn(12)
    @given(annotated(name))
    def check(record: GameRecord) -> None:
        finished = record if record.is_over else record.resign(0)
        exported = write(finished, "abstract-play")
        VALIDATOR.validate(json.loads(exported.text))
        imported = read(exported.text)
        assert imported.remarks == ()
        assert imported.format == "abstract-play"
        kept = without_what_it_lacks(finished)
        assert imported.records == (kept,)
        assert bool(exported.remarks) == (kept != finished)

    check()


def test_a_game_that_goes_on_is_refused() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3))
    with pytest.raises(skerry.RecordError, match="finished games only"):
        write(record, "abstract-play")


def test_the_header_says_who_played_what_and_how_it_ended() -> None:
    persons = ("Ada", Person("Engine", COMPUTER, "9"))
    day = datetime.date(2026, 1, 31)
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=persons, date=day)
    header = as_data(record.add_turn("b2").lose(1, "time"))["header"]
    assert header["game"]["name"] == "Kitaran"
    assert "size=3" in header["game"]["variants"]
    assert header["date-start"] == header["date-end"] == "2026-01-31T00:00:00+00:00"
    assert [player["name"] for player in header["players"]] == ["Ada", "Engine"]
    assert [player["result"] for player in header["players"]] == [1, 0]
    assert [player["is_ai"] for player in header["players"]] == [False, True]
    assert "pied" not in header


def test_a_swap_is_a_reversal_of_seats_and_no_move() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3, swap=True), persons=("Ada", "Bert"))
    for turn in ("b2", "swap", "a1", "c3"):
        record = record.add_turn(turn)
    data = as_data(record.resign(0))
    assert data["header"]["pied"] is True
    assert [player["name"] for player in data["header"]["players"]] == ["Bert", "Ada"]
    assert [player["result"] for player in data["header"]["players"]] == [1, 0]
    assert data["moves"] == [["b2", "a1"], ["c3"]]


def test_a_swap_may_be_the_last_turn() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3, swap=True))
    record = record.add_turn("b2").add_turn("swap").resign(0)
    assert read(write(record, "abstract-play").text).records == (record,)


def test_two_turns_in_a_row_have_a_sequence() -> None:
    """In Byg the second person has the second turn and the third."""
    record = GameRecord.begin(skerry.game("byg", size=4))
    for turn in ("a1", "g1", "g4", "a4"):
        record = record.add_turn(turn)
    record = record.annotate(1, "Far off.").resign(0)
    assert as_data(record)["moves"] == [
        [{"move": "a1", "result": "Far off."}, "g1"],
        [{"sequence": 2, "move": "a4"}, {"sequence": 1, "move": "g4"}],
    ]
    assert read(write(record, "abstract-play").text).records == (record,)


def test_what_is_lost_is_said_once_a_kind_with_its_first_place() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3))
    for turn in ("b2", "a2", "b1"):
        record = record.add_turn(turn)
    record = record.add_variation(2, ["a1"]).add_variation(3, ["a1"]).resign(0)
    (remark,) = write(record, "abstract-play").remarks
    assert str(remark) == (
        "turn 2 (and 1 more place): variations are left out: the format has none."
    )


def test_a_record_of_another_program_is_read_with_remarks() -> None:
    header = {
        "game": {"name": "kitaran", "variants": ["size=3"]},
        "site": {"name": "Elsewhere", "gameid": 7},
        "date-start": "2026-01-31T12:00:00Z",
        "date-end": "2026-01-31T13:00:00Z",
        "date-generated": "2026-02-01T00:00:00Z",
        "event": "Cup",
        "players": [{"name": "Ada", "result": 1, "userid": "x"}, {"name": "Bert", "result": 0}],
    }
    moves = [["b2", {"move": "a2", "result": [{"type": "place"}]}], ["b1", None], ["a2"]]
    imported = read(json.dumps({"header": header, "moves": moves}))
    (record,) = imported.records
    assert record.turn_texts == ("b2", "a2", "b1")
    assert record.game == skerry.game("kitaran", size=3)
    assert record.date == datetime.date(2026, 1, 31)
    said = "\n".join(map(str, imported.remarks))
    for sentence in (
        "moves[0][1].result: a comment is a text; left out.",
        "moves[2][0]: 'a2' is left out: it is the turn of players[1].",
        "header.players: the result is left out: the turns read leave the game going on",
        "header.players[0].userid: a record has no place for this; left out.",
        "header.event: a record has no place for this; left out.",
        "header.site: a record has no place for this; left out.",
        "header.date-end: a record has no place for this; left out.",
    ):
        assert sentence in said


@drawn(20)
@given(annotated())
def test_a_record_that_is_cut_is_refused_with_the_place(record: GameRecord) -> None:
    assume(record.is_over)
    text = write(record, "abstract-play").text
    with pytest.raises(skerry.RecordError, match=r"\(line \d+, column \d+\)"):
        read(text[: len(text) // 2])
