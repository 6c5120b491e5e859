"""What version 3 of the record format added: marks, evaluations, continuations."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

import skerry
from skerry.record import (
    EvaluatedTurn,
    Evaluation,
    GameRecord,
    Mark,
    RecordedTurn,
    schema,
)
from skerry.record.parts import check_marks, seen_by

KITARAN = skerry.game("kitaran", size=3)


def noted() -> GameRecord:
    """A record with everything that version 3 of the format added."""
    arrow = Mark("arrow", ("a1", "c3"), "red")
    label = Mark("label", ("b2",), text="A")
    judged = Evaluation(0.25, 400, "loss", (3.5, 5.5), (EvaluatedTurn("a2", 0.25, 390, "loss"),))
    record = GameRecord.begin(KITARAN).add_turn("b2").add_turn("a2")
    first = replace(record.turns[0], marks=(arrow, label), evaluation=judged)
    line = (RecordedTurn("c3", "Now.", marks=(Mark("area", ("a1", "b1"), "blue"),)),)
    return replace(
        record,
        turns=(first, record.turns[1]),
        marks=(Mark("circle", ("a1",)),),
        evaluation=Evaluation(0.5, 100),
        continuations=((RecordedTurn("b1"), RecordedTurn("c1")), (RecordedTurn("a1"),), line),
    )


def test_marks_evaluations_and_continuations_come_back() -> None:
    text = noted().to_json()
    data = json.loads(text)
    assert data["version"] == 3
    Draft202012Validator(schema()).validate(data)
    assert GameRecord.from_json(text) == noted()
    assert GameRecord.from_json(text).to_json() == text


def test_only_what_needs_it_is_written_as_the_newest_version() -> None:
    record = GameRecord.begin(KITARAN).add_turn("b2")
    assert json.loads(record.to_json())["version"] == 1
    inner = (RecordedTurn("a1", marks=(Mark("cross", ("a1",)),)),)
    deep = replace(record.turns[0], variations=(inner,))
    assert json.loads(replace(record, turns=(deep,)).to_json())["version"] == 3


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        (Mark("star", ("a1",)), "a mark is one of circle"),
        (Mark("circle", ("a1",), "mauve"), "one of the colours green, red, blue, yellow"),
        (Mark("circle", ("z9",)), "'z9', which is no cell"),
        (Mark("arrow", ("a1",)), "the kind arrow takes 2 cells, not 1"),
        (Mark("area", ()), "the kind area takes 1 to 400 cells, not 0"),
        (Mark("label", ("a1",)), "a label has a text"),
        (Mark("circle", ("a1",), text="A"), "a label has a text, and no other mark has one"),
    ],
)
def test_a_mark_must_fit_the_board(mark: Mark, sentence: str) -> None:
    with pytest.raises(skerry.RecordError, match=sentence):
        check_marks(KITARAN, (mark,), "turn 1")


def test_continuations_must_be_legal() -> None:
    record = replace(noted(), continuations=((RecordedTurn("b1"), RecordedTurn("b1")),))
    with pytest.raises(skerry.RecordError, match="continuation 1, turn 4, 'b1'"):
        record.check()


def test_a_turn_goes_on_with_its_continuation_and_keeps_the_other_ones() -> None:
    played = noted().add_turn("b1")
    assert played.continuations == ((RecordedTurn("c1"),),)
    assert [line[0].text for line in played.turns[2].variations] == ["a1", "c3"]
    back = played.take_back()
    assert [line[0].text for line in back.continuations] == ["a1", "c3"]
    assert GameRecord.from_json(played.to_json()) == played


def test_what_continuations_say_of_a_turn_is_put_together() -> None:
    two = (
        (RecordedTurn("b1", "First."), RecordedTurn("c1")),
        (RecordedTurn("b1", marks=(Mark("circle", ("b1",)),)), RecordedTurn("c2")),
    )
    played = replace(noted(), continuations=two).add_turn("b1")
    assert played.turns[2] == RecordedTurn("b1", "First.", marks=(Mark("circle", ("b1",)),))
    assert played.continuations == ((RecordedTurn("c1"),), (RecordedTurn("c2"),))


@pytest.mark.parametrize("proven", [None, "win", "draw", "loss"])
def test_a_person_sees_what_the_other_one_does_turned_round(proven: str | None) -> None:
    found = Evaluation(0.25, 9, proven, (1.0, 2.0), (EvaluatedTurn("a1", 0.25, 8, proven),))
    other = {"win": "loss", "loss": "win"}.get(str(proven), proven)
    assert seen_by(0, found) == found
    turned = seen_by(1, found)
    assert turned == Evaluation(0.75, 9, other, (1.0, 2.0), (EvaluatedTurn("a1", 0.75, 8, other),))
    assert seen_by(1, turned) == found
