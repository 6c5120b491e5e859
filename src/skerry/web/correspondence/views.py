"""The games in which it is one's turn, what one is told of them, and the link that ends letters."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from skerry.web.accounts.people import find_player
from skerry.web.accounts.views import user_of
from skerry.web.base.answers import (
    not_kept,
    refuse,
    require_GET,
    require_http_methods,
    require_POST,
)
from skerry.web.base.bodies import answers_json
from skerry.web.base.limits import EDITS, limited
from skerry.web.base.seats import seat_of
from skerry.web.correspondence import waiting
from skerry.web.correspondence.letters import read_token, start_letters, stop_letters, wants_letters


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


@never_cache
@not_kept
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The switches for notifications and letters."""
    user = user_of(request)
    context = {"owner": user, "has_letters": user is not None and wants_letters(user.pk)}
    return render(request, "correspondence/notices.html", context)


@never_cache
@not_kept
@require_POST
@limited(EDITS)
def choose_letters(request: HttpRequest) -> HttpResponse:
    """Begin or end letters to one's own confirmed address."""
    user = user_of(request)
    if user is None:
        return redirect("sign-in")
    if "on" not in request.POST:
        stop_letters(user.pk)
        messages.success(request, "E-mail about your games is off.")
    elif user.email and user.email_is_confirmed:
        start_letters(user.pk)
        messages.success(request, "E-mail about your games is on.")
    else:
        return refuse(
            request, 400, "We only send e-mail to a confirmed address; confirm yours first."
        )
    return redirect("notices")


@csrf_exempt  # the link's signature says whose letters end; mail programs send it without a page
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the letters by a link in them, after a button: some programs open links by themselves."""
    user_id = read_token(token)
    if user_id is None:
        return refuse(
            request,
            404,
            "This link is incomplete; you can also turn e-mail off under Notifications.",
        )
    if request.method == "POST":
        stop_letters(user_id)
    context = {"is_done": request.method == "POST"}
    return render(request, "correspondence/stop_letters.html", context)
