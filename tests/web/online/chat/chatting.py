"""Two browsers that chat: what the tests of this folder share."""

from typing import Any

from tests.web.conftest import Browser
from tests.web.play.two_players import between


def begin(first: Browser, second: Browser) -> str:
    """A game of two browsers; returns its id."""
    return between(first, second)


def say(browser: Browser, game_id: str, text: object, **more: object) -> Any:
    """Write a line; the response."""
    return browser.send(game_id, "chat", {"text": text, **more})


def hear(browser: Browser, game_id: str, query: str = "") -> dict[str, Any]:
    """All that a browser may read."""
    answer = browser.client.get(f"/api/games/{game_id}/chat{query}")
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "private, no-store"
    return dict(answer.json())


def texts(browser: Browser, game_id: str, query: str = "") -> list[str]:
    """The lines that a browser may read."""
    return [line["text"] for line in hear(browser, game_id, query)["lines"]]


def error_of(answer: Any) -> tuple[int, str]:
    """Status and sentence of a refusal."""
    return answer.status_code, str(answer.json()["error"])
