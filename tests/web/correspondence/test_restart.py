"""Conditional turns on a real server: over its sudden end, and for what was played meanwhile."""

import json
import os
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.small import form, small
from tests.web.conftest import START_SECONDS, Server, StartServer

# Play a turn of who moves first while no site runs, and so nobody looks for answers.
PLAY_ALONE = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
from skerry.core.jit import interpret
interpret()
import django
django.setup()
from skerry.web.base.services import provide
from skerry.web.play import changes
from skerry.web.play.models import SavedGame
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
provide(*make_services(Engine()))
saved = SavedGame.objects.get()
changes.play(saved, saved.first_seat, saved.version, ["c3"])
"""


@dataclass
class Visitor:
    """A browser of one of the two, which lives longer than a server."""

    server: Server
    token: str = ""
    _opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    )

    def submit(self, path: str, **fields: str) -> str:
        """Send a form; the address that it leads to."""
        with self._opener.open(f"{self.server.url}/new/kitaran") as answer:
            page = answer.read().decode()
        self.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self.token}).encode()
        with self._opener.open(self.server.url + path, body) as answer:
            return urllib.parse.urlsplit(str(answer.url)).path

    def get(self, path: str) -> dict[str, Any]:
        with self._opener.open(self.server.url + path) as answer:
            return dict(json.load(answer))

    def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        request = urllib.request.Request(self.server.url + path, json.dumps(body).encode(), headers)
        with self._opener.open(request) as answer:
            return dict(json.load(answer))

    def wait_for_turns(self, game: str, *turns: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while (known := [one["text"] for one in self.get(game)["turns"]]) != list(turns):
            assert time.monotonic() < deadline, known
            time.sleep(0.1)


def prepare(first: Visitor, second: Visitor) -> str:
    """A game in which the second one answers two turns by themselves; the address of its API."""
    days = "3-days-a-turn-14-days-of-vacation"
    asked = {**form(small("kitaran")), "opponent": "online", "side": "first", "time": days}
    challenge = first.submit("/challenge/new/kitaran", **asked)
    game = second.submit(f"{challenge}/accept")
    notes = f"/api/studies/{second.submit(f'{game}/notes').rpartition('/')[2]}"
    here = 0
    for number, turn in enumerate(("a1", "b2", "c3", "a3")):
        edit = {"kind": "Add", "chapter": 1, "parent": here, "turn": turn}
        here = int(second.post(f"{notes}/edit", {"version": 0, "edit": edit})["number"])
        if number % 2:
            second.post(f"{notes}/conditions/set", {"reply": here, "on": True})
    return game.replace("/game/", "/api/games/")


def test_answers_outlive_the_server_and_make_up_for_its_absence(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    first, second = Visitor(server), Visitor(server)
    game = prepare(first, second)
    server.kill()

    first.server = second.server = server = start_server(tmp_path)
    version = first.get(game)["version"]
    first.post(f"{game}/play", {"version": version, "actions": ["a1"]})
    first.wait_for_turns(game, "a1", "b2")
    server.kill()

    environment = {**os.environ, "SKERRY_DATA_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", PLAY_ALONE], env=environment, check=True)
    first.server = start_server(tmp_path)
    first.wait_for_turns(game, "a1", "b2", "c3", "a3")
    assert "Traceback" not in server.log.read_text()
