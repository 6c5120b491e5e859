"""The pages of lessons, and the JSON that their module talks to."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from skerry.errors import OptionError
from skerry.lessons import FIRST, Lesson, find_lesson, lessons_of
from skerry.levels import LEVELS
from skerry.sessions import Opponent
from skerry.web.base.answers import find_game
from skerry.web.base.bodies import answers_json, read_json
from skerry.web.base.errors import RequestError
from skerry.web.base.limits.quotas import NEW_GAMES, PREVIEWS, limited
from skerry.web.base.methods import require_GET, require_POST
from skerry.web.base.seats import seated
from skerry.web.board.pictures import ratio
from skerry.web.board.previews import preview_of
from skerry.web.board.words import YOU
from skerry.web.lessons import page_data
from skerry.web.play import games

EASIEST = "1"


class UnknownStepError(RequestError):
    """There is no such lesson, or it has no such step."""

    status = 404


@require_GET
def lesson(request: HttpRequest, name: str, key: str = FIRST) -> HttpResponse:
    """A lesson, at its first step."""
    chosen = find_game(name)
    found = _lesson(name, key)
    state = page_data.put(found, 1)
    svg = str(state.pop("svg"))
    others = [one for one in lessons_of(name) if one is not found]
    context = {
        "info": chosen,
        "lesson": found,
        "others": others,
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
        saved = games.begin(holder, game, (YOU,), opponent, prepared=learned.prepared)
        return redirect("game", saved.pk)

    return seated(request, begin)


@answers_json("GET")
def state(request: HttpRequest, name: str, key: str, number: int) -> HttpResponse:
    """A step, before anything is done."""
    return JsonResponse(page_data.put(_with_step(name, key, number), number))


@answers_json("POST")
@limited(PREVIEWS)
def try_turn(request: HttpRequest, name: str, key: str, number: int) -> HttpResponse:
    """What a step says of a turn, begun or ended; nothing is saved."""
    step = _with_step(name, key, number).steps[number - 1]
    return JsonResponse(page_data.tried(step, read_json(request)))


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
