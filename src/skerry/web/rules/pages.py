"""The rules of a game as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ..base.answers import find_game
from . import text


@require_GET
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game, with diagrams."""
    chosen = find_game(name)
    return render(request, "rules/rules.html", {"info": chosen, "parts": text.parts(name)})
