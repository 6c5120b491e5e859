"""The pages of games: those one has, a new one, a game's own, and what of it goes elsewhere."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache

from skerry.canvas.looks import LOOKS, OWN
from skerry.draw.board import board_label
from skerry.draw.pictures import CARD, USUAL_WIDTH, board_file, checked_width, game_card_file
from skerry.draw.thumbnails import thumbnail as draw_thumbnail
from skerry.errors import RecordError, SkerryError
from skerry.exchange import read, recognise
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.games.info import STANDARD, GameInfo
from skerry.levels import LEVELS
from skerry.positions import Position, position
from skerry.record import GameRecord
from skerry.web.base.answers import (
    belongs_to,
    find_game,
    refuse,
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
    whole_address,
)
from skerry.web.base.bodies import (
    LONGEST_BOX,
    LONGEST_PASTED,
    answers_json,
    query_choice,
    query_number,
    status_of,
    takes_files,
    whole_number,
)
from skerry.web.base.cookies import has_learned, wants_aims
from skerry.web.base.errors import BrokenGameError, HelpError, RequestError, UnknownGameError
from skerry.web.base.files import (
    Found,
    check_size,
    found_in,
    read_files,
    reads_large_files,
    record_file,
)
from skerry.web.base.limits import NEW_GAMES, PICTURES, PREVIEWS, UPLOADS, limited, spend
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import service
from skerry.web.board import files
from skerry.web.board.files import Pictures, refuses, tagged
from skerry.web.board.pictures import picture, preview_of, ratio, start_picture
from skerry.web.board.position_data import last_actions
from skerry.web.board.words import YOU, clean_name
from skerry.web.play import creation, deletion, forms, helping, lists, page_data, queries
from skerry.web.play.closed import check_open
from skerry.web.play.forms import FRIEND, SIDES_THERE, grouped_choices
from skerry.web.play.models import LONGEST_NAME, PRIVATE, SavedGame
from skerry.web.play.records import record_of, shown_turn, turn_of

# Pixels of a PNG: few, so that who asks for many pictures gets those that are kept. One that is
# twice as wide takes five seconds.
WIDTHS = (64, 120, 200, 300, 400, 600, 800, 1024, 1200, 1600, 2048)
KINDS = {"svg": "image/svg+xml", "png": "image/png"}


@require_safe
@refuses
def picture_file(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """The board as a file, as `skerry draw` writes it: `?turn=N&width=W&theme=dark&last=on`."""
    record = record_of(queries.find(game_id, seat_of(request)))
    turn = _turn_there(request, record)
    width = checked_width(query_number(request, "width"), WIDTHS[-1])
    is_marked = query_choice(request, "last", ("off", "on")) == "on"
    is_dark = query_choice(request, "theme", ("light", "dark")) == "dark"
    across = width if kind == "svg" else None

    def draw() -> str:
        last = last_actions(record, turn) if is_marked else ()
        return board_file(record.replay()[turn], width=across, last=last, dark=is_dark)

    key = f"{_way_to(record, turn)} {across} {is_marked} {is_dark}"
    svg = service(Pictures).svg(request, key, draw)
    return _answer(request, svg, None if kind == "svg" else _png_width(width or USUAL_WIDTH))


def _way_to(record: GameRecord, turn: int) -> str:
    """What leads to the position after a turn, and to no other."""
    start = None if record.given_start is None else record.given_start.text
    game = record.game
    return repr((game.name, game.options, record.setup, start, record.turn_texts[:turn]))


def _png_width(wanted: int) -> int:
    """The least of the widths that is not less than wanted."""
    return next(width for width in WIDTHS if width >= wanted)


@require_safe
@refuses
def card(request: HttpRequest, game_id: str) -> HttpResponse:
    """The picture that goes with a link to a game: `?turn=N`."""
    saved = queries.find(game_id, seat_of(request))
    record = record_of(saved)
    turn = _turn_there(request, record)
    svg = service(Pictures).svg(
        request, f"{turn} {saved.record}", lambda: game_card_file(record, turn)
    )
    return _answer(request, svg, CARD[0])


def _turn_there(request: HttpRequest, record: GameRecord) -> int:
    """The turn of a picture's address; the latest in place of one that was taken back."""
    turn, most = query_number(request, "turn"), len(record.turns)
    return most if turn is None else min(turn, most)


