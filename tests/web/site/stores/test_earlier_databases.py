"""Databases from before migrations were squashed: they open, and everything goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from skerry.errors import OptionError
from skerry.web.site import data, database
from tests.web.accounts.conftest import PASSWORD
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import StartServer

# Games of one browser with a friend and the computer, another browser's, and a challenge;
# two accounts, Ada and Grace, with a rated game that Grace has won, one under way, and a study.
SAVED = Path(__file__).with_name("of_november_2026.sql")
GAMES = "aafriends2 bbcomputer ccsecond22 ddresigned eesetup222 ffothers22 35wdyt5c84 k3mpesk227"
STUDY, CHALLENGE = "893hufdkrh", "n6i8cwqvj5wh3bva"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / data.DATABASE_FILE)) as file:
        file.executescript(SAVED.read_text(encoding="utf-8"))
    return tmp_path


def test_all_that_was_saved_is_there(folder: Path, start_server: StartServer) -> None:
    ada = Visitor(start_server(folder))
    assert ada.send("/sign-in", name="Ada", password=PASSWORD)[0] == 302
    for page in (*(f"/game/{game_id}" for game_id in GAMES.split()), f"/study/{STUDY}"):
        assert ada.ask(page)[0] == 200, page
    assert ada.ask(f"/challenge/{CHALLENGE}")[0] == 200
    status, profile = ada.ask("/players/Grace")
    assert status == 200
    assert "Kitaran</th><td>1</td><td>0</td><td>0</td>" in profile  # the other one goes on
    assert ada.ask(f"/game/{ada.begin()}")[0] == 200
    with closing(sqlite3.connect(folder / data.DATABASE_FILE)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        squashed = "SELECT count(*) FROM django_migrations WHERE name = '0001_squashed'"
        assert file.execute(squashed).fetchone() == (5,)


def test_one_that_is_too_early_is_left_alone(folder: Path, start_server: StartServer) -> None:
    with closing(sqlite3.connect(folder / data.DATABASE_FILE)) as file, file:
        file.execute("DELETE FROM django_migrations WHERE name = '0012_heartbeat'")
        file.execute("DROP TABLE web_heartbeat")
    with pytest.raises(AssertionError, match=r"too early \(web\.0012_heartbeat came later\)"):
        start_server(folder)
    with closing(sqlite3.connect(folder / data.DATABASE_FILE)) as file:
        assert file.execute("SELECT count(*) FROM web_savedgame").fetchone() == (8,)


def test_backups_know_the_same() -> None:
    names = (
        "0001_initial 0002_seats 0003_lists 0004_beaten_levels 0005_under_way 0006_site_clock "
        "0007_visibility 0008_rated 0009_event 0010_early_ends 0011_last_keys 0012_heartbeat"
    )
    old = [("web", name) for name in names.split()]
    database.check_migrations("The backup", old)
    with pytest.raises(OptionError, match=r"^The backup was made .* too early"):
        database.check_migrations("The backup", old[:-1])
    with pytest.raises(OptionError, match="a later version"):
        database.check_migrations("The backup", [*old, ("web", "0013_later")])
