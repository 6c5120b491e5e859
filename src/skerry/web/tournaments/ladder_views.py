"""The page of a ladder: its rungs, who may be challenged, and the challenge of who looks."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache

from skerry.errors import SkerryError
from skerry.tournaments import Challenge, TournamentError
from skerry.tournaments import Ladder as Value
from skerry.tournaments.ladder import DAY_SECONDS
from skerry.web.accounts.models import Player
from skerry.web.base.answers import not_kept, require_GET, require_POST
from skerry.web.base.bodies import answers_json
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ENTRIES, limited
from skerry.web.base.services import service
from skerry.web.board.pictures import preview_of
from skerry.web.board.words import isolate_name
from skerry.web.play.moments import Moments
from skerry.web.ratings.rating import ShownRating, ratings_of
from skerry.web.tournaments import ladders, organising, page_data
from skerry.web.tournaments.models import OPEN, Ladder
from skerry.web.tournaments.views import chosen_player, status_of, viewer_of


@dataclass(frozen=True)
class ShownRung:
    """A rung."""

    place: int  # from 1
    player: Player
    rating: ShownRating
    rival: Player | None  # in the challenge that is not decided
    is_challenger: bool
    game_id: str  # of that challenge; "" before it is accepted
    may_be_challenged: bool  # by who looks


@dataclass(frozen=True)
class Live:
    """All that changes while a ladder is looked at."""

    rungs: tuple[ShownRung, ...] = ()
    rival: Player | None = None  # of who looks
    is_challenger: bool = False
    game_id: str = ""
    until: datetime | None = None  # when the challenge is lost that is not answered
    is_damaged: bool = False


def live(row: Ladder, player: Player | None) -> Live:
    """A ladder as it is now, settled; what time has decided the next sweep stores."""
    now = service(Moments).now()
    try:
        value = ladders.settled(row.value, now)
    except (TournamentError, ValueError):
        return Live(is_damaged=True)
    players = Player.objects.in_bulk([int(one) for one in value.players])
    games = _games(row, value)
    ratings = ratings_of(list(players), row.game, row.speed)
    known = "" if player is None else str(player.pk)
    is_on = known in value.players and row.state == OPEN

    def rung(place: int, one: str) -> ShownRung:
        found, mine = value.challenge_of(one), players[int(one)]
        return ShownRung(
            place,
            mine,
            ratings[mine.pk],
            None if found is None else players[int(_other(found, one))],
            found is not None and found.challenger == one,
            "" if found is None else games.get(found.challenger, ""),
            is_on and one != known and not value.why_not(known, one, now),
        )

    rungs = tuple(rung(place, one) for place, one in enumerate(value.players, 1))
    found = value.challenge_of(known)
    if found is None:
        return Live(rungs)
    return Live(
        rungs,
        players[int(_other(found, known))],
        found.challenger == known,
        games.get(found.challenger, ""),
        None if found.is_accepted else _until(value, found),
    )


def _other(found: Challenge, one: str) -> str:
    return found.challenged if one == found.challenger else found.challenger


def _until(value: Value, found: Challenge) -> datetime:
    return service(Moments).date_of(found.moment + value.rules.answer_days * DAY_SECONDS)


def _games(row: Ladder, value: Value) -> dict[str, str]:
    """The games that go on, by the challenger."""
    accepted = [int(one.challenger) for one in value.challenges if one.is_accepted]
    found = row.games.filter(challenger__in=accepted, saved__isnull=False).order_by("created")
    return {str(who): str(game) for who, game in found.values_list("challenger", "saved")}


# ---- pages ----


@never_cache
@require_GET
@not_kept
def ladder(request: HttpRequest, ladder_id: str) -> HttpResponse:
    """The rungs, and what who looks can do."""
    return _page(request, _found(ladder_id))


def _found(ladder_id: str) -> Ladder:
    try:
        return ladders.find(ladder_id)
    except RequestError as error:
        raise Http404(str(error)) from None


def _page(request: HttpRequest, row: Ladder, trouble: str = "", status: int = 200) -> HttpResponse:
    player = viewer_of(request)
    context = _live_context(row, player) | {
        "info": row.info,
        "board": page_data.board_in_words(row),
        "time": page_data.time_in_words(row),
        "trouble": trouble,
        "why_not": ladders.why_not_join(row, player),
        "is_open": row.state == OPEN,
        "may_close": organising.may_run(row, player) and row.state == OPEN,
        "key": _key(row, player),
        "preview": preview_of(
            request,
            isolate_name(row.name),
            f"A ladder of {row.info.title}, {page_data.board_in_words(row)}, "
            f"{page_data.time_in_words(row)}. Challenge players above you.",
            row.game,
        ),
    }
    return render(request, "tournaments/ladder.html", context, status=status)


def _live_context(row: Ladder, player: Player | None) -> dict[str, object]:
    return {
        "ladder": row,
        "live": live(row, player),
        "viewer": player,
        "takes_part": _is_on(row, player),
    }


def _is_on(row: Ladder, player: Player | None) -> bool:
    return player is not None and row.members.filter(player=player).exists()


def _key(row: Ladder, player: Player | None) -> str:
    return f"{row.state}-{_is_on(row, player)}".lower()


@answers_json("GET")
def state(request: HttpRequest, ladder_id: str) -> HttpResponse:
    """What changes of the page while it is open."""
    row, player = ladders.find(ladder_id), viewer_of(request)
    html = render_to_string("tournaments/ladder_live.html", _live_context(row, player), request)
    return JsonResponse({"html": html, "key": _key(row, player)})


def _acting(act: Callable[[Ladder, Player | None], None]) -> Callable[..., HttpResponse]:
    """What lets whoever asks do something; the page is shown again, or says why not."""
    return _acting_as_asked(lambda row, player, _: act(row, player))


def _acting_as_asked(
    act: Callable[[Ladder, Player | None, HttpRequest], None],
) -> Callable[..., HttpResponse]:
    @require_POST
    @limited(ENTRIES)
    def view(request: HttpRequest, ladder_id: str) -> HttpResponse:
        row = _found(ladder_id)
        try:
            act(row, viewer_of(request), request)
        except SkerryError as error:
            return _page(request, ladders.find(row.pk), str(error), status_of(error))
        return redirect("ladder", row.pk)

    return view


def _challenge(row: Ladder, player: Player | None, request: HttpRequest) -> None:
    ladders.challenge(row, player, chosen_player(request, "could be challenged"))


join = _acting(ladders.join)
leave = _acting(ladders.leave)
challenge = _acting_as_asked(_challenge)
accept = _acting(ladders.accept)
give_up = _acting(ladders.give_up)
close = _acting(ladders.close)
