"""Two processes behind one port, on PostgreSQL and Redis: whichever answers, it is one site.

They ask one engine, which is a process as well.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skerry.web.site import environment
from skerry.web.thinking.remote_engine import AWAY
from tests.web.conftest import START_SECONDS, Server, small_form

NAME = "games.example.org"


@pytest.fixture(scope="module")
def processes(
    tmp_path_factory: pytest.TempPathFactory, surroundings: dict[str, str]
) -> Iterator[list[Server]]:
    """Both, and their engine, started at the same moment on a database that has nothing yet."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        free.bind(("127.0.0.1", 0))  # and it stays ours until both listen there
        port = free.getsockname()[1]
        serve = ("serve", "--port", str(port), "--share-port")
        servers = [
            start(tmp_path_factory.mktemp("part"), surroundings, *command)
            for command in (serve, serve, ("serve-engine",))
        ]
        for server in servers[:2]:
            server.wait_for_line("Skerry is at")
        servers[2].wait_for_line("The engine is at")
    yield servers
    for server in servers:
        server.process.terminate()
        assert server.process.wait(START_SECONDS) == 0
        assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def surroundings(
    tmp_path_factory: pytest.TempPathFactory, postgresql_url: str, redis_url: str
) -> dict[str, str]:
    return {
        "SKERRY_SECRET_KEY": "k" * 50,  # machines of one site share a key
        "NUMBA_DISABLE_JIT": "1",  # the computer plays as well
        environment.DATABASE_URL: postgresql_url,
        environment.REDIS_URL: redis_url,
        environment.PUBLIC_NAME: NAME,
        environment.PLAIN_HTTP: "1",
        environment.ENGINE_URL: f"unix://{tmp_path_factory.mktemp('engine')}/socket",
    }


def start(folder: Path, surroundings: dict[str, str], *command: str) -> Server:
    log = folder / "log"
    with log.open("ab") as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "skerry", *command],
            env={**os.environ, "SKERRY_DATA_DIR": str(folder), **surroundings},
            stderr=printed,
        )
    return Server(folder, process, log)