def _answer(request: HttpRequest, svg: str, width: int | None) -> HttpResponse:
    """An SVG file, or its PNG if a width is given; a turn may be taken back, and another played."""

    def make() -> HttpResponse:
        if width is None:
            return HttpResponse(svg, content_type=KINDS["svg"])
        spend(request, PICTURES)
        return HttpResponse(service(Pictures).png(request, svg, width), content_type=KINDS["png"])

    return tagged(request, f"{width} {svg}", make)


@require_safe
@refuses
def animation(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """The whole game as a moving picture."""
    saved = queries.find(game_id, seat_of(request))
    return files.moving_picture(request, kind, saved.record, f"{saved.game}-{saved.pk}")


@require_safe
@refuses
def booklet(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole game as a PDF."""
    saved = queries.find(game_id, seat_of(request))
    return files.booklet(request, saved.record, f"{saved.game}-{saved.pk}")


@require_safe
@refuses
def download(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record as a file: `?format=sgf`; without a format as it is saved, damaged or not."""
    saved = queries.find(game_id, seat_of(request))
    return record_file(request, f"{saved.game}-{saved.pk}", saved.record, lambda: record_of(saved))


def preview(request: HttpRequest, saved: SavedGame, state: dict[str, Any]) -> dict[str, object]:
    """What programs that show links may tell of the page of a game: words, and a picture."""
    turn, most = state["viewed"], state["turn"]
    words = state["heading"] if turn == most else f"Turn {turn} of {most}"
    at_turn = "" if turn == most else f"?turn={turn}"
    return {
        "words": ". ".join(filter(None, (words, state["last_turn"]))),
        "url": whole_address(request, f"{request.path}{at_turn}"),
        "picture": whole_address(request, f"{request.path}/card.png?turn={turn}"),
        "shows": board_label(record_of(saved).replay()[turn]),
        "width": CARD[0],
        "height": CARD[1],
    }


@require_POST
@refuses
@limited(NEW_GAMES)
def play_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin a game of this browser at a turn of another one.

    While that one goes on, it would be help like an analysis.
    """
    saved = queries.find(game_id, seat_of(request))
    if not queries.may_analyse(saved, seat_of(request)):
        raise HelpError(
            "One can play on from here when the game is over; before that, only who plays against "
            "the computer can."
        )
    record = record_of(saved)
    turn = turn_of(record, whole_number(request.POST.get("turn", ""), "turn"))
    way = record.replay()[: turn + 1]
    return begin_at(request, way[-1], way)


def begin_at(
    request: HttpRequest, start: Position, way: Sequence[Position] | None = None
) -> HttpResponse:
    """Begin a game of this browser at a position, against whom the form says, and lead to it.

    `way` holds the positions that led there, itself included, if they are known.

    Raises:
        HelpError: two persons play it at this moment, or one of those that led there.
        OptionError: no such opponent or side; the game is over there, or it lies within a turn.
    """
    check_open(way or (start,), seat_of(request))
    opponent = forms.read_opponent_at(start, request.POST.dict())
    names = (YOU,) if opponent.level else ("", "")
    return seated(
        request,
        lambda holder: redirect("game", creation.begin_at(holder, start, names, opponent).pk),
    )


MOST_GAMES = 20  # at once


def form(sent: Mapping[str, str], error: str = "") -> dict[str, object]:
    """What the form shows: as it was sent, and what was wrong with it."""
    return {
        "text": sent.get("text", "")[:LONGEST_PASTED],
        "longest": LONGEST_BOX,
        "opponent": sent.get("opponent", FRIEND),
        "side": sent.get("side", SIDES_THERE[0]),
        "levels": LEVELS.items(),
        "error": error,
    }


def open_sent(request: HttpRequest) -> HttpResponse:
    """Open what a form brings as games of this browser, and lead to the game if it is one.

    Records go on as they say; a position begins a game against whom the form says. Where something
    could not be read, a page says so before the game is looked at.

    Raises:
        HelpError: two persons play what it brings at this moment.
        RecordError, NotationError, OptionError: it brings nothing, or nothing that can be played.
    """
    uploads = request.FILES.getlist("record")
    pasted = request.POST.get("text", "").replace("\r\n", "\n").strip()  # as it was pasted
    if not uploads and not pasted:
        raise RecordError("Choose a file or paste a text first: of a record, or of a position.")
    if not uploads and len(pasted) > LONGEST_PASTED:
        raise RecordError(
            f"A pasted text is at most {LONGEST_PASTED:,} characters long; this one was longer."
            " Save it as a file and choose that: a file may be longer."
        )
    check_size(uploads)
    if len(uploads) > 1:
        return _open_many(request, uploads)
    content = uploads[0].read() if uploads else pasted.encode()
    # A file without the bars of a position is a broken record rather than a broken position.
    if recognise(content) is None and (not uploads or b"|" in content[:100]):
        return begin_at(request, position(content.decode(errors="replace").strip()))
    name = uploads[0].name or "" if uploads else ""
    return _keep(request, [found_in(name, read(content, most=MOST_GAMES))])


def _open_many(request: HttpRequest, uploads: "Sequence[UploadedFile[bytes]]") -> HttpResponse:
    """Open several files; what is wrong with one of them is said beside the others."""
    found = read_files(uploads, MOST_GAMES, lambda content, most: read(content, most=most))
    if not any(one.records for one in found):
        raise RecordError(" ".join(f"{one.name}: {one.remarks[0]}" for one in found[:3]))
    return _keep(request, found)


def _keep(request: HttpRequest, found: Sequence[Found]) -> HttpResponse:
    """Save the games; to the game if it is one and whole, else to a page that tells of them.

    Raises:
        HelpError: two persons play one of their positions at this moment.
    """
    for one in found:
        for record in one.records:
            check_open(record.replay(), seat_of(request))

    def answer(holder: str) -> HttpResponse:
        opened = [
            (one, [creation.open_record(holder, record) for record in one.records]) for one in found
        ]
        saved = [game for _, games in opened for game in games]
        if len(saved) == 1 and not any(one.remarks for one in found):
            return redirect("game", saved[0].pk)
        return render(request, "play/opened.html", {"opened": opened, "num_games": len(saved)})

    return seated(request, answer)


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The games to choose from, and those this browser has begun."""
    return render(request, "play/home.html", _home_context(request, form({})))


def _home_context(request: HttpRequest, form: dict[str, object]) -> dict[str, object]:
    wanted, ladders = lists.read_wanted(request.GET), helping.ladders(seat_of(request))
    return {
        "games": [
            {"info": one, "picture": picture(one.name), "ladder": ladders.get(one.name)}
            for one in FEATURED
        ],
        "compared": [one for one in GAMES if one.is_for_comparison],
        "listing": lists.listing(seat_of(request), wanted),
        "deleted": _deleted(request),
        "opening": form,
    }


def _deleted(request: HttpRequest) -> lists.ListedGame | None:
    """The game that this browser has deleted just now."""
    seat, game_id = seat_of(request), request.GET.get("deleted")
    if seat is None or game_id is None:
        return None
    try:
        return lists.listed_alone(deletion.find_deleted(game_id, seat), seat)
    except RequestError:
        return None


@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, name: str) -> HttpResponse:
    """The form for a new game; sent, it begins the game."""
    chosen = find_game(name)
    if request.method != "POST":
        return form_page(request, chosen)
    if request.POST.get("opponent") == forms.ONLINE:
        # The same form, sent on; it is counted there.
        return redirect("new-challenge", name, preserve_request=True)
    return _begin_sent(request, chosen)


def _begin_sent(request: HttpRequest, chosen: GameInfo) -> HttpResponse:
    """Begin the game that the form asks for, and lead to it."""

    def begin(holder: str) -> HttpResponse:
        wanted = forms.read_new_game(chosen, request.POST.dict())
        asked = (wanted.game, wanted.names, wanted.opponent, wanted.seed)
        return redirect("game", creation.begin(holder, *asked, prepared=wanted.prepared).pk)

    try:
        spend(request, NEW_GAMES)  # here, where the form comes back with the refusal
        response = seated(request, begin)
    except SkerryError as error:
        return form_page(request, chosen, error)
    forms.remember(response, chosen, request.POST.dict())
    return response


def form_page(
    request: HttpRequest, chosen: GameInfo, error: SkerryError | None = None
) -> HttpResponse:
    """The form for a new game as it was sent or filled in last, and what is wrong with it."""
    posted, asked = request.method == "POST", _asked(request)
    sent = request.POST.dict() if posted else forms.remembered(request, chosen)
    fields = forms.fields(chosen, sent)
    presets = forms.preset_choices(chosen, fields)
    is_standard = any(one.is_chosen and one.name == STANDARD.name for one in presets)
    if is_standard and asked.get("opponent") == forms.ONLINE:
        fields = forms.fields(chosen, forms.preset_values(chosen, chosen.fair))
        presets = forms.preset_choices(chosen, fields)
    context = {
        "info": chosen,
        "fields": fields,
        "presets": presets,
        "preset_values": {preset.name: preset.values for preset in presets},
        "fair": chosen.fair.name,
        "fair_words": forms.unusual_words(chosen, chosen.complete(dict(chosen.fair.options))),
        "picture": _board_picture(request, chosen, sent or {}) or picture(chosen.name),
        "levels": LEVELS.items(),
        "sides": forms.sides(chosen),
        "times": grouped_choices(),
        "names": forms.name_fields(chosen, sent or {}),
        "sent": (sent or {"opponent": "2", "side": "first", "prepared": "on"}) | asked,
        "error": "" if error is None else str(error),
        "first_time": _is_first_time(request, chosen.name),
        "preview": preview_of(request, f"Play {chosen.title}", chosen.summary, chosen.name),
    }
    status = 200 if error is None else status_of(error)
    return render(request, "play/new.html", context, status=status)


@answers_json("GET")
@limited(PREVIEWS, "GET")
def chosen_board(request: HttpRequest, name: str) -> HttpResponse:
    """The picture of the board that the form for a new game has chosen, as markup for its page."""
    wanted = forms.read_board(find_game(name), request.GET.dict())
    return JsonResponse({"svg": start_picture(*wanted)})


def _board_picture(
    request: HttpRequest, chosen: GameInfo, sent: Mapping[str, str]
) -> SafeString | None:
    """The board that a form shows; None where its fields hold what no board has.

    What a browser has sent or remembers is counted, since each such board is drawn anew; beyond
    the quota the form shows another picture of the game.
    """
    try:
        if sent:
            spend(request, PREVIEWS)
        return start_picture(*forms.read_board(chosen, sent or forms.default_values(chosen)))
    except SkerryError:
        return None


def _asked(request: HttpRequest) -> dict[str, str]:
    """What a link to the form chooses: an opponent, whether the lobby shows it, for whom it is."""
    if request.method == "POST":
        return {}
    opponent = request.GET.get("opponent", "")
    asked = {"opponent": opponent} if opponent in (*LEVELS, forms.FRIEND, forms.ONLINE) else {}
    name = clean_name(request.GET.get("to", ""))[:LONGEST_NAME]
    if name:
        return {"opponent": forms.ONLINE, "to": name}
    return asked | ({"listed": "on"} if request.GET.get("listed") == "on" else {})


def _is_first_time(request: HttpRequest, name: str) -> bool:
    """Whether a browser has a lesson before it of a game that it has not played yet."""
    if not info(name).has_lesson:
        return False
    seat = seat_of(request)
    played = seat is not None and queries.games_of(seat).filter(game=name).exists()
    return not played and not has_learned(request, name)


@never_cache
@require_GET
@refuses
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board, after all turns or after `?turn=N` of them."""
    try:
        saved = queries.find(game_id, seat_of(request))
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
    svg = str(state.pop("svg"))
    context |= {"svg": svg, "state": state, "ratio": ratio(svg), "levels": LEVELS.items()}
    context["preview"] = preview(request, saved, state)
    holder = seat_of(request)
    if holder is not None:
        context["num_others"] = queries.waiting_for(holder).exclude(pk=saved.pk).count()
    return render(request, "play/game.html", context)


@require_GET
@refuses
def thumbnail(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game's position as a small picture, for lists; one of a version is kept for good."""
    saved = queries.find(game_id, seat_of(request))
    try:
        record = record_of(saved)
    except BrokenGameError as error:
        raise Http404(str(error)) from None
    look = request.GET.get("look", OWN)
    text = draw_thumbnail(
        record.position,
        last=last_actions(record),
        dark="dark" in request.GET,
        look=look if look in LOOKS else OWN,
    )
    # A private game is not left on the disk of whoever uses this browser later.
    is_kept = request.GET.get("v") == str(saved.version) and saved.visibility != PRIVATE
    keep = f"private, max-age={forms.YEAR}, immutable" if is_kept else "private, no-store"
    return HttpResponse(text, content_type="image/svg+xml", headers={"Cache-Control": keep})


@require_POST
@refuses
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    """Delete a game of this browser; home offers to undo it, also when this was sent twice."""
    holder = seat_of(request)
    try:
        deletion.find_deleted(game_id, holder)
    except RequestError:
        deletion.delete(queries.find_alone(game_id, holder))
    return _back_home(request, deleted=game_id)


@belongs_to("home")  # the game has no page while it is deleted
@require_POST
@refuses
def restore(request: HttpRequest, game_id: str) -> HttpResponse:
    """Undo the deletion of a game; one that is there already is listed: this was sent twice."""
    holder = seat_of(request)
    try:
        deletion.restore(deletion.find_deleted(game_id, holder))
    except UnknownGameError:
        with suppress(RequestError):
            queries.find_alone(game_id, holder)
            return _back_home(request)
        raise
    return _back_home(request)


def _back_home(request: HttpRequest, deleted: str = "") -> HttpResponse:
    """To the part of the list that was shown, or to the button that undoes a deletion."""
    query = lists.read_wanted(request.GET).query
    if not deleted:
        return redirect(f"{reverse('home')}{query}#saved-title")
    # Without a fragment, or the browser would go there instead of to the button.
    mark = "&" if query else "?"
    return redirect(f"{reverse('home')}{query}{mark}{urlencode({'deleted': deleted})}")


@require_http_methods(["GET", "POST"])
@takes_files
@reads_large_files
def open_record(request: HttpRequest) -> HttpResponse:
    """Go on with a record or a position; the form for it is on the home page."""
    if request.method != "POST":
        return redirect("home")
    try:
        spend(request, UPLOADS)  # here, where what was pasted comes back with the refusal
        return open_sent(request)
    except SkerryError as error:
        shown = form(request.POST.dict(), str(error))
        context = _home_context(request, shown)
        return render(request, "play/home.html", context, status=status_of(error))


def _gone(request: HttpRequest, game_id: str, sentence: str) -> HttpResponse:
    """The page of a game that is not there; who has deleted it just now is led to the undoing."""
    back = ""
    with suppress(RequestError):
        deletion.find_deleted(game_id, seat_of(request))
        sentence = "You have deleted this game. For an hour you can go back and undo that."
        back = f"{reverse('home')}?{urlencode({'deleted': game_id})}"
    return refuse(request, 404, sentence, back)
