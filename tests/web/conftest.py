"""What the tests of the site share: a browser's seat, saved games, a server of their own."""

import contextlib
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import psycopg
import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings
from django.utils.crypto import get_random_string

from skerry.games.catalogue import info
from skerry.games.info import Value
from skerry.web.accounts.hashers import Argon2
from skerry.web.analysis.analyses import Analyses
from skerry.web.base.background import DONE, Background, Unfinished
from skerry.web.base.services import provide, service
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from skerry.web.site import environment
from skerry.web.site.data import DATABASE_FILE
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
from tests.small import form, small
from tests.web.several import several_processes
from tools import servers

START_SECONDS = 600  # a server whose kernels are compiled at low priority, on a busy machine
CSRF_COOKIE, CSRF_LENGTH = "skerry_csrf", 32
T = TypeVar("T")
LONG_LEASE = 3600.0  # seconds: no sitting ends because the machine is slow


def small_form(name: str, **wanted: Value) -> dict[str, str]:
    """What the form of a new game sends for a small board; `wanted` as in `small`."""
    seed = {"seed": "7"} if info(name).has_setup else {}
    return form(small(name, **wanted)) | seed


@pytest.fixture(autouse=True)
def analyses() -> Analyses:
    """Of a site of the test's own, whose engine nobody has started."""
    return share_with(Engine())


def share_with(engine: Engine, *others: object) -> Analyses:
    """Let requests share an engine, and other things than usual; returns the analyses."""
    analyses = Analyses(engine, lease=LONG_LEASE)
    provide(*make_services(engine), analyses, *others)
    return analyses


def when_done(ask: Callable[[HttpRequest], T]) -> T:
    """What is made in the background for a request, as the second attempt gets it."""
    request = RequestFactory().get("/")
    while True:
        try:
            return ask(request)
        except Unfinished as unfinished:
            service(Background).wait(unfinished.work)
            request.META[DONE] = unfinished.work


@pytest.fixture(scope="session", autouse=True)
def own_part_of_redis() -> Iterator[None]:
    """Workers beside each other share a Redis, and each empties its cache: so each has a number."""
    url, worker = os.environ.get(servers.REDIS_URL), os.environ.get("PYTEST_XDIST_WORKER", "")
    if not url or not worker:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(servers.REDIS_URL, f"{url}?db={worker.removeprefix('gw')}")
        with override_settings(CACHES={"default": environment.cache()}):
            yield


@pytest.fixture(scope="session", autouse=True)
def costs_of_passwords() -> Iterator[dict[str, int]]:
    """What a password costs on a site, by name; here it costs next to nothing."""
    cheap = {"time_cost": 1, "memory_cost": 64}  # KiB
    costs = {name: getattr(Argon2, name) for name in cheap}
    with pytest.MonkeyPatch.context() as patch:
        for name, cost in cheap.items():
            patch.setattr(Argon2, name, cost)
        yield costs


