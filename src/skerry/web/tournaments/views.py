"""The pages of tournaments and ladders: the list, the form of a new one, and each one's own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import FEATURED
from skerry.games.info import GameInfo
from skerry.positions import game
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import find_player, lock, player_of
from skerry.web.base.answers import not_kept, require_GET, require_http_methods, require_POST
from skerry.web.base.bodies import answers_json, status_of
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ENTRIES, TOURNAMENTS, limited, spend
from skerry.web.base.seats import seat_of
from skerry.web.board.files import refuses
from skerry.web.board.pictures import preview_of
from skerry.web.board.words import isolate_name
from skerry.web.play.forms import NO_CLOCK, Choice, grouped_choices, preset_words, read_control
from skerry.web.play.lists import read_page
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
    Contest,
    Ladder,
    Tournament,
)
from skerry.web.tournaments.organising import LONGEST, Plan

Row = TypeVar("Row", Tournament, Ladder)

DEFAULTS = {
    "game": f"{FEATURED[0].name}.{FEATURED[0].presets.index(FEATURED[0].fair)}",
    "time": "10-min-5-s",
    "system": SWISS,
    "cycles": "1",
    "rated": "on",
}


def boards() -> list[tuple[GameInfo, list[tuple[str, str, str]]]]:
    """What can be played: of each game its boards, by the field's value, name and what it means."""
    found = []
    for info in FEATURED:
        rows = []
        for number, preset in enumerate(info.presets):
            rows.append((f"{info.name}.{number}", preset.name, preset_words(info, preset)))
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


A_PAGE = 30  # of each group
GROUPS = {  # titles, by the name in addresses of pages
    "open": ("Open", (OPEN,)),
    "running": ("Under way", (RUNNING,)),
    "over": ("Over", (OVER, CLOSED)),
}


def chosen_player(what: str) -> Callable[[HttpRequest], Player]:
    """What reads whom a form names; `what` says for what. It raises RequestError: it names none."""

    def read_player(request: HttpRequest) -> Player:
        number = request.POST.get("player", "")
        is_number = number.isascii() and number.isdigit() and len(number) < 16
        found = Player.objects.filter(pk=int(number)).first() if is_number else None
        if found is None:
            raise RequestError(f"Nobody was chosen who {what}.")
        return found

    return read_player


def viewer_of(request: HttpRequest) -> Player | None:
    """Who looks, if they play online at all."""
    return find_player(seat_of(request))


# ---- all of them ----


@require_GET
@not_kept
def listed(request: HttpRequest) -> HttpResponse:
    """Tournaments to enter, those under way, those that are over, and ladders, each by pages."""
    viewer = viewer_of(request)

    def group(name: str, title: str, found: QuerySet[Any], players: str) -> Group:
        number = read_page(request.GET.get(name, ""))
        shown = _in_order(found, players, viewer, are_over=name == "over")
        return Group(name, title, Paginator(shown, A_PAGE).get_page(number))

    context = {
        "groups": [
            group(name, title, Tournament.objects.filter(state__in=states), "entries")
            for name, (title, states) in GROUPS.items()
        ],
        "ladders": group("ladders", "Ladders", Ladder.objects.filter(state=OPEN), "members"),
    }
    return render(request, "tournaments/list.html", context)


@dataclass(frozen=True)
class Group:
    """A part of the list."""

    name: str  # of the number of its page, in addresses
    title: str
    page: Page[Contest]

    @property
    def rows(self) -> list[Contest]:
        """Those on the page that is shown; one of an unknown game hides no other."""
        return [one for one in self.page if one.is_known]


def _in_order(
    found: QuerySet[Any], players: str, viewer: Player | None, *, are_over: bool
) -> QuerySet[Any]:
    """Those of one's own first, then the latest; of those that are over, the last to end."""
    order = ["-ended", "-created"] if are_over else ["-created"]
    counted = found.select_related("maker").annotate(num_players=Count(players))
    if viewer is not None and not are_over:
        counted = counted.annotate(
            is_own=Count(players, filter=Q(**{f"{players}__player": viewer}))
        )
        order.insert(0, "-is_own")
    ordered: QuerySet[Any] = counted.order_by(*order)
    return ordered


