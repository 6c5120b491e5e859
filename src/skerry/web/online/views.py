"""Challenges, the lobby, quick games and the chat of a game."""

from collections.abc import Mapping
from contextlib import suppress

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.games.info import GameInfo
from skerry.games.view import listed as words_in_row
from skerry.levels import LEVELS
from skerry.sessions import SPEEDS, format_control
from skerry.web.base.answers import (
    belongs_to,
    find_game,
    not_kept,
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
    whole_address,
)
from skerry.web.base.bodies import Sent, TurnId, Whole, answers_json, query_number, read, status_of
from skerry.web.base.errors import RequestError, StaleError
from skerry.web.base.limits import CHAT, EDITS, NEW_GAMES, limited, spend
from skerry.web.base.seats import seat_of, seated
from skerry.web.board.files import refuses
from skerry.web.board.pictures import Preview, card_of, game_card, picture, preview_of
from skerry.web.board.words import isolate_name
from skerry.web.online import challenges
from skerry.web.online import chat as talking
from skerry.web.online import lobby as listing
from skerry.web.online.challenges import (
    Terms,
    options_in_words,
    rating_of,
    side_in_words,
)
from skerry.web.online.chat import Talk, clean_line
from skerry.web.online.models import Challenge, ChatLine
from skerry.web.play import forms
from skerry.web.play.forms import NO_CLOCK, ONLINE, YEAR, read_control, short_time
from skerry.web.play.lists import read_game
from skerry.web.play.views import form_page


@belongs_to("new?opponent=online")
@never_cache
@require_POST
def new(request: HttpRequest, name: str) -> HttpResponse:
    """Make a challenge of what the form of a new game has sent."""
    chosen = find_game(name)
    sent = request.POST.dict()
    try:
        spend(request, NEW_GAMES)  # here, where the form comes back with the refusal
        wanted = forms.read_new_game(chosen, sent)
        terms = Terms(
            forms.read_side_name(sent.get("side", "random")),
            read_control(sent.get("time") or NO_CLOCK),
            is_rated=sent.get("rated") == "on",
            is_listed=sent.get("listed") == "on",
            invited=challenges.find_invited(sent["to"]) if sent.get("to") else None,
            seed=wanted.seed,
            prepared=wanted.prepared,
        )

        def make(holder: str) -> HttpResponse:
            return redirect("challenge", challenges.make(holder, wanted.game, terms).pk)

        response = seated(request, make)
    except SkerryError as error:
        return form_page(request, chosen, error)
    forms.remember(response, chosen, sent)
    return response


@require_GET
@not_kept
@refuses
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Who asks for what; the game itself for those who play it."""
    found = challenges.find(challenge_id)
    game_id = challenges.begun_game_for(found, seat_of(request))
    if game_id:
        return redirect("game", game_id)
    return _page(request, found)


def _page(
    request: HttpRequest, found: Challenge, *, trouble: str = "", status: int = 200
) -> HttpResponse:
    holder = seat_of(request)
    is_maker = found.maker.holder == holder
    ended = "" if found.is_open else challenges.ENDS[found.state]
    context = {
        "challenge": found,
        "info": found.info,
        "picture": picture(found.game),
        "options": options_in_words(found),
        "time": format_control(found.time),
        "rating": rating_of(found),
        "side": side_in_words(found, is_maker=is_maker),
        "invited": found.invited,
        "is_for_you": found.invited is not None and found.invited.holder == holder,
        "needs_account": found.is_rated and request.user.is_anonymous,
        "waits": found.is_shown_while_waiting,
        "is_maker": is_maker,
        "ended": ended,
        "trouble": "" if trouble == ended else trouble,
        "link": whole_address(request, reverse("challenge", args=[found.pk])),
        "preview": _preview(request, found, ended),
    }
    return render(request, "online/challenge.html", context, status=status)


def _preview(request: HttpRequest, found: Challenge, ended: str) -> Preview:
    """What is told of a challenge's link; for whom it is, is nobody else's."""
    terms = [f"{title}: {value}" for title, value in options_in_words(found)]
    terms += [format_control(found.time), "rated" if found.is_rated else "casual"]
    title = f"{isolate_name(found.maker.name)} challenges you to {found.info.title}"
    picture = reverse("challenge-card", args=[found.pk])
    words = ended or f"{', '.join(terms)}. {found.info.summary}"
    return preview_of(request, title, words, found.game, picture=picture, is_listed=False)


@require_safe
@refuses
def card(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """The picture that goes with the link: the board that is asked for."""
    found = challenges.find(challenge_id)
    if found.info.has_setup:  # what is drawn, nobody sees before the game begins
        return game_card(request, found.game)
    return card_of(request, found.wanted.start())


@require_POST
@refuses
@limited(NEW_GAMES)
def accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Begin the game."""
    found = challenges.find(challenge_id)

    def begin(holder: str) -> HttpResponse:
        try:
            return redirect("game", challenges.accept(found, holder))
        except RequestError as error:
            now = challenges.find(challenge_id)
            return _page(request, now, trouble=str(error), status=error.status)

    return seated(request, begin)


