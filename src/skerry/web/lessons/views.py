"""The pages of lessons, and the JSON that their module talks to."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from skerry.draw import board_svg
from skerry.errors import IllegalActionError, OptionError
from skerry.lessons import (
    FIRST,
    OTHER,
    RIGHT,
    Lesson,
    Step,
    example,
    find_lesson,
    judge,
    next_lesson,
)
from skerry.levels import LEVELS
from skerry.sessions import Composed, Opponent, compose
from skerry.web.base.answers import find_game, require_GET, require_POST
from skerry.web.base.bodies import ComposeSent, answers_json, read
from skerry.web.base.cookies import lesson_list
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import NEW_GAMES, PREVIEWS, limited
from skerry.web.base.seats import seated
from skerry.web.board.pictures import preview_of, ratio
from skerry.web.board.position_data import composed_from, composing, standings
from skerry.web.board.words import YOU
from skerry.web.play import creation

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
    } | composing(compose(step.position, ()))


class TrySent(ComposeSent):
    """A turn, begun or ended."""

    ended: bool = False


def tried(step: Step, sent: TrySent) -> dict[str, object]:
    """What becomes of a turn: a verdict, words if there is something to say, and the board.

    What is wrong is not placed: after an illegal action the turn stays as it was, and a turn that
    is not asked for begins anew.

    Raises:
        NotationError: what was sent cannot be read.
    """
    try:
        composed = composed_from(step.position, sent)
    except IllegalActionError as error:
        return {"verdict": ILLEGAL, "words": str(error)} | composing(_kept(step, sent))
    verdict = judge(step, composed.actions, sent.ended or composed.is_complete)
    if verdict == RIGHT:
        return {"verdict": RIGHT, "words": step.right} | _done(composed)
    if verdict == OTHER:
        return {"verdict": OTHER, "words": step.other} | composing(compose(step.position, ()))
    return {"verdict": verdict, "words": ""} | composing(composed)


def _kept(step: Step, sent: TrySent) -> Composed:
    """The turn without the action that was illegal."""
    actions = sent.actions if sent.at is not None else sent.actions[:-1]
    try:
        return compose(step.position, actions)
    except IllegalActionError:
        return compose(step.position, ())


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


EASIEST = "1"


class UnknownStepError(RequestError):
    """There is no such lesson, or it has no such step."""

    status = 404


@require_GET
def lesson(request: HttpRequest, name: str, key: str = FIRST) -> HttpResponse:
    """A lesson, at its first step."""
    chosen = find_game(name)
    found = _lesson(name, key)
    state = put(found, 1)
    svg = str(state.pop("svg"))
    context = {
        "info": chosen,
        "lesson": found,
        "lessons": lesson_list(request, name),
        "next": next_lesson(found),
        "level": LEVELS[EASIEST],
        "svg": svg,
        "state": state,
        "ratio": ratio(svg),
        "preview": preview_of(
            request, found.title, f"Learn {chosen.title} on the board. {chosen.summary}", name
        ),
    }
    return render(request, "lessons/lesson.html", context)


@require_POST
@limited(NEW_GAMES)
def play(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Begin the small game that follows a lesson, against the easiest level."""
    opponent, learned = Opponent(EASIEST, human=0), _lesson(name, key)

    def begin(holder: str) -> HttpResponse:
        game = learned.small_game()
        saved = creation.begin(holder, game, (YOU,), opponent, prepared=learned.prepared)
        return redirect("game", saved.pk)

    return seated(request, begin)


@answers_json("GET")
def state(request: HttpRequest, name: str, key: str, number: int) -> HttpResponse:
    """A step, before anything is done."""
    return JsonResponse(put(_with_step(name, key, number), number))


@answers_json("POST")
@limited(PREVIEWS)
def try_turn(request: HttpRequest, name: str, key: str, number: int) -> HttpResponse:
    """What a step says of a turn, begun or ended; nothing is saved."""
    step = _with_step(name, key, number).steps[number - 1]
    return JsonResponse(tried(step, read(request, TrySent)))


def _lesson(name: str, key: str) -> Lesson:
    try:
        return find_lesson(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None


def _with_step(name: str, key: str, number: int) -> Lesson:
    try:
        found = find_lesson(name, key)
    except OptionError as error:
        raise UnknownStepError(str(error)) from None
    if not 1 <= number <= len(found.steps):
        raise UnknownStepError(
            f"This lesson has the steps 1 to {len(found.steps)}; there is no step {number}."
        )
    return found
