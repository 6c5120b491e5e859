"""The JSON that an analysis talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.analysis import page_data
from skerry.web.analysis.analyses import Advisor, Analyses, Question
from skerry.web.base.bodies import (
    AtVersion,
    PageSent,
    TurnNumber,
    TurnsSent,
    answers_json,
    read,
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


class HintSent(AtVersion, PageSent):
    """Who asks about the position of a version."""


class VerdictSent(AtVersion, PageSent):
    """The turn that is asked about, counted from 1."""

    turn: TurnNumber


class AnalysisSent(AtVersion, PageSent):
    """After how many turns; and what the page knows: the numbers of an answer and of a curve."""

    turn: TurnNumber
    known: int | None = None
    curve: int | None = None


class VariationSent(AtVersion, TurnsSent):
    """Turns after a position."""

    turn: TurnNumber


@answers_json("POST")
@limited(ANALYSES)
def analyse(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think about the position after `turn` turns of `version`, and say what is known so far.

    A page whose version has been replaced meanwhile hears just that, by the phase "gone on".
    The engine goes on as long as the same "page" asks again. With "known", the number of an
    earlier answer, {"same": true} comes when nothing is new; "curve" is that of an earlier curve.
    """
    sent, holder = read(request, AnalysisSent), seat_of(request)
    if holder is None:
        return _with_a_seat(game_id, sent.version)
    try:
        saved = find_to_analyse(game_id, holder, sent.version)
    except StaleError:
        return JsonResponse({"same": True, "phase": "gone on", "words": "the game has gone on"})
    record = record_of(saved)
    page_data.position_at(record, sent.turn)
    line = service(KeptRecords).line_of(saved.record)
    seen = service(Analyses).ask(holder, sent.page, saved.game, line, sent.turn)
    held = saved.waits_for_computer and not saved.trouble
    answer = page_data.answer(record, sent.turn, seen, sent.known, sent.curve)
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
    sent, holder = read(request, HintSent), seat_of(request)
    saved = find_own(game_id, holder)
    if not is_helped(saved, holder):
        raise HelpError(NO_HELP)
    try:
        session = session_to_act(saved, holder, sent.version)
    except StaleError:
        return JsonResponse(GONE_ON)
    position = session.position
    check_open((position,), holder)
    asked, advisor = Question(str(holder), sent.page, "hint"), service(Advisor)
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
    sent, holder = read(request, VerdictSent), seat_of(request)
    try:
        saved = find_to_analyse(game_id, holder or "", sent.version)
    except StaleError:
        return JsonResponse(GONE_ON)
    if not is_helped(saved, holder):
        raise HelpError(NO_HELP)
    record, turn = record_of(saved), sent.turn
    after = page_data.position_at(record, turn)
    if turn == 0:
        raise UnknownGameError("There is no turn 0: turns are counted from 1.")
    before = record.replay()[turn - 1]
    if after.is_over:
        return JsonResponse({"known": True, "blunder": False, "words": ""})
    found = []
    for position in (before, after):
        asked = Question(str(holder), sent.page, "verdict")
        finding, trouble = service(Advisor).ask(asked, saved.game, position.text)
        if finding is None:
            return JsonResponse({"known": False, "trouble": trouble})
        found.append(finding)
    return JsonResponse({"known": True} | page_data.verdict(record, turn, *found))


@answers_json("POST")
def stop_analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Think no longer; the page was closed, or its switch turned off."""
    page, seat = read(request, PageSent).page, seat_of(request)
    if seat is not None:
        service(Analyses).stop(seat, page)
        service(Advisor).stop(seat, page)
    return JsonResponse({"stopped": True})


@answers_json("POST")
@limited(PREVIEWS)
def variation(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board after turns that an analysis proposes; nothing is saved."""
    sent = read(request, VariationSent)
    saved = find_to_analyse(game_id, seat_of(request) or "", sent.version)
    return JsonResponse(page_data.variation(record_of(saved), sent.turn, sent.turns))
