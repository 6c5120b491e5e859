"""What a step of a lesson says of a turn that the learner has begun or ended."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from skerry.games.dispatch import ring_numbers
from skerry.games.text.actions import decode_action, kind_of
from skerry.lessons.lesson import Asked, LessonError, Step
from skerry.positions import Position

RIGHT = "right"  # what the step asks for
OTHER = "other"  # legal, but something else
UNFINISHED = "unfinished"  # it may still become right


def judge(step: Step, actions: Sequence[str], ended: bool = False) -> str:
    """Whether a turn is what a step asks for.

    Args:
        step: of a lesson.
        actions: texts, legal one after another, in any order.
        ended: whether the learner has ended the turn, or it has ended by itself.

    Returns:
        RIGHT, OTHER or UNFINISHED, the last one only of a turn that has not ended.
    """
    chosen = [action for action in actions if action != "end"]
    if step.asked.turns:
        is_right, may_become = _among(step.asked, chosen)
    else:
        is_right, may_become = _as_many(step, chosen)
    if is_right and (ended or not step.asked.ends):
        return RIGHT
    return UNFINISHED if may_become and not ended else OTHER


@cache
def example(step: Step) -> tuple[str, ...]:
    """A way to do what a step asks for, action by action, without the end of the turn.

    Raises:
        LessonError: there is none.
    """
    if step.asked.turns:
        return tuple(step.asked.turns[0].split(","))
    found = _continued(step, step.position, ())
    if found is None:
        raise LessonError(f"No turn does what the step {step.title!r} asks for.")
    return found


def _continued(step: Step, position: Position, actions: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first way to go on that comes to the end."""
    if judge(step, actions, ended=True) == RIGHT:
        return actions
    if judge(step, actions) == OTHER:
        return None
    for action in position.legal_actions():
        tried = (*actions, position.game.format_action(action))
        found = _continued(step, position.apply(action), tried)
        if found is not None:
            return found
    return None


def _among(asked: Asked, chosen: Sequence[str]) -> tuple[bool, bool]:
    wanted = [frozenset(turn.split(",")) for turn in asked.turns]
    return frozenset(chosen) in wanted, any(turn.issuperset(chosen) for turn in wanted)


def _as_many(step: Step, chosen: Sequence[str]) -> tuple[bool, bool]:
    asked, game = step.asked, step.position.game
    decoded = [decode_action(game, game.parse_action(text)) for text in chosen]
    if asked.kind and any(kind_of(game, action).name != asked.kind for action in decoded):
        return False, False
    if not asked.on:
        return len(chosen) == asked.count, len(chosen) <= asked.count
    numbers = ring_numbers(game.rules)
    used = Counter(int(numbers[cell]) for action in decoded for cell in action.cells)
    wanted = Counter(asked.on)
    return used == wanted, used <= wanted
