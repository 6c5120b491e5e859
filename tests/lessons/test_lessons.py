"""Lessons: every step can be done, done otherwise, and done against the rules; words are few."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from skerry.errors import OptionError
from skerry.games.catalogue import GAMES
from skerry.games.contract import GameInfo
from skerry.lessons import (
    FIRST,
    OTHER,
    RIGHT,
    UNFINISHED,
    Asked,
    Lesson,
    LessonError,
    Step,
    example,
    find_lesson,
    judge,
    lessons_of,
)
from skerry.lessons.lesson import read_lesson
from tests.lessons.turns import after, right_turns

MOST_WORDS = 200  # of a lesson that goes right
MOST_IN_SENTENCE = 20
MOST_CLICKS = 12
LEAST_STEPS = 5  # of a game that Skerry is for

LESSONS = [lesson for game in GAMES for lesson in lessons_of(game.name)]
STEPS = [
    pytest.param(step, id=f"{lesson.game}-{lesson.key}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
]
each_lesson = pytest.mark.parametrize(
    "lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.key}"
)
each_step = pytest.mark.parametrize("step", STEPS)


def sentences(text: str) -> list[str]:
    return [one for one in re.split(r"(?<=[.!?:]) ", text) if one]


@each_step
def test_a_step_is_done_when_its_last_action_is(step: Step) -> None:
    turns = list(islice(right_turns(step), 20))
    assert turns
    for turn in turns:
        after(step, turn)
        for length in range(len(turn)):
            assert judge(step, turn[:length]) == UNFINISHED
        assert judge(step, turn) == (UNFINISHED if step.asked.ends else RIGHT)
        assert judge(step, turn, ended=True) == RIGHT


@each_step
def test_an_example_is_right(step: Step) -> None:
    after(step, example(step))
    assert judge(step, example(step), ended=True) == RIGHT


def test_a_step_that_nobody_can_do_has_no_example() -> None:
    step = replace(lessons_of("spry")[0].steps[2], asked=Asked(count=1, kind="end"))
    with pytest.raises(LessonError, match="No turn does what the step 'One in the centre' asks"):
        example(step)


@each_step
def test_another_turn_is_told_apart(step: Step) -> None:
    """Nothing at all is no answer either, and a turn that ends too early is another one."""
    assert judge(step, ()) == UNFINISHED
    assert judge(step, (), ended=True) == OTHER
    game = step.position.game
    legal = [game.format_action(action) for action in step.position.legal_actions()]
    useful = {action for turn in right_turns(step) for action in turn}
    for action in set(legal) - useful:
        assert judge(step, (action,), ended=True) == OTHER


@each_step
def test_what_a_step_says_is_short_and_without_rule_numbers(step: Step) -> None:
    for text in (step.title, step.say, step.right, step.other, step.illegal):
        assert text
        assert not re.search(r"\b[A-Z]{1,4}-\d", text)
        for sentence in sentences(text):
            assert len(sentence.split()) <= MOST_IN_SENTENCE, sentence
    assert len(sentences(step.say)) <= 3


@each_lesson
def test_a_lesson_takes_a_minute(lesson: Lesson) -> None:
    words = sum(len(f"{one.title} {one.say} {one.right}".split()) for one in lesson.steps)
    assert words <= MOST_WORDS
    assert clicks_of(lesson) < MOST_CLICKS  # one more begins the game
    assert lesson.small_game().name == lesson.game


def clicks_of(lesson: Lesson) -> int:
    """At least so many: a piece that goes from cell to cell takes two."""
    clicks = 0
    for step in lesson.steps:
        turn = example(step)
        moves = sum("-" in action or ">" in action for action in turn)
        clicks += len(turn) + moves + step.asked.ends
    return clicks


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_lesson(game: GameInfo) -> None:
    first = lessons_of(game.name)[0]
    assert first.key == FIRST
    assert len(first.steps) >= (3 if game.is_for_comparison else LEAST_STEPS)
    assert len(first.steps) <= 8


def test_a_lesson_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="Byg has no lesson 'chess'"):
        find_lesson("byg", "chess")


STEP = """
title = "T"
[[step]]
title = "a"
say = "b"
position = "spry size=3 swap=off | 3/4/5/4/3 | player=0 first=0 turn=0 placed=-"
asks = { count = 1 }
right = "c"
other = "d"
illegal = "e"
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "T"\n', "", "title"),
        ('say = "b"', "", "say"),
        ('right = "c"', 'right = "c"\nwrong = "x"', "nobody knows wrong"),
        ("count = 1", "", "must ask for turns or for a count"),
        ("count = 1", "counts = 1", "nobody knows counts"),
        ("[[step]]", "[[steps]]", "step"),
        ('say = "b"', "say = b", "Invalid value"),
    ],
)
def test_a_file_of_another_form_is_refused(old: str, new: str, says: str) -> None:
    assert read_lesson("spry", FIRST, STEP).steps[0].asked.count == 1
    with pytest.raises(LessonError, match=says):
        read_lesson("spry", FIRST, STEP.replace(old, new))
