"""The JSON that an analysis talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from ..base.bodies import (
    answers_json,
    line_texts,
    optional_number,
    page_name,
    read_json,
    turn_number,
    version_number,
)
from ..base.errors import StaleError
from ..base.seats import give_token, hash_token, new_token, read_token, seat_of
from ..base.services import shared
from ..play.games import find_to_analyse
from ..play.records import KeptRecords, record_of
from . import page_data
from .analyses import Analyses


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
        saved = find_to_analyse(game_id, hash_token(token), version)
    except StaleError:
        return JsonResponse({"same": True, "phase": "gone on", "words": "the game has gone on"})
    record = record_of(saved)
    page_data.position_at(record, turn)
    line = shared(KeptRecords).line_of(saved.record)
    seen = shared(Analyses).ask(hash_token(token), page, saved.game, line, turn)
    held = saved.waits_for_computer and not saved.trouble
    answer: dict[str, object] = {"same": True, "phase": seen.phase}
    if known != seen.changed:
        answer = page_data.described(record, turn, seen)
    answer["words"] = page_data.phase_words(seen, held)
    if known_curve != seen.curve_changed:
        answer["curve"] = page_data.curve(record, seen.curve)
        answer["curve_number"] = seen.curve_changed
    return JsonResponse(answer)


def _with_a_seat(game_id: str, version: int) -> HttpResponse:
    """A seat for who only looks at finished games; the page asks again in a moment.

    Nothing is searched before that: the engine's work is bounded by browser, and whoever keeps no
    cookie would be a new one each time.
    """
    token = new_token()
    find_to_analyse(game_id, hash_token(token), version)
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
    saved = find_to_analyse(game_id, seat_of(request) or "", version)
    record = record_of(saved)
    return JsonResponse(page_data.variation(record, turn, turns))
