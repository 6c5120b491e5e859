"""Whatever takes long is not done in a request's thread: its address gives the thread back."""

import json
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from skerry.puzzles import collection
from skerry.web.accounts import views as account_views
from skerry.web.base import files as uploads
from skerry.web.base import patience
from skerry.web.base.background import CAN_WAIT, Background, Kind, Work
from skerry.web.base.services import service
from skerry.web.board.files import DRAWING, Pictures
from skerry.web.lab.views import DRAWING as LAB_DRAWING
from skerry.web.play import records
from skerry.web.study import views
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with
from tests.web.study.conftest import begin

pytestmark = pytest.mark.django_db

SECONDS = 60
AS_THE_SERVER: dict[str, Any] = {CAN_WAIT: True}  # which waits without a thread
PUZZLE = collection("spry")[0]
OTHER_TURN = next(
    PUZZLE.position.game.format_action(action)
    for action in PUZZLE.position.legal_actions()
    if PUZZLE.position.game.format_action(action) != PUZZLE.solution
)


@pytest.fixture
def held(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing in the background is ever done."""
    gate = Event()
    monkeypatch.setattr(Work, "run", lambda work: gate.wait(SECONDS))
    settings.QUOTA_FACTOR = 1.0
    yield
    gate.set()


def ask(browser: Browser, path: str, address: str = "192.0.2.1") -> Any:
    """As the server asks."""
    return browser.client.get(path, REMOTE_ADDR=address, **AS_THE_SERVER)


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    "path",
    [
        "/game/GAME/board.png?width=2048",
        "/game/GAME/board.svg",
        "/game/GAME/record.json?format=sgf",
        "/study/STUDY/1.json?format=sgf",
        "/rules/spry/card.png",
        "/game/GAME/card.png",
        "/game/GAME/game.gif",
        "/game/GAME/game.webp",
        "/game/GAME/booklet.pdf",
        "/study/STUDY/1.gif",
        "/study/STUDY/1.pdf",
        "/rules/spry/board.pdf",
        "/lab/spry",
        "/lab/claims",
        "/api/studies/STUDY/chapters/1/nodes/0/explorer",
    ],
)
def test_an_address_gives_its_thread_back(browser: Browser, path: str) -> None:
    game_id = browser.begin("kitaran")
    study_id = begin(browser, game="spry").saved.pk
    answer = ask(browser, path.replace("GAME", game_id).replace("STUDY", study_id))
    assert answer.status_code == 202, answer.content
    assert service(Background).num_waiting == 1


@pytest.mark.usefixtures("held")
def test_so_does_a_turn_that_the_engine_judges(browser: Browser) -> None:
    answer = browser.client.post(
        f"/api/puzzles/spry/{PUZZLE.key}/check",
        json.dumps({"actions": [OTHER_TURN]}),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
        **AS_THE_SERVER,
    )
    assert answer.status_code == 202
    assert service(Background).num_waiting == 1


@pytest.mark.usefixtures("held")
def test_many_widths_of_one_address_are_few_pictures_and_the_rest_is_refused(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As 40 clients of one address, by which everybody waited for half a minute."""
    monkeypatch.setattr(Pictures, "svg", lambda self, request, key, draw: draw())  # is there
    game_id = browser.begin("kitaran", size="3")
    answers = [
        ask(browser, f"/game/{game_id}/board.png?width={width}") for width in range(601, 641)
    ]
    assert {answer.status_code for answer in answers} == {202}  # all of one picture
    widths = (64, 120, 200, 300)
    statuses = [
        ask(browser, f"/game/{game_id}/board.png?width={one}").status_code for one in widths
    ]
    assert statuses == [202] * (DRAWING.of_one - 1) + [429] * (len(widths) + 1 - DRAWING.of_one)
    refused = ask(browser, f"/game/{game_id}/board.png?width=300")
    assert "Too many pictures" in refused.content.decode()
    assert refused["Retry-After"]
    assert ask(browser, f"/game/{game_id}/board.png?width=300", "192.0.2.2").status_code == 202


@pytest.mark.parametrize(
    ("kind", "path"),
    [(account_views.GATHERING, "/account/data"), (views.WRITING, "/study/STUDY/1.json")],
)
def test_a_few_work_in_their_own_threads_and_the_rest_is_refused(
    browser: Browser, kind: Kind, path: str
) -> None:
    path = path.replace("STUDY", begin(browser, game="spry").saved.pk)
    with full(kind):
        answer = ask(browser, path)
        assert answer.status_code == 429
        assert kind.busy in answer.content.decode()
        assert answer["Retry-After"]
    assert ask(browser, path).status_code == 200


def test_long_games_are_read_by_a_few_and_nobody_waits_long_for_them(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("spry")
    monkeypatch.setattr(records, "LONG", 0)  # all are
    kept = records.KeptRecords()
    share_with(Engine(), kept)
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.01)
    with kept._reading, kept._reading, patience.in_request():
        for path in (f"/game/{game_id}", f"/api/games/{game_id}", f"/game/{game_id}/board.svg"):
            answer = ask(browser, path)
            assert answer.status_code == 429, path
            assert records.BUSY in answer.content.decode()
    assert ask(browser, f"/game/{game_id}").status_code == 200


@pytest.mark.parametrize("path", ["/open", "/studies/new"])
def test_large_files_are_read_by_a_few_at_a_time(browser: Browser, path: str) -> None:
    large = SimpleUploadedFile("games.sgf", b" " * (uploads.LARGE + 1))
    form = {"record": large, "csrfmiddlewaretoken": browser.token()}
    with full(uploads.READING):
        answer = browser.client.post(path, form)
        assert answer.status_code == 429
        assert uploads.READING.busy in answer.content.decode()
        small = SimpleUploadedFile("game.sgf", b"no game")
        assert browser.client.post(path, {**form, "record": small}).status_code == 400


class full:  # noqa: N801  # reads as a word
    """As many work as there is room for."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __enter__(self) -> None:
        service(Background)._running[self.kind] += self.kind.at_once

    def __exit__(self, *_: object) -> None:
        service(Background)._running[self.kind] -= self.kind.at_once


def test_all_pages_of_the_lab_fit_in() -> None:
    """They are few, and each is drawn once for all."""
    assert LAB_DRAWING.of_one == LAB_DRAWING.most
