"""The `skerry` command: what it prints, its errors in one line, its exit codes."""

import json
import re
import runpy
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.games.catalogue import GAMES
from skerry.record import GameRecord

SPRY_TEXT = "spry size=2 swap=off | 2/1w1/2 | player=1 first=0 turn=1 placed=-"


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ada", "Bert"))
    for turn in ("b2", "a2", "b1"):
        record = record.add_turn(turn)
    record = record.annotate(2, "Too close.").add_variation(2, ["a1", "c3"]).resign(1)
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


Captured = pytest.CaptureFixture[str]


def refused(capsys: Captured, *arguments: str) -> str:
    """The sentence with which a command line is refused: one line, nothing else, exit code 2."""
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    if lines[0].startswith("Preparing the engine"):  # where no kernel has been compiled yet
        del lines[0]
    (line,) = lines
    assert line.startswith("skerry: ")
    return line.removeprefix("skerry: ")


def test_version(capsys: Captured) -> None:
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"skerry {skerry.__version__}\n"


@pytest.mark.parametrize("command", ["rules", "solve", "match"])
def test_help_names_every_game(capsys: Captured, command: str) -> None:
    """It is written out, since help answers before the catalogue is imported."""
    assert main([command, "--help"]) == 0
    printed = capsys.readouterr().out
    assert [info.name for info in GAMES if info.name not in printed] == []


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands(capsys: Captured, arguments: list[str]) -> None:
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    for command in (
        "play",
        "rules",
        "show",
        "draw",
        "replay",
        "convert",
        "perft",
        "bench",
        "version",
    ):
        assert re.search(rf"^  {command}  ", printed, re.MULTILINE)


@pytest.mark.parametrize("command", ["play", "rules", "show", "draw", "replay", "convert", "perft"])
def test_help_of_a_command_gives_examples(capsys: Captured, command: str) -> None:
    assert main([command, "--help"]) == 0
    assert f"  Examples:\n    skerry {command}" in capsys.readouterr().out


@pytest.mark.kernels
@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_rules_prints_the_page_with_its_diagrams(capsys: Captured, name: str) -> None:
    assert main(["rules", name]) == 0
    printed = capsys.readouterr().out
    assert "Our reading" in printed
    assert "Writing turns down" in printed
    assert re.search(r"turn \d+: |has won", printed)
    assert "```" not in printed
    assert " | player=" not in printed


@pytest.mark.kernels
def test_show_prints_a_position(capsys: Captured) -> None:
    assert main(["show", SPRY_TEXT]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "c  . .",
        "b . w .",
        "a  . .",
        "turn 2: black (person 1) to act",
        "white: 1 stone",
        "black: 0 stones",
        SPRY_TEXT,
    ]


@pytest.mark.kernels
def test_show_reads_a_position_from_a_file(capsys: Captured, tmp_path: Path) -> None:
    source = tmp_path / "position.txt"
    source.write_text(f"{SPRY_TEXT}\n")
    assert main(["show", str(source)]) == 0
    assert SPRY_TEXT in capsys.readouterr().out


