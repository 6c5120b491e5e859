"""What programs that show links tell of the pages that people send each other."""

import html
import re
from typing import Any

import pytest
from django.http import HttpRequest

from skerry.lessons import FIRST
from skerry.puzzles import collection
from skerry.web.accounts.people import player_of
from skerry.web.base.background import Background
from skerry.web.board.files import Pictures
from skerry.web.thinking.engine import Engine
from skerry.web.tournaments import ladders
from skerry.web.tournaments.models import LADDER
from skerry.web.tournaments.organising import Plan
from tests.web.conftest import Browser, share_with
from tests.web.online.challenging import challenge, post
from tests.web.play.two_players import holder_of
from tests.web.ratings.rated_games import KITARAN, account
from tests.web.study.conftest import Student, student
from tests.web.tournaments.arranging import made
from tests.web.tournaments.test_ladders import DAYS

__all__ = ["student"]  # a fixture

STRANGER = "a <b>stranger</b> \u202e"


class Drawing(Pictures):
    """Draws nothing, and notes what it was asked for."""

    def __init__(self) -> None:
        super().__init__(Background())
        self.drawn: list[str] = []

    def png(self, request: HttpRequest, svg: str, width: int) -> bytes:
        self.drawn.append(svg)
        return b"a picture"


@pytest.fixture
def pictures() -> Drawing:
    drawing = Drawing()
    share_with(Engine(), drawing)
    return drawing


def told(path: str) -> dict[str, str]:
    """What the head of a page tells, to somebody without any cookie."""
    answer = Browser().client.get(path)
    assert answer.status_code == 200, path
    head = answer.content.decode().split("</head>")[0]
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', head)
    names = [name for name, _ in found if name != "theme"]
    assert len(names) == len(set(names)), names  # each once
    return {name: html.unescape(value) for name, value in found}


def check(path: str, pictures: Drawing) -> dict[str, str]:
    """The preview of a page, whose picture can be fetched."""
    preview = told(path)
    assert preview["og:title"]
    assert preview["og:description"] == preview["description"]
    assert preview["og:url"] == f"http://testserver{path}"
    before = len(pictures.drawn)
    address = preview["og:image"].removeprefix("http://testserver")
    picture: Any = Browser().client.get(address)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert len(pictures.drawn) == before + 1
    return preview


def test_a_challenge_tells_who_asks_for_what(browser: Browser, pictures: Drawing) -> None:
    player = player_of(holder_of(browser))
    player.name = STRANGER
    player.save()
    asked = challenge(browser, "kitaran", size="4", time="10-min-5-s")
    preview = check(f"/challenge/{asked.pk}", pictures)
    assert preview["og:title"] == f"{STRANGER} challenges you to Kitaran"
    assert preview["og:description"].startswith("Board size: 4, ")
    assert "10 min + 5 s" in preview["og:description"]
    assert preview["robots"] == "noindex"
    large = pictures.drawn[-1]
    check(f"/challenge/{challenge(browser, 'kitaran', size='6').pk}", pictures)
    assert pictures.drawn[-1] != large  # the board that is asked for
    post(browser, asked, "withdraw")
    assert "withdrawn" in told(f"/challenge/{asked.pk}")["og:description"]


def test_nobody_learns_for_whom_a_challenge_is(browser: Browser, pictures: Drawing) -> None:
    account("Bartholomew")
    asked = challenge(browser, "syrtis", to="Bartholomew")
    preview = check(f"/challenge/{asked.pk}", pictures)
    assert not any("Bartholomew" in value for value in preview.values())


def test_whatever_people_send_each_other_has_a_preview(student: Student, pictures: Drawing) -> None:
    maker = account("Ada")
    row = made(maker)
    ladder = ladders.make(maker, Plan("Steps", KITARAN, DAYS, LADDER))
    puzzle = collection("kitaran")[0]
    titles = {
        f"/tournament/{row.pk}": "Spring cup",
        f"/ladder/{ladder.pk}": "Steps",
        "/players/Ada": "Ada on Skerry",
        "/rules/kitaran": "Rules of Kitaran",
        "/new/kitaran": "Play Kitaran",
        "/puzzles/kitaran": "Puzzles of Kitaran",
        f"/puzzles/kitaran/{puzzle.key}": "A puzzle of Kitaran",
    }
    for path, title in titles.items():
        assert check(path, pictures)["og:title"] == title, path
    assert check(f"/learn/kitaran/{FIRST}", pictures)["og:title"]
    assert "players: 0" in told(f"/tournament/{row.pk}")["og:description"]


def test_a_private_study_tells_nothing(student: Student, pictures: Drawing) -> None:
    path = f"/study/{student.study_id}"
    assert Browser().client.get(path).status_code in (403, 404)
    assert "og:title" not in Browser().client.get(path).content.decode()
    student.saved.__class__.objects.filter(pk=student.study_id).update(visibility="link")
    preview = check(path, pictures)
    assert preview["og:description"].startswith("A study of Kitaran")
    assert preview["robots"] == "noindex"
