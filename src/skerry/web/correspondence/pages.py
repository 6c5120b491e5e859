"""The games in which it is one's turn, and the way from one of them to the next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from ..base.methods import require_GET
from ..base.seats import seat_of
from . import waiting


@never_cache
@require_GET
def my_turn(request: HttpRequest) -> HttpResponse:
    """The games with others, by the time that is left."""
    return render(
        request, "correspondence/my_turn.html", {"lists": waiting.lists(seat_of(request))}
    )


@never_cache
@require_GET
def next_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """To the next game in which it is one's turn, after another one; else to the list."""
    found = waiting.next_after(game_id, seat_of(request))
    return redirect("my-turn") if found is None else redirect("game", found)
