"""The JSON that the page's modules talk to."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from . import present, readiness, table
from .bodies import action_texts, answers_json, optional_text, read_json, turn_number
from .errors import RequestError
from .models import SavedGame
from .seats import seat_of


@answers_json("GET")
def engine(request: HttpRequest) -> HttpResponse:
    """Whether the board can be shown, and what the engine is doing."""
    status = table.engine.status()
    return JsonResponse(
        {
            "ready": readiness.is_ready(),
            "phase": status.phase,
            "seconds": round(status.seconds, 1),
        }
    )


@answers_json("GET")
def state(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game, after all of its turns or after `?turn=N` of them.

    With `?known=VERSION` the answer is just {"same": true} when nothing has changed.
    """
    saved = table.find(game_id)
    viewed = _number(request, "turn")
    if viewed is None and _number(request, "known") == saved.version and not saved.trouble:
        return JsonResponse({"same": True})
    readiness.require_ready()
    return JsonResponse(present.whole(saved, seat_of(request), viewed))


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise RequestError(f"{name!r} must be a whole number from 0.")
    return int(text)


@answers_json("POST")
def preview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The turn as composed so far; nothing is saved.

    With "without", one of the actions is taken back; with "at", a cell is added to them in the
    way that someone means who points at it, if only to hear which rule forbids it.
    """
    data = read_json(request)
    saved = table.find_own(game_id, seat_of(request))
    turn, actions = turn_number(data), action_texts(data)
    without, cell = optional_text(data, "without"), optional_text(data, "at")
    readiness.require_ready()
    record, base = table.base_of_turn(saved, turn)
    composed = table.compose(base, actions, without)
    if cell is not None:
        composed = table.add_action(composed, table.action_at(composed.position, cell))
    return JsonResponse(present.composing(record, composed))


@answers_json("POST")
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a whole turn."""
    data = read_json(request)
    saved = table.find_own(game_id, seat_of(request))
    turn, actions = turn_number(data), action_texts(data)
    readiness.require_ready()
    return _shown(request, table.play(saved, turn, actions))


@answers_json("POST")
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the last turn back."""
    turn = turn_number(read_json(request))
    saved = table.find_own(game_id, seat_of(request))
    readiness.require_ready()
    return _shown(request, table.take_back(saved, turn))


@answers_json("POST")
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    turn = turn_number(read_json(request))
    saved = table.find_own(game_id, seat_of(request))
    readiness.require_ready()
    return _shown(request, table.resign(saved, turn))


@answers_json("POST")
def retry(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask the engine once more after it gave up."""
    saved = table.find_own(game_id, seat_of(request))
    readiness.require_ready()
    return _shown(request, table.retry(saved))


@answers_json("POST")
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the same game again with the places exchanged."""
    saved = table.find_own(game_id, seat_of(request))
    readiness.require_ready()
    again = table.rematch(saved)
    return JsonResponse({"url": reverse("game", args=[again.pk])}, status=201)


def _shown(request: HttpRequest, saved: SavedGame) -> HttpResponse:
    return JsonResponse(present.whole(saved, seat_of(request)))
