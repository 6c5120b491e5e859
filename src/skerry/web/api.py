"""The JSON that the page's modules talk to."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from ..sessions import add_action, compose
from . import analysis_view, present, service
from .analyses import Analyses
from .bodies import (
    action_texts,
    answers_json,
    line_texts,
    optional_number,
    optional_text,
    page_name,
    read_json,
    turn_number,
    version_number,
)
from .composing import action_at
from .engine import Engine
from .errors import RequestError, StaleError
from .models import SavedGame
from .records import KeptRecords, record_of
from .seats import give_token, hash_token, new_token, read_token, seat_of
from .services import shared


@answers_json("GET")
def engine(request: HttpRequest) -> HttpResponse:
    """Whether the engine is "stopped", "warming up" or "ready", and for which games it is."""
    asked = shared(Engine)
    return JsonResponse({"phase": asked.phase(), "compiled": asked.compiled_games})


@answers_json("GET")
def state(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game, after all of its turns or after `?turn=N` of them.

    With `?known=VERSION` the answer is just {"same": true} when nothing has changed.
    """
    saved = service.find(game_id)
    viewed = _number(request, "turn")
    if viewed is None and _number(request, "known") == saved.version and not saved.trouble:
        return JsonResponse({"same": True, "thinking_words": service.thinking_words(saved)})
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
    holder = seat_of(request)
    saved = service.find_own(game_id, holder)
    version, actions = version_number(data), action_texts(data)
    without, cell = optional_text(data, "without"), optional_text(data, "at")
    session = service.session_to_act(saved, holder, version)
    composed = compose(session.position, actions, without)
    if cell is not None:
        composed = add_action(composed, action_at(composed.position, cell))
    return JsonResponse(present.composing(session.record, composed))


@answers_json("POST")
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a whole turn."""
    data = read_json(request)
    holder = seat_of(request)
    saved = service.find_own(game_id, holder)
    version, actions = version_number(data), action_texts(data)
    return _state_after(request, service.play(saved, holder, version, actions))


@answers_json("POST")
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the last turn back."""
    version = version_number(read_json(request))
    saved = service.find_alone(game_id, seat_of(request))
    return _state_after(request, service.take_back(saved, version))


@answers_json("POST")
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    version, holder = version_number(read_json(request)), seat_of(request)
    saved = service.find_own(game_id, holder)
    return _state_after(request, service.resign(saved, holder, version))


@answers_json("POST")
def retry(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask the engine once more after it gave up."""
    saved = service.find_own(game_id, seat_of(request))
    return _state_after(request, service.retry(saved))


@answers_json("POST")
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the same game again with the places exchanged."""
    saved = service.find_alone(game_id, seat_of(request))
    again = service.rematch(saved)
    return JsonResponse({"url": reverse("game", args=[again.pk])}, status=201)


def _state_after(request: HttpRequest, saved: SavedGame) -> HttpResponse:
    return JsonResponse(present.whole(saved, seat_of(request)))


@answers_json("POST")
def analyse(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think about the position after `turn` turns of `version`, and say what is known so far.

    A page whose version has been replaced meanwhile hears just that, by the phase "gone on".
    The engine goes on as long as the same "page" asks again. With "known", the number of an
    earlier answer, {"same": true} comes when nothing is new; "curve" is that of an earlier curve.
    """
    data = read_json(request)
    version, turn, page = version_number(data), turn_number(data), page_name(data)
    known, known_curve = optional_number(data, "known"), optional_number(data, "curve")
    token = read_token(request)
    if token is None:
        return _with_a_seat(game_id, version)
    try:
        saved = service.find_to_analyse(game_id, hash_token(token), version)
    except StaleError:
        return JsonResponse({"same": True, "phase": "gone on", "words": "the game has gone on"})
    record = record_of(saved)
    analysis_view.position_at(record, turn)
    line = shared(KeptRecords).line_of(saved.record)
    seen = shared(Analyses).ask(hash_token(token), page, saved.game, line, turn)
    held = saved.waits_for_computer and not saved.trouble
    answer: dict[str, object] = {"same": True, "phase": seen.phase}
    if known != seen.changed:
        answer = analysis_view.described(record, turn, seen)
    answer["words"] = analysis_view.phase_words(seen, held)
    if known_curve != seen.curve_changed:
        answer["curve"] = analysis_view.curve(record, seen.curve)
        answer["curve_number"] = seen.curve_changed
    return JsonResponse(answer)


def _with_a_seat(game_id: str, version: int) -> HttpResponse:
    """A seat for who only looks at finished games; the page asks again in a moment.

    Nothing is searched before that: the engine's work is bounded by browser, and whoever keeps no
    cookie would be a new one each time.
    """
    token = new_token()
    service.find_to_analyse(game_id, hash_token(token), version)
    response = JsonResponse({"same": True, "phase": "thinking", "words": "thinking"})
    give_token(response, token)
    return response


@answers_json("POST")
def stop_analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think no longer; the page was closed, or its switch turned off."""
    page, seat = page_name(read_json(request)), seat_of(request)
    if seat is not None:
        shared(Analyses).stop(seat, page)
    return JsonResponse({"stopped": True})


@answers_json("POST")
def variation(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board after turns that an analysis proposes; nothing is saved."""
    data = read_json(request)
    version, turn, turns = version_number(data), turn_number(data), line_texts(data)
    saved = service.find_to_analyse(game_id, seat_of(request) or "", version)
    record = record_of(saved)
    return JsonResponse(analysis_view.variation(record, turn, turns))
