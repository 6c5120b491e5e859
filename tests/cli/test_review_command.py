"""`skerry review`: a line a turn, data for programs, the record with what was found."""

import json
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.exchange import read
from skerry.record import GameRecord
from skerry.review import ACCURACY, Review

QUICK = ["--playouts", "24", "--seed", "1"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ann", ""))
    for text in ("a1", "b1", "c3", "b2"):
        record = record.add_turn(text)
    path = tmp_path_factory.mktemp("games") / "game.json"
    path.write_text(record.to_json())
    return path


def test_a_place_that_cannot_be_written_is_refused_before_the_review(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out, says in (
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "r.json", "There is no folder"),
    ):
        assert main(["review", str(file), "--out", str(out), *QUICK]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert says in printed.err


def test_each_turn_has_a_line_and_each_person_an_accuracy(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(file), *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if line[:3].strip().isdigit()] == [
        "a1",
        "b1",
        "c3",
        "b2",
    ]
    assert [line.partition(":")[0] for line in lines[-3:-1]] == ["Ann", "White"]
    assert lines[0].startswith("Each turn with Ann’s chance to win after it")
    assert lines[-1] == ACCURACY


@pytest.mark.thorough
def test_a_mistake_is_told_with_the_better_turn_and_the_answer(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = GameRecord.begin(skerry.game("spry", size=4))
    for text in ("d4", "a1", "c3,e3", "a2", "b2,f2", "a4,a3"):
        lost = lost.add_turn(text)
    path, out = tmp_path / "lost.json", tmp_path / "lost.sgf"
    path.write_text(lost.to_json())
    assert main(["review", str(path), "--playouts", "200", "--seed", "1", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "’s chance to win fell from" in printed
    assert "Better: " in printed
    (record,) = read(out.read_bytes()).records
    assert record.turn_texts == lost.turn_texts
    assert ACCURACY in record.comment
    told = [turn for turn in record.turns if "’s chance to win fell from" in turn.comment]
    assert told
    for turn in told:
        assert any(line[0].comment.startswith("Better.") for line in turn.variations)


def test_json_is_the_whole_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--json", *QUICK]) == 0
    found = Review.from_data(json.loads(capsys.readouterr().out))
    assert (len(found.turns), found.playouts, found.seed) == (4, 24, 1)


def test_the_record_is_written_with_evaluations(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.json"
    assert main(["review", str(file), "--out", str(out), *QUICK]) == 0
    record = GameRecord.from_json(out.read_bytes())
    assert record.evaluation is not None
    assert all(turn.evaluation is not None for turn in record.turns)


@pytest.mark.parametrize("arguments", [["nowhere.json"], ["--playouts", "0"]])
def test_bad_input_is_refused(
    file: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if arguments[0] == "nowhere.json" else [str(file), *arguments]
    assert main(["review", *given]) == 2
    assert capsys.readouterr().err.startswith("skerry: ")
