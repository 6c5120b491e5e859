"""A step of a lesson, and what it says of a turn, as the plain data that the page shows."""

from skerry.draw import board_svg
from skerry.errors import IllegalActionError
from skerry.lessons import OTHER, RIGHT, Lesson, Step, example, judge
from skerry.sessions import Composed, compose
from skerry.web.base.bodies import action_texts
from skerry.web.board.position_data import composed_from, composing, standings

ILLEGAL = "illegal"  # beside the verdicts of `judge`


def put(lesson: Lesson, number: int) -> dict[str, object]:
    """A step before anything is done; steps are numbered from 1."""
    step = lesson.steps[number - 1]
    return {
        "number": number,
        "title": step.title,
        "say": step.say,
        "colour": step.position.colour_index,
        "answer": example(step),
    } | composing(_untouched(step))


def _untouched(step: Step) -> Composed:
    return Composed(step.position, step.position, ())


def tried(step: Step, data: dict[str, object]) -> dict[str, object]:
    """What becomes of a turn: a verdict, words if there is something to say, and the board.

    What is wrong is not placed: after an illegal action the turn stays as it was, and a turn that
    is not asked for begins anew.

    Raises:
        RequestError, NotationError: what was sent cannot be read.
    """
    try:
        composed = composed_from(step.position, data)
    except IllegalActionError as error:
        return {"verdict": ILLEGAL, "words": str(error)} | composing(_kept(step, data))
    verdict = judge(step, composed.actions, bool(data.get("ended")) or composed.is_complete)
    if verdict == RIGHT:
        return {"verdict": RIGHT, "words": step.right} | _done(composed)
    if verdict == OTHER:
        return {"verdict": OTHER, "words": step.other} | composing(_untouched(step))
    return {"verdict": verdict, "words": ""} | composing(composed)


def _kept(step: Step, data: dict[str, object]) -> Composed:
    """The turn without the action that was illegal."""
    actions = action_texts(data)
    try:
        return compose(step.position, actions if data.get("at") is not None else actions[:-1])
    except IllegalActionError:
        return _untouched(step)


def _done(composed: Composed) -> dict[str, object]:
    """The board after the turn; nothing more may be done on it."""
    game = composed.position.game
    last = [game.parse_action(text) for text in composed.actions]
    return composing(composed) | {
        "complete": True,
        "may_end": False,
        "legal": [],
        "svg": board_svg(composed.position, last=last, standalone=False),
        "standings": standings(composed.position),
    }
