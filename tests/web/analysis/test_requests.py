"""Variations on the board, and requests that are refused."""

import pytest
from django.test import Client

from skerry.web.analysis import page_data
from skerry.web.analysis.analyses import MOST_SITTINGS, Analyses, AnalysisView, Finding
from skerry.web.base.bodies import LONGEST_LINE, MOST_ACTIONS
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from tests.web.analysis.conftest import ask, look, told
from tests.web.conftest import Browser


def test_the_board_after_a_variation_is_shown_and_nothing_is_saved(
    browser: Browser, against_computer: str
) -> None:
    before = SavedGame.objects.get(pk=against_computer)
    answer = look(browser, against_computer, 0, "a1", "b2", "c3")
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["last_turn"] == "Black placed c3"
    assert shown["heading"] == "White to move"
    assert shown["svg"].count('data-content="1"') == 2
    after = SavedGame.objects.get(pk=against_computer)
    assert (after.record, after.version) == (before.record, before.version)


def test_a_variation_may_end_the_game(browser: Browser, against_computer: str) -> None:
    turns = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    answer = look(browser, against_computer, 0, *turns)
    assert answer.json()["heading"] == "Black has won"
    assert look(browser, against_computer, 0, *turns, "a1").status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"page": "p1"},
        {"turn": 0},
        {"turn": 0, "page": ""},
        {"turn": 0, "page": "x" * 17},
        {"turn": 0, "page": "a/b"},
        {"turn": 0, "page": ["p"]},
        {"turn": -1, "page": "p"},
        {"turn": True, "page": "p"},
        {"turn": 1, "page": "p"},
        {"turn": 10**9, "page": "p"},
        {"turn": 0, "page": "p", "known": "1"},
        {"turn": 0, "page": "p", "curve": [1]},
        {"turn": 0, "page": "p", "known": 1.5},
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    browser: Browser, analyses: Analyses, against_computer: str, body: dict[str, object]
) -> None:
    answer = browser.act(against_computer, "analysis", **body)
    assert answer.status_code in (400, 404, 409)
    assert answer.json()["error"].endswith(".")
    assert analyses.num_thinking == 0


@pytest.mark.parametrize(
    "turns",
    [
        None,
        [],
        "a1",
        [1],
        [""],
        ["z9"],
        ["a1", "a1"],
        ["a1"] * (LONGEST_LINE + 1),
        [",".join(["a1"] * (MOST_ACTIONS + 1))],
        ["x" * 17],
        ["a1*"],
    ],
)
def test_nonsense_variations_are_refused(
    browser: Browser, against_computer: str, turns: object
) -> None:
    answer = browser.act(against_computer, "variation", turn=0, turns=turns)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_what_is_too_large_is_refused(browser: Browser, against_computer: str) -> None:
    answer = browser.send(against_computer, "variation", b'{"turns": "' + b"a" * 70_000 + b'"}')
    assert answer.status_code == 413


def test_too_many_browsers_are_told_to_wait(
    browser: Browser, analyses: Analyses, against_computer: str
) -> None:
    for number in range(MOST_SITTINGS):
        analyses.ask(f"seat{number}", "p", "spry", ("a position", "another"), 0)
    refusal = ask(browser, against_computer)
    assert refusal.status_code == 429
    assert "as many as it can" in refusal.json()["error"]


def test_stopping_needs_no_game_and_stops_only_the_senders_own(
    browser: Browser, other_browser: Browser, analyses: Analyses, against_computer: str
) -> None:
    told(browser, against_computer)
    assert analyses.num_thinking == 1
    other_browser.begin("spry")
    assert other_browser.send(against_computer, "analysis/stop", {"page": "p1"}).json()["stopped"]
    assert analyses.num_thinking == 1
    browser.send(against_computer, "analysis/stop", {"page": "p1"})
    assert analyses.num_thinking == 0


@pytest.mark.parametrize("what", ["analysis", "analysis/stop", "variation"])
def test_another_site_and_other_methods_are_refused(
    browser: Browser, analyses: Analyses, against_computer: str, what: str
) -> None:
    url = f"/api/games/{against_computer}/{what}"
    assert browser.client.get(url).status_code == 405
    body = {"version": 0, "turn": 0, "page": "p1", "turns": ["a1"]}
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = browser.client.cookies
    assert forged.post(url, body, content_type="application/json").status_code == 403
    assert analyses.num_thinking == 0


def test_findings_are_of_the_same_kind_as_the_engines(browser: Browser) -> None:
    """A finding without turns, as the first one of a search may be, shows what it can."""
    record = record_of(SavedGame.objects.get(pk=browser.begin("kitaran")))
    finding = Finding(
        {"value": 0.5, "player": 0, "proven": None, "turns": [], "playouts": 0}
        | {"playouts_per_second": 0.0, "ownership": None, "scores": None}
    )
    seen = AnalysisView(1, 1, "thinking", "", finding, (finding,))
    shown = page_data.described(record, 0, seen)
    assert (shown["turns"], shown["advice"], shown["owners"]) == ([], "", "")
