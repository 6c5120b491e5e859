"""Answers that pages of all kinds give."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from ...errors import OptionError
from ...games.catalogue import info
from ...games.contract import GameInfo
from . import assets


def refuse(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """What was wrong: as JSON where a script asks, as a page where a person does."""
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse({"error": sentence}, status=status)
    else:
        response = render(request, "base/problem.html", {"sentence": sentence}, status=status)
    response["Cache-Control"] = "no-store"
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
