"""A damaged database: found at the start where that is quick, else beside the site."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from skerry.errors import OptionError
from skerry.web.site import database as integrity
from skerry.web.site.data import DATABASE_FILE


@pytest.mark.django_db(transaction=True)
def test_tables_that_can_be_read_are_fine() -> None:
    integrity.check_tables()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("look", [integrity.check_tables, integrity.set_up])
def test_a_table_that_is_not_there_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, look: Callable[[], None]
) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", os.environ["DJANGO_SETTINGS_MODULE"])
    monkeypatch.setattr(integrity, "migrate", lambda: None)  # which sees no missing table
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE study_savedreview RENAME TO elsewhere")
    try:
        with pytest.raises(OptionError, match=r"study_savedreview.*backup"):
            look()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO study_savedreview")


def make_file(folder: Path) -> Path:
    """A database of a few hundred pages."""
    file = folder / DATABASE_FILE
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT)")
        database.execute("CREATE INDEX by_text ON kept (text)")
        rows = [(number, f"{number * 7919 % 5000:05} " + "x" * 100) for number in range(5000)]
        database.executemany("INSERT INTO kept VALUES (?, ?)", rows)
    database.close()
    return file


def damage(file: Path) -> None:
    """Write over a page in the middle."""
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 8192 * 4096)
        opened.write(b"\xff" * 4096)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    return make_file(tmp_path)


def told_of(monkeypatch: pytest.MonkeyPatch, most: int) -> list[str]:
    monkeypatch.setattr(integrity, "CHECKED_BYTES", most)
    said: list[str] = []
    thread = integrity.check_file_beside(said.append)
    if thread is not None:
        thread.join(60)
        assert not thread.is_alive()
    return said


@pytest.mark.usefixtures("file")
def test_a_large_file_that_is_whole_is_passed_over_in_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert told_of(monkeypatch, most=0) == []


def test_a_large_file_that_is_damaged_is_told_of(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(file)
    [said] = told_of(monkeypatch, most=0)
    assert str(file) in said
    assert "backup" in said


def test_a_small_file_was_read_through_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage(file)
    assert told_of(monkeypatch, most=file.stat().st_size) == []


def test_without_a_file_there_is_nothing_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    assert integrity.check_file_beside() is None


@pytest.mark.parametrize(
    ("answer", "says"),
    [((True, "UTF8"), "a copy that follows"), ((False, "LATIN1"), "LATIN1"), ((False, "UTF8"), "")],
)
@pytest.mark.django_db
def test_a_server_that_takes_no_changes_or_not_all_letters_is_refused(
    monkeypatch: pytest.MonkeyPatch, answer: tuple[bool, str], says: str
) -> None:
    class Cursor:
        def __enter__(self) -> "Cursor":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def execute(self, query: str) -> None:
            assert "pg_is_in_recovery" in query

        def fetchone(self) -> Any:
            return answer

    monkeypatch.setattr("django.db.connection.cursor", Cursor)
    if not says:
        integrity._check_server()
        return
    with pytest.raises(OptionError, match=says):
        integrity._check_server()