@require_POST
@refuses
def withdraw(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Take it back; where somebody has accepted it at that moment, its page leads to the game."""
    with suppress(StaleError):
        challenges.withdraw(challenges.find(challenge_id), seat_of(request))
    return redirect("challenge", challenge_id)


@require_POST
@refuses
def decline(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Say no."""
    challenges.decline(challenges.find(challenge_id), seat_of(request))
    return redirect("lobby")


@answers_json("GET")
def state(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Whether a challenge is open, and the address of its game for who plays it."""
    found = challenges.find(challenge_id)
    game_id = challenges.begun_game_for(found, seat_of(request))
    return JsonResponse(
        {
            "open": found.is_open,
            "game": reverse("game", args=[game_id]) if game_id else None,
        }
    )


LAST = "skerry_quick"  # cookie: what was waited for last


@require_GET
@not_kept
def lobby(request: HttpRequest) -> HttpResponse:
    """Open challenges, the computer's levels, and the way to a game by pairing."""
    return _lobby(request)


def _lobby(request: HttpRequest, trouble: str = "", status: int = 200) -> HttpResponse:
    game = read_game(request.GET)
    wanted = _wanted(request, request.POST.dict() or _last(request))
    context = _list_context(request, game) | {
        "featured": FEATURED,
        "filters": [one for one in GAMES if not one.is_for_comparison or one.name == game],
        "levels": LEVELS.items(),
        "speeds": [(one, short_time(listing.CONTROLS[one])) for one in SPEEDS],
        "wanted": wanted,
        "trouble": trouble,
        "swapping": words_in_row([one.title for one in FEATURED if _swaps(one)]),
    }
    return render(request, "online/lobby.html", context, status=status)


def _swaps(info: GameInfo) -> bool:
    """Whether strangers may swap after the first turn of a game."""
    return bool(dict(info.complete(dict(info.fair.options))).get("swap"))


def _list_context(request: HttpRequest, game: str) -> dict[str, object]:
    holder = seat_of(request)
    return {
        "game": game,
        "challenges": listing.challenges(holder, game),
        "waiting": listing.waiting(holder, game),
        "asked": [one for one in GAMES if one.name == game] if game else FEATURED,
        "online": ONLINE,
    }


@answers_json("GET")
def listed(request: HttpRequest) -> HttpResponse:
    """The challenges as the page lists them now."""
    game = read_game(request.GET)
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


@not_kept
@require_http_methods(["GET", "POST"])
def quick_game(request: HttpRequest) -> HttpResponse:
    """Sent, it makes who asks wait; else it shows that they wait, or leads to their game."""
    if request.method == "POST":
        return _start(request)
    ticket = listing.ticket_of(seat_of(request))
    if ticket is None:
        return redirect("lobby")
    if ticket.begun:
        game_id = listing.running_game_of(ticket)
        return redirect("game", game_id) if game_id else redirect("lobby")
    context = {
        "ticket": ticket,
        "info": info(ticket.game),
        "time": format_control(listing.CONTROLS[ticket.speed]),
        "seconds": int((timezone.now() - ticket.since).total_seconds()),
    }
    return render(request, "online/quick.html", context)


def _start(request: HttpRequest) -> HttpResponse:
    sent = request.POST
    game, speed, is_rated = sent.get("game", ""), sent.get("speed", ""), sent.get("rated") == "on"

    def wait(holder: str) -> HttpResponse:
        begun = listing.game_just_begun(holder, game, speed, is_rated=is_rated)
        begun = begun or listing.pair(listing.start(holder, game, speed, is_rated=is_rated))
        return redirect("game", begun) if begun else redirect("quick")

    try:
        spend(request, NEW_GAMES)  # here, where the choice comes back with the refusal
        response = seated(request, wait)
    except SkerryError as error:
        return _lobby(request, str(error), status_of(error))
    last = listing.format_kind(game, speed, is_rated=is_rated)
    response.set_cookie(LAST, last, max_age=YEAR, httponly=True, samesite="Lax")
    return response


@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Wait no more; where somebody was found at that moment, the game has begun."""
    ticket = listing.ticket_of(seat_of(request))
    if ticket is not None and not listing.cancel(ticket):
        return redirect("quick")
    return redirect("lobby")


@answers_json("GET")
def quick_state(request: HttpRequest) -> HttpResponse:
    """Whether who asks still waits, and the address of their game once there is one."""
    ticket = listing.ticket_of(seat_of(request))
    game_id = "" if ticket is None else listing.running_game_of(ticket)
    return JsonResponse(
        {
            "waiting": ticket is not None and not ticket.begun,
            "game": reverse("game", args=[game_id]) if game_id else None,
        }
    )


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
