"""The pages of the lobby, and of who waits there to be paired."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.sessions import SPEEDS, format_control
from skerry.web.base.answers import not_kept
from skerry.web.base.bodies import answers_json
from skerry.web.base.errors import RequestError
from skerry.web.base.limits.quotas import NEW_GAMES, limited
from skerry.web.base.methods import require_GET, require_http_methods, require_POST
from skerry.web.base.seats import seat_of, seated
from skerry.web.online.lobby import listing, quick
from skerry.web.online.wording import short_time
from skerry.web.play.forms import ONLINE

LAST = "skerry_quick"  # cookie: what was waited for last
YEAR = 365 * 24 * 3600


@never_cache
@require_GET
@not_kept
def lobby(request: HttpRequest) -> HttpResponse:
    """Open challenges, the computer's levels, and the way to a game by pairing."""
    return _lobby(request)


def _lobby(request: HttpRequest, trouble: str = "", status: int = 200) -> HttpResponse:
    game = listing.read_game(request.GET.get("game", ""))
    wanted = _wanted(request, request.POST.dict() or _last(request))
    context = _list_context(request, game) | {
        "featured": FEATURED,
        "filters": [one for one in GAMES if not one.is_for_comparison or one.name == game],
        "speeds": [(one, short_time(quick.CONTROLS[one])) for one in SPEEDS],
        "wanted": wanted,
        "trouble": trouble,
    }
    return render(request, "online/lobby.html", context, status=status)


def _list_context(request: HttpRequest, game: str) -> dict[str, object]:
    holder = seat_of(request)
    return {
        "game": game,
        "challenges": listing.challenges(holder, game),
        "waiting": listing.waiting(holder, game),
        "levels": listing.levels(game),
        "asked": [one for one in GAMES if one.name == game] if game else FEATURED,
        "online": ONLINE,
    }


@answers_json("GET")
def listed(request: HttpRequest) -> HttpResponse:
    """The challenges as the page lists them now."""
    game = listing.read_game(request.GET.get("game", ""))
    html = render_to_string("online/lobby_list.html", _list_context(request, game), request)
    return JsonResponse({"html": html})


# ---- quick games ----


def _last(request: HttpRequest) -> Mapping[str, str]:
    """What a link to the page chooses, or what was waited for last."""
    chosen = listing.parse_kind(request.GET.get("quick", ""))
    return chosen or listing.parse_kind(request.COOKIES.get(LAST, "")) or {"rated": "on"}


def _wanted(request: HttpRequest, sent: Mapping[str, str]) -> dict[str, object]:
    """What the form shows: what was sent or waited for last, where that is possible."""
    game, speed = sent.get("game", ""), sent.get("speed", "")
    return {
        "game": game if any(one.name == game for one in FEATURED) else FEATURED[0].name,
        "speed": speed if speed in SPEEDS else SPEEDS[1],
        "is_rated": sent.get("rated") == "on" and request.user.is_authenticated,
    }


@never_cache
@not_kept
@limited(NEW_GAMES)
@require_http_methods(["GET", "POST"])
def quick_game(request: HttpRequest) -> HttpResponse:
    """Sent, it makes who asks wait; else it shows that they wait, or leads to their game."""
    if request.method == "POST":
        return _start(request)
    ticket = quick.ticket_of(seat_of(request))
    if ticket is None:
        return redirect("lobby")
    if ticket.begun:
        game_id = quick.game_begun(ticket)
        return redirect("game", game_id) if game_id else redirect("lobby")
    context = {
        "ticket": ticket,
        "info": info(ticket.game),
        "time": format_control(quick.CONTROLS[ticket.speed]),
        "seconds": int((timezone.now() - ticket.since).total_seconds()),
    }
    return render(request, "online/quick.html", context)


def _start(request: HttpRequest) -> HttpResponse:
    sent = request.POST
    game, speed, is_rated = sent.get("game", ""), sent.get("speed", ""), sent.get("rated") == "on"

    def wait(holder: str) -> HttpResponse:
        ticket = quick.start(holder, game, speed, is_rated=is_rated)
        begun = quick.pair(ticket)
        return redirect("game", begun) if begun else redirect("quick")

    try:
        response = seated(request, wait)
    except SkerryError as error:
        status = error.status if isinstance(error, RequestError) else 400
        return _lobby(request, str(error), status)
    last = listing.format_kind(game, speed, is_rated=is_rated)
    response.set_cookie(LAST, last, max_age=YEAR, httponly=True, samesite="Lax")
    return response


@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Wait no more; where somebody was found at that moment, the game has begun."""
    ticket = quick.ticket_of(seat_of(request))
    if ticket is not None and not quick.cancel(ticket):
        return redirect("quick")
    return redirect("lobby")


@answers_json("GET")
def quick_state(request: HttpRequest) -> HttpResponse:
    """Whether who asks still waits, and the address of their game once there is one."""
    ticket = quick.ticket_of(seat_of(request))
    game_id = "" if ticket is None else quick.game_begun(ticket)
    return JsonResponse(
        {
            "waiting": ticket is not None and not ticket.begun,
            "game": reverse("game", args=[game_id]) if game_id else None,
        }
    )
