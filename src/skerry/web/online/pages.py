"""The pages of challenges: a new one, its link, and the answers to it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from skerry.errors import SkerryError
from skerry.sessions import format_control
from skerry.web.base.answers import find_game, not_kept, refuse
from skerry.web.base.bodies import answers_json
from skerry.web.base.errors import RequestError
from skerry.web.base.limits.quotas import NEW_GAMES, limited
from skerry.web.base.links import whole_address
from skerry.web.base.methods import belongs_to, require_GET, require_POST, require_safe
from skerry.web.base.seats import seat_of, seated
from skerry.web.board.names import isolate_name
from skerry.web.board.pictures import picture
from skerry.web.board.previews import Preview, card_of, game_card, preview_of
from skerry.web.board.printed import refuses
from skerry.web.online import challenges
from skerry.web.online.challenges import Terms
from skerry.web.online.models import SLOW, Challenge
from skerry.web.online.wording import options_in_words, rating_of, side_in_words
from skerry.web.play import forms, last_choices
from skerry.web.play.pages import form_page
from skerry.web.play.time_choices import NO_CLOCK, read_control


@belongs_to("new?opponent=online")
@never_cache
@require_POST
@limited(NEW_GAMES)
def new(request: HttpRequest, name: str) -> HttpResponse:
    """Make a challenge of what the form of a new game has sent."""
    chosen = find_game(name)
    sent = request.POST.dict()
    try:
        wanted = forms.read_new_game(chosen, sent)
        terms = Terms(
            forms.read_side_name(sent.get("side", "random")),
            read_control(sent.get("time") or NO_CLOCK),
            is_rated=sent.get("rated") == "on",
            is_listed=sent.get("listed") == "on",
            invited=challenges.find_invited(sent["to"]) if sent.get("to") else None,
        )
        challenges.check(seat_of(request), wanted, terms)
    except SkerryError as error:
        return form_page(request, chosen, str(error))

    def make(holder: str) -> HttpResponse:
        return redirect("challenge", challenges.make(holder, wanted, terms).pk)

    response = seated(request, make)
    last_choices.remember(response, chosen, sent)
    return response


@never_cache
@require_GET
@not_kept
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Who asks for what; the game itself for those who play it."""
    found = _found(challenge_id)
    is_maker = found.maker.holder == seat_of(request)
    game_id = challenges.game_of(found, seat_of(request))
    if game_id:
        return redirect("game", game_id)
    return _page(request, found, is_maker=is_maker)


def _page(
    request: HttpRequest, found: Challenge, *, is_maker: bool, trouble: str = "", status: int = 200
) -> HttpResponse:
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
        "is_for_you": found.invited is not None and found.invited.holder == seat_of(request),
        "needs_account": found.is_rated and request.user.is_anonymous,
        "waits": found.is_listed and found.speed != SLOW,
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
@limited(NEW_GAMES)
def accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Begin the game."""
    found = _found(challenge_id)

    def begin(holder: str) -> HttpResponse:
        try:
            return redirect("game", challenges.accept(found, holder))
        except RequestError as error:
            now = _found(challenge_id)
            is_maker = now.maker.holder == holder
            return _page(request, now, is_maker=is_maker, trouble=str(error), status=error.status)

    return seated(request, begin)


@require_POST
def withdraw(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Take it back."""
    found = _found(challenge_id)
    try:
        challenges.withdraw(found, seat_of(request))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return redirect("challenge", challenge_id)


@require_POST
def decline(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Say no."""
    found = _found(challenge_id)
    try:
        challenges.decline(found, seat_of(request))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return redirect("lobby")


@answers_json("GET")
def state(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Whether a challenge is open, and the address of its game for who plays it."""
    found = challenges.find(challenge_id)
    game_id = challenges.game_of(found, seat_of(request))
    return JsonResponse(
        {
            "open": found.is_open,
            "game": reverse("game", args=[game_id]) if game_id else None,
        }
    )


def _found(challenge_id: str) -> Challenge:
    try:
        return challenges.find(challenge_id)
    except RequestError as error:
        raise Http404(str(error)) from None
