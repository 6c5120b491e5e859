"""Accounts of a real server, and their tokens."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.small import small
from tests.web.accounts.test_races import Visitor
from tests.web.conftest import Server

SECONDS = 240
PASSWORD = "a tall lighthouse"


class Account:
    """An account of a real server, and a token of it."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        visitor = Visitor(server)
        status, _ = visitor.send("/sign-up", name=name, password=PASSWORD)
        assert status == 302
        status, page = visitor.send(
            "/account/tokens", title="test", scope="play", password=PASSWORD
        )
        assert status == 200, page
        self.token = page.split('<code id="token">')[1].split("</code>")[0]

    def open(self, path: str, sent: object = None) -> Any:
        body = None if sent is None else json.dumps(sent).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.server.url}/api/v1/{path}", body, headers)
        return urllib.request.urlopen(request, timeout=SECONDS)

    def ask(self, path: str, sent: object = None) -> Any:
        with self.open(path, sent) as answer:
            return json.load(answer)

    def lines(self, stream: Any) -> Iterator[dict[str, Any]]:
        return (json.loads(line) for line in stream if line.strip())


def begin(first: Account, second: Account, name: str) -> str:
    sent = {"game": name, "options": small(name), "side": "first"}
    made = first.ask("challenges", sent)
    return str(second.ask(f"challenges/{made['id']}/accept", {})["id"])
