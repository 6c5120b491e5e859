"""What is private says in every answer that no proxy and no disk may keep it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from skerry.web.base.background import Background
from skerry.web.board.files import Pictures
from skerry.web.play.models import PRIVATE
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with
from tests.web.study.conftest import Student, begin

# Of these anybody may keep what all are shown alike: what the name of the folder is a hash of.
FOR_ALL = ("/static/", "/favicon", "/service-worker", "/manifest")


def routes(patterns: list[Any] | None = None, before: str = "/") -> Iterator[str]:
    """Every address of the site, the admin's apart."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver) and not route.startswith("/admin"):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


ROUTES = sorted({route for route in routes() if not route.startswith(FOR_ALL)})
GAMES = [route for route in ROUTES if "game_id" in route]
STUDIES = [route for route in ROUTES if "study_id" in route]
PLAIN = [route for route in ROUTES if "<" not in route]


class QuickPictures(Pictures):
    """Draws nothing."""

    def png(self, request: HttpRequest, svg: str, width: int) -> bytes:
        return b"png"

    def printed(self, request: HttpRequest, what: Sequence[str], source: str) -> bytes:
        return b"printed"


@pytest.fixture(autouse=True)
def pictures(analyses: object) -> None:
    share_with(Engine(), QuickPictures(Background()))


@pytest.fixture
def private(browser: Browser) -> str:
    game_id = browser.begin("kitaran", size="3")
    browser.play_any(game_id)
    assert browser.send(game_id, "visibility", {"visibility": PRIVATE}).status_code == 200
    return game_id


@pytest.fixture
def student(browser: Browser, db: None) -> Student:
    return begin(browser, game="kitaran")


def check_private(answer: Any) -> None:
    """Neither a proxy nor the disk keeps it; a picture is asked for again by its tag each time."""
    said = answer.headers["Cache-Control"]
    assert "private" in said, said
    if answer.status_code == 200:
        assert "no-store" in said or ("no-cache" in said and "ETag" in answer.headers), said


def filled(route: str, **given: str) -> str:
    values = {"chapter": "1", "node": "0", "kind": "svg", "name": "kitaran", **given}
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda one: values[one[1]], route)
    assert "<" not in path
    return path


def test_there_are_such_addresses() -> None:
    assert (len(GAMES), len(STUDIES), len(PLAIN)) >= (25, 20, 20)


@pytest.mark.parametrize("route", GAMES)
def test_nothing_of_a_private_game_is_kept(browser: Browser, private: str, route: str) -> None:
    for kind in ("svg", "png") if "<str:kind>" in route else ("svg",):
        check_private(browser.client.get(filled(route, game_id=private, kind=kind)))


@pytest.mark.parametrize("route", STUDIES)
def test_nothing_of_a_study_is_kept(student: Student, route: str) -> None:
    check_private(student.browser.client.get(filled(route, study_id=student.study_id)))


@pytest.mark.parametrize("route", PLAIN)
def test_no_proxy_keeps_what_is_shown_to_who_asks(browser: Browser, db: None, route: str) -> None:
    answer = browser.client.get(route)
    assert "public" not in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"] or answer.status_code in (301, 302)


def test_a_players_own_data_are_not_kept(browser: Browser, db: None) -> None:
    browser.begin("kitaran", size="3")
    check_private(browser.client.get(reverse("own-data")))


@pytest.mark.parametrize("format_", ["json", "sgf", "abstract-play"])
def test_no_record_is_kept_in_any_format(browser: Browser, private: str, format_: str) -> None:
    address = f"{reverse('download', args=[private])}?format={format_}"
    check_private(browser.client.get(address))
