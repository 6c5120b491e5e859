"""The puzzle corner: its pages, and the JSON that its module talks to.

Nothing of it is saved here: what has been solved is remembered by the browser alone.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED
from skerry.puzzles import Puzzle, collection, format_collection, judge
from skerry.puzzles.puzzle import key_of
from skerry.web.base.answers import find_game, refuse, require_GET
from skerry.web.base.bodies import ActionsSent, ComposeSent, TurnsSent, answers_json, read
from skerry.web.base.errors import HelpError, RequestError
from skerry.web.base.limits import PREVIEWS, VERDICTS, limited
from skerry.web.base.seats import seat_of
from skerry.web.base.services import service
from skerry.web.board.files import refuses
from skerry.web.board.pictures import picture, ratio
from skerry.web.board.position_data import composed_from, composing, last_actions
from skerry.web.board.previews import card_of, preview_of
from skerry.web.play.closed import check_open
from skerry.web.puzzles import page_data
from skerry.web.puzzles.verdicts import NotYetError, Question, Verdicts, find_any, find_own, is_own

NOT_YET = "The engine is still warming up; your turn is checked in a moment."


class UnknownPuzzleError(RequestError):
    """There is no such puzzle."""

    status = 404


# ---- pages ----


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The puzzle corners of all games."""
    games = [
        {"info": one, "picture": picture(one.name), "keys": _keys(one.name)}
        for one in FEATURED
        if one.has_puzzles
    ]
    return render(request, "puzzles/puzzles.html", {"games": games})


def _keys(name: str) -> list[str]:
    return [puzzle.key for puzzle in collection(name)]


@require_GET
def corner(request: HttpRequest, name: str, key: str | None = None) -> HttpResponse:
    """One game's puzzles: the one of that key, else the first that is not solved yet."""
    chosen = find_game(name)
    try:
        shown = None if key is None else find_any(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None
    puzzles = [shown] if shown is not None and is_own(shown.key) else collection(name)
    if not puzzles:
        raise Http404(f"There are no puzzles of {chosen.title}.")
    numbered = enumerate(puzzles, start=1)
    context: dict[str, object] = {"info": chosen, "grades": page_data.by_grade(numbered)}
    title = f"Puzzles of {chosen.title}" if shown is None else f"A puzzle of {chosen.title}"
    own = "" if shown is None else reverse("puzzle-card", args=[name, shown.key])
    words = "One turn wins. Find it on the board." if shown is not None else chosen.summary
    context["preview"] = preview_of(
        request,
        title,
        words,
        name,
        picture=own,
        is_listed=shown is None or not is_own(shown.key),
    )
    if shown is not None:
        state = page_data.put(shown)
        svg = str(state.pop("svg"))
        context |= {"svg": svg, "state": state, "ratio": ratio(svg)}
    return render(request, "puzzles/puzzle.html", context)


@require_GET
@refuses
def card(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The picture that goes with a link to a puzzle."""
    return card_of(request, _found(name, key).position)


@require_GET
def own_file(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """A puzzle that somebody has set up, in a file like those of the collections."""
    try:
        own = find_own(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None
    try:
        check_open((own.position,), seat_of(request))  # the file holds the solution
    except HelpError as error:
        return refuse(request, error.status, str(error))
    puzzle = replace(own, key=key_of(own.position))
    content = format_collection(name, "set up in the editor", [puzzle])
    response = HttpResponse(content, content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{name}-{puzzle.key}.json.gz"'
    return response


# ---- answers ----


@answers_json("GET")
def state(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """A puzzle, before any turn is tried."""
    return JsonResponse(page_data.put(_found(name, key)))


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The turn as composed so far, as in a game."""
    record = page_data.record_to(_found(name, key))
    composed = composed_from(record.position, read(request, ComposeSent))
    return JsonResponse(composing(composed, last_actions(record)))


@answers_json("POST")
@limited(VERDICTS)
def check(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Whether a turn is the solution, and what follows it or refutes it.

    Neither is said of a position that two persons play at this moment.
    """
    puzzle, actions = _found(name, key), read(request, ActionsSent).actions
    # Before the engine is asked for anything: an illegal turn is refused at once.
    game = puzzle.position.game
    puzzle.position.play_turn(",".join(actions))
    turn = game.format_turn(game.parse_turn(",".join(actions)))
    check_open((puzzle.position,), seat_of(request))
    try:
        question = Question(puzzle, turn, seat_of(request) or "")
        verdict = service(Verdicts).find(request, question)
    except NotYetError:
        return JsonResponse({"pending": NOT_YET}, status=202)  # the page asks again by itself
    return JsonResponse(page_data.judged(puzzle, verdict))


@answers_json("POST")
@limited(PREVIEWS)
def line(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Some turns from the puzzle's position on, drawn; whether they are good is not said."""
    puzzle, turns = _found(name, key), read(request, TurnsSent).turns
    return JsonResponse({"steps": page_data.drawn_line(puzzle, turns)})


@answers_json("GET")
def solution(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The solution, for who gives up."""
    puzzle = _found(name, key)
    check_open((puzzle.position,), seat_of(request))
    return JsonResponse(page_data.judged(puzzle, judge(puzzle, puzzle.solution)))


def _found(name: str, key: str) -> Puzzle:
    try:
        return find_any(name, key)
    except OptionError as error:
        raise UnknownPuzzleError(str(error)) from None
