"""`skerry play --terminal`: a whole session from lines typed in."""

import io
import json
from pathlib import Path

import pytest

from skerry.cli import main
from skerry.record import GameRecord

pytestmark = pytest.mark.kernels
Captured = pytest.CaptureFixture[str]


class Session:
    """Types lines into a session, ends the input after them, and returns what was printed."""

    def __init__(self, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def play(self, *arguments: str, typed: str) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", "--terminal", *arguments]) == 0
        return self.capsys.readouterr().out


@pytest.fixture
def session(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Session:
    return Session(capsys, monkeypatch)


FRIENDS = ("--against", "friend")


def test_two_friends_play_to_the_end(session: Session) -> None:
    printed = session.play("spry", "-o", "size=2", *FRIENDS, typed="b2\na1\nb1,b3\n")
    assert "Spry by Nick Bentley" in printed
    assert "turn 2: black (person 1) to act" in printed
    assert printed.endswith("The game is over: person 0 won (connection).\n")


def test_mistakes_are_told_in_one_line_and_change_nothing(session: Session) -> None:
    printed = session.play("kitaran", *FRIENDS, typed="c3\nc3\nz9\nfly\nundo\nundo\nquit\n")
    assert "white> There is a stone on c3 already; choose an empty cell.\n" in printed
    assert "white> There is no cell 'z9' on this board" in printed
    assert "white> 'fly' is not an action of Kitaran" in printed
    assert "black> There is no turn of yours to take back.\n" in printed
    assert printed.count(" 3  .  .  b  .  .\n") == 1


def test_help_and_legal_tell_what_can_be_typed(session: Session) -> None:
    printed = session.play("byg", "-o", "size=2", *FRIENDS, typed="help\nlegal\n\nquit\n")
    assert "undo       take back your last turn" in printed
    assert "white>  a1 a2 b1 b2 b3 c1 c2\n" in printed


def test_a_game_can_be_given_up_and_saved(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed = f"c3\nsave {path}\nsave {path}\nsave\nsave {tmp_path}/no/way\nresign\n"
    printed = session.play("kitaran", *FRIENDS, typed=typed)
    assert f"The record is in {path}." in printed
    assert f"{path} exists already; choose another name" in printed
    assert "save needs a file name" in printed
    assert "No such file or directory" in printed
    assert printed.endswith("The game is over: person 0 won (resignation).\n")
    assert GameRecord.from_json(path.read_text(encoding="utf-8")).turn_texts == ("c3",)
    assert json.loads(path.read_text())["persons"][1] == {"name": "Friend", "kind": "human"}


def test_the_computer_answers_and_undo_takes_its_turn_back_too(session: Session) -> None:
    typed = "b2\nundo\nquit\n"
    printed = session.play("kitaran", "-o", "size=3", "--against", "2", typed=typed)
    assert printed.count("white plays ") == 1
    assert printed.count("turn 1: black (person 0) to act") == 2


def test_the_computer_may_begin(session: Session) -> None:
    typed = "quit\n"
    arguments = ("sytran", "-o", "size=3", "--against", "2", "--second", "--seed", "3")
    first = session.play(*arguments, typed=typed)
    assert "white plays " in first
    assert "turn 2: black (person 1) to act" in first
    assert session.play(*arguments, typed=typed) == first


def test_syrtis_is_set_up_and_a_side_chosen(session: Session) -> None:
    typed = "Lb4,Ld1,Dc3,Da4\nlight\nxc4\nquit\n"
    printed = session.play("syrtis", "-o", "board=minor", "--seed", "5", *FRIENDS, typed=typed)
    assert "person 0> " in printed
    assert "person 1> " in printed
    assert "light> " in printed
    assert " 4 [S](c)    S\n" in printed
    assert "1 tile sunk in a row" in printed


def test_without_a_name_the_game_is_asked_for(session: Session) -> None:
    printed = session.play(*FRIENDS, typed="byg\nquit\n")
    assert "Which game (spry, sytran, byg, kitaran, syrtis, y) [spry]: " in printed
    assert "Byg by Nick Bentley" in printed


def test_the_end_of_the_input_ends_the_session(session: Session) -> None:
    assert session.play("spry", *FRIENDS, typed="").endswith("white> \n")
