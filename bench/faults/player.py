"""A browser that plays games, and knows which turns were acknowledged."""

import http.client
import json
import random
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any

from bench.faults.site import FaultError, Site
from skerry.record import GameRecord

REQUEST_SECONDS = 60.0  # a longer wait is a hang
ANSWER_SECONDS = 120.0  # for the computer at a low level, over restarts of its workers
MOST_OF_COMPUTER = 3  # turns of its own in a row: in Syrtis it may set up, choose and sink
DOCUMENTED = (503, 507)  # too busy, no room: said in a sentence, nothing lost
SMALL = {
    "spry": {"size": "4"},
    "sytran": {"size": "4"},
    "byg": {"size": "4"},
    "kitaran": {"size": "4"},
    "syrtis": {"board": "minor"},
}


class UnavailableError(Exception):
    """The server does not answer: it was killed."""


@dataclass
class Reply:
    """An answer of the server."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> dict[str, Any]:
        """The JSON object in it."""
        data: dict[str, Any] = json.loads(self.body)
        return data


@dataclass
class GameKept:
    """A game, and what the server said of it last."""

    key: str
    opponent: str  # a level of the computer, or "friend"
    acknowledged: list[str] = field(default_factory=list)
    is_sent: bool = False  # a turn whose acknowledgement has not come, and may never come

    @property
    def most_new(self) -> int:
        """Turns that it may have got since it was seen: what was sent, and the computer's own."""
        return int(self.is_sent) + (0 if self.opponent == "friend" else MOST_OF_COMPUTER)


class Player:
    """Plays one action at a time. Not for several threads at once."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site = site
        self.rng = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.games: list[GameKept] = []
        self.turns = 0  # acknowledged

    def request(self, method: str, path: str, body: str = "", kind: str = "") -> Reply:
        """Ask once, as a browser would.

        Raises:
            UnavailableError: the server is not there, or went away meanwhile.
            FaultError: it failed, or gave no answer for long.
        """
        headers = {"X-CSRFToken": self.token, "Content-Type": kind} if kind else {}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.site.port, timeout=REQUEST_SECONDS
        )
        try:
            connection.request(method, path, body.encode() if kind else None, headers)
            answer = connection.getresponse()
            reply = Reply(answer.status, answer.headers, answer.read())
        except TimeoutError:
            raise FaultError(f"{method} {path} hung for {REQUEST_SECONDS:g} s") from None
        except (OSError, http.client.HTTPException):
            raise UnavailableError from None
        finally:
            connection.close()
        for cookie in reply.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if reply.status >= 500 and reply.status not in DOCUMENTED:
            raise FaultError(f"{method} {path} was answered with {reply.status}")
        return reply

    def begin(self, name: str, opponent: str = "friend") -> GameKept | None:
        """Begin a game; None where there is no room for one."""
        page = self.request("GET", f"/new/{name}").body.decode()
        self.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        sent = {"opponent": opponent, **SMALL[name], "csrfmiddlewaretoken": self.token}
        form = urllib.parse.urlencode(sent)
        reply = self.request("POST", f"/new/{name}", form, "application/x-www-form-urlencoded")
        if reply.status in DOCUMENTED:
            return None
        if reply.status != 302:
            raise FaultError(f"a game of {name} was not begun: {reply.status}")
        kept = GameKept(reply.headers["Location"].rsplit("/", 1)[1], opponent)
        self.games.append(kept)
        return kept

    def call(self, kept: GameKept, what: str, **body: object) -> Reply:
        """Send JSON to a game."""
        text = json.dumps(body)
        return self.request("POST", f"/api/games/{kept.key}/{what}", text, "application/json")

    def state(self, kept: GameKept) -> dict[str, Any]:
        """A game as it is now; what was acknowledged must be there."""
        reply = self.request("GET", f"/api/games/{kept.key}")
        if reply.status != 200:
            raise FaultError(f"game {kept.key} cannot be seen: {reply.status} {reply.body!r:.300}")
        state = reply.json()
        self._compare(kept, [turn["text"] for turn in state["turns"]])
        return state

    def _compare(self, kept: GameKept, turns: list[str]) -> None:
        count = len(kept.acknowledged)
        if turns[:count] != kept.acknowledged:
            raise FaultError(
                f"game {kept.key} lost acknowledged turns: {kept.acknowledged}, now {turns}"
            )
        if len(turns) - count > kept.most_new:
            raise FaultError(f"game {kept.key} has turns that nobody played: {turns[count:]}")
        kept.acknowledged, kept.is_sent = turns, False

    def compose(self, kept: GameKept, state: dict[str, Any]) -> list[str]:
        """A random whole turn, action by action as the page does it."""
        actions: list[str] = []
        composed = state
        while not composed["complete"]:
            if composed["may_end"] and self.rng.random() < 0.5:
                break
            actions.append(self.rng.choice(composed["legal"])["text"])
            reply = self.call(kept, "preview", version=state["version"], actions=actions)
            if reply.status != 200:
                raise FaultError(f"a legal action was refused: {actions} {reply.body!r:.300}")
            composed = reply.json()
        return actions

    def play(self, kept: GameKept) -> int:
        """Play a turn where it is ours; returns the status, 0 where there was nothing to play."""
        state = self.state(kept)
        if state["over"]:
            self.check_record(kept)
            self.games.remove(kept)
            return 0
        if state["trouble"]:
            return self.call(kept, "retry").status
        if state["thinking"]:
            return 0
        actions = self.compose(kept, state)
        kept.is_sent = True
        before = len(kept.acknowledged)
        reply = self.call(kept, "play", version=state["version"], actions=actions)
        if reply.status == 200:
            self._compare(kept, [turn["text"] for turn in reply.json()["turns"]])
            if len(kept.acknowledged) <= before:
                raise FaultError(f"game {kept.key} acknowledged a turn that it does not have")
            self.turns += 1
        elif reply.status in DOCUMENTED:
            kept.is_sent = False  # so it must not be there
        else:
            raise FaultError(f"a turn was refused: {reply.status} {reply.body!r:.300}")
        return reply.status

    def check_record(self, kept: GameKept) -> None:
        """The record replays, and holds what was acknowledged, in its order."""
        record = GameRecord.from_json(self.request("GET", f"/game/{kept.key}/record.json").body)
        self._compare(kept, [turn.replace(",", " ") for turn in record.turn_texts])

    def wait_for_computer(self, kept: GameKept) -> dict[str, Any]:
        """The game when the computer owes nothing any more."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < deadline:
            state = self.state(kept)
            if state["trouble"]:
                self.call(kept, "retry")
            elif not state["thinking"]:
                return state
            time.sleep(0.1)
        raise FaultError(f"the computer has not answered in game {kept.key}")
