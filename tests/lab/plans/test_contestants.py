"""Contestants: what their words say, and that the same seed plays the same game."""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.lab.plans import RANDOM, RANDOM_TURNS, canonical, contestant

ALL = (RANDOM, RANDOM_TURNS, "playouts 30", "level 1")


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("random", "random"),
        ("  random   turns ", "random turns"),
        ("playouts 0200", "playouts 200"),
        ("playouts 1000000", "playouts 1000000"),
        ("level 9", "level 9"),
        ("level 009", "level 9"),
    ],
)
def test_words_have_one_form(words: str, form: str) -> None:
    assert canonical(words) == form == canonical(form)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "'' is not a contestant; there are random, random turns, playouts N"),
        ("playouts 0", "playouts N \\(1 to 1,000,000\\)"),
        ("playouts 1000001", "is not a contestant"),
        ("playouts", "is not a contestant"),
        ("level 12", "level N \\(1 to 9\\)"),
        ("level 10", "Level 10 thinks by the clock, so its games could not be repeated"),
        ("level 11", "Level 11 thinks by the clock"),
        ("Random", "'Random' is not a contestant"),
        ("x" * 99, f"'{'x' * 57}...' is not a contestant"),
    ],
)
def test_other_words_are_refused(words: str, says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says):
        canonical(words)


@given(st.text(max_size=30))
def test_any_text_is_a_contestant_or_refused(text: str) -> None:
    try:
        form = canonical(text)
    except skerry.OptionError:
        return
    assert canonical(form) == form


@pytest.mark.parametrize("words", ALL)
def test_the_same_seed_plays_the_same_whole_turns(words: str) -> None:
    def play(seed: int) -> list[tuple[int, ...]]:
        position, thinker = skerry.game("spry", size=3).start(), contestant(words, seed)
        turns = []
        while not position.is_over:
            turn = position.turn
            thought = thinker(position)
            for action in thought.actions:
                assert position.turn == turn
                position = position.apply(action)
            assert position.turn == turn + 1
            turns.append(thought.actions)
        return turns

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_a_searcher_tells_what_it_saw() -> None:
    position = skerry.game("kitaran", size=3).start().play("b2")
    thought = contestant("playouts 200", 1)(position)
    assert thought.value is not None
    assert 0 <= thought.value <= 1
    assert thought.choices is not None
    assert len(thought.choices) == len(position.legal_actions())
    assert np.all((thought.choices >= 0) & (thought.choices <= 1))
    assert thought.choices.max() >= thought.value  # a mean over actions is not above its best
    for words in (RANDOM, RANDOM_TURNS, "level 1"):
        assert contestant(words, 1)(position).value is None


def test_a_searchers_trees_go_with_it() -> None:
    """They are large, and the collector of cycles comes seldom."""
    gc.disable()
    try:
        player = contestant("playouts 20", 1)
        player(skerry.game("kitaran", size=3).start())
        trace = weakref.ref(player)
        del player
        assert trace() is None
    finally:
        gc.enable()


def test_searches_with_a_network_do_not_play_one_game_again_and_again() -> None:
    """Kitaran on 4 times 4 has one, and no set-up that is drawn."""
    start = skerry.game("kitaran", size=4).start()
    beginnings = set()
    for seed in range(6):
        position = start
        for _ in range(3):
            for action in contestant("playouts 50", seed)(position).actions:
                position = position.apply(action)
        beginnings.add(position.text)
    assert len(beginnings) > 1
