"""A SQLite that another program keeps locked: who writes hears so soon, and others read on."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from skerry.web.base.patience import FAILING_SECONDS, REQUEST_SECONDS, failures_of, in_request
from skerry.web.site.data import DATABASE_FILE
from skerry.web.site.environment import MOST_CONNECTIONS
from skerry.web.sqlite.base import DatabaseWrapper
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import Server, StartServer
from tools.servers import DATABASE_URL

NUM_WRITERS = MOST_CONNECTIONS + 5
SENTENCE = "Too much is being saved at the moment; nothing is lost, try again."


@pytest.fixture
def site(
    start_server: StartServer,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Server:
    monkeypatch.delenv(DATABASE_URL, raising=False)
    return start_server(tmp_path_factory.mktemp("data"))


def test_more_writers_than_threads_hear_so_and_readers_read_on(site: Server) -> None:
    """All before the lock is given up, and so none of them has waited for it."""
    writer, reader = Visitor(site), Visitor(site)
    game_id, token = writer.begin(), writer.token()
    form = {"opponent": "friend", "size": "3", "csrfmiddlewaretoken": token}
    with closing(sqlite3.connect(site.folder / DATABASE_FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(NUM_WRITERS) as writers:
            asked = [
                writers.submit(writer.as_it_is_now().ask, "/new/kitaran", **form)
                for _ in range(NUM_WRITERS)
            ]
            assert reader.ask(f"/game/{game_id}")[0] == 200
            for one in asked:
                status, said = one.result()
                assert (status, SENTENCE in said) == (503, True), said
        other.execute("ROLLBACK")
    assert writer.ask("/new/kitaran", **form)[0] == 302
    assert "Traceback" not in site.log.read_text()


def seconds_of_a_connection() -> float:
    """What SQLite is told to wait, by a connection that is opened now."""
    settings = {"NAME": ":memory:", "OPTIONS": {"timeout": 20}, "TIME_ZONE": None, "TEST": {}}
    database = DatabaseWrapper({"ENGINE": "", "CONN_MAX_AGE": 0, "AUTOCOMMIT": True, **settings})
    with closing(database.get_new_connection(database.get_connection_params())) as opened:
        return float(opened.execute("PRAGMA busy_timeout").fetchone()[0]) / 1000


def test_a_request_waits_little_for_a_lock_and_less_after_a_failure() -> None:
    failures_of.cache_clear()
    assert seconds_of_a_connection() == 20  # what the engine has found is written in any case
    with in_request():
        assert seconds_of_a_connection() == REQUEST_SECONDS
        failures_of("sqlite").note()
        assert seconds_of_a_connection() == FAILING_SECONDS
    assert seconds_of_a_connection() == 20
    failures_of.cache_clear()
