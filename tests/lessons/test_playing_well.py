"""Lessons in playing well: the solver proves that what a step asks for wins, and nothing else does.

And what is said of it is true: who wins, how large groups are, how a mistake came about.
"""

import re

import pytest

import skerry
from skerry.errors import IllegalActionError
from skerry.games.aims import groups_of, num_joined, placed, title
from skerry.games.catalogue import FEATURED
from skerry.lessons import FIRST, Lesson, Step, find_lesson, lessons_of

ON_RULES = (FIRST, "setup")
MOST_NODES = 20_000  # of the solver; none of the steps needs a tenth of them
WELL = [
    lesson for game in FEATURED for lesson in lessons_of(game.name) if lesson.key not in ON_RULES
]
each_step = pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, id=f"{lesson.game}-{lesson.key}-{number}")
        for lesson in WELL
        for number, step in enumerate(lesson.steps, 1)
    ],
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def colour_of(step: Step) -> int:
    colour = step.position.colour_index
    assert colour is not None
    return colour


def ends_of(step: Step) -> list[skerry.Position]:
    return [step.position.play_turn(turn) for turn in step.asked.turns]


def follows(before: skerry.Position, after: skerry.Position) -> bool:
    """Whether one turn leads from one position to the other: one action, or stones together."""
    colour = before.colour_index or 1
    stones = [before.game.board.names[cell] for cell in placed(before, after, colour)]
    turns = [*map(before.game.format_action, before.legal_actions()), ",".join(stones)]
    for turn in filter(None, turns):
        try:
            if before.play_turn(turn).text == after.text:
                return True
        except IllegalActionError:
            continue
    return False


@each_step
def test_what_a_step_asks_for_wins_and_nothing_else_does(step: Step) -> None:
    position = step.position
    most = len(step.asked.turns) + 1
    winners = skerry.winning_turns(position, max_nodes=MOST_NODES, at_most=most)
    assert winners is not None
    found = {position.game.format_turn(position.game.parse_turn(turn)) for turn in step.asked.turns}
    assert {position.game.format_turn(turn) for turn in winners} == found


@each_step
def test_who_wins_is_said(step: Step) -> None:
    """By a word for now, and another one for later; another test says that it is true."""
    colour = title(step.position.game, colour_of(step))
    for end in ends_of(step):
        said = f"{colour} will win" if end.outcome is None else f"{colour} wins"
        assert said in step.right


@each_step
def test_numbers_are_true(step: Step) -> None:
    colour = colour_of(step)
    for end in ends_of(step):
        mine, theirs = end.standings[colour - 1], end.standings[2 - colour]
        for size in re.findall(r"group of (\w+)", step.right):
            assert NUMBERS.index(size) in map(len, groups_of(end, colour))
        for one, other in re.findall(r"(\d) to (\d)", step.right):
            assert (int(one), int(other)) == (mine.stones, theirs.stones)
        before, rival = step.position.standings[colour - 1], step.position.standings[2 - colour]
        for one, other in re.findall(r"(\d) to (\d)", step.say):
            assert (int(one), int(other)) == (before.stones, rival.stones)
        for points, where in re.findall(r"(\w+) points (ahead|behind)", step.say):
            lead = (before.score or 0) - (rival.score or 0)
            assert lead == NUMBERS.index(points) * (1 if where == "ahead" else -1)
        for points in re.findall(r"(\w+) points for one stone", step.right):
            assert (mine.score or 0) - (before.score or 0) == NUMBERS.index(points.lower())
        for points in re.findall(r"cost (\w+) points", step.right):
            assert (before.score or 0) - (mine.score or 0) == NUMBERS.index(points)
        if "touches three of" in step.say:
            assert num_joined(step.position, end, colour) == 3


EARLIER = [
    pytest.param(lesson, number, id=f"{lesson.game}-{lesson.key}-{number}")
    for lesson in WELL
    for number, step in enumerate(lesson.steps)
    if step.say.startswith("One turn earlier")
]


@pytest.mark.parametrize(("lesson", "number"), EARLIER)
def test_a_mistake_leads_to_the_step_before(lesson: Lesson, number: int) -> None:
    """There it was punished; here the same side does better."""
    punished, better = lesson.steps[number - 1 : number + 1]
    assert follows(better.position, punished.position)
    assert colour_of(better) != colour_of(punished)


@pytest.mark.parametrize(
    ("game", "key", "number"),
    [
        *[("spry", "threats", 2), ("spry", "threats", 5), ("sytran", "end", 3)],
        *[("kitaran", "safe", 2), ("kitaran", "safe", 5), ("kitaran", "end", 4)],
        *[("syrtis", "ready", 4), ("syrtis", "ready", 5)],
    ],
)
def test_a_step_goes_on_where_the_one_before_ends(game: str, key: str, number: int) -> None:
    before, step = find_lesson(game, key).steps[number - 2 : number]
    assert any(follows(end, step.position) for end in ends_of(before))


def test_the_second_largest_groups_decide() -> None:
    (end,) = ends_of(find_lesson("byg", "groups").steps[3])
    (last,) = (end.game.format_action(action) for action in end.legal_actions())
    end = end.play_turn(last)
    white, black = (standing.groups for standing in end.standings)
    assert (white[0], black[0]) == (6, 6)
    assert (white[1], black[1]) == (2, 4)


def test_a_tile_too_many_joins_those_of_the_other_side() -> None:
    position = find_lesson("syrtis", "sink").steps[2].position
    outcome = position.play_turn("xb4").outcome
    assert outcome is not None
    assert outcome.winner != position.player


def test_no_stone_can_be_converted() -> None:
    step = find_lesson("kitaran", "end").steps[2]
    (end,) = ends_of(step)
    assert not any(end.game.format_action(one).endswith("*") for one in end.legal_actions())
    guard = find_lesson("kitaran", "safe").steps[0]
    (end,) = ends_of(guard)
    assert not any(end.game.format_action(one).endswith("*") for one in end.legal_actions())
