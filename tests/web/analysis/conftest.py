"""Asking a site for an analysis of a game, and an engine that says what a test wants."""

import json
import random
from typing import Any

import pytest

import skerry
from skerry.web.analysis.analyses import VIEW, Analyses
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from skerry.web.thinking.jobs import Answer, Job
from tests.web.conftest import Browser


def ask(browser: Browser, game_id: str, turn: int = 0, **more: object) -> Any:
    return browser.act(game_id, "analysis", **{"turn": turn, "page": "p1", **more})


def told(browser: Browser, game_id: str, turn: int = 0, **more: object) -> dict[str, Any]:
    answer = ask(browser, game_id, turn, **more)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def look(browser: Browser, game_id: str, turn: int, *turns: str) -> Any:
    return browser.act(game_id, "variation", turn=turn, turns=list(turns))


def feed(
    analyses: Analyses, text: str, value: float = 0.7, *, is_last: bool = False, **more: object
) -> None:
    """Let the engine say something about a position."""
    position = skerry.position(text)
    turn = position.game.format_turn(position.sample_turn(random.Random(1)))
    found = {
        "position": text,
        "player": position.player,
        "playouts": 12345,
        "seconds": 2.0,
        "playouts_per_second": 6172.5,
        "value": value,
        "proven": None,
        "turns": [
            {"text": turn, "value": value, "visits": 9000, "proven": None, "variation": [turn]}
        ],
        "ownership": {position.game.board.names[0]: 0.9},
        "scores": None,
        **more,
    }
    order = {"position": text}
    job = Job(VIEW, "nobody/p", 0, order, analyses.take)
    analyses.take(Answer(job, {"analysis": json.loads(json.dumps(found))}, is_last))


def text_of(game_id: str, turn: int = 0) -> str:
    record = record_of(SavedGame.objects.get(pk=game_id))
    return record.replay()[turn].text


@pytest.fixture
def against_computer(browser: Browser) -> str:
    return browser.begin("kitaran", opponent="2", side="first")