@pytest.fixture(autouse=True)
def transactions_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's own transaction is not given up by what ends the work of a thread of the site's."""
    close = BaseDatabaseWrapper.close_if_unusable_or_obsolete

    def close_outside(self: BaseDatabaseWrapper) -> None:
        if not self.in_atomic_block:
            close(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", close_outside)


@dataclass
class Browser:
    """A client with cookies and its CSRF token, as a browser has them."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def token(self) -> str:
        """What its forms send: the secret of its cookie, which any page would have given it."""
        if not self.client.cookies.get(CSRF_COOKIE):
            self.client.cookies[CSRF_COOKIE] = get_random_string(CSRF_LENGTH)
        return self.client.cookies[CSRF_COOKIE].value

    def begin(self, name: str, /, **fields: str) -> str:
        """Begin a game between friends, unless the fields say otherwise; returns its id."""
        sent = {"opponent": "friend", **small_form(name), **fields}
        answer = self.client.post(f"/new/{name}", {**sent, "csrfmiddlewaretoken": self.token()})
        assert answer.status_code == 302, answer.content.decode()
        return str(answer["Location"]).rsplit("/", 1)[1]

    def state(self, game_id: str, query: str = "") -> dict[str, Any]:
        answer = self.client.get(f"/api/games/{game_id}{query}")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def send(self, game_id: str, what: str, body: object) -> Any:
        """POST JSON to a game and return the response."""
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(
            f"/api/games/{game_id}/{what}",
            text,
            content_type="application/json",
            headers={"X-CSRFToken": self.token()},
        )

    def act(self, game_id: str, what: str, **more: object) -> Any:
        """As `send`, by a page that shows the game as it is now."""
        version = SavedGame.objects.get(pk=game_id).version
        return self.send(game_id, what, {"version": version, **more})

    def play(self, game_id: str, *turns: str) -> dict[str, Any]:
        """Play turns one after another; returns the last state."""
        state = self.state(game_id)
        for turn in turns:
            body = {"version": state["version"], "actions": turn.split(",")}
            answer = self.send(game_id, "play", body)
            assert answer.status_code == 200, answer.content
            state = answer.json()
        return state

    def play_any(self, game_id: str) -> dict[str, Any]:
        """Play some turn; returns the state."""
        position = record_of(queries.find_any(game_id)).position
        turn = position.sample_turn(random.Random(1))
        return self.play(game_id, position.game.format_turn(turn))


@pytest.fixture
def browser(db: None) -> Browser:
    return Browser()


@pytest.fixture
def other_browser(db: None) -> Browser:
    return Browser()


