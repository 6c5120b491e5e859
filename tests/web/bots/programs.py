"""Programs with tokens, as the tests of this folder need them."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.test import Client

from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.bots import tokens
from tests.small import small

PASSWORD = "a tall lighthouse"


@dataclass
class Program:
    """An account, and what a program with a token of it asks for."""

    name: str
    token: str = ""
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def __post_init__(self) -> None:
        user = people.sign_up(self.name, PASSWORD)
        self.token = tokens.make(user, "test")

    @property
    def player(self) -> Player:
        found = people.find_by_name(self.name)
        assert found is not None
        return found

    def get(self, path: str, token: str | None = None) -> Any:
        authorization = f"Bearer {self.token if token is None else token}"
        return self.client.get(f"/api/v1/{path}", headers={"Authorization": authorization})

    def post(self, path: str, **sent: object) -> Any:
        return self.client.post(
            f"/api/v1/{path}",
            json.dumps(sent),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.token}"},
        )

    def asked(self, path: str) -> Any:
        """The answer to a question that is answered."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def did(self, path: str, **sent: object) -> Any:
        """The answer to an act that is done."""
        answer = self.post(path, **sent)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def turn(self, game_id: str, random: Random) -> str:
        """A whole turn, by what the API says alone."""
        begun: list[str] = []
        while True:
            now = self.asked(f"games/{game_id}/actions?begun={'%2C'.join(begun)}")
            if not now["actions"]:
                return ",".join(begun)
            begun.append(random.choice(now["actions"]).replace("%", "%25"))

    def play(self, game_id: str, random: Random) -> dict[str, Any]:
        """Play any turn."""
        version = self.asked(f"games/{game_id}")["version"]
        turn = self.turn(game_id, random)
        return dict(self.did(f"games/{game_id}/turns", turn=turn, version=version))


def begin(first: Program, second: Program, name: str, /, **more: object) -> str:
    """A game of two programs, the first of which moves first; returns its id."""
    sent = {"options": small(name), "side": "first", **more}
    made = first.did("challenges", game=name, **sent)
    return str(second.did(f"challenges/{made['id']}/accept")["id"])
