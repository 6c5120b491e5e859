"""What the tests of conditional turns share: a game of two, and the notes of one of them."""

from dataclasses import dataclass
from typing import Any

import pytest

import skerry
from skerry.positions import Game
from skerry.sessions import Correspondence
from skerry.web.correspondence.conditions import play_due
from tests.web.conftest import Browser
from tests.web.play.two_players import KITARAN, between
from tests.web.study.conftest import Student, submit

DAYS = Correspondence(3, 14)
SYTRAN = skerry.game("sytran", size=4)  # turns are sets of stones


@dataclass
class Prepared:
    """A game in which the second player prepares answers in the notes."""

    game_id: str
    first: Browser
    second: Browser
    notes: Student

    def line(self, *turns: str, parent: int = 0) -> int:
        """Add turns to the notes; the number of the last one."""
        for turn in turns:
            parent = self.notes.add(parent, turn)
        return parent

    def set(self, reply: int, *stones: str, on: bool = True) -> Any:
        body = {"reply": reply, "on": on, "stones": list(stones)}
        return self.notes.post("/conditions/set", body)

    def waiting(self, node: int | None = None) -> dict[str, Any]:
        answer = self.notes.get("/conditions" + ("" if node is None else f"?node={node}"))
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def play(self, *turns: str) -> int:
        """Turns of both in turn, each followed by what is due; how many answers that were."""
        played = 0
        for turn in turns:
            state = self.first.state(self.game_id)
            (self.first if state["mine"] else self.second).play(self.game_id, turn)
            played += play_due()
        return played

    @property
    def turns(self) -> list[str]:
        return [one["text"].replace(" ", ",") for one in self.first.state(self.game_id)["turns"]]


def prepare(first: Browser, second: Browser, game: Game = KITARAN) -> Prepared:
    game_id = between(first, second, DAYS, game)
    answer = submit(second, f"/game/{game_id}/notes")
    assert answer.status_code == 302, answer.content
    study_id = str(answer["Location"]).split("/")[-1].split("?")[0]
    return Prepared(game_id, first, second, Student(second, study_id))


@pytest.fixture
def prepared(browser: Browser, other_browser: Browser) -> Prepared:
    """Of Kitaran on its smallest board."""
    return prepare(browser, other_browser)


@pytest.fixture
def sets(browser: Browser, other_browser: Browser) -> Prepared:
    """Of Sytran, in which a turn is a set of stones."""
    return prepare(browser, other_browser, SYTRAN)
