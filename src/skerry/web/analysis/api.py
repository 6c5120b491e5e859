"""The JSON that an analysis talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.analysis import page_data
from skerry.web.analysis.analyses import Advisor, Analyses, Question
from skerry.web.base.bodies import (
    answers_json,
    line_texts,
    optional_number,
    page_name,
    read_json,
    turn_number,
    version_number,
)
from skerry.web.base.errors import HelpError, StaleError, UnknownGameError
from skerry.web.base.limits import ANALYSES, PREVIEWS, limited
from skerry.web.base.seats import give_token, hash_token, new_token, seat_of
from skerry.web.base.services import service
from skerry.web.play.closed import check_open
from skerry.web.play.helping import is_helped
from skerry.web.play.queries import find_own, find_to_analyse, session_to_act
from skerry.web.play.records import KeptRecords, record_of

GONE_ON = {"known": False, "phase": "gone on"}
NO_HELP = "Hints are there for who plays against one of the levels 1 to 3."


@answers_json("POST")
@limited(ANALYSES)
def analyse(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think about the position after `turn` turns of `version`, and say what is known so far.

    A page whose version has been replaced meanwhile hears just that, by the phase "gone on".
    The engine goes on as long as the same "page" asks again. With "known", the number of an
    earlier answer, {"same": true} comes when nothing is new; "curve" is that of an earlier curve.
    """
    data = read_json(request)
    version, turn, page = version_number(data), turn_number(data), page_name(data)
    known, known_curve = optional_number(data, "known"), optional_number(data, "curve")
    holder = seat_of(request)
    if holder is None:
        return _with_a_seat(game_id, version)
    try:
        saved = find_to_analyse(game_id, holder, version)
    except StaleError:
        return JsonResponse({"same": True, "phase": "gone on", "words": "the game has gone on"})
    record = record_of(saved)
    page_data.position_at(record, turn)
    line = service(KeptRecords).line_of(saved.record)
    seen = service(Analyses).ask(holder, page, saved.game, line, turn)
    held = saved.waits_for_computer and not saved.trouble
    answer = page_data.answer(record, turn, seen, known, known_curve)
    return JsonResponse(answer | {"words": page_data.phase_words(seen, held)})


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
@limited(ANALYSES)
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """A good turn for who is to act against an easy level; {"known": false}: ask again."""
    data, holder = read_json(request), seat_of(request)
    saved = find_own(game_id, holder)
    if not is_helped(saved, holder):
        raise HelpError(NO_HELP)
    version, page = version_number(data), page_name(data)
    try:
        session = session_to_act(saved, holder, version)
    except StaleError:
        return JsonResponse(GONE_ON)
    position = session.position
    check_open((position,), holder)
    asked, advisor = Question(str(holder), page, "hint"), service(Advisor)
    finding, trouble = advisor.ask(asked, saved.game, position.text)
    if finding is None:
        return JsonResponse({"known": False, "trouble": trouble})
    after, found_after = position.play_turn(page_data.best_turn(finding)), None
    if not after.is_over:
        found_after, trouble = advisor.ask(asked, saved.game, after.text)
        if found_after is None and not trouble:
            return JsonResponse({"known": False, "trouble": ""})
    return JsonResponse({"known": True} | page_data.hint(position, finding, found_after))


@answers_json("POST")
@limited(ANALYSES)
def verdict(request: HttpRequest, game_id: str) -> HttpResponse:
    """Whether the "turn" of that number was a blunder; {"known": false}: ask again."""
    data, holder = read_json(request), seat_of(request)
    try:
        saved = find_to_analyse(game_id, holder or "", version_number(data))
    except StaleError:
        return JsonResponse(GONE_ON)
    if not is_helped(saved, holder):
        raise HelpError(NO_HELP)
    record, turn = record_of(saved), turn_number(data)
    after = page_data.position_at(record, turn)
    if turn == 0:
        raise UnknownGameError("There is no turn 0: turns are counted from 1.")
    before = record.replay()[turn - 1]
    if after.is_over:
        return JsonResponse({"known": True, "blunder": False, "words": ""})
    found = []
    for position in (before, after):
        asked = Question(str(holder), page_name(data), "verdict")
        finding, trouble = service(Advisor).ask(asked, saved.game, position.text)
        if finding is None:
            return JsonResponse({"known": False, "trouble": trouble})
        found.append(finding)
    return JsonResponse({"known": True} | page_data.verdict(record, turn, *found))


@answers_json("POST")
def stop_analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think no longer; the page was closed, or its switch turned off."""
    page, seat = page_name(read_json(request)), seat_of(request)
    if seat is not None:
        service(Analyses).stop(seat, page)
        service(Advisor).stop(seat, page)
    return JsonResponse({"stopped": True})


@answers_json("POST")
@limited(PREVIEWS)
def variation(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board after turns that an analysis proposes; nothing is saved."""
    data = read_json(request)
    version, turn, turns = version_number(data), turn_number(data), line_texts(data)
    saved = find_to_analyse(game_id, seat_of(request) or "", version)
    record = record_of(saved)
    return JsonResponse(page_data.variation(record, turn, turns))
