"""The pages of games: those one has, a new one, and a game's own."""

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache

from skerry.canvas.looks import LOOKS, OWN
from skerry.draw.thumbnails import thumbnail as draw_thumbnail
from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.games.contract import GameInfo
from skerry.levels import LEVELS
from skerry.web.base.answers import find_game, refuse
from skerry.web.base.bodies import answers_json, takes_files
from skerry.web.base.cookies import has_learned, wants_aims
from skerry.web.base.errors import BrokenGameError, RequestError, UnknownGameError
from skerry.web.base.files.uploads import reads_large_files
from skerry.web.base.limits.quotas import NEW_GAMES, PREVIEWS, UPLOADS, limited
from skerry.web.base.methods import belongs_to, require_GET, require_http_methods, require_POST
from skerry.web.base.seats import seat_of, seated
from skerry.web.board.names import clean_name
from skerry.web.board.pictures import picture, ratio, start_picture
from skerry.web.board.position_data import last_actions
from skerry.web.board.previews import preview_of
from skerry.web.play import (
    beaten,
    deletion,
    forms,
    games,
    home_list,
    last_choices,
    listed,
    page_data,
)
from skerry.web.play.models import PRIVATE, SavedGame
from skerry.web.play.records import record_of, shown_turn
from skerry.web.play.sharing import opening
from skerry.web.play.sharing.pages import preview
from skerry.web.play.time_choices import grouped_choices

A_YEAR = 365 * 24 * 3600  # seconds


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The games to choose from, and those this browser has begun."""
    return render(request, "play/home.html", _home_context(request, opening.form({})))


def _home_context(request: HttpRequest, form: dict[str, object]) -> dict[str, object]:
    wanted, ladders = home_list.read_wanted(request.GET), beaten.ladders(seat_of(request))
    return {
        "games": [
            {"info": one, "picture": picture(one.name), "ladder": ladders.get(one.name)}
            for one in FEATURED
        ],
        "compared": [one for one in GAMES if one.is_for_comparison],
        "listing": home_list.listing(seat_of(request), wanted),
        "deleted": _deleted(request),
        "opening": form,
    }


def _deleted(request: HttpRequest) -> listed.ListedGame | None:
    """The game that this browser has deleted just now."""
    seat, game_id = seat_of(request), request.GET.get("deleted")
    if seat is None or game_id is None:
        return None
    try:
        return listed.listed_alone(deletion.find_deleted(game_id, seat), seat)
    except RequestError:
        return None


@never_cache
@require_http_methods(["GET", "POST"])
@limited(NEW_GAMES)
def new(request: HttpRequest, name: str) -> HttpResponse:
    """The form for a new game; sent, it begins the game."""
    chosen = find_game(name)
    if request.method != "POST":
        return form_page(request, chosen)
    if request.POST.get("opponent") == forms.ONLINE:
        return redirect("new-challenge", name, preserve_request=True)  # the same form, sent on
    try:
        wanted = forms.read_new_game(chosen, request.POST.dict())
    except SkerryError as error:
        return form_page(request, chosen, str(error))

    def begin(holder: str) -> HttpResponse:
        asked = (wanted.game, wanted.names, wanted.opponent, wanted.seed)
        return redirect("game", games.begin(holder, *asked, prepared=wanted.prepared).pk)

    response = seated(request, begin)
    last_choices.remember(response, chosen, request.POST.dict())
    return response


def form_page(request: HttpRequest, chosen: GameInfo, error: str = "") -> HttpResponse:
    """The form for a new game as it was sent or filled in last, and what is wrong with it."""
    posted = request.method == "POST"
    sent = request.POST.dict() if posted else last_choices.remembered(request, chosen)
    fields = forms.fields(chosen, sent)
    presets = forms.preset_choices(chosen, fields)
    context = {
        "info": chosen,
        "fields": fields,
        "presets": presets,
        "preset_values": {preset.name: preset.values for preset in presets},
        "picture": _board_picture(chosen, sent or {}) or picture(chosen.name),
        "levels": LEVELS.items(),
        "sides": forms.sides(chosen),
        "times": grouped_choices(),
        "names": forms.name_fields(chosen, sent or {}),
        "sent": (sent or {"opponent": "2", "side": "first", "prepared": "on"}) | _asked(request),
        "error": error,
        "first_time": _is_first_time(request, chosen.name),
        "preview": preview_of(request, f"Play {chosen.title}", chosen.summary, chosen.name),
    }
    return render(request, "play/new.html", context, status=400 if error else 200)


@answers_json("GET")
@limited(PREVIEWS)
def chosen_board(request: HttpRequest, name: str) -> HttpResponse:
    """The picture of the board that the form for a new game has chosen, as markup for its page."""
    wanted = forms.read_board(find_game(name), request.GET.dict())
    return JsonResponse({"svg": start_picture(*wanted)})


def _board_picture(chosen: GameInfo, sent: Mapping[str, str]) -> SafeString | None:
    """The board that a form shows; None where its fields hold what no board has."""
    try:
        return start_picture(*forms.read_board(chosen, sent or forms.default_values(chosen)))
    except SkerryError:
        return None


def _asked(request: HttpRequest) -> dict[str, str]:
    """What a link to the form chooses: an opponent, whether the lobby shows it, for whom it is."""
    if request.method == "POST":
        return {}
    opponent = request.GET.get("opponent", "")
    asked = {"opponent": opponent} if opponent in (*LEVELS, forms.FRIEND, forms.ONLINE) else {}
    name = clean_name(request.GET.get("to", ""))[: games.LONGEST_NAME]
    if name:
        return {"opponent": forms.ONLINE, "to": name}
    return asked | ({"listed": "on"} if request.GET.get("listed") == "on" else {})


def _is_first_time(request: HttpRequest, name: str) -> bool:
    """Whether a browser has a lesson before it of a game that it has not played yet."""
    if not info(name).has_lesson:
        return False
    seat = seat_of(request)
    played = seat is not None and games.games_of(seat).filter(game=name).exists()
    return not played and not has_learned(request, name)


@never_cache
@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board, after all turns or after `?turn=N` of them."""
    try:
        saved = games.find(game_id, seat_of(request))
    except UnknownGameError as error:
        return _gone(request, game_id, str(error))
    context: dict[str, object] = {"saved": saved, "info": info(saved.game)}
    try:
        turn, notice = shown_turn(record_of(saved), request.GET.get("turn"))
        state = page_data.page_state(saved, seat_of(request), turn, with_aims=wants_aims(request))
        state["notice"] = notice
    except BrokenGameError as error:
        context |= {"sentence": str(error), "owner": saved.seats.are_all_held_by(seat_of(request))}
        return render(request, "play/broken.html", context, status=error.status)
    except RequestError as error:
        return refuse(request, error.status, str(error))
    svg = str(state.pop("svg"))
    context |= {"svg": svg, "state": state, "ratio": ratio(svg), "levels": LEVELS.items()}
    context["preview"] = preview(request, saved, state)
    holder = seat_of(request)
    if holder is not None:
        context["num_others"] = games.waiting_for(holder).exclude(pk=saved.pk).count()
    return render(request, "play/game.html", context)


