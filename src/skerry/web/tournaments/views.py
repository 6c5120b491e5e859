"""The pages of tournaments: the list, the form of a new one, and each one's own."""

from collections.abc import Callable, Mapping

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache

from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import FEATURED
from skerry.games.info import GameInfo
from skerry.positions import game
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import find_player, player_of
from skerry.web.base.answers import not_kept, require_GET, require_http_methods, require_POST
from skerry.web.base.bodies import answers_json
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ENTRIES, TOURNAMENTS, limited
from skerry.web.base.seats import seat_of
from skerry.web.board.pictures import Preview, preview_of
from skerry.web.board.words import isolate_name
from skerry.web.play.forms import NO_CLOCK, Choice, grouped_choices, read_control
from skerry.web.tournaments import ladders, organising, page_data
from skerry.web.tournaments.models import (
    CLOSED,
    LADDER,
    LONGEST_NAME,
    OPEN,
    OVER,
    ROUND_ROBIN,
    RUNNING,
    SWISS,
    SYSTEMS,
    Ladder,
    Tournament,
)
from skerry.web.tournaments.organising import LONGEST, Plan

DEFAULTS = {
    "game": f"{FEATURED[0].name}.0",
    "time": "10-min-5-s",
    "system": SWISS,
    "cycles": "1",
    "rated": "on",
}


def boards() -> list[tuple[GameInfo, list[tuple[str, str, str]]]]:
    """What can be played: of each game its boards, by the field's value, name and what it means."""
    found = []
    for info in FEATURED:
        board = info.options[0]
        rows = []
        for number, preset in enumerate(info.presets):
            value = dict(info.complete(dict(preset.options)))[board.name]
            rows.append((f"{info.name}.{number}", preset.name, board.phrase.format(value)))
        found.append((info, rows))
    return found


def times() -> list[tuple[str, list[Choice]]]:
    """The clocks: without one, a round might never end."""
    return [(title, group) for title, group in grouped_choices() if title]


def read(sent: Mapping[str, str]) -> Plan:
    """What a sent form asks for.

    Raises:
        OptionError: names what is wrong, and what is allowed.
    """
    system = sent.get("system", "")
    if system not in (*SYSTEMS, LADDER):
        known = ", ".join((*SYSTEMS, LADDER))
        raise OptionError(f"There is no {quoted(system)}; choose one of {known}.")
    time = sent.get("time", NO_CLOCK)
    control = None if time == NO_CLOCK else read_control(time)
    if control is None:
        raise OptionError(
            "A tournament needs a clock, since a round might never end; choose a time."
        )
    name, _, number = sent.get("game", "").partition(".")
    chosen = next((info for info in FEATURED if info.name == name), None)
    presets = () if chosen is None else chosen.presets
    if not (
        number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(presets)
    ):
        raise OptionError(f"There is no board {quoted(sent.get('game', ''))}; choose one shown.")
    return Plan(
        sent.get("name", "")[: 2 * LONGEST_NAME],
        game(name, **presets[int(number)].options),
        control,
        system,
        _length(sent.get("rounds" if system == SWISS else "cycles", "").strip(), system),
        is_rated=sent.get("rated") == "on",
        allows_bots=sent.get("bots") == "on",
    )


def _length(text: str, system: str) -> int:
    if system == LADDER or (not text and system == SWISS):
        return 0
    most = LONGEST[system]
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most):
        raise OptionError(f"The number of rounds is from 1 to {most}, not {quoted(text)}.")
    return int(text)


MOST_LISTED = 30  # of each state, the latest
GROUPS = (("Open", (OPEN,)), ("Under way", (RUNNING,)), ("Over", (OVER, CLOSED)))


