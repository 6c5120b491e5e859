"""Hints and notes on blunders: who gets them, and that they are what the analysis says."""

from random import Random
from typing import Any

import pytest

import skerry
from skerry.games.actions import words_of
from skerry.record import GameRecord
from skerry.web.analysis import analyses as analyses_module
from skerry.web.analysis import page_data
from skerry.web.analysis.analyses import PLAYOUTS, Advisor, Analyses, Finding
from skerry.web.base.services import service
from skerry.web.play.models import SavedGame
from skerry.web.thinking.jobs import Answer, Job
from skerry.web.thinking.worker_tasks import Tasks
from tests import small
from tests.web.analysis.conftest import text_of
from tests.web.conftest import Browser

BEST_THREE = 3


def know(position: skerry.Position, value: float = 0.7, **more: object) -> None:
    """What the engine has found, as a test wants it."""
    text = position.game.format_turn(position.sample_turn(Random(1)))
    turn = {"text": text, "value": value, "visits": 900, "proven": None, "variation": [text]}
    found: dict[str, object] = {
        "player": position.player,
        "playouts": PLAYOUTS,
        "value": value,
        "proven": None,
        "turns": [turn],
        "ownership": {},
        "scores": None,
    }
    service(Advisor).know(position.text, found | more)


def begin(browser: Browser, level: str = "2") -> str:
    return browser.begin("kitaran", opponent=level, side="first")


def hint(browser: Browser, game_id: str, **more: object) -> Any:
    return browser.act(game_id, "hint", **{"page": "p1", **more})


def judge(browser: Browser, game_id: str, turn: int) -> Any:
    return browser.act(game_id, "verdict", page="p1", turn=turn)


# --- what is hinted at ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", small.NAMES)
def test_a_hint_is_legal_and_the_first_of_the_analysis(name: str) -> None:
    game, rng = skerry.game(name, **small.small(name)), Random(5)
    position, tried = small.start(game), 0
    while tried < 6 and not position.is_over:
        if position.colour_index is not None:
            found = Finding(skerry.analyse(position, playouts=150, seed=tried).to_json())
            shown = page_data.hint(position, found, None)
            listed = [turn["text"] for turn in found.analysis["turns"]]
            assert shown["text"] in listed[:BEST_THREE]
            after = position.play_turn(str(shown["text"]))
            assert after.turn == position.turn + 1
            assert str(shown["words"]).endswith(".")
            assert shown["actions"] == [
                game.format_action(one) for one in game.parse_turn(str(shown["text"]))
            ]
            assert "badge" not in str(shown["advice"]), "cells have numbers, so a hint has none"
            tried += 1
        position = position.play_turn(game.format_turn(position.sample_turn(rng)))


def test_cells_that_become_ones_own_are_named_but_not_those_of_the_turn() -> None:
    position = skerry.game("kitaran", size=3).start()
    analysis = skerry.analyse(position, playouts=50, seed=1).to_json()
    text = analysis["turns"][0]["text"]
    before = Finding({**analysis, "ownership": dict.fromkeys(position.game.board.names, 0.5)})
    after = Finding(
        {
            **analysis,
            "ownership": dict.fromkeys(position.game.board.names, 0.5)
            | {text: 0.99, "a1" if text != "a1" else "b1": 0.8},
        }
    )
    words = str(page_data.hint(position, before, after)["words"])
    assert f"It makes {'a1' if text != 'a1' else 'b1'} probably yours." in words


# --- who gets one ---------------------------------------------------------------------------------


def test_a_hint_waits_until_both_positions_are_known(browser: Browser) -> None:
    game_id = begin(browser)
    assert hint(browser, game_id).json() == {"known": False, "trouble": ""}
    start = skerry.position(text_of(game_id))
    know(start)
    assert not hint(browser, game_id).json()["known"]
    know(start.play_turn(start.game.format_turn(start.sample_turn(Random(1)))))
    answer = hint(browser, game_id).json()
    assert answer["known"]
    assert answer["heading"] == f"Try {answer['text'].replace(',', ' ')}"


