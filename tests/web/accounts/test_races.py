"""Requests that come at the same moment, at a real server."""

import http.client
import threading
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.web.accounts.conftest import PASSWORD
from tests.web.conftest import START_SECONDS, Server, StartServer

pytestmark = pytest.mark.stores

Answer = tuple[int, str]


@dataclass
class Visitor:
    """A browser with cookies, which sends one request at a time and follows nothing."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, **fields: str) -> Answer:
        """GET, or with fields POST; where the answer leads, or what it says."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=START_SECONDS
        )
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urllib.parse.urlencode(fields)
        connection.request("POST" if fields else "GET", path, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers.get("Location") or text

    def token(self) -> str:
        _, page = self.ask("/sign-in")
        return page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]

    def send(self, path: str, **fields: str) -> Answer:
        return self.ask(path, csrfmiddlewaretoken=self.token(), **fields)

    def begin(self) -> str:
        status, where = self.send("/new/kitaran", opponent="friend", size="3")
        assert status == 302
        return where.rsplit("/", 1)[1]

    def sign_up(self, name: str) -> None:
        assert self.send("/sign-up", name=name, password=PASSWORD)[0] == 302

    def as_it_is_now(self) -> "Visitor":
        """The same browser in another tab."""
        return Visitor(self.server, dict(self.cookies))


def at_once(*works: Callable[[], Answer]) -> list[int]:
    """Do all at the same moment; the status of each."""
    gate, found = threading.Barrier(len(works)), [0] * len(works)

    def run(number: int, work: Callable[[], Answer]) -> None:
        gate.wait(60)
        found[number] = work()[0]

    threads = [threading.Thread(target=run, args=one) for one in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(START_SECONDS)
    return found


def signing_in(visitor: Visitor, name: str) -> Callable[[], Answer]:
    sent = {"name": name, "password": PASSWORD, "csrfmiddlewaretoken": visitor.token()}
    return lambda: visitor.ask("/sign-in", **sent)


def seats_of(server: Server, game_ids: list[str]) -> set[object]:
    marks = ", ".join("?" * len(game_ids))
    asked = f"SELECT first_seat, second_seat FROM web_savedgame WHERE id IN ({marks})"
    found = server.query(asked, *game_ids)
    assert len(found) == len(game_ids)
    return {seat for seats in found for seat in seats}


def holder_of(server: Server, name: str) -> object:
    return server.query("SELECT holder FROM accounts_player WHERE name = ?", name)[0][0]


def test_two_browsers_sign_in_to_one_account_at_once(server: Server) -> None:
    Visitor(server).sign_up("Anneliese")
    both = [Visitor(server), Visitor(server)]
    game_ids = [one.begin() for one in both for _ in range(2)]
    assert at_once(*(signing_in(one, "Anneliese") for one in both)) == [302, 302]
    assert seats_of(server, game_ids) == {holder_of(server, "Anneliese")}
    for one in both:
        for game_id in game_ids:
            assert '"owner": true' in one.ask(f"/api/games/{game_id}")[1]


def test_one_browser_signs_in_to_two_accounts_at_once(server: Server) -> None:
    for name in ("Bartholomew", "Charlotte"):
        Visitor(server).sign_up(name)
    first = Visitor(server)
    game_ids = [first.begin() for _ in range(2)]
    second = first.as_it_is_now()
    signed = at_once(signing_in(first, "Bartholomew"), signing_in(second, "Charlotte"))
    assert signed == [302, 302]
    (seat,) = seats_of(server, game_ids)  # all of them one's, whoever came first
    assert seat in {holder_of(server, name) for name in ("Bartholomew", "Charlotte")}


def test_two_who_want_one_name_at_once(server: Server) -> None:
    visitors = [Visitor(server) for _ in range(3)]
    names = ("Dorothea", "DOROTHEA", "Dor0thea")
    works = []
    for visitor, name in zip(visitors, names, strict=True):
        sent = {"name": name, "password": PASSWORD, "csrfmiddlewaretoken": visitor.token()}
        works.append(lambda visitor=visitor, sent=sent: visitor.ask("/sign-up", **sent))
    assert sorted(at_once(*works)) == [302, 400, 400]
    found = server.query("SELECT count(*) FROM accounts_user WHERE lower(name) LIKE 'dor%'")
    assert found == [(1,)]


def test_what_is_deleted_while_it_is_used_is_gone(server: Server) -> None:
    person = Visitor(server)
    person.sign_up("Ernestine")
    game_ids = [person.begin() for _ in range(2)]
    holder = str(holder_of(server, "Ernestine"))
    tabs = [person.as_it_is_now() for _ in range(3)]
    sent = {"password": PASSWORD, "csrfmiddlewaretoken": person.token()}
    works: list[Callable[[], Answer]] = [lambda: person.ask("/account/delete", **sent)]
    works += [partial(tab.ask, "/account") for tab in tabs]
    assert all(status < 500 for status in at_once(*works))
    left = server.query("SELECT id FROM web_savedgame WHERE first_seat = ?", holder)
    assert left == []
    assert not server.query("SELECT 1 FROM accounts_user WHERE name = 'Ernestine'")
    for tab in tabs:
        assert "You are a guest" in tab.ask("/account")[1]
        assert '"owner": true' not in tab.ask(f"/api/games/{game_ids[0]}")[1]


def test_the_site_starts_without_a_question_on_a_fresh_folder(
    start_server: StartServer, tmp_path: Path
) -> None:
    """Nobody needs an account: the first page comes, and a game is begun."""
    visitor = Visitor(start_server(tmp_path))
    assert visitor.ask("/")[0] == 200
    assert set(visitor.cookies) <= {"skerry_csrf"}
    game_id = visitor.begin()
    assert '"owner": true' in visitor.ask(f"/api/games/{game_id}")[1]
    assert "skerry_session" not in visitor.cookies
