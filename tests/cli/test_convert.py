"""`skerry convert`: files from one format to another, remarks on stderr, exit codes."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry.cli import main
from skerry.exchange import read, write
from skerry.record import GameRecord, Person

Captured = pytest.CaptureFixture[str]


def game_record(*turns: str) -> GameRecord:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ada", "Bert"))
    for turn in turns:
        record = record.add_turn(turn)
    return record


RECORD = game_record("b2", "a2", "b1").add_variation(2, ["a1"]).resign(1)
RUNNING = game_record("a1")


def saved(folder: Path, name: str, record: GameRecord, format: str) -> str:
    path = folder / name
    path.write_text(write(record, format).text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("format", ["json", "sgf", "abstract-play"])
def test_a_record_goes_to_standard_output(capsys: Captured, tmp_path: Path, format: str) -> None:
    source = saved(tmp_path, "game.json", RECORD, "json")
    assert main(["convert", source, "--to", format]) == 0
    printed = capsys.readouterr()
    assert read(printed.out).format == format
    assert ("variations are left out" in printed.err) == (format == "abstract-play")


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.json", "json"), ("a.sgf", "sgf"), ("a.abstract-play.json", "abstract-play")],
)
def test_a_files_name_says_the_format(tmp_path: Path, name: str, format: str) -> None:
    source = saved(tmp_path, "game.txt", RECORD, "sgf")
    assert main(["convert", source, "--out", str(tmp_path / name)]) == 0
    assert read((tmp_path / name).read_bytes()).format == format


def test_many_files_go_to_a_folder_and_names_do_not_clash(tmp_path: Path) -> None:
    one = saved(tmp_path, "game.json", RECORD, "json")
    two = saved(tmp_path, "game.sgf", RUNNING, "sgf")
    folder = tmp_path / "out"
    assert main(["convert", one, two, "--out", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["game-2.json", "game.json"]
    assert GameRecord.from_json((folder / "game.json").read_text()) == RECORD
    assert GameRecord.from_json((folder / "game-2.json").read_text()) == RUNNING


def test_an_sgf_file_takes_several_games_and_gives_them_back(tmp_path: Path) -> None:
    files = [saved(tmp_path, f"{n}.json", one, "json") for n, one in enumerate((RECORD, RUNNING))]
    both = tmp_path / "both.sgf"
    assert main(["convert", *files, "--out", str(both)]) == 0
    assert read(both.read_bytes()).records == (RECORD, RUNNING)


def test_remarks_name_the_file_and_the_line(capsys: Captured, tmp_path: Path) -> None:
    source = tmp_path / "game.sgf"
    source.write_text(write(RECORD, "sgf").text.replace(";B[b1]", ";B[b2]"))
    assert main(["convert", str(source)]) == 0
    printed = capsys.readouterr()
    assert f"{source}: line 4: B[b2] is left out: There is a stone on b2 already" in printed.err
    assert len(GameRecord.from_json(printed.out).turns) == 2


def test_what_cannot_be_read_or_kept_is_said_and_the_others_are_converted(
    capsys: Captured, tmp_path: Path
) -> None:
    broken, missing = tmp_path / "broken.json", tmp_path / "none.json"
    broken.write_text('{"format": "skerry-record"')
    running = saved(tmp_path, "running.json", RUNNING, "json")
    files = [str(broken), str(missing), str(tmp_path), running]
    whole = saved(tmp_path, "game.json", RECORD, "json")
    out = tmp_path / "out"
    assert main(["convert", *files, whole, "--to", "abstract-play", "--out", str(out)]) == 2
    assert [path.name for path in out.iterdir()] == ["game.abstract-play.json"]
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(f"skerry: {broken}: The record is not complete JSON")
    assert lines[1] == f"skerry: {missing}: there is no such file."
    assert lines[2] == f"skerry: {tmp_path}: this is a folder."
    assert lines[3].endswith("Abstract Play keeps finished games only, and this game goes on.")


def test_a_file_that_may_not_be_read_is_said_and_the_others_are_converted(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def open_or_refuse(path: Path, *given: Any, **options: Any) -> Any:
        if path.name == "locked.json":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *given, **options)

    locked = saved(tmp_path, "locked.json", RECORD, "json")
    whole = saved(tmp_path, "game.json", RECORD, "json")
    monkeypatch.setattr(Path, "open", open_or_refuse)
    assert main(["convert", locked, whole, "--to", "sgf"]) == 2
    printed = capsys.readouterr()
    assert printed.err == f"skerry: {locked}: Permission denied.\n"
    assert read(printed.out.encode()).records == (RECORD,)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--to", "pgn"], "There is no format 'pgn'; the formats are json, sgf, abstract-play."),
        ([], "There are 2 games, and a file of this format holds one; name a folder"),
        (["--out", "{0}"], "There are 2 games"),
    ],
)
def test_what_does_not_fit_is_refused(
    capsys: Captured, tmp_path: Path, options: list[str], sentence: str
) -> None:
    files = [saved(tmp_path, f"{n}.json", RECORD, "json") for n in range(2)]
    assert main(["convert", *files, *(option.format(files[0]) for option in options)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_that_is_read_is_not_written_over(capsys: Captured, tmp_path: Path) -> None:
    source = saved(tmp_path, "game.json", RECORD, "json")
    assert main(["convert", source, "--out", str(tmp_path)]) == 2
    assert "would be written over" in capsys.readouterr().err
    assert GameRecord.from_json(Path(source).read_text()) == RECORD


@pytest.mark.parametrize("format", ["json", "sgf", "abstract-play"])
def test_what_is_printed_is_utf_8_whatever_the_terminal_has(tmp_path: Path, format: str) -> None:
    """The text names its character set, and goes to a file more often than to a terminal."""
    named = RECORD.with_persons(Person("Zoë"), Person("Привет"))
    source = saved(tmp_path, "game.json", named, "json")
    printed = run_in("latin-1", "convert", source, "--to", format)
    assert read(printed.stdout.decode("utf-8")).records[0].persons == named.persons


def test_a_terminal_without_our_letters_is_told_what_it_can_show() -> None:
    shown = run_in("ascii", "rules", "spry")
    assert shown.returncode == 0
    assert shown.stdout.decode("ascii").count("\n") > 30


def run_in(encoding: str, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """A command of another process, whose terminal has that encoding."""
    return subprocess.run(
        [sys.executable, "-m", "skerry", *arguments],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=300,
    )


def test_each_game_of_a_collection_gets_a_file_of_its_own(tmp_path: Path) -> None:
    """Also beside a file of the name that the second one would have."""
    first = tmp_path / "games.sgf"
    first.write_text(write(RECORD, "sgf").text * 3, encoding="utf-8")
    second = saved(tmp_path, "games-2.sgf", RUNNING, "sgf")
    folder = tmp_path / "out"
    assert main(["convert", second, str(first), "--out", str(folder)]) == 0
    records = {path.name: GameRecord.from_json(path.read_bytes()) for path in folder.iterdir()}
    assert sorted(records) == ["games-2.json", "games-3.json", "games-4.json", "games.json"]
    assert records.pop("games-2.json") == RUNNING
    assert set(records.values()) == {RECORD}
