"""Every address of the site by every method: a page, a way to one, or a sentence; never nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver

from skerry.lessons import FIRST
from skerry.puzzles import collection
from skerry.sessions import Fischer
from skerry.web.base import answers
from skerry.web.bots.waiting import Streams
from skerry.web.thinking.engine import Engine
from skerry.web.tournaments import ladders
from skerry.web.tournaments.models import LADDER
from skerry.web.tournaments.organising import Plan
from tests.web.bots.programs import Program
from tests.web.conftest import Browser, share_with
from tests.web.online.challenging import challenge
from tests.web.play.two_players import between, set_clock
from tests.web.ratings.rated_games import KITARAN, account
from tests.web.study.conftest import Student, student
from tests.web.tournaments.arranging import made
from tests.web.tournaments.test_ladders import DAYS

__all__ = ["student"]  # a fixture

FOREIGN = ("PUT", "PATCH", "DELETE", "TRACE", "BREW")
PAGE = {"Accept": "text/html,application/xhtml+xml"}  # as a browser opens an address
SLOW = (".gif", ".webp", ".pdf", "/openapi.json", "/lab")
READ = ["GET", "HEAD"]


def _walk(patterns: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for one in patterns:
        route = f"{before}{one.pattern}"
        if hasattr(one, "url_patterns"):
            yield from _walk(one.url_patterns, route)
        else:
            yield f"/{route}", one.callback


VIEWS = {
    route: view
    for route, view in _walk(get_resolver().url_patterns)
    if not route.startswith(("/admin/", "/api/v1/"))  # Django's, and the API's below
}


@pytest.fixture
def addresses(browser: Browser, other_browser: Browser, student: Student) -> dict[str, str]:
    """Of each route an address with something behind it, where it needs that."""
    game_id = browser.begin("kitaran")
    maker = account("Ada")
    values = {
        "game_id": game_id,
        "study_id": student.study_id,
        "challenge_id": challenge(other_browser).pk,
        "tournament_id": made(maker).pk,
        "ladder_id": ladders.make(maker, Plan("Steps", KITARAN, DAYS, LADDER)).pk,
        "chapter": "1",
        "node": "0",
        "number": "1",
        "token": "cut-short",
        "name": "kitaran",
        "key": collection("kitaran")[0].key,
    }
    special = {"/players/": {"name": "Ada"}, "/learn/": {"key": FIRST}}

    def fill(route: str) -> str:
        own = next((one for start, one in special.items() if route.startswith(start)), {})
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: (values | own)[found[1]], route)

    return {route: fill(route) for route in VIEWS}


def allowed(answer: Any) -> list[str]:
    return str(answer["Allow"]).split(", ")


def sentence_of(answer: Any, path: str) -> str:
    if path.startswith("/api/"):
        return str(answer.json()["error"])
    found = re.search(r"<main.*?<p>(.+?)</p>", answer.content.decode(), re.DOTALL)
    assert found, (path, answer.content)
    return found[1]


def test_every_view_says_which_methods_it_answers() -> None:
    silent = [route for route, view in VIEWS.items() if not answers.methods_of(view)]
    unmarked = [route for route, view in VIEWS.items() if not hasattr(view, "methods")]
    assert silent == unmarked == []


def test_every_quota_counts_methods_that_its_view_answers() -> None:
    counted = {
        route: set(view.counted_methods)
        for route, view in VIEWS.items()
        if hasattr(view, "counted_methods")
    }
    assert len(counted) > 50
    idle = [
        route
        for route, methods in counted.items()
        if not methods <= set(answers.methods_of(VIEWS[route]))
    ]
    assert idle == []


def test_an_address_says_what_it_takes(browser: Browser) -> None:
    answer = browser.client.options("/puzzles")
    assert (answer.status_code, answer.content) == (204, b"")
    assert set(allowed(answer)) == {"GET", "HEAD", "OPTIONS"}
    assert browser.client.delete("/puzzles").status_code == 405


def test_what_an_address_does_not_take_it_explains(
    browser: Browser, addresses: dict[str, str]
) -> None:
    for path in addresses.values():
        options = browser.client.options(path)
        assert (options.status_code, options.content) == (204, b""), path
        taken = allowed(options)
        refused = [one for one in (*FOREIGN, "GET", "POST") if one not in taken]
        assert set(FOREIGN) <= set(refused), path
        for method in refused:
            answer = browser.client.generic(method, path)
            assert answer.status_code == 405, (method, path)
            assert allowed(answer) == taken, (method, path)
            assert len(sentence_of(answer, path)) > 20, (method, path)


def test_head_is_answered_as_get_is(browser: Browser, addresses: dict[str, str]) -> None:
    for path in addresses.values():
        taken = allowed(browser.client.options(path))
        if "GET" not in taken:
            assert browser.client.head(path).status_code == 405, path
            continue
        assert "HEAD" in taken, path
        if path.startswith("/lab/") or path.endswith(SLOW):  # which take seconds to be made
            continue
        got, head = browser.client.get(path), browser.client.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        assert got.status_code != 405, path
        assert head.get("Content-Type") == got.get("Content-Type"), path


def test_whoever_reads_changes_no_row(
    browser: Browser, other_browser: Browser, addresses: dict[str, str]
) -> None:
    """But of a session, which notes when it was used; not even of a game whose time is up."""
    hand = set_clock()
    late = between(browser, other_browser, Fischer(60.0, 1.0))
    hand.now = 100.0
    shown = addresses["/game/<str:game_id>"].rpartition("/")[2]
    written: list[tuple[str, str]] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        change = re.match(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+\"?(\w+)", sql)
        if change and "session" not in change[1]:
            written.append((path, sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for route, known in addresses.items():
            if "GET" not in answers.methods_of(VIEWS[route]) or known.startswith("/lab/"):
                continue
            for path in {known, known.replace(shown, late)}:
                assert browser.client.get(path).status_code < 500, path
    assert written == []


def test_a_browser_that_opens_what_takes_only_forms_comes_to_the_page(
    browser: Browser, addresses: dict[str, str]
) -> None:
    led = {}
    for route, path in addresses.items():
        if path.startswith("/api/") or "GET" in answers.methods_of(VIEWS[route]):
            continue
        answer = browser.client.get(path, headers=PAGE)
        assert answer.status_code == 302, path
        page = browser.client.get(answer["Location"], headers=PAGE, follow=True)
        assert page.status_code == 200, (path, answer["Location"])
        led[route] = answer["Location"]
    assert len(led) > 30
    assert (
        led["/tournament/<str:tournament_id>/start"] == addresses["/tournament/<str:tournament_id>"]
    )
    assert led["/challenge/new/<str:name>"] == "/new/kitaran?opponent=online"
    assert led["/game/<str:game_id>/restore"] == "/"
    assert led["/account/tokens/revoke"] == "/account/tokens"


def test_what_a_refused_form_leaves_in_the_bar_can_be_opened(
    browser: Browser, addresses: dict[str, str]
) -> None:
    start = addresses["/tournament/<str:tournament_id>/start"]
    sent = {"csrfmiddlewaretoken": browser.token()}
    answer = browser.client.post(start, sent, headers=PAGE)
    assert answer.status_code == 403
    page = addresses["/tournament/<str:tournament_id>"]
    assert f'data-address="{page}"' in answer.content.decode()
    strange = browser.client.post(start, headers=PAGE)  # without the token of a form
    assert strange.status_code == 403
    assert f'<a class="button primary" href="{page}">' in strange.content.decode()
    assert "data-address" not in browser.client.get(page).content.decode()


def test_the_api_is_no_exception(db: None) -> None:
    from skerry.web.bots.api import document

    program, streams = Program("Anneliese"), Streams()
    share_with(Engine(), streams)
    headers = {"Authorization": f"Bearer {program.token}"}
    client = Client()
    read = 0
    for route, operations in document()["paths"].items():
        path = re.sub(r"{\w+}", "anything", route)
        taken = {method.upper() for method in operations}
        assert set(allowed(client.options(path, headers=headers))) >= taken, path
        answer = client.generic("BREW", path, headers=headers)
        assert answer.status_code == 405, path
        assert set(allowed(answer)) >= taken, path
        assert answer.json()["error"], path
        if "get" in operations:
            read += 1
            head = client.head(path, headers=headers)
            assert head.status_code in (200, 404), (path, head.status_code)
            assert b"".join(head) == b"", path
    assert read > 3
    assert streams._open == {}  # what HEAD has begun has ended


def test_files_of_the_site_say_it_too(browser: Browser) -> None:
    page = browser.client.get("/").content.decode()
    icon = re.search(r'rel="icon" href="([^"]+)"', page)
    assert icon
    assert browser.client.head(icon[1]).status_code == 200
    answer = browser.client.put(icon[1])
    assert answer.status_code == 405
    assert allowed(answer) == [*READ, "OPTIONS"]
    assert sentence_of(answer, icon[1])
