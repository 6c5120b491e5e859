"""A disk without room, a folder that became read-only: a sentence, and nothing lost."""

import errno
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DataError, OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.test import RequestFactory

from skerry.web.play.models import SavedGame
from skerry.web.site.explaining import FULL, NO_TEXT, explained, trouble_of
from tests.web.conftest import Browser

pytestmark = pytest.mark.django_db(transaction=True)


def fill(cursor: CursorWrapper, size: int) -> None:
    while True:
        cursor.execute("INSERT INTO filler VALUES (zeroblob(%s))", [size])


@contextmanager
def no_room() -> Iterator[None]:
    """SQLite's own limit fails as a full disk does."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        # What is free within the file is filled first.
        cursor.execute("CREATE TABLE filler (text)")
        cursor.execute(f"PRAGMA max_page_count = {pages + 2}")
        for size in (2000, 100, 1):
            with pytest.raises(OperationalError, match="full"):
                fill(cursor, size)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE filler")


@contextmanager
def read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = 0")


@pytest.fixture
def game_id(browser: Browser) -> str:
    return browser.begin("byg", size="13")


def begin_games_until_refused(browser: Browser) -> Any:
    """A few fit into pages that are there already; returns the refusal."""
    form = {"opponent": "friend", "size": "3", "csrfmiddlewaretoken": browser.token()}
    for count in range(SavedGame.objects.count() + 1, 40):
        answer = browser.client.post("/new/kitaran", form)
        if answer.status_code != 302:
            return answer
        assert SavedGame.objects.count() == count
    raise AssertionError("there was room for everything")


def test_a_turn_on_a_full_disk_is_refused_and_goes_through_when_there_is_room(
    browser: Browser, game_id: str
) -> None:
    turns = [f"{letter}{row}" for letter in "bdfhjl" for row in range(1, 12, 2)]
    browser.play(game_id, "a1")
    before = SavedGame.objects.get(pk=game_id)
    played = 0
    with no_room():
        begin_games_until_refused(browser)
        # A few turns may still fit into the row's own page.
        for turn in turns:
            answer = browser.act(game_id, "play", actions=[turn])
            if answer.status_code != 200:
                break
            played += 1
        assert answer.status_code == 507
        assert answer.json() == {"error": FULL.sentence}
        state = browser.state(game_id)
        assert state["turn"] == before.num_turns + played
        assert browser.client.get(f"/game/{game_id}").status_code == 200
    answer = browser.act(game_id, "play", actions=[turns[played]])
    assert answer.status_code == 200
    assert answer.json()["turn"] == before.num_turns + played + 1


def test_forms_on_a_full_disk_are_refused_with_the_same_sentence(
    browser: Browser, game_id: str
) -> None:
    record = browser.client.get(f"/game/{game_id}/record.json").content
    with no_room():
        answer = begin_games_until_refused(browser)
        assert answer.status_code == 507
        assert FULL.sentence in answer.content.decode()
        count = SavedGame.objects.count()
        file = SimpleUploadedFile("record.json", record)
        sent = {"record": file, "csrfmiddlewaretoken": browser.token()}
        answer = browser.client.post("/open", sent)
        assert answer.status_code == 507
        assert FULL.sentence in answer.content.decode()
        assert browser.client.get("/").status_code == 200
        assert SavedGame.objects.count() == count


def test_a_folder_that_became_read_only(browser: Browser, game_id: str) -> None:
    token = {"csrfmiddlewaretoken": browser.token()}
    with read_only():
        answer = browser.act(game_id, "play", actions=["a1"])
        assert answer.status_code == 503
        assert "read-only" in answer.json()["error"]
        assert browser.client.post(f"/game/{game_id}/delete", token).status_code == 503
        assert browser.act(game_id, "resign").status_code == 503
    assert browser.play(game_id, "a1")["turn"] == 1


def sqlite_error(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("told by SQLite")
    cause.sqlite_errorcode = code
    error = OperationalError("told by SQLite")
    error.__cause__ = cause
    return error


def postgresql_error(cause: psycopg.Error) -> OperationalError:
    error = OperationalError("told by PostgreSQL")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), 507),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), 503),
        (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), 503),
        (sqlite_error(sqlite3.SQLITE_LOCKED), 503),
        (sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED), 503),
        (sqlite_error(sqlite3.SQLITE_CORRUPT), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 507),
        (postgresql_error(psycopg.errors.DiskFull("told by PostgreSQL")), 507),
        (postgresql_error(psycopg.errors.ReadOnlySqlTransaction()), 503),
        (postgresql_error(psycopg.errors.DeadlockDetected()), 503),
        (postgresql_error(psycopg.errors.TooManyConnections()), 503),
        (postgresql_error(psycopg.errors.AdminShutdown()), 503),
        (postgresql_error(psycopg.errors.DataCorrupted()), 503),
        (postgresql_error(psycopg.OperationalError("the connection is closed")), 503),
    ],
)
def test_what_storage_says_is_told(error: Exception, status: int) -> None:
    trouble = trouble_of(error)
    assert trouble is not None
    assert trouble.status == status
    assert trouble.sentence.endswith(".")


def test_what_no_column_can_keep_is_the_request_s_fault(caplog: pytest.LogCaptureFixture) -> None:
    """As PostgreSQL says it; SQLite keeps most of it."""
    error = DataError("integer out of range")
    page = explained(RequestFactory().post("/new/spry"), error)
    answer = explained(RequestFactory().post("/api/games/x/play"), error)
    assert page is not None
    assert answer is not None
    assert (page.status_code, answer.status_code) == (400, 400)
    assert NO_TEXT in page.content.decode()
    assert json.loads(answer.content) == {"error": NO_TEXT}
    assert "POST /new/spry: integer out of range" in caplog.text


@pytest.mark.parametrize(
    "error",
    [
        sqlite_error(sqlite3.SQLITE_ERROR),  # a fault in a statement: ours
        postgresql_error(psycopg.errors.SyntaxError()),
        postgresql_error(psycopg.errors.UniqueViolation()),
        OperationalError("of Django's own"),
        OSError(errno.ENOENT, "No such file"),
        ValueError("another"),
    ],
)
def test_our_own_faults_are_not_taken_for_trouble_with_storage(error: Exception) -> None:
    assert trouble_of(error) is None
