"""`skerry bot`: engines that speak the text protocol play at a real server."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from skerry.engine.bot import Site, SiteError
from skerry.errors import OptionError
from tests.web.bots.accounts import SECONDS, Account, begin
from tests.web.conftest import Server

ROOT = Path(__file__).parents[3]
OWN_ENGINE = f"{sys.executable} {ROOT / 'examples' / 'own_engine.py'}"
BROKEN = f"{sys.executable} {ROOT / 'tests' / 'engine' / 'broken.py'}"


def started(account: Account, *arguments: str, engine: str = OWN_ENGINE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "skerry", "bot", account.server.url, "--engine", engine, *arguments],
        env={**os.environ, "SKERRY_TOKEN": account.token, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ended(process: "subprocess.Popen[str]") -> str:
    """What a bot has said that ends by itself."""
    said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    return said


def marked(two: tuple[Account, Account]) -> tuple[Account, Account]:
    for account in two:
        account.ask("account/bot", {})
    return two


@pytest.mark.parametrize("name", ["kitaran", "syrtis"])
def test_two_engines_play_a_game_and_its_rematch(two: tuple[Account, Account], name: str) -> None:
    first, second = marked(two)
    game_id = begin(first, second, name)
    one = started(first, "--games", "1")
    other = started(second, "--games", "2")
    assert f"{name} {game_id} is over." in ended(one)
    state = first.ask(f"games/{game_id}")
    assert state["result"]["reason"] not in ("resignation", "time")
    sent = {"version": state["version"], "kind": "rematch"}
    first.ask(f"games/{game_id}/offers", sent)
    again = _rematch(first, game_id)
    state = first.ask(f"games/{again}")
    first.ask(f"games/{again}/resign", {"version": state["version"]})
    assert f"{again} is over." in ended(other)


def _rematch(account: Account, game_id: str) -> str:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        found = account.ask(f"games/{game_id}")["next_game"]
        if found:
            return str(found)
        time.sleep(0.1)
    raise AssertionError("the bot has not accepted the rematch")


def test_a_bot_asks_for_a_game_and_accepts_one(two: tuple[Account, Account]) -> None:
    first, second = marked(two)
    made = second.ask("challenges", {"game": "spry", "options": {"size": 2}})
    asked = second.ask("challenges", {"game": "byg", "to": first.ask("account")["name"]})
    asking = started(first, "--ask", "kitaran", "--accept", made["url"], "--games", "1")
    assert asking.stdout is not None
    assert "Playing as" in asking.stdout.readline()
    link = asking.stdout.readline().strip()
    shown = second.ask(f"challenges/{link.rsplit('/', 1)[1]}")
    assert (shown["game"], shown["open"]) == ("kitaran", True)
    deadline = time.monotonic() + SECONDS
    while len(second.ask("games")) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert second.ask(f"challenges/{asked['id']}")["begun"]
    game = second.ask("games")[0]
    version = second.ask(f"games/{game['id']}")["version"]
    second.ask(f"games/{game['id']}/resign", {"version": version})
    ended(asking)


@pytest.mark.parametrize("fault", ["crash", "illegal"])
def test_an_engine_that_fails_gives_its_game_up(two: tuple[Account, Account], fault: str) -> None:
    first, second = marked(two)
    game_id = begin(first, second, "byg")
    said = ended(started(first, "--games", "1", engine=f"{BROKEN} {fault}"))
    state = second.ask(f"games/{game_id}")
    assert state["result"] == {"winner": 1, "reason": "resignation"}, said


def test_a_token_that_opens_nothing_ends_the_bot(two: tuple[Account, Account]) -> None:
    first, _ = two
    first.token = "skerry_nothing"
    process = started(first)
    said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert "/account/tokens" in said


@pytest.mark.parametrize(
    "url", ["ftp://host", "host", "", "http://games.example.org", "http://10.0.0.1:8000"]
)
def test_a_token_never_travels_in_the_clear(url: str) -> None:
    with pytest.raises(OptionError):
        Site(url, "skerry_secret")


class _Elsewhere(BaseHTTPRequestHandler):
    """Leads to another address, and keeps what it was sent."""

    seen: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/stolen")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Elsewhere)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_token_is_led_nowhere_else(elsewhere: str) -> None:
    with pytest.raises(SiteError) as refused:
        Site(elsewhere, "skerry_secret").get("account")
    assert refused.value.status == 302
    assert _Elsewhere.seen == ["/api/v1/account"]


def test_what_a_site_says_is_told(two: tuple[Account, Account], own_server: Server) -> None:
    site = Site(own_server.url, two[0].token)
    with pytest.raises(SiteError, match="'nothing'") as refused:
        site.get("games", "nothing")
    assert refused.value.status == 404
    with pytest.raises(SiteError) as refused:
        site.get("games", "../account")
    assert refused.value.status == 404
    assert json.dumps(site.get("account"))
