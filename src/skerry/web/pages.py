"""The pages: home, new game, game, rules."""

import logging
import re
from datetime import datetime
from functools import cache
from importlib.resources import files

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from .. import games
from ..errors import OptionError, RecordError, SkerryError
from ..games.catalogue import FEATURED, GAMES, info
from ..games.contract import GameInfo
from ..levels import LEVELS
from ..record import LARGEST_RECORD, GameRecord
from . import assets, forms, present, rules_text, service
from .errors import BrokenGameError, RequestError, UnknownGameError
from .models import SavedGame
from .refusals import refuse
from .seats import give_token, hash_token, new_token, read_token, seat_of

log = logging.getLogger(__name__)

LISTED_GAMES = 60

_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def _info(name: str) -> GameInfo:
    try:
        return info(name)
    except OptionError as error:
        raise Http404(str(error)) from None


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The games to choose from, and those this browser has begun."""
    return render(request, "skerry/home.html", _home_context(request))


def _home_context(request: HttpRequest, error: str = "") -> dict[str, object]:
    seat = seat_of(request)
    # Not their records: sixty may be long, and a damaged one must not keep the others away.
    saved = service.games_of(seat).defer("record")[:LISTED_GAMES] if seat else []
    return {
        "games": [{"info": one, "picture": picture(one.name)} for one in FEATURED],
        "compared": [one for one in GAMES if one.is_for_comparison],
        "saved_games": [_row(one) for one in saved],
        "error": error,
    }


@cache
def picture(name: str) -> SafeString:
    """A game's picture, as game_pictures.py has drawn it: a page with it needs no kernel."""
    kept = files(games).joinpath(name, "picture.svg").read_text(encoding="utf-8")
    return mark_safe(kept)


def _row(saved: SavedGame) -> dict[str, object]:
    human = "friend here" if saved.computer is None else f"computer, level {saved.level}"
    when = since(saved.updated)
    return {"saved": saved, "info": info(saved.game), "against": human, "when": when}


def since(moment: datetime) -> str:
    """How long ago something was, in words."""
    minutes = (timezone.now() - moment).total_seconds() / 60
    return "just now" if minutes < 1 else f"{timesince(moment, depth=1)} ago"


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, name: str) -> HttpResponse:
    """The form for a new game; sent, it begins the game."""
    chosen = _info(name)
    if request.method != "POST":
        return _form(request, chosen)
    try:
        wanted = forms.read_new_game(chosen, request.POST.dict())
    except SkerryError as error:
        return _form(request, chosen, str(error))
    token = read_token(request) or new_token()
    saved = service.begin(
        hash_token(token), wanted.game, wanted.names, wanted.opponent, wanted.seed
    )
    response = redirect("game", saved.pk)
    give_token(response, token)
    return response


def _form(request: HttpRequest, chosen: GameInfo, error: str = "") -> HttpResponse:
    sent = request.POST.dict() if request.method == "POST" else None
    context = {
        "info": chosen,
        "fields": forms.fields(chosen, sent),
        "picture": picture(chosen.name),
        "levels": LEVELS.items(),
        "sides": forms.side_words(chosen),
        "names": forms.name_fields(chosen, sent or {}),
        "sent": sent or {"opponent": "2", "side": "first"},
        "error": error,
    }
    return render(request, "skerry/new.html", context, status=400 if error else 200)


@never_cache
@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board."""
    saved = _found(game_id)
    context: dict[str, object] = {"saved": saved, "info": info(saved.game)}
    try:
        state = present.whole(saved, seat_of(request))
    except BrokenGameError as error:
        context |= {"sentence": str(error), "owner": saved.seats.are_all_held_by(seat_of(request))}
        return render(request, "skerry/broken.html", context, status=error.status)
    svg = str(state.pop("svg"))
    context |= {"svg": svg, "state": state, "ratio": ratio(svg)}
    return render(request, "skerry/game.html", context)


def ratio(svg: str) -> str:
    """Width by height of a board, so that its space is right before it is laid out."""
    found = _VIEW_BOX.search(svg)
    return f"{float(found[1]) / float(found[2]):.4f}" if found else ""


@require_GET
def download(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record as a file."""
    saved = _found(game_id)
    response = HttpResponse(saved.record, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{saved.game}-{saved.pk}.json"'
    return response


@require_POST
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    """Delete a game of this browser."""
    try:
        service.delete(service.find_alone(game_id, seat_of(request)))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return redirect("home")


@require_http_methods(["GET", "POST"])
def open_record(request: HttpRequest) -> HttpResponse:
    """Go on with a record from a file; the form for it is on the home page."""
    if request.method != "POST":
        return redirect("home")
    upload = request.FILES.get("record")
    try:
        if upload is None:
            raise RecordError("Choose the file of a record first.")
        if (upload.size or 0) > LARGEST_RECORD:
            raise RecordError(f"A record is at most {LARGEST_RECORD} bytes long.")
        record = GameRecord.from_json(upload.read())
    except SkerryError as error:
        return render(request, "skerry/home.html", _home_context(request, str(error)), status=400)
    token = read_token(request) or new_token()
    response = redirect("game", service.open_record(hash_token(token), record).pk)
    give_token(response, token)
    return response


@require_GET
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game, with diagrams."""
    chosen = _info(name)
    return render(request, "skerry/rules.html", {"info": chosen, "text": rules_text.page(name)})


@require_GET
def board_css(request: HttpRequest) -> HttpResponse:
    """The style sheet of all boards."""
    from ..draw import stylesheet

    return css(stylesheet())


@require_GET
def theme_css(request: HttpRequest) -> HttpResponse:
    """The colours of all pages."""
    from ..draw.theme import theme_css

    return css(theme_css())


def css(text: str) -> HttpResponse:
    """A style sheet; its address is that of all assets."""
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": assets.KEEP})


def _found(game_id: str) -> SavedGame:
    try:
        return service.find(game_id)
    except UnknownGameError as error:
        raise Http404(str(error)) from None


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form or a script of another site, or a page from before the cookies were deleted."""
    sentence = "This request did not come from a page of this site; reload the page and try again."
    return refuse(request, 403, sentence)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: with the sentence that says what is missing."""
    sentence = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return refuse(request, 404, sentence or "There is no such page.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what Django itself refuses, such as a form with too many fields."""
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, 413, "The request is too long.")
    return refuse(request, 400, "The request could not be understood.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a fault of ours."""
    return refuse(request, 500, "Something went wrong here; the log of the server says more.")
