"""The page of the editor, and the JSON that its module talks to."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.levels import LEVELS
from skerry.positions import Position, position
from skerry.puzzles import puzzle_from_data
from skerry.text import LONGEST_TEXT
from skerry.web.base.answers import find_game, require_GET
from skerry.web.base.bodies import answers_json, read
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ANALYSES, PREVIEWS, limited
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import service
from skerry.web.board.pictures import picture, ratio
from skerry.web.editor import page_data, solving
from skerry.web.editor.page_data import draft_in
from skerry.web.editor.solving import PUZZLE, SOLVE, Found, Question, Solutions
from skerry.web.play.closed import check_open
from skerry.web.play.forms import field_text, fields
from skerry.web.puzzles.verdicts import key_of_own


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The games whose positions can be set up: all."""
    games = [{"info": one, "picture": picture(one.name)} for one in GAMES]
    return render(request, "editor/index.html", {"games": games})


@never_cache
@require_GET
def editor(request: HttpRequest, name: str) -> HttpResponse:
    """A board to be set up: `?position=TEXT`, else a start."""
    info = find_game(name)
    text = request.GET.get("position", "").strip()
    draft, error = draft_in(info.name, text)
    if draft.game.name != info.name:
        query = urlencode({"position": text})
        return redirect(f"{reverse('editor', args=[draft.game.name])}?{query}")
    state = page_data.state(draft)
    svg = str(state.pop("svg"))
    context = {
        "info": info,
        "svg": svg,
        "ratio": ratio(svg),
        "state": state,
        "error": error,
        "tools": game_module(draft.game.name).tools(draft.game),
        "movers": page_data.movers(draft.game),
        "fields": fields(info, {option: field_text(value) for option, value in draft.game.options}),
        "levels": LEVELS.items(),
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "editor/editor.html", context, status=400 if error else 200)


@answers_json("POST")
@limited(PREVIEWS)
def edit(request: HttpRequest) -> HttpResponse:
    """The draft after an edit; nothing is saved."""
    return JsonResponse(page_data.state(page_data.edited(read(request, page_data.EditSent))))


@answers_json("POST")
@limited(ANALYSES)
def solve(request: HttpRequest) -> HttpResponse:
    """What a position is worth: `{"pending": true}` until it is known, then a heading and words."""
    return _ask(request, SOLVE)


@answers_json("POST")
@limited(ANALYSES)
def make_puzzle(request: HttpRequest) -> HttpResponse:
    """Whether a position is a puzzle, as `solve`; if so with its address and that of its file."""
    return _ask(request, PUZZLE)


@answers_json("POST")
def stop(request: HttpRequest) -> HttpResponse:
    """Give up what this browser has asked the solver."""
    service(Solutions).stop(seat_of(request) or "")
    return JsonResponse({})


def _ask(request: HttpRequest, kind: str) -> HttpResponse:
    asked = position(read(request, page_data.TextSent).text)
    if not page_data.is_usable(asked):
        raise RequestError("There is nothing to solve here: the game is over, or a turn has begun.")

    check_open((asked,), seat_of(request))

    def answer(holder: str) -> HttpResponse:
        found = service(Solutions).ask(Question(holder, kind, asked.text, asked.game.name))
        if found is None:
            return JsonResponse({"pending": True})
        return JsonResponse(_told(asked, kind, found))

    return seated(request, answer)


def _told(asked: Position, kind: str, found: Found) -> dict[str, object]:
    if found.error is not None:
        return {"heading": "No answer", "words": found.error, "line": []}
    if kind == SOLVE:
        return solving.solved(asked, found.content, service(Solutions).seconds)
    data = found.content["puzzle"]
    if not isinstance(data, Mapping):
        winners = found.content["winners"]
        assert isinstance(winners, list)
        return {"heading": "Not a puzzle", "words": solving.unsound(asked, winners), "line": []}
    puzzle = puzzle_from_data(asked.game.name, dict(data))
    address = [puzzle.game, key_of_own(puzzle)]
    return {
        "heading": "A sound puzzle",
        "words": f"Exactly one of {puzzle.num_turns:,} turns wins. Whoever has the link can "
        "solve it here.",
        "line": [],
        "link": reverse("puzzle", args=address),
        "file": reverse("own-puzzle-file", args=address),
    }
