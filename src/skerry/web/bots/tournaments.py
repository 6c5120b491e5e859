"""Operations with tournaments: which there are, entering, leaving, and how they stand."""

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from skerry.web.accounts.models import Player
from skerry.web.base.answers import whole_address
from skerry.web.base.limits import ENTRIES
from skerry.web.bots.auth import player_of, player_within
from skerry.web.bots.schemas import (
    PairingNow,
    RestNow,
    RoundNow,
    RowNow,
    State,
    TournamentListed,
    TournamentNow,
)
from skerry.web.tournaments import models, organising, page_data

router = Router(tags=["Tournaments"])
MOST = 100  # in a list, the latest


@router.get("tournaments", response=list[TournamentListed], summary="Tournaments")
def listed(request: HttpRequest, state: State = "open") -> list[TournamentListed]:
    """The tournaments in a state, the latest first."""
    found = models.Tournament.objects.filter(state=state).select_related("maker")[:MOST]
    return [_listed(request, one, player_of(request)) for one in found if one.is_known]


@router.get("tournaments/{tournament_id}", response=TournamentNow, summary="One as it is now")
def state(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Who takes part, the rounds with their games, and the table."""
    return _now(request, organising.find(tournament_id), player_of(request))


@router.post("tournaments/{tournament_id}/enter", response=TournamentNow, summary="Enter")
def enter(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Take part; your games begin by themselves, and the stream of events tells of them.

    409: it is too late, or full. 403: bots cannot enter it.
    """
    player = player_within(request, ENTRIES)
    row = organising.find(tournament_id)
    organising.enter(row, player)
    return _now(request, organising.find(tournament_id), player)


@router.post("tournaments/{tournament_id}/leave", response=TournamentNow, summary="Leave")
def leave(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Take part no more; a game that goes on is given up."""
    player = player_within(request, ENTRIES)
    organising.leave(organising.find(tournament_id), player)
    return _now(request, organising.find(tournament_id), player)


def _listed(request: HttpRequest, row: models.Tournament, player: Player) -> TournamentListed:
    return TournamentListed.model_validate(_about(request, row, player))


def _about(request: HttpRequest, row: models.Tournament, player: Player) -> dict[str, object]:
    wanted = row.wanted
    return {
        "id": row.pk,
        "url": whole_address(request, reverse("tournament", args=[row.pk])),
        "name": row.name,
        "by": row.maker.name,
        "game": wanted.name,
        "options": dict(wanted.options),
        "time": page_data.time_in_words(row),
        "system": row.system,
        "rated": row.is_rated,
        "bots": row.allows_bots,
        "state": row.state,
        "players": row.entries.count(),
        "entered": organising.takes_part(row, player),
        "why_not": organising.why_not_enter(row, player) or None,
    }


def _now(request: HttpRequest, row: models.Tournament, player: Player) -> TournamentNow:
    live = page_data.live(row, player)
    more = {
        "version": row.version,
        "your_game": live.my_game or None,
        "entrants": [one.name for one, _ in live.entrants],
        "num_rounds": live.num_rounds,
        "rounds": [_round(one) for one in sorted(live.rounds, key=lambda one: one.number)],
        "tie_breaks": [kind.value for kind in live.tie_breaks],
        "table": [_row(one) for one in live.standings],
    }
    return TournamentNow.model_validate({**_about(request, row, player), **more})


def _round(one: page_data.ShownRound) -> RoundNow:
    return RoundNow(
        number=one.number,
        pairings=[
            PairingNow(
                first=pair.first.name,
                second=pair.second.name,
                outcome=pair.outcome,
                game=pair.game_id or None,
            )
            for pair in one.pairings
        ],
        resting=[RestNow(player=player.name, rest=rest.value) for player, rest in one.rests],
    )


def _row(one: page_data.Standing) -> RowNow:
    return RowNow(
        place=one.place,
        player=one.player.name,
        points=one.points,
        tie_breaks=list(one.numbers),
        wins=one.wins,
        draws=one.draws,
        losses=one.losses,
        has_left=one.is_withdrawn,
    )
