"""Asking for an analysis: who may, and what comes."""

import re
from typing import Any

import pytest

import skerry
from skerry.games.catalogue import GAMES
from skerry.web.analysis.analyses import MOST_SITTINGS, VIEW, Analyses
from skerry.web.play import computer
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job
from tests.web.analysis.conftest import ask, feed, look, text_of, told
from tests.web.conftest import Browser
from tests.web.play.test_api import play_at_random
from tests.web.thinking.test_engine import answer_to

NAMES = [info.name for info in GAMES]


def test_between_two_persons_nobody_is_helped(
    browser: Browser, other_browser: Browser, analyses: Analyses
) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1", "b2")
    other_browser.begin("kitaran")
    assert not browser.state(game_id)["may_analyse"]
    for anyone in (browser, other_browser):
        for turn in (0, 2):
            refusals = (ask(anyone, game_id, turn), look(anyone, game_id, turn, "c3"))
            for refusal in refusals:
                assert refusal.status_code == 403
                assert "Analysis opens when the game is over" in refusal.json()["error"]
    assert analyses.num_thinking == 0


def test_a_finished_game_is_open_to_all_who_look(browser: Browser, other_browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    browser.act(game_id, "resign")
    assert browser.state(game_id)["may_analyse"]
    assert other_browser.state(game_id)["may_analyse"]
    assert told(browser, game_id, 0)["heading"] == "Not known yet"
    ask(other_browser, game_id, 1)  # gets its seat
    assert told(other_browser, game_id, 1)["heading"] == "Not known yet"


def test_a_finished_game_that_goes_on_again_is_closed(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    play_at_random(browser, game_id, seed=2)
    assert ask(browser, game_id).status_code == 200
    browser.act(game_id, "take-back")
    assert ask(browser, game_id).status_code == 403


def test_what_has_been_replaced_is_not_analysed(browser: Browser, analyses: Analyses) -> None:
    game_id = browser.begin("kitaran", opponent="2", side="first")
    seen = browser.play(game_id, "a1")["version"]
    browser.act(game_id, "take-back")
    browser.play(game_id, "b2")
    asked = told(browser, game_id, 1, version=seen)
    assert asked == {"same": True, "phase": "gone on", "words": "the game has gone on"}
    looked = browser.act(game_id, "variation", turn=1, turns=["c3"], version=seen)
    assert looked.status_code == 409
    assert "has changed" in looked.json()["error"]
    assert analyses.num_thinking == 0


def test_against_the_computer_only_the_player_is_helped(
    browser: Browser, other_browser: Browser, against_computer: str
) -> None:
    other_browser.begin("spry")
    assert browser.state(against_computer)["may_analyse"]
    assert not other_browser.state(against_computer)["may_analyse"]
    assert told(browser, against_computer)["phase"] == "warming up"
    assert ask(other_browser, against_computer).status_code == 403


def test_who_keeps_no_cookie_takes_no_place(
    browser: Browser, other_browser: Browser, analyses: Analyses
) -> None:
    game_id = browser.begin("kitaran")
    browser.act(game_id, "resign")
    other_browser.token()
    for _ in range(MOST_SITTINGS + 1):
        other_browser.client.cookies.pop("skerry_seat", None)
        answer = ask(other_browser, game_id)
        assert answer.json() == {"same": True, "phase": "thinking", "words": "thinking"}
        assert analyses.num_thinking == 0
    assert ask(other_browser, game_id).json()["heading"] == "Not known yet"
    assert analyses.num_thinking == 1


def test_a_browser_without_a_seat_gets_one(browser: Browser, other_browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.act(game_id, "resign")
    assert "skerry_seat" not in other_browser.client.cookies
    answer = ask(other_browser, game_id)
    assert answer.status_code == 200
    first = other_browser.client.cookies["skerry_seat"].value
    ask(other_browser, game_id)
    assert other_browser.client.cookies["skerry_seat"].value.split(":")[0] == first.split(":")[0]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_engine_found_is_told_in_words_and_drawn(
    browser: Browser, analyses: Analyses, name: str
) -> None:
    game_id = browser.begin(name, opponent="2", side="first")
    text = text_of(game_id)
    feed(analyses, text)
    answer = told(browser, game_id)
    assert re.search("likely wins?, 70%", answer["heading"])
    assert (answer["playouts"], answer["speed"]) == ("12,345 playouts", "6,172/s")
    (turn,) = answer["turns"]
    assert (turn["value"], turn["visits"]) == ("70%", "9,000")
    assert len(turn["variation"]) == 1
    assert 'class="advice advice-1"' in answer["advice"]
    assert "owner" in answer["owners"]
    assert [share["share"] for share in answer["shares"]] == [0.7, 0.3]
    assert answer["curve"][0]["share"] == 0.7


def test_values_are_of_persons_not_of_turns(browser: Browser, analyses: Analyses) -> None:
    """Byg: Black has two turns in a row, and the curve must not jump at the second."""
    game_id = browser.begin("byg")
    browser.play(game_id, "a1", "c3", "b2")
    browser.act(game_id, "resign")
    actors = [skerry.position(text_of(game_id, turn)).player for turn in range(4)]
    assert actors == [0, 1, 1, 0]
    for turn, value in enumerate((0.6, 0.4, 0.4, 0.6)):  # of who is to act
        feed(analyses, text_of(game_id, turn), value)
    points = told(browser, game_id)["curve"]
    assert [point["share"] for point in points] == [0.6, 0.6, 0.6, 0.6]
    assert not any(point["mistake"] for point in points)


def curve_of(
    browser: Browser, analyses: Analyses, *values: float, turns: int = 6
) -> list[dict[str, Any]]:
    """The curve of a game of Kitaran after searches with these values for who is to act."""
    game_id = browser.begin("kitaran")
    played = ("a1", "b2", "c3", "a3", "c1", "b1", "b3")[:turns]
    browser.play(game_id, *played)
    browser.act(game_id, "resign")
    for turn, value in enumerate(values):
        feed(analyses, text_of(game_id, turn), value)
    points: list[dict[str, Any]] = told(browser, game_id)["curve"]
    return points


def test_large_drops_are_mistakes_of_their_mover(browser: Browser, analyses: Analyses) -> None:
    points = curve_of(browser, analyses, 0.6, 0.4, 0.6, 0.4, 0.6, 0.9, 0.1)
    assert [point["mistake"] for point in points] == [False] * 5 + [True, False]
    assert [point["share"] for point in points] == [0.6, 0.6, 0.6, 0.6, 0.6, 0.1, 0.1]
    assert points[5]["words"] == (
        "Turn 5 of 6. Black placed c1. White likely wins, 90%. "
        "A mistake: the chance to win fell by 50%"
    )


@pytest.mark.parametrize(
    ("proven", "value", "heading"),
    [
        ("win", 1.0, "Proven: Black wins"),
        ("loss", 0.0, "Proven: White wins"),
        ("draw", 0.5, "Proven: a draw"),
    ],
)
def test_proven_results_are_said(
    browser: Browser,
    analyses: Analyses,
    against_computer: str,
    proven: str,
    value: float,
    heading: str,
) -> None:
    feed(analyses, text_of(against_computer), value, proven=proven)
    answer = told(browser, against_computer)
    assert answer["heading"] == heading
    assert answer["phase"] == "done"


def test_what_is_not_proven_is_never_called_certain(
    browser: Browser, analyses: Analyses, against_computer: str
) -> None:
    feed(analyses, text_of(against_computer), 0.9999)
    answer = told(browser, against_computer)
    assert answer["heading"] == "Black likely wins, 99%"
    assert [one["share"] for one in answer["shares"]] == [0.99, 0.01]


@pytest.mark.parametrize(
    ("value", "heading"),
    [
        (0.4, "White likely wins, 60%"),
        (0.46, "White is ahead, 54%"),
        (0.48, "About even"),
        (0.4999, "About even"),
        (0.5, "About even"),
        (0.5001, "About even"),
        (0.52, "About even"),
        (0.54, "Black is ahead, 54%"),
        (0.594, "Black is ahead, 59%"),
        (0.62, "Black likely wins, 62%"),
    ],
)
def test_nobody_is_said_to_win_who_is_hardly_ahead(
    browser: Browser, analyses: Analyses, against_computer: str, value: float, heading: str
) -> None:
    feed(analyses, text_of(against_computer), value)
    answer = told(browser, against_computer)
    assert answer["heading"] == heading


def test_expected_scores_are_told_where_there_are_any(browser: Browser, analyses: Analyses) -> None:
    game_id = browser.begin("sytran", opponent="2", side="first")
    feed(analyses, text_of(game_id), scores=[-3.26, 4.0])
    scores = told(browser, game_id)["scores"]
    assert [(one["title"], one["value"]) for one in scores] == [("White", "−3.3"), ("Black", "4")]
    assert scores[0]["label"] == "Likely points"


def test_only_news_is_sent(browser: Browser, analyses: Analyses, against_computer: str) -> None:
    first = told(browser, against_computer)
    numbers = {"known": first["number"], "curve": first["curve_number"]}
    again = told(browser, against_computer, **numbers)
    assert again["same"]
    assert "curve" not in again
    assert "advice" not in again


def test_a_finished_game_tells_its_end(browser: Browser) -> None:
    game_id = browser.begin("kitaran", size="3")
    turns = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
    state = browser.play(game_id, *turns)
    assert state["over"]
    answer = told(browser, game_id, 9)
    assert (answer["phase"], answer["heading"]) == ("over", state["heading"])
    assert answer["curve"][9]["share"] == 1 - state["winner"]
    assert state["heading"] in answer["curve"][9]["words"]


def test_while_the_computer_moves_the_analysis_waits(
    browser: Browser, against_computer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "phase", lambda engine, game: "ready")
    assert told(browser, against_computer)["words"] == "thinking"
    browser.play(against_computer, "a1")
    assert "waiting" in told(browser, against_computer, 1)["words"]
    saved = SavedGame.objects.get(pk=against_computer)
    computer.take_answer(answer_to(against_computer, saved.version, "b2"))
    assert told(browser, against_computer, 2)["words"] == "thinking"


def test_an_engine_that_failed_says_so(
    browser: Browser, analyses: Analyses, against_computer: str
) -> None:
    told(browser, against_computer)
    saved = SavedGame.objects.get(pk=against_computer)
    order = {"position": text_of(against_computer)}
    job = Job(VIEW, f"{saved.first_seat}/p1", 0, order, analyses.take)
    analyses.take(Answer(job, {}, error="The engine failed here."))
    answer = told(browser, against_computer)
    assert (answer["phase"], answer["turns"]) == ("trouble", [])
    assert answer["words"].startswith("The engine failed here. Turn the switch off and on")
