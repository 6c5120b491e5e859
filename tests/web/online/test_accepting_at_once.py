"""Challenges that several accept at the same moment, at a real server with a database in a file."""

import threading
from pathlib import Path

import pytest

from tests.web.accounts.test_races import Visitor
from tests.web.conftest import StartServer, small_form

pytestmark = pytest.mark.stores

VISITORS = 6


def test_of_many_who_accept_at_once_one_gets_it(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    maker = Visitor(server)
    form = {"opponent": "online", "side": "first", **small_form("kitaran")}
    status, link = maker.send("/challenge/new/kitaran", **form)
    assert status == 302, link
    visitors = [Visitor(server) for _ in range(VISITORS)]
    tokens = [visitor.token() for visitor in visitors]
    start, answers = threading.Barrier(VISITORS), []

    def accept(visitor: Visitor, token: str) -> None:
        start.wait()
        answers.append(visitor.ask(f"{link}/accept", csrfmiddlewaretoken=token))

    threads = [
        threading.Thread(target=accept, args=both) for both in zip(visitors, tokens, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = [where for status, where in answers if status == 302]
    assert len(games) == 1
    refusals = [text for status, text in answers if status == 409]
    assert len(refusals) == VISITORS - 1
    assert all("Somebody else was quicker" in text for text in refusals)
    assert maker.ask(link) == (302, games[0])
    server.kill()
