"""The JSON that the page of a game talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from ..base.bodies import (
    action_texts,
    answers_json,
    flag,
    optional_text,
    query_number,
    read_json,
    version_number,
)
from ..base.cookies import wants_aims
from ..base.errors import RequestError
from ..base.quotas import EDITS, NEW_GAMES, PREVIEWS, TURNS, limited
from ..base.seats import seat_of
from ..board.position_data import composed_from, composing, last_actions
from . import games
from .models import VISIBILITIES, SavedGame
from .page_data import page_state


@answers_json("GET")
def state(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game, after all of its turns or after `?turn=N` of them.

    With `?known=VERSION` the answer is just {"same": true} when nothing has changed.
    """
    saved = games.find(game_id, seat_of(request))
    viewed = query_number(request, "turn")
    if viewed is None and query_number(request, "known") == saved.version and not saved.trouble:
        return JsonResponse({"same": True, "thinking_words": games.thinking_words(saved)})
    return JsonResponse(page_state(saved, seat_of(request), viewed, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The turn as composed so far; nothing is saved."""
    data = read_json(request)
    holder = seat_of(request)
    saved = games.find_own(game_id, holder)
    session = games.session_to_act(saved, holder, version_number(data))
    composed = composed_from(session.position, data)
    last = last_actions(session.record)
    return JsonResponse(composing(composed, last, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(TURNS)
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a whole turn."""
    data = read_json(request)
    holder = seat_of(request)
    saved = games.find_own(game_id, holder)
    version, actions = version_number(data), action_texts(data)
    return _state_after(request, games.play(saved, holder, version, actions))


@answers_json("POST")
@limited(TURNS)
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the last turn back."""
    version = version_number(read_json(request))
    saved = games.find_alone(game_id, seat_of(request))
    return _state_after(request, games.take_back(saved, version))


@answers_json("POST")
@limited(TURNS)
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    version, holder = version_number(read_json(request)), seat_of(request)
    saved = games.find_own(game_id, holder)
    return _state_after(request, games.resign(saved, holder, version))


@answers_json("POST")
@limited(TURNS)
def retry(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask the engine once more after it gave up."""
    saved = games.find_own(game_id, seat_of(request))
    return _state_after(request, games.retry(saved))


@answers_json("POST")
@limited(NEW_GAMES)
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the same game again; perhaps "exchange" the places, or against another "level"."""
    data = read_json(request)
    exchanged, level = flag(data, "exchange"), optional_text(data, "level") or ""
    saved = games.find_alone(game_id, seat_of(request))
    again = games.rematch(saved, exchanged=exchanged, level=level)
    return JsonResponse({"url": reverse("game", args=[again.pk])}, status=201)


@answers_json("POST")
@limited(EDITS)
def show_to(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say who may see the game, by "visibility": who plays in it, who has the link, everybody."""
    visibility = read_json(request).get("visibility")
    saved = games.find_alone(game_id, seat_of(request))
    if visibility not in VISIBILITIES:
        raise RequestError(f"'visibility' must be one of {', '.join(VISIBILITIES)}.")
    games.show_to(saved, str(visibility))
    return JsonResponse({"visibility": visibility})


def _state_after(request: HttpRequest, saved: SavedGame) -> HttpResponse:
    return JsonResponse(page_state(saved, seat_of(request), with_aims=wants_aims(request)))
