"""Blunders planted in games of stronger play are found, explained, and made into exercises."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

import skerry
from bench.review import reviewed as row_of
from bench.review_games import Case, planted, strong_game
from skerry.core.numbers import format_chance
from skerry.record import GameRecord
from skerry.review import Review, answer, contradictions, learn, review

BOARDS = {"byg": {"size": 4}, "kitaran": {"size": 4}, "spry": {"size": 4}}
LEAST_DROP = 0.4
PLAYOUTS, LOOK = 4_000, 1_000  # of the players, and of the review
DEEPEST = 64_000  # that tell whether it is bad enough: as many as a review's deepest looks


def cases(name: str, kind: str) -> Iterator[Case]:
    """Games in which something bad enough was planted; such players err themselves."""
    game = skerry.game(name, **BOARDS[name])
    for seed in range(20):
        found = planted(kind, strong_game(game, seed, PLAYOUTS), seed, PLAYOUTS, DEEPEST)
        if found is not None and (found.drop or 0.0) >= LEAST_DROP:
            yield found


@cache
def case_of(name: str, kind: str) -> Case:
    """The first of them."""
    return next(cases(name, kind))


@cache
def reviewed(name: str, kind: str) -> Review:
    case = case_of(name, kind)
    return review(GameRecord.from_json(case.record), playouts=LOOK, seed=case.index)


@pytest.mark.parametrize("name", BOARDS)
def test_a_planted_blunder_is_the_worst_turn(name: str) -> None:
    worst = reviewed(name, "blunder").worst
    assert worst is not None
    assert worst.number == case_of(name, "blunder").turn
    assert worst.loss.low > 0.0


@pytest.mark.parametrize("name", ["byg", "spry"])
def test_most_planted_stones_are_named(name: str) -> None:
    """Where two stones of a turn are bad the other one may be named."""
    rows = [row_of(case, LOOK, threads=1) for case in islice(cases(name, "stone"), 3)]
    assert all(row.is_called for row in rows)
    assert sum(row.is_named for row in rows) >= 2


@pytest.mark.parametrize("name", BOARDS)
def test_a_mistake_is_an_exercise_that_any_turn_as_good_as_the_best_solves(name: str) -> None:
    case = case_of(name, "blunder")
    exercise = next(one for one in learn(reviewed(name, "blunder")) if one.number == case.turn)
    assert exercise.best in exercise.accepted
    assert exercise.played not in exercise.accepted
    for text in exercise.accepted:
        assert answer(exercise, text, playouts=LOOK).is_right
    assert not answer(exercise, exercise.played, playouts=LOOK).is_right


def test_a_turn_that_the_review_never_saw_is_searched_before_it_is_judged() -> None:
    found = reviewed("kitaran", "blunder")
    exercise = next(one for one in learn(found) if one.number == case_of("kitaran", "blunder").turn)
    unseen = replace(exercise, accepted=(), played="")
    assert answer(unseen, exercise.best, playouts=LOOK).is_right
    wrong = answer(unseen, exercise.played, playouts=LOOK)
    assert not wrong.is_right
    assert wrong.loss is not None
    assert wrong.loss.low > 0.0


@pytest.mark.parametrize("name", BOARDS)
def test_the_words_say_what_the_numbers_say(name: str) -> None:
    worst = reviewed(name, "blunder").worst
    assert worst is not None
    assert worst.better is not None
    for chance in (worst.better.chance, worst.played.chance):
        assert chance.is_exact or format_chance(chance.value) in worst.summary
    assert worst.summary.startswith(f"A {worst.verdict}: ")
    spaced = [turn.text.replace(",", " ") for turn in (worst.better, worst.played)]
    assert any(text in worst.why for text in spaced)
    for turn in (worst.better, worst.played):
        position = skerry.position(worst.position)
        for text in turn.line:
            position = position.play_turn(text)


@pytest.mark.parametrize("name", BOARDS)
def test_a_review_of_a_planted_blunder_does_not_contradict_itself(name: str) -> None:
    assert contradictions(reviewed(name, "blunder")) == ()
