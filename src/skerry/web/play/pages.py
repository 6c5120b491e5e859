"""The pages of games: those one has, a new one, and a game's own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ...errors import SkerryError
from ...games.catalogue import FEATURED, GAMES, info
from ...games.contract import GameInfo
from ...levels import LEVELS
from ..base.answers import find_game, refuse
from ..base.bodies import query_number
from ..base.errors import BrokenGameError, RequestError, UnknownGameError
from ..base.learned import has_learned
from ..base.seats import give_token, hash_token, new_token, read_token, seat_of
from ..board.pictures import picture, ratio
from . import forms, games, page_data
from .models import SavedGame
from .sharing import opening
from .sharing.pages import preview

LISTED_GAMES = 60


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The games to choose from, and those this browser has begun."""
    return render(request, "play/home.html", _home_context(request, opening.form({})))


def _home_context(request: HttpRequest, form: dict[str, object]) -> dict[str, object]:
    seat = seat_of(request)
    # Not their records: sixty may be long, and a damaged one must not keep the others away.
    saved = games.games_of(seat).defer("record")[:LISTED_GAMES] if seat else []
    return {
        "games": [{"info": one, "picture": picture(one.name)} for one in FEATURED],
        "compared": [one for one in GAMES if one.is_for_comparison],
        "saved_games": [_row(one) for one in saved],
        "opening": form,
    }


def _row(saved: SavedGame) -> dict[str, object]:
    human = "friend here" if saved.computer is None else f"computer, level {saved.level}"
    return {"saved": saved, "info": info(saved.game), "against": human}


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, name: str) -> HttpResponse:
    """The form for a new game; sent, it begins the game."""
    chosen = find_game(name)
    if request.method != "POST":
        return _form(request, chosen)
    try:
        wanted = forms.read_new_game(chosen, request.POST.dict())
    except SkerryError as error:
        return _form(request, chosen, str(error))
    token = read_token(request) or new_token()
    saved = games.begin(
        hash_token(token),
        wanted.game,
        wanted.names,
        wanted.opponent,
        wanted.seed,
        prepared=wanted.prepared,
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
        "sides": forms.sides(chosen),
        "names": forms.name_fields(chosen, sent or {}),
        "sent": sent or {"opponent": "2", "side": "first", "prepared": "on"},
        "error": error,
        "first_time": _is_first_time(request, chosen.name),
    }
    return render(request, "play/new.html", context, status=400 if error else 200)


def _is_first_time(request: HttpRequest, name: str) -> bool:
    """Whether this browser has neither learned nor played a game, as far as it remembers."""
    seat = seat_of(request)
    played = seat is not None and games.games_of(seat).filter(game=name).exists()
    return not played and not has_learned(request, name)


@never_cache
@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board, after all turns or after `?turn=N` of them."""
    saved = _found(game_id)
    context: dict[str, object] = {"saved": saved, "info": info(saved.game)}
    try:
        state = page_data.page_state(saved, seat_of(request), query_number(request, "turn"))
    except BrokenGameError as error:
        context |= {"sentence": str(error), "owner": saved.seats.are_all_held_by(seat_of(request))}
        return render(request, "play/broken.html", context, status=error.status)
    except RequestError as error:
        return refuse(request, error.status, str(error))
    svg = str(state.pop("svg"))
    context |= {"svg": svg, "state": state, "ratio": ratio(svg), "levels": LEVELS.items()}
    context["preview"] = preview(request, saved, state)
    return render(request, "play/game.html", context)


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
        games.delete(games.find_alone(game_id, seat_of(request)))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return redirect("home")


@require_http_methods(["GET", "POST"])
def open_record(request: HttpRequest) -> HttpResponse:
    """Go on with a record or a position; the form for it is on the home page."""
    if request.method != "POST":
        return redirect("home")
    try:
        return opening.open_sent(request)
    except SkerryError as error:
        form = opening.form(request.POST.dict(), str(error))
        return render(request, "play/home.html", _home_context(request, form), status=400)


def _found(game_id: str) -> SavedGame:
    try:
        return games.find(game_id)
    except UnknownGameError as error:
        raise Http404(str(error)) from None
