"""The JSON that the page of a game talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from skerry.sessions import OFFERS, TAKE_BACK
from skerry.web.base.bodies import (
    action_texts,
    answers_json,
    flag,
    optional_number,
    optional_text,
    query_number,
    read_json,
    turn_id,
    version_number,
)
from skerry.web.base.cookies import wants_aims
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import EDITS, NEW_GAMES, PREVIEWS, TURNS, limited
from skerry.web.base.seats import seat_of
from skerry.web.board.position_data import composed_from, composing, last_actions
from skerry.web.play import changes, computer, creation, offers, queries
from skerry.web.play.models import VISIBILITIES, SavedGame
from skerry.web.play.moments import lag_of
from skerry.web.play.page_data import clock_now, page_state


@answers_json("GET")
def state(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game, after all of its turns or after `?turn=N` of them.

    With `?known=VERSION` the answer is just {"same": true} when nothing has changed.
    """
    saved = queries.find(game_id, seat_of(request))
    viewed = query_number(request, "turn")
    if viewed is None and query_number(request, "known") == saved.version and not saved.trouble:
        same = {"same": True, "thinking_words": changes.thinking_words(saved)}
        return JsonResponse(same | clock_now(saved))
    return JsonResponse(page_state(saved, seat_of(request), viewed, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The turn as composed so far; nothing is saved."""
    data = read_json(request)
    holder = seat_of(request)
    saved = queries.find_own(game_id, holder)
    session = queries.session_to_act(saved, holder, version_number(data))
    composed = composed_from(session.position, data)
    last = last_actions(session.record)
    return JsonResponse(composing(composed, last, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(TURNS)
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a whole turn; one sent again with the same "id" is answered and changes nothing."""
    data = read_json(request)
    holder = seat_of(request)
    saved = queries.find_own(game_id, holder)
    version, actions, client_id = version_number(data), action_texts(data), turn_id(data)
    lag = lag_of(saved, holder)
    played = changes.play(saved, holder, version, actions, client_id=client_id, lag=lag)
    return _state_after(request, played)


@answers_json("POST")
@limited(TURNS)
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the last turn back; where somebody else plays too, ask for it."""
    version, holder = version_number(read_json(request)), seat_of(request)
    saved = queries.find_own(game_id, holder)
    if saved.seats.are_apart():
        return _state_after(request, offers.offer(saved, holder, version, TAKE_BACK))
    return _state_after(request, changes.take_back(queries.find_alone(game_id, holder), version))


@answers_json("POST")
@limited(TURNS)
def offer(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer what "kind" says: a draw, a rematch, or a turn back that is asked for."""
    data, holder = read_json(request), seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, offers.offer(saved, holder, version_number(data), _kind(data)))


@answers_json("POST")
@limited(TURNS)
def answer(request: HttpRequest, game_id: str) -> HttpResponse:
    """Answer an offer, named by its "kind" and whose it is ("by"): "accepted" or not.

    Refusing one's own withdraws it.
    """
    data, holder = read_json(request), seat_of(request)
    saved = queries.find_own(game_id, holder)
    version, kind, by = version_number(data), _kind(data), optional_number(data, "by")
    accepted = flag(data, "accepted")
    done = offers.answer(saved, holder, version, kind, accepted=accepted, by=by)
    return _state_after(request, done)


def _kind(data: dict[str, object]) -> str:
    kind = data.get("kind")
    if kind not in OFFERS:
        raise RequestError(f"'kind' must be one of {', '.join(OFFERS)}.")
    return str(kind)


@answers_json("POST")
@limited(TURNS)
def abort(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call the game off, while somebody has not played yet."""
    version, holder = version_number(read_json(request)), seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.abort(saved, holder, version))


@answers_json("POST")
@limited(TURNS)
def vacation(request: HttpRequest, game_id: str) -> HttpResponse:
    """Go on vacation in a game by correspondence ("away"), or come back."""
    data, holder = read_json(request), seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.go_on_vacation(saved, holder, away=flag(data, "away")))


@answers_json("POST")
@limited(TURNS)
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    version, holder = version_number(read_json(request)), seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.resign(saved, holder, version))


@answers_json("POST")
@limited(TURNS)
def retry(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask the engine once more after it gave up."""
    saved = queries.find_own(game_id, seat_of(request))
    return _state_after(request, computer.retry(saved))


@answers_json("POST")
@limited(NEW_GAMES)
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the same game again; perhaps "exchange" the places, or against another "level".

    Where somebody else plays too, a rematch is offered instead (`offer`).
    """
    data = read_json(request)
    exchanged, level = flag(data, "exchange"), optional_text(data, "level") or ""
    saved = queries.find_alone(game_id, seat_of(request))
    again = creation.rematch(saved, exchanged=exchanged, level=level)
    return JsonResponse({"url": reverse("game", args=[again.pk])}, status=201)


@answers_json("POST")
@limited(EDITS)
def show_to(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say who may see the game, by "visibility": who plays in it, who has the link, everybody."""
    visibility = read_json(request).get("visibility")
    saved = queries.find_alone(game_id, seat_of(request))
    if visibility not in VISIBILITIES:
        raise RequestError(f"'visibility' must be one of {', '.join(VISIBILITIES)}.")
    changes.show_to(saved, str(visibility))
    return JsonResponse({"visibility": visibility})


def _state_after(request: HttpRequest, saved: SavedGame) -> HttpResponse:
    return JsonResponse(page_state(saved, seat_of(request), with_aims=wants_aims(request)))
