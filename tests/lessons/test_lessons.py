"""Lessons: every step can be done, done otherwise, and done against the rules; words are few."""

import re
from dataclasses import replace
from itertools import islice

import pytest

import skerry
from skerry.errors import OptionError
from skerry.games.actions import decode_action
from skerry.games.aims import groups_of
from skerry.games.catalogue import GAMES
from skerry.games.contract import ring_numbers
from skerry.games.info import GameInfo
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
    next_lesson,
    read_lesson,
)
from skerry.puzzles import collection
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
    for text in (step.title, step.say, step.right, step.other):
        assert text
        assert not re.search(r"\b[A-Z]{1,4}-\d", text)
        for sentence in sentences(text):
            assert len(sentence.split()) <= MOST_IN_SENTENCE, sentence
    assert len(sentences(step.say)) <= 3


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
KINDS = {  # of what is done, by how a step asks for it
    "place": r"\b([Pp]lace|Fill|Join|Take it|Give)\b",
    "convert": r"\b([Cc]onvert|turns)\b",
    "swap": r"\bSwap\b",
    "sink": r"\b[Ss]ink\b",
    "move": r"\b(walks|[Mm]ove)\b",
    "slide": r"\b[Ss]lide\b",
    "pass": r"\bpass\b",
    "exchange": r"\bExchange\b",
    "light tower": r"\blight\b",
    "dark tower": r"\b[Dd]ark\b",
    "light": r"\bLight or Dark\b",
    "dark": r"\bLight or Dark\b",
}


def ends_of(step: Step) -> list[skerry.Position]:
    """The positions after the turns that a step accepts, some of very many."""
    return [after(step, turn) for turn in islice(right_turns(step), 20)]


@each_step
def test_what_a_step_says_fits_what_it_takes(step: Step) -> None:
    """The number of stones, the numbers of their cells, what is done, the cells that are named."""
    game, board = step.position.game, step.position.game.board
    for turn in islice(right_turns(step), 20):
        actions = [decode_action(game, game.parse_action(text)) for text in turn]
        for action in actions:
            assert re.search(KINDS[action.kind], step.say), step.say
        told = re.search(
            r"(?:Place|place exactly|takes|place|with) (one|two|three)\b(?! on a)", step.say
        )
        if told and not re.search(r"one there and one", step.say):
            assert NUMBERS[told[1]] == len(turn), step.say
        numbers = sorted(
            int(ring_numbers(game.rules)[one.cells[0]]) for one in actions if one.cells
        )
        if step.asked.on:
            assert numbers == sorted(step.asked.on)
            asked = {int(number) for number in re.findall(r"(?:ring |a |marked )(\d)", step.say)}
            assert asked <= {
                *numbers,
                *(int(ring_numbers(game.rules)[c]) for c in step.position.turn_so_far),
            }
        for cell in re.findall(r"\b[a-m]\d{1,2}\b", step.say):
            assert cell in {board.names[cell] for action in actions for cell in action.cells}


@each_step
def test_what_is_said_in_the_end_is_true(step: Step) -> None:
    """Who has won, and how many stones have changed sides."""
    before = step.position
    for end in ends_of(step):
        outcome = end.outcome
        won = re.search(r"\b(White|Black|Light|Dark) wins", step.right)
        assert bool(won) == (outcome is not None), step.right
        if won:
            assert outcome is not None
            assert end.persons is not None
            assert outcome.winner is not None
            colours = step.position.game.info.colours
            assert colours[end.persons.index(outcome.winner)] == won[1].lower()
        changed = re.search(r"(One|Two|Three|Four) stones? changed sides", step.right)
        if changed:
            pairs = zip(before.contents, end.contents, strict=True)
            turned = sum(old != new and old > 0 for old, new in pairs)
            assert NUMBERS[changed[1].lower()] == turned


def test_each_turn_that_does_what_a_step_says_is_taken() -> None:
    """Steps that name their turns name all of them, where the text does not name a cell."""
    groups = lessons_of("sytran")[0].steps[3]
    joined = [
        one
        for one in stones_of(groups)
        if joins(groups, one) and groups.position.play(one).turn > groups.position.turn
    ]
    assert sorted(joined) == sorted(groups.asked.turns)
    join = lessons_of("byg")[0].steps[4]
    assert [one for one in stones_of(join) if joins(join, one)] == [*join.asked.turns]
    many = lessons_of("kitaran")[0].steps[3]
    turned = {
        action: sum(
            a != b
            for a, b in zip(
                many.position.contents, many.position.play(action).contents, strict=True
            )
        )
        for action in map(many.position.game.format_action, many.position.legal_actions())
        if action.endswith("*")
    }
    assert len(turned) == 2, "two black stones can convert"
    assert max(turned, key=turned.__getitem__) == many.asked.turns[0]


def stones_of(step: Step) -> list[str]:
    legal = map(step.position.game.format_action, step.position.legal_actions())
    return [action for action in legal if action not in ("end", "swap")]


def joins(step: Step, action: str) -> bool:
    colour = step.position.colour_index or 1
    return len(groups_of(step.position.play(action), colour)) < len(
        groups_of(step.position, colour)
    )


def test_a_lesson_of_syrtis_says_what_a_pass_and_the_initiative_do() -> None:
    steps = {step.title: step for step in lessons_of("syrtis")[0].steps}
    for title, reason in (("Pass", "passes"), ("The initiative", "both")):
        (end,) = ends_of(steps[title])
        assert end.outcome is not None
        assert end.outcome.reason == reason


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
def test_lessons_go_on_in_an_order_and_have_a_few_steps(game: GameInfo) -> None:
    """A game may come without one, as pages know; those that Skerry is for have theirs."""
    lessons = lessons_of(game.name)
    assert game.has_lesson == bool(lessons)
    if not lessons:
        return
    assert lessons[0].key == FIRST
    assert [one.number for one in lessons] == [*range(1, len(lessons) + 1)]
    assert [next_lesson(one) for one in lessons] == [*lessons[1:], None]
    for one in lessons:
        least = 3 if game.is_for_comparison else 4 if game.has_setup else LEAST_STEPS
        assert least <= len(one.steps) <= 8


@each_lesson
def test_puzzles_of_a_lesson_have_a_theme_that_there_is(lesson: Lesson) -> None:
    named = {puzzle.theme for puzzle in collection(lesson.game)} if lesson.theme else {""}
    assert lesson.theme in named


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
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "T"\n', "", "title"),
        ('say = "b"', "", "say"),
        ('right = "c"', 'right = "c"\nwrong = "x"', "nobody knows wrong"),
        ("count = 1", "", "must ask for turns or for a count"),
        ("count = 1", "counts = 1", "nobody knows counts"),
        ("count = 1", "count = 1, on = [1, 2]", "a number for each action"),
        ("[[step]]", "[[steps]]", "step"),
        ('say = "b"', "say = b", "Invalid value"),
    ],
)
def test_a_file_of_another_form_is_refused(old: str, new: str, says: str) -> None:
    assert read_lesson("spry", FIRST, STEP).steps[0].asked.count == 1
    with pytest.raises(LessonError, match=says):
        read_lesson("spry", FIRST, STEP.replace(old, new))