class Visitor:
    """A browser that opens a connection for each request, so that either process may answer."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.asked = 0  # times

    def ask(self, path: str, body: str | None = None, kind: str = "") -> tuple[int, str]:
        self.asked += 1
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)
        headers = {
            "Host": NAME,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.token,
            "Content-Type": kind,
        }
        try:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            said = answer.read().decode()
            return answer.status, answer.headers.get("Location") or said
        finally:
            connection.close()


def answered(port: int) -> set[int]:
    """How many pages and calls each process has answered, as it says itself."""
    found: set[int] = set()
    for _ in range(60):  # that one process tells all has a chance of 2 to the -59th
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
        connection.request("GET", "/metrics", headers={"Host": "localhost"})
        text = connection.getresponse().read().decode()
        connection.close()
        counts = re.findall(r'skerry_requests_total{kind="(?:api|page)",.*} (\S+)', text)
        found.add(int(sum(map(float, counts))))
    return found


def test_a_game_goes_on_whichever_answers(processes: list[Server]) -> None:
    visitor = Visitor(processes[0].port)
    assert visitor.port == processes[1].port
    _, page = visitor.ask("/new/byg")
    visitor.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    sent = {"opponent": "friend", **small_form("byg"), "csrfmiddlewaretoken": visitor.token}
    form = "application/x-www-form-urlencoded"
    status, leads_to = visitor.ask("/new/byg", urllib.parse.urlencode(sent), form)
    assert status == 302
    address = f"/api/games/{leads_to.rsplit('/', 1)[1]}"
    for version in range(0, 20, 2):
        for what, more in (("play", {"actions": ["a1"]}), ("take-back", {})):
            now = version + (what == "take-back")
            body = json.dumps({"version": now, **more})
            status, said = visitor.ask(f"{address}/{what}", body, "application/json")
            assert status == 200, said
            assert json.loads(visitor.ask(address)[1])["version"] == now + 1
    counts = answered(visitor.port)
    assert min(counts) > 0
    assert max(counts) < visitor.asked
    assert sum(counts) in (visitor.asked, visitor.asked // 2)  # where both have answered as many


FORM = "application/x-www-form-urlencoded"


def send(visitor: Visitor, path: str, **fields: str) -> str:
    """Send a form as its page would; where that leads."""
    _, page = visitor.ask("/new/byg")
    visitor.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    sent = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": visitor.token})
    status, leads_to = visitor.ask(path, sent, FORM)
    assert status == 302, leads_to
    return leads_to


def at_once(visitors: list[Visitor], work: Callable[[Visitor], tuple[int, str]]) -> list[str]:
    """What all of them are answered who do something at the same moment, but for redirects."""
    start, said = threading.Barrier(len(visitors)), []

    def act(visitor: Visitor) -> None:
        start.wait()
        status, text = work(visitor)
        said.extend([] if status in (200, 302) else [text])

    threads = [threading.Thread(target=act, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def call(visitor: Visitor, address: str, what: str, **more: object) -> tuple[int, str]:
    version = json.loads(visitor.ask(address)[1])["version"]
    body = json.dumps({"version": version, **more})
    return visitor.ask(f"{address}/{what}", body, "application/json")


def test_games_of_one_player_that_end_at_once_are_all_rated(
    processes: list[Server], surroundings: dict[str, str]
) -> None:
    """And in an order that gives the same ratings when all of them are computed again."""
    champion, others = Visitor(processes[0].port), []
    games: dict[Visitor, str] = {}
    send(champion, "/sign-up", name="Champion", password="a tall lighthouse")
    for number in range(4):
        other = Visitor(champion.port)
        send(other, "/sign-up", name=f"Other {number}", password="a tall lighthouse")
        asked = {"opponent": "online", "side": "first", "time": "5-min-3-s", "rated": "on"}
        link = send(champion, "/challenge/new/byg", **asked, size="4")
        address = send(other, f"{link}/accept").replace("/game/", "/api/games/")
        for visitor, cell in ((champion, "a1"), (other, "b1")):
            status, said = call(visitor, address, "play", actions=[cell])
            assert status == 200, said
        others.append(other)
        games[other] = address
    assert at_once(others, lambda one: call(one, games[one], "resign")) == []
    _, page = champion.ask("/players/Champion")
    assert "4 rated games" in page
    checked = subprocess.run(
        [sys.executable, "-m", "skerry", "check-games"],
        env={**os.environ, "SKERRY_DATA_DIR": str(processes[0].folder), **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_all_who_wait_for_a_quick_game_are_paired_once(processes: list[Server]) -> None:
    visitors = [Visitor(processes[0].port) for _ in range(8)]
    for visitor in visitors:
        _, page = visitor.ask("/lobby")
        visitor.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]

    def wait(visitor: Visitor) -> tuple[int, str]:
        sent = {"game": "byg", "speed": "rapid", "csrfmiddlewaretoken": visitor.token}
        return visitor.ask("/quick", urllib.parse.urlencode(sent), FORM)

    assert at_once(visitors, wait) == []
    games = Counter(json.loads(visitor.ask("/api/quick")[1])["game"] for visitor in visitors)
    assert sorted(games.values()) == [2, 2, 2, 2]
    assert None not in games


def begin(visitor: Visitor, name: str, **fields: str) -> str:
    """Begin a game; where its calls go."""
    return send(visitor, f"/new/{name}", **small_form(name), **fields).replace(
        "/game/", "/api/games/"
    )


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def finished(visitor: Visitor) -> str:
    """A game that is over, and so open to be analysed."""
    address = begin(visitor, "kitaran", opponent="friend")
    assert call(visitor, address, "play", actions=["a1"])[0] == 200
    assert call(visitor, address, "resign")[0] == 200
    return address


def test_an_analysis_goes_on_whichever_answers(processes: list[Server]) -> None:
    visitor = Visitor(processes[0].port)
    address = finished(visitor)
    numbers = []

    def is_known() -> bool:
        status, said = call(visitor, address, "analysis", turn=0, page="p")
        assert status == 200, said
        numbers.append(json.loads(said)["number"])
        return bool(json.loads(said)["turns"])

    wait_for(is_known)
    for _ in range(10):
        is_known()
    assert numbers == sorted(numbers)  # by one count: there is one sitting
    assert call(visitor, address, "analysis/stop", page="p")[0] == 200


def test_the_computer_plays_whichever_answers(processes: list[Server]) -> None:
    visitor = Visitor(processes[0].port)
    address = begin(visitor, "byg", opponent="1", side="second")
    wait_for(lambda: json.loads(visitor.ask(address)[1])["version"] == 1)


def test_people_play_on_while_the_engine_is_away(
    processes: list[Server], surroundings: dict[str, str]
) -> None:
    visitor = Visitor(processes[0].port)
    over = finished(visitor)
    processes[2].kill()
    assert finished(visitor)
    status, said = call(visitor, over, "analysis", turn=0, page="p")
    assert (status, json.loads(said)["error"]) == (503, AWAY)
    status, said = visitor.ask("/healthz")
    assert (status, json.loads(said)["engine"]) == (200, "away")
    study = f"/study/{send(visitor, '/studies/new', game='byg').rsplit('/', 1)[1]}"
    assert visitor.ask(study)[0] == 200
    owed = begin(visitor, "byg", opponent="1", side="second")
    assert json.loads(visitor.ask(owed)[1])["thinking"]
    processes[2] = start(processes[2].folder, surroundings, "serve-engine")
    wait_for(lambda: json.loads(visitor.ask(owed)[1])["version"] == 1)
    wait_for(lambda: call(visitor, over, "analysis", turn=0, page="p")[0] == 200)