@require_GET
def thumbnail(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game's position as a small picture, for lists; one of a version is kept for good."""
    saved = _found(request, game_id)
    try:
        record = record_of(saved)
    except BrokenGameError as error:
        raise Http404(str(error)) from None
    text = draw_thumbnail(
        record.position,
        last=last_actions(record),
        dark="dark" in request.GET,
        look=_look(request.GET.get("look", OWN)),
    )
    # A private game is not left on the disk of whoever uses this browser later.
    is_kept = request.GET.get("v") == str(saved.version) and saved.visibility != PRIVATE
    keep = f"private, max-age={A_YEAR}, immutable" if is_kept else "private, no-store"
    return HttpResponse(text, content_type="image/svg+xml", headers={"Cache-Control": keep})


def _look(wanted: str) -> str:
    return wanted if wanted in LOOKS else OWN


@require_POST
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    """Delete a game of this browser; home offers to undo it."""
    try:
        deletion.delete(games.find_alone(game_id, seat_of(request)))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return _back_home(request, deleted=game_id)


@belongs_to("home")  # the game has no page while it is deleted
@require_POST
def restore(request: HttpRequest, game_id: str) -> HttpResponse:
    """Undo the deletion of a game."""
    try:
        deletion.restore(deletion.find_deleted(game_id, seat_of(request)))
    except RequestError as error:
        return refuse(request, error.status, str(error))
    return _back_home(request)


def _back_home(request: HttpRequest, deleted: str = "") -> HttpResponse:
    """To the part of the list that was shown, or to the button that undoes a deletion."""
    query = home_list.read_wanted(request.GET).query
    if not deleted:
        return redirect(f"{reverse('home')}{query}#saved-title")
    # Without a fragment, or the browser would go there instead of to the button.
    mark = "&" if query else "?"
    return redirect(f"{reverse('home')}{query}{mark}{urlencode({'deleted': deleted})}")


@require_http_methods(["GET", "POST"])
@limited(UPLOADS)
@takes_files
@reads_large_files
def open_record(request: HttpRequest) -> HttpResponse:
    """Go on with a record or a position; the form for it is on the home page."""
    if request.method != "POST":
        return redirect("home")
    try:
        return opening.open_sent(request)
    except SkerryError as error:
        form = opening.form(request.POST.dict(), str(error))
        return render(request, "play/home.html", _home_context(request, form), status=400)


def _found(request: HttpRequest, game_id: str) -> SavedGame:
    try:
        return games.find(game_id, seat_of(request))
    except UnknownGameError as error:
        raise Http404(str(error)) from None


def _gone(request: HttpRequest, game_id: str, sentence: str) -> HttpResponse:
    """The page of a game that is not there; who has deleted it just now is led to the undoing."""
    back = ""
    with suppress(RequestError):
        deletion.find_deleted(game_id, seat_of(request))
        sentence = "You have deleted this game. For an hour you can go back and undo that."
        back = f"{reverse('home')}?{urlencode({'deleted': game_id})}"
    return refuse(request, 404, sentence, back)
