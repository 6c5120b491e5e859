"""The JSON by which the two players of a game write to each other."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.base.answers import require_http_methods
from skerry.web.base.bodies import Sent, TurnId, Whole, answers_json, query_number, read
from skerry.web.base.limits import CHAT, EDITS, limited
from skerry.web.base.seats import seat_of
from skerry.web.online import chat as talking
from skerry.web.online.chat import Talk, clean_line
from skerry.web.online.models import ChatLine


class LineSent(Sent):
    """What is said; sent again with the same id it is there once."""

    text: str
    id: TurnId = ""


class MuteSent(Sent):
    """Whether nothing more is read of the other one."""

    muted: bool = False


class ReportSent(Sent):
    """A line, by its number."""

    line: Whole


@require_http_methods(["GET", "POST"])
def chat(request: HttpRequest, game_id: str) -> HttpResponse:
    """Read by GET, write by POST."""
    return (say if request.method == "POST" else hear)(request, game_id)


@answers_json("GET")
def hear(request: HttpRequest, game_id: str) -> HttpResponse:
    """The lines, all of them or those after `?after=N`."""
    talk = talking.find(game_id, seat_of(request))
    lines, last, is_muted = talking.hear(talk, query_number(request, "after") or 0)
    return JsonResponse(
        {"lines": [_data(talk, one) for one in lines], "last": last, "muted": is_muted}
    )


@answers_json("POST")
@limited(CHAT)
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    """Write "text"; sent again with the same "id", it is there once."""
    sent = read(request, LineSent)
    talk = talking.find(game_id, seat_of(request))
    line = talking.say(talk, clean_line(sent.text), sent.id)
    return JsonResponse({"number": line.number}, status=201)


@answers_json("POST")
@limited(EDITS)
def mute(request: HttpRequest, game_id: str) -> HttpResponse:
    """Read nothing any more that the other one writes, in any game, if "muted"; or again."""
    muted = read(request, MuteSent).muted
    talk = talking.find(game_id, seat_of(request))
    talking.mute(talk, is_muted=muted)
    return JsonResponse({"muted": muted})


@answers_json("POST")
@limited(EDITS)
def report(request: HttpRequest, game_id: str) -> HttpResponse:
    """Let whoever runs the site look at the other one's "line" of that number."""
    line = read(request, ReportSent).line
    talk = talking.find(game_id, seat_of(request))
    talking.report(talk, line)
    return JsonResponse({"reported": True})


def _data(talk: Talk, line: ChatLine) -> dict[str, object]:
    mine = line.player.holder == talk.holder
    return {
        "number": line.number,
        "mine": mine,
        "text": "" if line.is_hidden else line.text,
        "hidden": line.is_hidden,
        "moment": line.moment.timestamp(),
        # Who wrote it is not told.
        "reported": not mine and hasattr(line, "report"),
    }
