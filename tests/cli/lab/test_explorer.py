"""`skerry lab collect` and `explore`."""

from pathlib import Path

import pytest

import skerry
from skerry.cli import main

Captured = pytest.CaptureFixture[str]


def test_games_are_collected_and_a_position_looked_up(tmp_path: Path, capsys: Captured) -> None:
    games, index = tmp_path / "new" / "games", tmp_path / "index"
    command = ["lab", "collect", "kitaran", "--playouts", "2", "--out", str(games)]
    assert main([*command, "--games", "2"]) == 0
    assert capsys.readouterr().out == f"{games} holds 2 games.\n"
    assert main([*command, "--games", "3", "--keep", str(index)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{games} holds 3 games.\n{index} holds their positions, ")
    assert main(["lab", "explore", "kitaran", "--file", str(index)]) == 0
    lines = capsys.readouterr().out.splitlines()
    heading = next(number for number, line in enumerate(lines) if "playouts a turn" in line)
    assert "3 games of 2 playouts a turn" in lines[heading]
    assert lines[heading].endswith("; here 3 games.")
    assert lines[heading + 1].split() == [
        *("turn", "games", "won", "95%", "interval", "chances", "playouts")
    ]
    assert sum(int(line.split()[1]) for line in lines[heading + 2 :]) == 3


def test_fewer_turns_are_shown_where_few_are_wanted(tmp_path: Path, capsys: Captured) -> None:
    games, index = str(tmp_path / "games"), str(tmp_path / "index")
    command = ["lab", "collect", "kitaran", "--playouts", "20", "--games", "8"]
    assert main([*command, "--out", games, "--keep", index]) == 0
    capsys.readouterr()
    assert main(["lab", "explore", "kitaran", "--file", index, "--most", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("more; --most shows them.")
    other = skerry.game("kitaran", size=3).start().text
    assert main(["lab", "explore", "kitaran", other, "--file", index]) == 2
    assert "The position is one of kitaran size=3" in capsys.readouterr().err


def test_a_collection_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skerry.lab.running.run_to_bytes", stopped)
    assert main(["lab", "collect", "kitaran", "--out", str(tmp_path / "games")]) == 1
    assert f"Stopped. {tmp_path / 'games'} holds 0 games; the same command goes on." in (
        capsys.readouterr().err
    )


def test_what_is_no_position_or_no_index_is_said_in_a_line(
    tmp_path: Path, capsys: Captured
) -> None:
    assert main(["lab", "explore", "y"]) == 2
    assert "No collection of Y comes with Skerry." in capsys.readouterr().err
    assert main(["lab", "explore", "y", "--file", str(tmp_path / "none")]) == 2
    assert "cannot be read: No such file or directory." in capsys.readouterr().err


def test_an_index_without_a_place_is_refused_before_any_game(
    tmp_path: Path, capsys: Captured
) -> None:
    games, index = tmp_path / "games", tmp_path / "no" / "index"
    command = ["lab", "collect", "kitaran", "--playouts", "2", "--games", "2"]
    assert main([*command, "--out", str(games), "--keep", str(index)]) == 2
    assert "There is no folder" in capsys.readouterr().err
    assert not games.exists()
