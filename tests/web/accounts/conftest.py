"""Who signs in, in the tests of accounts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache

from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.base.consumers import Announcer
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with

PASSWORD = "a tall lighthouse"


@pytest.fixture
def user(db: None) -> User:
    return people.sign_up("Anneliese", PASSWORD)


@pytest.fixture(autouse=True)
def no_guesses_yet() -> Iterator[None]:
    """What one test has tried is not held against another."""
    cache.clear()
    yield
    cache.clear()


class Noted(Announcer):
    """Keeps what sockets are told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, Mapping[str, Any]]] = []

    def tell(self, group: str, message: Mapping[str, Any]) -> None:
        """Note it."""
        self.told.append((group, message))


@pytest.fixture
def noted(analyses: object) -> Noted:
    """What sockets of the site are told from now on."""
    noted = Noted()
    share_with(Engine(), noted)
    return noted


@dataclass
class Person(Browser):
    """A browser whose person signs up, in and out."""

    def post(self, path: str, /, **fields: str) -> Any:
        return self.client.post(path, {**fields, "csrfmiddlewaretoken": self.token()})

    def sign_up(self, name: str = "Anneliese", password: str = PASSWORD, **more: str) -> Any:
        return self.post("/sign-up", name=name, password=password, **more)

    def sign_in(self, name: str = "Anneliese", password: str = PASSWORD, **more: str) -> Any:
        return self.post("/sign-in", name=name, password=password, **more)

    def begin_a_turn(self, name: str) -> str:
        """Begin a game and play a turn, so that home lists it."""
        game_id = self.begin(name)
        self.play_any(game_id)
        return game_id

    def page(self, path: str = "/account") -> str:
        """What an address that refuses nothing shows; no page where it leads elsewhere."""
        answer = self.client.get(path)
        assert answer.status_code in (200, 302)
        return str(answer.content.decode())

    @property
    def is_signed_in(self) -> bool:
        return "Sign out" in self.page()


@pytest.fixture
def person(db: None) -> Person:
    return Person()


@pytest.fixture
def other(db: None) -> Person:
    return Person()


def seat_in(game_id: str) -> str:
    holder = SavedGame.objects.get(pk=game_id).holder
    assert holder
    return holder
