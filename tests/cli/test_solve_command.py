"""`skerry solve`: what it prints, how it stops, and what it refuses."""

import os
import signal
import threading
from pathlib import Path

import pytest

from skerry.cli import main, solving

pytestmark = pytest.mark.kernels
Captured = pytest.CaptureFixture[str]

SPRY_TEXT = "spry size=2 swap=off | 2/1w1/2 | player=1 first=0 turn=1 placed=-"


def test_a_start_is_solved(capsys: Captured) -> None:
    assert main(["solve", "byg", "-o", "size=2", "--memory", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("byg size=2")
    assert lines[1] == "Value: loss for white, who is to act."
    assert lines[2].startswith("A turn (all lose): ")
    assert " nodes in " in lines[3]


def test_a_position_is_solved(capsys: Captured) -> None:
    assert main(["solve", "--position", SPRY_TEXT]) == 0
    assert "Value: loss for black, who is to act." in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_refused_before_the_search(
    tmp_path: Path, capsys: Captured
) -> None:
    for path, says in ((tmp_path, "is a folder"), (tmp_path / "no" / "t", "There is no folder")):
        assert main(["solve", "--position", SPRY_TEXT, "--resume", str(path)]) == 2
        assert says in capsys.readouterr().err


@pytest.mark.parametrize("is_there", [False, True])
def test_so_is_one_that_nobody_may_write(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    path = tmp_path / "t.npz"
    if is_there:
        path.touch()
    locked = path if is_there else tmp_path
    monkeypatch.setattr("os.access", lambda asked, mode: (asked, mode) != (locked, os.W_OK))
    assert main(["solve", "--position", SPRY_TEXT, "--resume", str(path)]) == 2
    assert "may not be written" in capsys.readouterr().err


def test_a_table_that_cannot_be_saved_costs_no_answer(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(solving, "save_table", fail)
    monkeypatch.setattr(solving, "SAVE_EVERY_SECONDS", 0.0)
    command = ["solve", "kitaran", "-o", "size=3", "-o", "cycle_limit=2"]
    assert main([*command, "--resume", str(tmp_path / "table")]) == 1
    printed = capsys.readouterr()
    assert "Value: win for black" in printed.out
    assert "The table was not kept in" in printed.err
    assert printed.err.endswith("No space left on device\n")


def test_an_open_value_is_said_and_goes_on_from_the_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "table.npz"
    command = ["solve", "kitaran", "-o", "size=3", "-o", "cycle_limit=2", "--resume", str(path)]
    assert main([*command, "--nodes", "20"]) == 1
    printed = capsys.readouterr().out
    assert "not known for black, who is to act (the budget ran out): nothing is certain" in printed
    assert f"The table is kept in {path}" in printed
    assert main(command) == 0
    assert "Value: win for black" in capsys.readouterr().out
    assert main(command) == 0
    assert "Best turn: " in capsys.readouterr().out


@pytest.mark.usefixtures("signals_count")
def test_ctrl_c_ends_with_what_is_known(capsys: Captured) -> None:
    handler = signal.getsignal(signal.SIGINT)
    main(["solve", "spry", "-o", "size=2"])
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert main(["solve", "spry", "-o", "size=6", "--memory", "1"]) == 1
    timer.join()
    assert "(stopped): nothing is certain yet." in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Say what to solve"),
        (["syrtis"], "--seed N"),
        (["spry", "--position", SPRY_TEXT], "names its game and options"),
        (["spry", "--seconds", "0"], "greater than zero"),
        (["spry", "--nodes", "0"], "at least one node"),
        (["spry", "--resume", __file__], "holds no table"),
    ],
)
def test_what_cannot_be_asked(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert main(["solve", *arguments]) == 2
    assert sentence in capsys.readouterr().err