@dataclass
class Server:
    """The site in a process of its own, with its own data folder."""

    folder: Path
    process: subprocess.Popen[bytes]
    log: Path  # what it has printed
    log_start: int = 0  # bytes that an earlier server printed there
    # Of its PostgreSQL, as the environment says unless it has one of its own; "" for a file.
    database_url: str = field(default_factory=lambda: os.environ.get(servers.DATABASE_URL, ""))

    @cached_property
    def port(self) -> int:
        """Where it listens, as it has said. Raises OSError while it has not."""
        printed = self.log.read_bytes()[self.log_start :].decode()
        said = re.search(r"Skerry is at http://\S+:(\d+)/", printed)
        if said is None:
            raise OSError("the server has not said where it is")
        return int(said[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def query(self, text: str, *values: str) -> list[tuple[object, ...]]:
        """Ask its database in SQL, with a `?` for each value."""
        if not self.database_url:
            with contextlib.closing(sqlite3.connect(self.folder / DATABASE_FILE)) as file:
                return file.execute(text, values).fetchall()
        with psycopg.connect(self.database_url) as database:
            marked = text.replace("%", "%%").replace("?", "%s")
            return database.execute(marked.encode(), values).fetchall()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=START_SECONDS) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def wait_until_up(self) -> None:
        """Wait until it answers at all."""
        self._wait(lambda engine: True)

    def wait_until_compiled(self) -> None:
        """Wait until its compiled worker has taken over."""
        self._wait(lambda engine: engine["phase"] == "ready")

    def wait_for_line(self, words: str) -> None:
        """Wait until it has said something."""
        deadline = time.monotonic() + START_SECONDS
        while words not in self.log.read_text():
            assert self.process.poll() is None, f"the server has ended:\n{self.log.read_text()}"
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def wait_for(self, path: str) -> None:
        """Wait until it answers at a path at all, and says that all is well."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"the server has ended:\n{self.log.read_text()}"
            with contextlib.suppress(OSError):
                if self.get(path)[0] == 200:
                    return
            time.sleep(0.05)
        raise AssertionError(f"{path} did not come:\n{self.log.read_text()}")

    def _wait(self, enough: Callable[[dict[str, Any]], bool]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"the server has ended:\n{self.log.read_text()}"
            try:
                if enough(json.loads(self.get("/api/engine")[1])):
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError(
            f"the server was not there within {START_SECONDS} s:\n{self.log.read_text()}"
        )


@dataclass
class Player:
    """Plays on a server as a browser would, with cookies of its own."""

    server: Server
    token: str = ""  # which forms and scripts send, once a game has been begun
    _opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    )

    def begin(self, name: str, /, **fields: str) -> str:
        """Begin a game, a small one unless the fields say otherwise; returns its id."""
        with self._opener.open(f"{self.server.url}/new/{name}") as answer:
            page = answer.read().decode()
        self.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        sent = {"opponent": "friend", **small_form(name), **fields}
        sent["csrfmiddlewaretoken"] = self.token
        body = urllib.parse.urlencode(sent).encode()
        with self._opener.open(f"{self.server.url}/new/{name}", body) as answer:
            return str(answer.url).rsplit("/", 1)[1]

    def send(self, game_id: str, what: str, body: dict[str, object]) -> dict[str, Any]:
        """POST JSON to a game, as its page does, and return the answer."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        address = f"{self.server.url}/api/games/{game_id}/{what}"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        with self._opener.open(request) as answer:
            return dict(json.load(answer))

    def wait(self, game_id: str) -> dict[str, Any]:
        """The state of a game once the computer does not think any more."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            with self._opener.open(f"{self.server.url}/api/games/{game_id}") as answer:
                state: dict[str, Any] = json.load(answer)
            if not state["thinking"]:
                return state
            time.sleep(0.05)
        raise AssertionError("the computer thinks for ever")


Kernels = Literal["none", "later", "as here"]


class StartServer(Protocol):
    """Starts a server on a data folder."""

    def __call__(
        self,
        folder: Path,
        *,
        kernels: Kernels = "none",
        before: str = "",
        cache: Path | None = None,
        host: str = "127.0.0.1",
    ) -> Server:
        """Its kernels stay plain Python, are compiled once it is up, or as in these tests.

        `before` is code to run before the site starts, `cache` a folder for kernels in place of
        the one that all tests share.
        """


@contextlib.contextmanager
def servers_until_the_end() -> Iterator[StartServer]:
    """Starts servers, and ends all of them when it ends: idle ones would go on to look for news."""
    servers: list[Server] = []

    def start(
        folder: Path,
        *,
        kernels: Kernels = "none",
        before: str = "",
        cache: Path | None = None,
        host: str = "127.0.0.1",
    ) -> Server:
        # Port 0: the system gives one, so that tests side by side never want the same.
        serve = f"from skerry.web.site.run import serve; serve({host!r}, 0, open_browser=False)"
        variables = {"SKERRY_DATA_DIR": str(folder)}
        if kernels != "as here":  # to load them takes longer than most tests do
            variables["NUMBA_DISABLE_JIT"] = "1" if kernels == "none" else "0"
        if cache is not None:
            variables["SKERRY_CACHE_DIR"] = str(cache)
        folder.mkdir(exist_ok=True)
        log = folder / "log"
        with log.open("ab") as printed:
            old = log.stat().st_size  # of an earlier server on this folder
            process = subprocess.Popen(
                [sys.executable, "-c", f"{before}\n{serve}"],
                env={**os.environ, **variables},
                stderr=printed,
            )
        server = Server(folder, process, log, old)
        servers.append(server)
        server.wait_until_up()
        return server

    try:
        yield start
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()


@pytest.fixture(scope="module")
def start_server() -> Iterator[StartServer]:
    with servers_until_the_end() as start:
        yield start


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL of the tests' own. It is never missing in silence: then the tests fail."""
    with servers.postgresql() as database:
        yield database.url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with servers.redis_server() as memory:
        yield memory.url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site of many tests: where those of `stores` run once more, it is several processes."""
    folder = tmp_path_factory.mktemp("data")
    if servers.DATABASE_URL not in os.environ:
        with servers_until_the_end() as start:
            yield start(folder, kernels="as here")
        return
    with several_processes(folder) as (processes, database_url):
        found = Server(folder, processes[-1], folder / "log", database_url=database_url)
        found.wait_until_up()
        yield found
