"""Results of a round that come at the same moment, at a real server with a database in a file."""

import http.client
import json
import re
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.accounts.test_races import Visitor
from tests.web.conftest import START_SECONDS, StartServer

pytestmark = pytest.mark.stores

FORM = {
    "name": "Race",
    "game": "kitaran.0",
    "time": "10-min-5-s",
    "system": "swiss",
    "rounds": "3",
}
ROUND = re.compile(r'data-round="(\d+)"')


def call(visitor: Visitor, game: str, what: str, **more: object) -> tuple[int, str]:
    """Do something in a game as its page would."""
    status, text = visitor.ask(f"/api/games/{game}")
    assert status == 200, text
    body = json.dumps({"version": json.loads(text)["version"], **more})
    headers = {"X-CSRFToken": visitor.token(), "Content-Type": "application/json"}
    headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    connection = http.client.HTTPConnection("127.0.0.1", visitor.server.port, timeout=START_SECONDS)
    with closing(connection):
        connection.request("POST", f"/api/games/{game}/{what}", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def own_game(visitor: Visitor, link: str) -> str:
    """The game that the tournament's page leads to."""
    _, page = visitor.ask(link)
    found = re.search(r'class="my-game"><a[^>]* href="([^"]+)"', page)
    assert found is not None, page
    return found[1].rsplit("/", 1)[1]


def test_two_results_at_once_pair_one_round(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    players = [Visitor(server) for _ in range(4)]
    for number, one in enumerate(players):
        one.sign_up(f"Racer {number}")
    status, link = players[0].send("/tournaments/new", **FORM)
    assert status == 302, link
    for one in players:
        assert one.send(f"{link}/enter") == (302, link)
    assert players[0].send(f"{link}/start") == (302, link)
    for number in (1, 2):
        games: dict[str, list[Visitor]] = {}
        for one in players:
            games.setdefault(own_game(one, link), []).append(one)
        assert len(games) == 2
        start = threading.Barrier(2)
        said: list[int] = []

        def resign(one: Visitor, game: str, start: threading.Barrier, said: list[int]) -> None:
            start.wait()
            said.append(call(one, game, "resign")[0])

        threads = [
            threading.Thread(target=resign, args=(both[0], game, start, said))
            for game, both in games.items()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert said == [200, 200]
        deadline = time.monotonic() + 30
        rounds = 0
        while rounds <= number and time.monotonic() < deadline:
            rounds = len(ROUND.findall(players[0].ask(link)[1]))
        assert rounds == number + 1
    time.sleep(2)  # the sweeper has looked
    page = players[0].ask(link)[1]
    assert len(ROUND.findall(page)) == 3
    assert page.count('class="pairing has-game"') == 6
    server.kill()
