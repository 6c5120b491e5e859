"""Ways to do what a step of a lesson asks for."""

from collections.abc import Iterator, Sequence
from itertools import permutations

import skerry
from skerry.errors import IllegalActionError
from skerry.lessons import RIGHT, Step, judge


def right_turns(step: Step) -> Iterator[tuple[str, ...]]:
    """Those that are named or, of a step that names none, all that there are."""
    if step.asked.turns:
        yield from (tuple(turn.split(",")) for turn in step.asked.turns)
        return
    game = step.position.game
    legal = [game.format_action(action) for action in step.position.legal_actions()]
    for chosen in permutations(legal, step.asked.count):
        if judge(step, chosen, ended=True) == RIGHT and is_legal(step, chosen):
            yield chosen


def is_legal(step: Step, actions: Sequence[str]) -> bool:
    """Whether the actions may be taken one after another."""
    try:
        after(step, actions)
    except IllegalActionError:
        return False
    return True


def after(step: Step, actions: Sequence[str]) -> skerry.Position:
    """Where some actions lead. Raises IllegalActionError."""
    position = step.position
    for action in actions:
        position = position.play(action)
    return position
