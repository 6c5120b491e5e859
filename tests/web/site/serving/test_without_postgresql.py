"""A site whose PostgreSQL is killed, or keeps silent: everybody hears why, until it is back."""

import json
import re
import time
import urllib.error
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import psycopg
import pytest
from django.db.utils import ConnectionHandler
from websockets.exceptions import InvalidStatus

from skerry.web.base import patience
from skerry.web.postgresql.base import DatabaseWrapper
from skerry.web.site import environment
from tests.web.accounts.test_races import Visitor
from tests.web.bots.accounts import Account
from tests.web.conftest import START_SECONDS, Server, StartServer, small_form
from tests.web.online.test_game_sockets import begun, opened
from tools.servers import Running, postgresql

SENTENCE = "The games cannot be read or saved at the moment; nothing is lost, try again later."
PAGES = ("/", "/lobby", "/new/byg", "/my-turn", "/puzzles", "/account", "/account/data", "/studies")

PUBLIC = {
    environment.PUBLIC: "1",
    environment.PUBLIC_NAME: "localhost",
    environment.PLAIN_HTTP: "1",
}


@pytest.fixture(scope="module")
def database() -> Iterator[Running]:
    with postgresql(max_connections="40") as database:
        yield database


@pytest.fixture(scope="module")
def site(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory, database: Running
) -> Server:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(environment.DATABASE_URL, database.url)
        # A public one, which asks who somebody is before any page is looked for.
        for name, value in PUBLIC.items():
            patch.setenv(name, value)
        return start_server(tmp_path_factory.mktemp("data"))


def refused(visitor: Visitor, path: str) -> str:
    """What is said at a path with 503."""
    status, said = visitor.ask(path)
    assert status == 503, (path, status, said)
    assert SENTENCE in said, path
    return said


def test_whoever_asks_hears_that_the_database_is_away_and_then_comes_back(
    site: Server, database: Running
) -> None:
    two, account, program = begun(site), Visitor(site), Account(site, "A program")
    account.sign_up("Anneliese")
    guest = Visitor(site, {**two.first.cookies, "skerry_session": "a" * 32})
    style = re.search(r'href="(/static/[^"]+\.css)"', account.ask("/sign-in")[1])
    assert style is not None
    status, link = account.send(
        "/challenge/new/kitaran", opponent="online", **small_form("kitaran")
    )
    assert status == 302, link
    # Those who are told of news when it dies, and the page of who waits for an opponent.
    open_pages = ExitStack()
    open_pages.enter_context(closing(program.open("events")))
    open_pages.enter_context(opened(two.first, two.game_id))
    open_pages.enter_context(opened(account, link.rsplit("/", 1)[1], kind="challenge"))
    database.kill()
    for path in PAGES:
        refused(account, path)
    for path in ("/lobby", f"/game/{two.game_id}", "/studies", f"/game/{two.game_id}/board.svg"):
        refused(guest, path)
    for path in (f"/api/games/{two.game_id}", "/api/engine"):
        assert json.loads(refused(account, path)) == {"error": SENTENCE}
    refused(account, "/admin/")
    for path in ("account", "events"):
        with pytest.raises(urllib.error.HTTPError) as answer, closing(program.open(path)):
            pass
        with closing(answer.value):
            assert answer.value.code == 503
            assert json.load(answer.value) == {"error": SENTENCE}
    for visitor in (two.first, account, guest):
        with pytest.raises(InvalidStatus) as handshake, opened(visitor, two.game_id):
            pass
        assert handshake.value.response.status_code == 503
        assert SENTENCE in (handshake.value.response.body or b"").decode()
    assert account.ask(style[1])[0] == 200  # no database is asked for files
    assert account.ask("/healthz")[0] == 503
    open_pages.close()
    database.start_again()
    site.wait_for("/healthz")
    for path in PAGES:
        if path != "/account/data":  # no text
            assert account.ask(path)[0] == 200, path
    with opened(two.first, two.game_id):
        pass
    said = site.log.read_text()
    assert "Traceback" not in said


def test_nobody_waits_for_who_keeps_a_table_locked(site: Server, database: Running) -> None:
    account, table = Visitor(site), "accounts_session"
    account.sign_up("Bartholomew")
    with psycopg.connect(database.url) as other:
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
        refused(account, "/account")  # the statement ends long before the lock does
        other.rollback()
    assert account.ask("/account")[0] == 200
    assert "Traceback" not in site.log.read_text()


def test_nobody_waits_for_a_database_that_says_nothing(site: Server, database: Running) -> None:
    """As one whose machine hangs: it takes connections, and never answers."""
    account = Visitor(site)
    account.sign_up("Cornelius")
    with database.frozen():
        for path in ("/account", "/lobby", "/api/engine", "/admin/"):
            refused(account, path)
        assert account.ask("/healthz")[0] == 503
    site.wait_for("/healthz")
    comes_back(account)
    assert "Traceback" not in site.log.read_text()


def test_nobody_waits_for_a_database_that_takes_no_more_connections(
    site: Server, database: Running
) -> None:
    account = Visitor(site)
    account.sign_up("Desdemona")
    with ExitStack() as others:
        while others_can_connect(database, others):
            pass
        for path in ("/account", "/lobby", "/api/engine", "/admin/"):
            refused(account, path)
        assert account.ask("/healthz")[0] == 503
    site.wait_for("/healthz")
    comes_back(account)
    assert "Traceback" not in site.log.read_text()


def comes_back(account: Visitor) -> None:
    """Wait until pages are there again: what is well may have one connection, and it may be in use.

    Raises:
        AssertionError: they are not within so many seconds.
    """
    end = time.monotonic() + START_SECONDS
    while account.ask("/account")[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.05)


def others_can_connect(database: Running, others: ExitStack) -> bool:
    """Take all connections that are left, and then those of the site."""
    ended = 0
    with suppress(psycopg.OperationalError):
        while True:
            one = others.enter_context(psycopg.connect(database.url, autocommit=True))
            found = one.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE application_name = 'skerry'"
            ).fetchone()
            ended += found[0] if found else 0
    return ended > 0


def test_a_request_passes_over_all_that_the_server_has_ended(
    database: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each of its own connections is dead once PostgreSQL has started anew."""
    monkeypatch.setenv(environment.DATABASE_URL, database.url)
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.9)  # the pool would sleep for 1
    settings = ConnectionHandler({"default": environment.database(tmp_path)}).settings
    wrapper = DatabaseWrapper(settings["default"])
    with closing(wrapper.pool) as pool, psycopg.connect(database.url, autocommit=True) as other:
        pool.open(wait=True)
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'skerry'"
        )
        with patience.in_request():
            found = wrapper.get_new_connection({})
            assert found.execute("SELECT 1").fetchone() == (1,)
            pool.putconn(found)