@pytest.mark.kernels
@pytest.mark.parametrize("name", small.NAMES)
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    """In another worker, however it is interrupted, and whether or not it is compiled."""
    position = small.start(skerry.game(name, **small.small(name)), 3)
    order = {"position": position.text, "playouts": 60}
    answers = []
    for step in (0.2, 1e-9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("skerry.web.thinking.worker_tasks.ANALYSIS_STEP", step)
            *_, last = Tasks(1).begin("advice:nobody:1", order, lambda: False)
        analysis = last["analysis"]
        assert isinstance(analysis, dict)
        found = {**analysis, "seconds": 0, "playouts_per_second": 0}
        after = Finding(skerry.analyse(position, playouts=20, seed=0).to_json())
        answers.append((found, page_data.hint(position, Finding(found), after)))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", small.NAMES)
def test_every_hint_has_a_reason_in_plain_words(name: str) -> None:
    """Whatever the turn: also one of which the game's own words say nothing."""
    game, rng = skerry.game(name, **small.small(name, swap=True)), Random(8)
    position = small.start(game)
    while not position.is_over:
        for text in {game.format_turn(position.sample_turn(rng)), *words_that_are_turns(position)}:
            turn = {"text": text, "value": 0.51, "visits": 9, "proven": None, "variation": [text]}
            found = Finding({"turns": [turn], "ownership": None, "player": position.player})
            words = str(page_data.hint(position, found, None)["words"])
            assert words.endswith("."), text
            assert len(words.split()) > 3
        position = position.play_turn(game.format_turn(position.sample_turn(rng)))


def words_that_are_turns(position: skerry.Position) -> list[str]:
    """Pass, swap and their like, where one alone is a turn."""
    offered = {number: text for text, number in words_of(position.game).items()}
    legal = [offered[action] for action in position.legal_actions() if action in offered]
    return [
        text
        for text in legal
        if position.play(text).turn > position.turn or position.play(text).is_over
    ]


def test_an_engine_that_fails_says_so_once(browser: Browser) -> None:
    game_id = begin(browser)
    hint(browser, game_id)
    order = {"position": text_of(game_id)}
    advisor = service(Advisor)
    (name,) = advisor._asked
    job = Job("advice", name, 0, order, advisor.take)
    advisor.take(Answer(job, {}, error="The engine has failed."))
    assert hint(browser, game_id).json() == {"known": False, "trouble": "The engine has failed."}
    assert hint(browser, game_id).json() == {"known": False, "trouble": ""}, "it is tried anew"


def test_many_hints_at_once_wait_for_each_other(
    browser: Browser, other_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses_module, "MOST_ASKED", 1)
    mine, theirs = begin(browser), begin(other_browser)
    for _ in range(2):  # who waits already may ask again
        assert hint(browser, mine).status_code == 200
    asked = dict(service(Advisor)._asked)
    answer = hint(other_browser, theirs)
    assert (answer.status_code, "busy with many hints" in answer.json()["error"]) == (429, True)
    assert service(Advisor)._asked == asked
    browser.act(mine, "analysis/stop", page="p1")
    assert hint(other_browser, theirs).status_code == 200


@pytest.mark.parametrize("what", ["hint", "verdict"])
def test_only_who_plays_an_easy_level_is_helped(
    browser: Browser, other_browser: Browser, analyses: Analyses, what: str
) -> None:
    easy, hard, friends = begin(browser), begin(browser, "4"), browser.begin("kitaran")
    browser.state(friends)
    other_browser.begin("kitaran")
    body = {"version": 0, "page": "p1", "turn": 0}
    assert other_browser.send(easy, what, body).status_code == 403
    assert browser.send(hard, what, body).status_code == 403
    assert browser.send(friends, what, body).status_code == 403
    assert "may_hint" not in other_browser.state(easy)
    assert "may_hint" not in browser.state(hard)
    assert browser.state(easy)["may_hint"]
    assert analyses.num_thinking == 0


def test_a_hint_for_a_game_that_has_gone_on_says_so(browser: Browser) -> None:
    game_id = begin(browser)
    body = {"version": 7, "page": "p1", "turn": 1}
    for what in ("hint", "verdict"):
        assert browser.send(game_id, what, body).json() == {"known": False, "phase": "gone on"}


def test_no_hint_while_the_computer_is_to_act(browser: Browser) -> None:
    game_id = begin(browser)
    browser.play(game_id, "a1")
    assert not browser.state(game_id)["may_hint"]
    assert hint(browser, game_id).status_code == 409


# --- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "is_blunder"),
    [(0.6, 0.8, True), (0.6, 0.6, False), (0.3, 0.9, False), (0.6, 0.71, True)],
)
def test_a_turn_that_costs_much_is_a_blunder(
    browser: Browser, before: float, after: float, is_blunder: bool
) -> None:
    game_id = begin(browser)
    start = text_of(game_id)
    browser.play(game_id, "a1")
    assert judge(browser, game_id, 1).json() == {"known": False, "trouble": ""}
    best = {"text": "c3", "value": before, "visits": 9, "proven": None, "variation": ["c3"]}
    know(skerry.position(start), before, turns=[best])
    know(skerry.position(text_of(game_id, 1)), after)  # the chances of the other one
    answer = judge(browser, game_id, 1).json()
    assert answer["blunder"] == is_blunder
    if is_blunder:
        lost = f"a1 took your chances from {before:.0%} to {1 - after:.0%}. Better: c3."
        assert answer["words"] == lost


def test_the_best_turn_of_the_analysis_is_no_blunder() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("a1")
    found = skerry.analyse(record.start, playouts=400, seed=1).to_json()
    best = {**found["turns"][0], "text": "a1"}
    before = Finding({**found, "value": 0.9, "turns": [best]})
    after = Finding({**found, "value": 0.9, "player": 1})
    assert page_data.verdict(record, 1, before, after) == {"blunder": False, "words": ""}


@pytest.mark.parametrize("turn", [0, 2])
def test_a_turn_that_was_not_played_is_not_judged(browser: Browser, turn: int) -> None:
    game_id = begin(browser)
    browser.play(game_id, "a1")
    assert judge(browser, game_id, turn).status_code == 404


def test_the_engine_is_asked_about_both_positions(browser: Browser) -> None:
    game_id = begin(browser)
    browser.play(game_id, "a1")
    judge(browser, game_id, 1)
    assert [*service(Advisor)._asked.values()] == [text_of(game_id, 0)]
    know(skerry.position(text_of(game_id, 0)))
    judge(browser, game_id, 1)
    assert [*service(Advisor)._asked.values()] == [text_of(game_id, 1)]
    browser.act(game_id, "analysis/stop", page="p1")
    assert not service(Advisor)._asked
    assert SavedGame.objects.get(pk=game_id).num_turns == 1
