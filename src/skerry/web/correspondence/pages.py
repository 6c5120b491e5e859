"""The games in which it is one's turn, and the way from one of them to the next."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from skerry.web.accounts.people import find_player
from skerry.web.base.bodies import answers_json
from skerry.web.base.methods import require_GET
from skerry.web.base.seats import seat_of
from skerry.web.correspondence import waiting


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


@answers_json("GET")
def state(request: HttpRequest) -> HttpResponse:
    """In how many games it is one's turn, but for `?but=ID`, and whether a socket tells of more."""
    holder = seat_of(request)
    number = waiting.num_waiting(holder, request.GET.get("but", "")[:40])
    return JsonResponse({"waiting": number, "told": find_player(holder) is not None})