@pytest.mark.kernels
def test_show_prints_the_last_position_of_a_record(capsys: Captured, record_file: Path) -> None:
    assert main(["show", str(record_file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{skerry.game('kitaran', size=3)}: Ada against Bert\n")
    assert "3 turns, person 0 won (resignation)\nTurn 3, black: b1\n" in printed
    assert " 2  w  b  .\n 1  .  b  .\n" in printed


@pytest.mark.kernels
def test_replay_prints_every_position_with_comments_and_variations(
    capsys: Captured, record_file: Path
) -> None:
    assert main(["replay", str(record_file)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("    a  b  c\n") == 4
    assert "Turn 2, white: a2\n  instead: a1 c3\n  Too close.\n" in printed
    assert printed.endswith("person 0 won (resignation)\n")


@pytest.mark.kernels
def test_replay_of_one_turn(capsys: Captured, record_file: Path) -> None:
    assert main(["replay", str(record_file), "--turn", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("    a  b  c\n") == 1
    assert "Turn 1, black: b2" in printed


@pytest.mark.kernels
def test_perft_prints_a_line_for_each_depth(capsys: Captured) -> None:
    assert main(["perft", "spry", "--depth", "3", "-o", "size=2"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["spry", "size=2", "swap=off"]
    assert rows[1] == ["turns", "positions", "sequences", "finished", "seconds"]
    assert [row[:4] for row in rows[2:]] == [
        ["1", "22", "22", "0"],
        ["2", "282", "282", "0"],
        ["3", "605", "2,010", "117"],
    ]


@pytest.mark.kernels
def test_perft_of_syrtis_draws_its_set_up_from_the_seed(capsys: Captured) -> None:
    assert main(["perft", "syrtis", "-d", "1", "-o", "board=minor", "--seed", "5"]) == 0
    assert int(capsys.readouterr().out.split()[-4].replace(",", "")) > 1_000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fly"], "No such command 'fly'."),
        (["show"], "Missing argument 'POSITION|RECORD'."),
        (
            ["rules", "chess"],
            "There is no game 'chess'; the games are spry, sytran, byg, kitaran, ",
        ),
        (["play", "spry"], "A game and its options are chosen on the page; here they need --t"),
        (["play", "--port", "99999"], "Invalid value for '--port'"),
        (
            ["play", "-t", "spry", "--against", "god"],
            "There is no opponent 'god'; choose a level from 1 to 11 or friend.",
        ),
        (["play", "-t", "spry", "-o", "size=1"], "spry: option size=1 is not possible; size must"),
        (
            ["play", "-t", "spry", "-o", "size"],
            "'size' is not an option; write NAME=VALUE, such as",
        ),
        (["perft", "spry", "-o", "size=2", "-o", "size=3"], "Option size is given twice."),
        (["perft", "spry", "--depth", "0"], "depth=0 is not possible; it must be from 1 to 50."),
        (["perft", "spry", "--depth", "x"], "Invalid value for '--depth'"),
        (["perft", "syrtis"], "syrtis: the count depends on the set-up; give --seed N to draw one"),
        (["perft", "spry", "--seed", "3"], "spry starts on an empty board; it takes no seed or "),
        (["show", "nowhere.json"], "nowhere.json is neither a file nor the text of a position."),
        (["show", "spry size=2 | 2"], "A position has three parts between bars"),
        (["show", SPRY_TEXT, "--turn", "1"], "--turn belongs to a record, and this is a single"),
        (["replay", "nowhere.json"], "There is no file nowhere.json."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_told_in_one_line(
    capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert refused(capsys, *arguments).startswith(sentence)


@pytest.mark.kernels
def test_records_of_other_formats_are_read(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    text = "(;SKGAME[kitaran size=3];B[b2];W[a2];EV[Cup])\n"
    file.write_text(text)
    assert main(["replay", str(file), "--turn", "2"]) == 0
    printed = capsys.readouterr()
    assert "Turn 2, white: a2" in printed.out
    assert printed.err.startswith(f"{file}: line 1: EV is left out")
    assert main(["show", str(file)]) == 0
    assert "player=0 first=0 turn=2" in capsys.readouterr().out
    file.write_text(2 * text)
    assert "holds several games, and one is wanted" in refused(capsys, "replay", str(file))


@pytest.mark.kernels
def test_bad_records_are_told_in_one_line(capsys: Captured, record_file: Path) -> None:
    assert refused(capsys, "replay", str(record_file), "--turn", "4") == (
        "There is no turn 4; the record has 3 turns."
    )
    data = json.loads(record_file.read_text())
    data["turns"][1]["text"] = "b2"
    record_file.write_text(json.dumps(data))
    assert refused(capsys, "replay", str(record_file)) == (
        "turn 2, 'b2': There is a stone on b2 already; choose an empty cell."
    )
    record_file.write_text(json.dumps(data | {"version": 9}))
    assert "this Skerry reads up to 4" in refused(capsys, "show", str(record_file))
    record_file.write_text("not a position")
    assert refused(capsys, "show", str(record_file)).startswith("A position has three parts")


@pytest.mark.kernels
def test_a_file_that_cannot_be_written_is_a_failure(capsys: Captured, tmp_path: Path) -> None:
    assert main(["draw", SPRY_TEXT, "--out", str(tmp_path / "no" / "folder.svg")]) == 1
    error = capsys.readouterr().err
    assert error.splitlines()[-1].endswith("folder.svg: No such file or directory")


def test_play_serves_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from skerry.web.site import run

    calls: list[dict[str, object]] = []
    monkeypatch.setattr(run, "serve", lambda **given: calls.append(given))
    assert main(["play", "--port", "9000", "--no-browser"]) == 0
    assert calls == [{"host": "127.0.0.1", "port": 9000, "open_browser": False}]


def test_bench_runs_the_repositorys_benchmark_and_passes_its_exit_code_on(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from skerry.cli import solving

    monkeypatch.setattr(solving, "__file__", str(tmp_path / "src" / "skerry" / "cli" / "x.py"))
    assert "run it from a checkout" in refused(capsys, "bench")
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "__main__.py").write_text("import sys; sys.exit(len(sys.argv))")
    assert main(["bench", "--quick", "spry"]) == 3


def test_python_dash_m_is_the_same_command(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["skerry", "version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("skerry", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("skerry ")
