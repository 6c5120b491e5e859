"""`skerry check-games`: every stored game replays to what its columns say, or is told."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from skerry.sessions import Correspondence, Fischer
from skerry.web.play import changes, queries
from skerry.web.play.models import SavedGame
from skerry.web.play.sweeps import DERIVED, Fault, check_games
from tests.web.conftest import Browser, Player, StartServer
from tests.web.play.two_players import between, row

WRONG = {
    "num_turns": 7,
    "to_act": 0,
    "status": "over",
    "winner": 1,
    "summary": "Green wins",
    "deadline": 5.0,
    "game": "spry",
    "turns_version": 99,
}


def faults(*, repair: bool = False) -> list[Fault]:
    return [fault for fault in check_games(repair=repair) if fault is not None]


@pytest.fixture
def game_id(browser: Browser, other_browser: Browser) -> str:
    game_id = between(browser, other_browser, Fischer(600, 0))
    browser.play(game_id, "a1")
    return game_id


@pytest.mark.stores
def test_whatever_was_done_leaves_nothing_to_repair(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    away = between(browser, other_browser, Correspondence(2, 5))
    browser.act(away, "vacation", away=True)
    browser.play(away, "a1")
    other_browser.act(away, "take-back")
    browser.act(between(browser, other_browser), "abort")
    over = between(browser, other_browser, Fischer(600, 0))
    browser.act(over, "resign")
    browser.act(over, "offer", kind="rematch")
    other_browser.act(over, "answer", kind="rematch", accepted=True)
    other_browser.act(game_id, "offer", kind="draw")
    browser.act(game_id, "answer", kind="draw", accepted=True)
    browser.begin("syrtis", opponent="2", side="second")
    browser.play_any(browser.begin("spry"))
    changes.forfeit(queries.find_any(between(browser, other_browser)), 1)
    assert faults() == []
    assert len(list(check_games())) == SavedGame.objects.count()


@pytest.mark.stores
@pytest.mark.parametrize("name", WRONG)
def test_a_column_that_says_something_else_is_told_and_written_anew(
    game_id: str, name: str
) -> None:
    before = row(game_id)
    SavedGame.objects.filter(pk=game_id).update(**{name: WRONG[name]})
    (fault,) = faults()
    assert fault.game_id == game_id
    assert fault.sentence.startswith(f"{name} is {WRONG[name]!r}, not ")
    assert getattr(row(game_id), name) == WRONG[name]  # only looked at
    assert [fault.is_repaired for fault in faults(repair=True)] == [True]
    assert faults() == []
    after = row(game_id)
    for column in (*DERIVED, "game", "record", "clock", "version"):
        assert getattr(after, column) == getattr(before, column)


@pytest.mark.stores
@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        ("record", "{", "cannot be replayed"),
        ("clock", "{", "clock"),
        ("offers", "{", "offers"),
    ],
)
def test_what_cannot_be_derived_is_told_and_left_alone(
    game_id: str, column: str, text: str, words: str
) -> None:
    SavedGame.objects.filter(pk=game_id).update(**{column: text})
    (fault,) = faults(repair=True)
    assert words in fault.sentence
    assert not fault.is_repaired
    assert getattr(row(game_id), column) == text


@pytest.mark.stores
def test_a_game_that_was_called_off_has_no_result(browser: Browser, game_id: str) -> None:
    browser.act(game_id, "resign")
    SavedGame.objects.filter(pk=game_id).update(is_aborted=True)
    (fault,) = faults(repair=True)
    assert "called off" in fault.sentence
    assert not fault.is_repaired


@pytest.mark.stores
def test_a_game_that_goes_on_meanwhile_is_left_alone(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    other = between(browser, other_browser)
    SavedGame.objects.exclude(pk__in=[game_id, other]).delete()
    SavedGame.objects.update(num_turns=7)
    checked = check_games(repair=True)
    first = next(checked)  # both were read by now
    assert first is not None
    (last_id,) = {game_id, other} - {first.game_id}
    assert first.is_repaired
    changes.resign(row(last_id), row(last_id).first_seat, row(last_id).version)
    SavedGame.objects.filter(pk=last_id).update(num_turns=3)
    (second,) = list(checked)
    assert second is not None
    assert not second.is_repaired
    assert row(last_id).num_turns == 3


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "skerry", "check-games", *arguments],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_tells_and_repairs(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    game_id = Player(server).begin("kitaran")
    answer = run(tmp_path)  # while the site runs
    assert (answer.returncode, answer.stdout) == (0, "1 game, 0 with a fault, 0 repaired.\n")
    with sqlite3.connect(tmp_path / "skerry.sqlite3") as database:
        database.execute("UPDATE web_savedgame SET num_turns = 5")
    database.close()
    answer = run(tmp_path)
    assert answer.returncode == 1
    assert answer.stdout.startswith(f"{game_id}: num_turns is 5, not 0\n1 game, 1 with a fault")
    answer = run(tmp_path, "--repair")
    assert answer.returncode == 0
    assert "(repaired)" in answer.stdout
    assert run(tmp_path).returncode == 0


def test_without_a_database_the_command_says_so(tmp_path: Path) -> None:
    answer = run(tmp_path)
    assert answer.returncode == 2
    assert "start the site once" in answer.stderr
