"""Answers that pages of all kinds give."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.contract import GameInfo
from skerry.web.base import assets

HEADINGS = {  # of the pages that say why something is refused, by status
    400: "That cannot be done",
    401: "Please sign in",
    403: "That is not allowed",
    404: "Page not found",
    405: "There is no page here",
    409: "Something has changed",
    410: "This is gone",
    413: "That is too long",
    429: "Too many requests",
    503: "Skerry is busy",
}
KEEP_HEADER = "Skerry-Keep"  # "no": what keeps pages for want of a connection leaves this one out

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def not_kept(view: View[Rest]) -> View[Rest]:
    """A view whose pages are for nobody else who uses this browser."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response[KEEP_HEADER] = "no"
        return response

    return answer


def refuse(request: HttpRequest, status: int, sentence: str, back: str = "") -> HttpResponse:
    """What was wrong: as JSON where a script asks, as a page where a person does.

    Args:
        request: that is refused.
        status: of the answer.
        sentence: what was wrong, what is allowed, and why.
        back: address of the page on which one can go on; "" for home alone.
    """
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse({"error": sentence}, status=status)
    else:
        heading = HEADINGS.get(status, "Something went wrong")
        context = {"heading": heading, "sentence": sentence, "back": back}
        response = render(request, "base/problem.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def style_sheet(text: str) -> HttpResponse:
    """A style sheet; its address is that of all assets."""
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": assets.KEEP})


def find_game(name: str) -> GameInfo:
    """The game of that name. Raises Http404: there is none."""
    try:
        return info(name)
    except OptionError as error:
        raise Http404(str(error)) from None