def chosen_player(request: HttpRequest, what: str) -> Player:
    """The player whom a form names; `what` says for what. Raises RequestError: it names none."""
    number = request.POST.get("player", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 16
    found = Player.objects.filter(pk=int(number)).first() if is_number else None
    if found is None:
        raise RequestError(f"Nobody was chosen who {what}.")
    return found


def viewer_of(request: HttpRequest) -> Player | None:
    """Who looks, if they play online at all."""
    return find_player(seat_of(request))


# ---- all of them ----


@never_cache
@require_GET
@not_kept
def listed(request: HttpRequest) -> HttpResponse:
    """Tournaments to enter, those under way, and the latest that are over."""
    context = {
        "groups": [(title, _rows(states)) for title, states in GROUPS],
        "ladders": _ladders(),
    }
    return render(request, "tournaments/list.html", context)


def _rows(states: tuple[str, ...]) -> list[page_data.Listed]:
    found = Tournament.objects.filter(state__in=states).select_related("maker")
    counted = found.annotate(num_players=Count("entries"))[:MOST_LISTED]
    return [page_data.Listed(one, one.num_players) for one in counted if one.is_known]


def _ladders() -> list[page_data.Listed]:
    found = Ladder.objects.filter(state=OPEN).select_related("maker")
    counted = found.annotate(num_players=Count("members"))[:MOST_LISTED]
    return [page_data.Listed(one, one.num_players) for one in counted if one.is_known]


@never_cache
@not_kept
@limited(TOURNAMENTS)
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new one; sent, it makes it."""
    if request.user.is_anonymous:
        return redirect(f"{reverse('sign-in')}?next={reverse('new-tournament')}")
    if request.method != "POST":
        return _form(request, DEFAULTS)
    sent = request.POST.dict()
    try:
        plan, player = read(sent), _own_player(request)
        if plan.system == LADDER:
            return redirect("ladder", ladders.make(player, plan).pk)
        return redirect("tournament", organising.make(player, plan).pk)
    except SkerryError as error:
        return _form(request, sent, str(error), status_of(error))


def _form(
    request: HttpRequest, sent: Mapping[str, str], trouble: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "sent": sent,
        "trouble": trouble,
        "boards": boards(),
        "times": times(),
        "longest_name": LONGEST_NAME,
        "most_rounds": organising.LONGEST[SWISS],
        "most": {
            "swiss": organising.MOST_ENTRANTS[SWISS],
            "robin": organising.MOST_ENTRANTS[ROUND_ROBIN],
        },
    }
    return render(request, "tournaments/new.html", context, status=status)


def _own_player(request: HttpRequest) -> Player:
    return player_of(str(seat_of(request)))


def status_of(error: SkerryError) -> int:
    """The HTTP status for an error."""
    return error.status if isinstance(error, RequestError) else 400


# ---- one of them ----


def _found(tournament_id: str) -> Tournament:
    try:
        return organising.find(tournament_id)
    except RequestError as error:
        raise Http404(str(error)) from None


@never_cache
@require_GET
@not_kept
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What is played, who takes part, the rounds and the table."""
    return _page(request, _found(tournament_id))


def _page(
    request: HttpRequest, row: Tournament, trouble: str = "", status: int = 200
) -> HttpResponse:
    player = viewer_of(request)
    runs = organising.may_run(row, player)
    context = _live_context(request, row, player) | {
        "info": row.info,
        "board": page_data.board_in_words(row),
        "time": page_data.time_in_words(row),
        "system": page_data.system_in_words(row),
        "trouble": trouble,
        "may_start": runs and row.state == OPEN,
        "may_close": runs and row.state in (OPEN, RUNNING),
        "others": _others(row, player) if organising.may_remove(row, player) else [],
        "why_not": organising.why_not_enter(row, player),
        "key": _key(row, player),
        "preview": _preview(request, row),
    }
    return render(request, "tournaments/tournament.html", context, status=status)


def _preview(request: HttpRequest, row: Tournament) -> Preview:
    words = (
        f"A tournament of {row.info.title}, {page_data.board_in_words(row)}, "
        f"{page_data.time_in_words(row)}. {page_data.system_in_words(row)}, "
        f"{'rated' if row.is_rated else 'casual'}. {page_data.STATES[row.state]}, "
        f"players: {row.entries.count()}."
    )
    return preview_of(request, isolate_name(row.name), words, row.game)


def _live_context(
    request: HttpRequest, row: Tournament, player: Player | None
) -> dict[str, object]:
    return {
        "tournament": row,
        "live": page_data.live(row, player),
        "viewer": player,
        "takes_part": organising.takes_part(row, player),
    }


def _others(row: Tournament, player: Player | None) -> list[Player]:
    """Whom the viewer may put out."""
    if row.state not in (OPEN, RUNNING):
        return []
    players = [one.player for one in row.entries.select_related("player") if one.player != player]
    if not row.data:
        return players
    value = row.known
    active = set() if value is None else {one.player for one in value.active}
    return [one for one in players if str(one.pk) in active]


def _key(row: Tournament, player: Player | None) -> str:
    """What decides which buttons the page has: it is loaded again when that has changed."""
    parts = (
        row.state,
        organising.takes_part(row, player),
        organising.why_not_enter(row, player) == "",
    )
    return "-".join(str(part).lower() for part in parts)


@answers_json("GET")
def state(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What changes of the page while it is open."""
    row, player = organising.find(tournament_id), viewer_of(request)
    context = _live_context(request, row, player)
    html = render_to_string("tournaments/live.html", context, request)
    return JsonResponse({"html": html, "key": _key(row, player)})


def _acting(act: Callable[[Tournament, Player | None], None]) -> Callable[..., HttpResponse]:
    """What lets whoever asks do something; the page is shown again, or says why not."""
    return _acting_as_asked(lambda row, player, _: act(row, player))


def _acting_as_asked(
    act: Callable[[Tournament, Player | None, HttpRequest], None],
) -> Callable[..., HttpResponse]:
    @require_POST
    @limited(ENTRIES)
    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        row = _found(tournament_id)
        try:
            act(row, viewer_of(request), request)
        except SkerryError as error:
            return _page(request, organising.find(row.pk), str(error), status_of(error))
        return redirect("tournament", row.pk)

    return view


def _put_out(row: Tournament, player: Player | None, request: HttpRequest) -> None:
    organising.remove_entrant(row, player, chosen_player(request, "could be put out"))


enter = _acting(organising.enter)
leave = _acting(organising.leave)
start = _acting(organising.start)
close = _acting(organising.close)
put_out = _acting_as_asked(_put_out)