@not_kept
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new one; sent, it makes it."""
    if request.user.is_anonymous:
        return redirect(f"{reverse('sign-in')}?next={reverse('new-tournament')}")
    if request.method != "POST":
        return _form(request, DEFAULTS)
    sent = request.POST.dict()
    try:
        return redirect(_made(request, read(sent)).path)
    except SkerryError as error:
        return _form(request, sent, str(error), status_of(error))


def _made(request: HttpRequest, plan: Plan) -> Contest:
    """The tournament or ladder that a form asks for; only one that is made counts for the quota."""
    holder = str(seat_of(request))
    with transaction.atomic():
        player = player_of(holder)
        lock(holder)  # the same form may be sent twice at the same moment
        found = organising.just_made(player, plan)
        if found is None:
            make = ladders.make if plan.system == LADDER else organising.make
            found = make(player, plan)
            spend(request, TOURNAMENTS)
    return found


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


# ---- one of them ----


@require_GET
@not_kept
@refuses
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What is played, who takes part, the rounds and the table."""
    return _page(request, organising.find(tournament_id))


@require_GET
@not_kept
@refuses
def ladder(request: HttpRequest, ladder_id: str) -> HttpResponse:
    """The rungs, and what who looks can do."""
    return _page(request, ladders.find(ladder_id))


def _page(
    request: HttpRequest, row: Tournament | Ladder, trouble: str = "", status: int = 200
) -> HttpResponse:
    player = viewer_of(request)
    runs = organising.may_run(row, player)
    context = _live_context(row, player) | {
        "info": row.info,
        "trouble": trouble,
        "may_start": runs and row.state == OPEN,  # of tournaments alone
        "may_close": runs and row.state in (OPEN, RUNNING),
        "others": organising.removable(row, player) if isinstance(row, Tournament) else [],
        "preview": preview_of(request, isolate_name(row.name), _preview_words(row), row.game),
    }
    return render(request, f"tournaments/{row.kind}.html", context, status=status)


def _preview_words(row: Tournament | Ladder) -> str:
    about = f"A {row.kind} of {row.info.title}, {row.board}, {row.time_words}."
    if isinstance(row, Ladder):
        return f"{about} Challenge players above you."
    return (
        f"{about} {row.system_words}, {'rated' if row.is_rated else 'casual'}. "
        f"{page_data.STATES[row.state]}, players: {row.entries.count()}."
    )


def _live_context(row: Tournament | Ladder, player: Player | None) -> dict[str, object]:
    """What changes while a page is open; by its key the page knows whether its buttons have."""
    if isinstance(row, Tournament):
        live: page_data.Live | page_data.LadderLive = page_data.live(row, player)
        takes_part = organising.takes_part(row, player)
        why_not = organising.why_not_enter(row, player)
    else:
        live = page_data.ladder_live(row, player)
        takes_part, why_not = ladders.takes_part(row, player), ladders.why_not_join(row, player)
    return {
        row.kind: row,
        "live": live,
        "viewer": player,
        "takes_part": takes_part,
        "why_not": why_not,
        "key": f"{row.state}-{takes_part}-{not why_not}".lower(),
    }


@answers_json("GET")
def state(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What changes of the page while it is open."""
    return _state(request, organising.find(tournament_id))


@answers_json("GET")
def ladder_state(request: HttpRequest, ladder_id: str) -> HttpResponse:
    """What changes of the page while it is open."""
    return _state(request, ladders.find(ladder_id))


def _state(request: HttpRequest, row: Tournament | Ladder) -> HttpResponse:
    context = _live_context(row, viewer_of(request))
    html = render_to_string(f"tournaments/{row.kind}_live.html", context, request)
    return JsonResponse({"html": html, "key": context["key"]})


def _acting(
    find: Callable[[str], Row], act: Callable[..., None], *chosen: Callable[[HttpRequest], object]
) -> Callable[..., HttpResponse]:
    """A view that lets whoever asks do something; the page is shown again, or says why not.

    Args:
        find: gives the tournament or the ladder.
        act: is told that and who asks, and what the form names.
        chosen: reads that.
    """

    @require_POST
    @limited(ENTRIES)
    @refuses
    def view(request: HttpRequest, /, **ids: str) -> HttpResponse:
        row = find(*ids.values())
        try:
            act(row, viewer_of(request), *(read_one(request) for read_one in chosen))
        except SkerryError as error:
            return _page(request, find(row.pk), str(error), status_of(error))
        return redirect(row.path)

    return view


enter = _acting(organising.find, organising.enter)
leave = _acting(organising.find, organising.leave)
start = _acting(organising.find, organising.start)
close = _acting(organising.find, organising.close)
put_out = _acting(organising.find, organising.remove_entrant, chosen_player("could be put out"))
join_ladder = _acting(ladders.find, ladders.join)
leave_ladder = _acting(ladders.find, ladders.leave)
challenge = _acting(ladders.find, ladders.challenge, chosen_player("could be challenged"))
accept = _acting(ladders.find, ladders.accept, lambda sent: sent.POST.get("challenge"))
give_up = _acting(ladders.find, ladders.give_up, lambda sent: sent.POST.get("challenge"))
close_ladder = _acting(ladders.find, ladders.close)
