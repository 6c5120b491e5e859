"""Hints and notes on blunders: who gets them, and that they are what the analysis says."""

from random import Random
from typing import Any

import pytest

import skerry
from skerry.games.text.actions import words_of
from skerry.record import GameRecord
from skerry.web.analysis import hints
from skerry.web.analysis.analyses import Analyses, Finding
from skerry.web.play.models import SavedGame
from tests import small

from ..conftest import Browser
from .conftest import feed, text_of

BEST_THREE = 3


def begin(browser: Browser, level: str = "2") -> str:
    return browser.begin("kitaran", opponent=level, side="first")


def hint(browser: Browser, game_id: str, **more: object) -> Any:
    return browser.act(game_id, "hint", **{"page": "p1", "patient": False, **more})


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
            shown = hints.hint(position, found, None)
            listed = [turn["text"] for turn in found.analysis["turns"]]
            assert shown["text"] in listed[:BEST_THREE]
            after = position.play_turn(str(shown["text"]))
            assert after.turn == position.turn + 1
            assert str(shown["words"]).endswith(".")
            is_word = shown["text"] in words_of(game)
            assert ("badge-number" in str(shown["advice"])) != is_word
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
    words = str(hints.hint(position, before, after)["words"])
    assert f"It makes {'a1' if text != 'a1' else 'b1'} probably yours." in words


# --- who gets one ---------------------------------------------------------------------------------


def test_a_hint_waits_for_enough_playouts_only_while_its_page_is_patient(
    browser: Browser, analyses: Analyses
) -> None:
    game_id = begin(browser)
    assert hint(browser, game_id).json() == {"known": False, "trouble": ""}
    feed(analyses, text_of(game_id), playouts=hints.ENOUGH - 1)
    assert not hint(browser, game_id, patient=True).json()["known"]
    answer = hint(browser, game_id).json()
    assert answer["known"]
    assert answer["heading"] == f"Try {answer['text'].replace(',', ' ')}"


@pytest.mark.parametrize("what", ["hint", "verdict"])
def test_only_who_plays_an_easy_level_is_helped(
    browser: Browser, other_browser: Browser, analyses: Analyses, what: str
) -> None:
    easy, hard, friends = begin(browser), begin(browser, "4"), browser.begin("kitaran")
    browser.state(friends)
    other_browser.begin("kitaran")
    body = {"version": 0, "page": "p1", "patient": False, "turn": 0}
    assert other_browser.send(easy, what, body).status_code == 403
    assert browser.send(hard, what, body).status_code == 403
    assert browser.send(friends, what, body).status_code == 403
    assert "may_hint" not in other_browser.state(easy)
    assert "may_hint" not in browser.state(hard)
    assert browser.state(easy)["may_hint"]
    assert analyses.num_thinking == 0


def test_a_hint_for_a_game_that_has_gone_on_says_so(browser: Browser) -> None:
    game_id = begin(browser)
    body = {"version": 7, "page": "p1", "patient": False, "turn": 1}
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
    browser: Browser, analyses: Analyses, before: float, after: float, is_blunder: bool
) -> None:
    game_id = begin(browser)
    start = text_of(game_id)
    browser.play(game_id, "a1")
    assert judge(browser, game_id, 1).json() == {"known": False}
    best = {"text": "c3", "value": before, "visits": 9, "proven": None, "variation": ["c3"]}
    feed(analyses, start, before, turns=[best])
    feed(analyses, text_of(game_id, 1), after)  # the chances of the other one
    answer = judge(browser, game_id, 1).json()
    assert answer["blunder"] == is_blunder
    if is_blunder:
        lost = f"a1 took your chances from {before:.0%} to {1 - after:.0%}. Better: c3."
        assert answer["words"] == lost.replace("%", " %")


def test_the_best_turn_of_the_analysis_is_no_blunder() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("a1")
    found = skerry.analyse(record.start, playouts=400, seed=1).to_json()
    best = {**found["turns"][0], "text": "a1"}
    before = Finding({**found, "value": 0.9, "turns": [best]})
    after = Finding({**found, "value": 0.9, "player": 1})
    assert hints.verdict(record, 1, before, after) == {"blunder": False, "words": ""}


def test_nothing_is_judged_from_few_playouts() -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("a1")
    found = skerry.analyse(record.start, playouts=hints.ENOUGH_TO_JUDGE - 1, seed=1).to_json()
    assert hints.verdict(record, 1, Finding(found), Finding(found)) is None


@pytest.mark.parametrize("turn", [0, 2])
def test_a_turn_that_was_not_played_is_not_judged(browser: Browser, turn: int) -> None:
    game_id = begin(browser)
    browser.play(game_id, "a1")
    assert judge(browser, game_id, turn).status_code == 404


def test_the_engine_is_asked_about_both_positions(browser: Browser, analyses: Analyses) -> None:
    game_id = begin(browser)
    browser.play(game_id, "a1")
    judge(browser, game_id, 1)
    assert analyses.num_thinking == 1
    assert SavedGame.objects.get(pk=game_id).num_turns == 1
