"""The rules of a game as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from skerry.web.base.answers import find_game
from skerry.web.base.bodies import query_choice
from skerry.web.base.methods import require_GET, require_safe
from skerry.web.board.previews import game_card, preview_of
from skerry.web.board.printed import PAPERS, printed, refuses
from skerry.web.rules import text


@require_GET
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game, with diagrams."""
    chosen = find_game(name)
    context = {
        "info": chosen,
        "parts": text.parts(name),
        "preview": preview_of(request, f"Rules of {chosen.title}", chosen.summary, name),
    }
    return render(request, "rules/rules.html", context)


@require_safe
@refuses
def card(request: HttpRequest, name: str) -> HttpResponse:
    """The picture that goes with links to pages about the game."""
    return game_card(request, find_game(name).name)


@require_safe
@refuses
def board(request: HttpRequest, name: str) -> HttpResponse:
    """The board to be printed, as `skerry print` writes it: `?paper=letter`."""
    chosen = find_game(name)
    paper = query_choice(request, "paper", PAPERS)
    return printed(request, ("board", paper), chosen.name, f"{chosen.name}.pdf", "application/pdf")
