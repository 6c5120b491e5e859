"""What persons do with tournaments: make, enter, leave, start and close them, put others out."""

import json
from datetime import timedelta
from random import SystemRandom
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from skerry.errors import OptionError
from skerry.positions import Game
from skerry.sessions import TimeControl, control_to_data
from skerry.tournaments import Entrant, enough_rounds, round_robin, swiss
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import check_not_closed
from skerry.web.base.errors import RequestError, SeatError, StaleError
from skerry.web.board.words import clean_name
from skerry.web.ratings import rating
from skerry.web.ratings.models import PlayerRating
from skerry.web.tournaments import tasks
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
    Entry,
    Ladder,
    Tournament,
)

MOST_ENTRANTS = {SWISS: 64, ROUND_ROBIN: 16}  # paired within a request, and played to an end
LONGEST = {SWISS: 12, ROUND_ROBIN: 2}  # rounds, cycles
LEAST_ENTRANTS = 2
TWICE = timedelta(seconds=10)  # between two equal requests that are taken for one
MOST_OPEN = 3  # tournaments of one maker that have not ended
NOT_THERE = "There is no such tournament; the link may be incomplete."


class UnknownTournamentError(RequestError):
    """There is no such tournament."""

    status = 404


class Plan(NamedTuple):
    """What a tournament is to be."""

    name: str
    game: Game
    control: TimeControl
    system: str = SWISS  # one of SYSTEMS
    length: int = 0  # as `Tournament.length`
    is_rated: bool = False
    allows_bots: bool = False


def find(tournament_id: str) -> Tournament:
    """The tournament of that id. Raises UnknownTournamentError: there is none."""
    found = Tournament.objects.select_related("maker").filter(pk=tournament_id).first()
    if found is None:
        raise UnknownTournamentError(NOT_THERE)
    if not found.is_known:
        raise UnknownTournamentError("This version of Skerry does not know this tournament's game.")
    return found


def make(player: Player, plan: Plan) -> Tournament:
    """A tournament that others can enter from now on.

    Raises:
        OptionError: it has no name, or a game or length that none has.
        SeatError: a guest or one who was closed asks.
        RequestError: there are enough of theirs already.
    """
    if plan.system not in SYSTEMS:
        raise OptionError(f"A tournament is one of these: {', '.join(SYSTEMS)}.")
    least, most = int(plan.system == ROUND_ROBIN), LONGEST[plan.system]
    if not least <= plan.length <= most:
        what = "cycles" if plan.system == ROUND_ROBIN else "rounds"
        raise OptionError(f"A tournament has 1 to {most} {what}, not {plan.length}.")
    return Tournament.objects.create(
        **checked(player, plan), system=plan.system, length=plan.length
    )


def checked(player: Player, plan: Plan) -> dict[str, Any]:
    """The columns of a tournament or a ladder that somebody wants. Raises as `make`."""
    found = _columns(player, plan)
    check_player(player)
    if not 1 <= len(found["name"]) <= LONGEST_NAME:
        raise OptionError(f"A tournament needs a name of 1 to {LONGEST_NAME} characters.")
    why = rating.why_not_rated(plan.game, plan.control, None) if plan.is_rated else ""
    if why:
        raise OptionError(why)
    made = (one.objects.filter(maker=player) for one in (Tournament, Ladder))
    if sum(one.filter(state__in=(OPEN, RUNNING)).count() for one in made) >= MOST_OPEN:
        raise RequestError(
            f"You have {MOST_OPEN} tournaments that have not ended; close one of them first."
        )
    return found


def _columns(player: Player, plan: Plan) -> dict[str, Any]:
    return {
        "name": clean_name(plan.name),
        "maker": player,
        "game": plan.game.name,
        "options": json.dumps(dict(plan.game.options)),
        "control": json.dumps(control_to_data(plan.control)),
        "is_rated": plan.is_rated,
        "allows_bots": plan.allows_bots,
    }


def just_made(player: Player, plan: Plan) -> Contest | None:
    """The same one, if it was made moments ago: a button that is pressed twice makes one."""
    columns = _columns(player, plan)
    found: QuerySet[Tournament] | QuerySet[Ladder] = Ladder.objects.filter(**columns)
    if plan.system != LADDER:
        found = Tournament.objects.filter(**columns, system=plan.system, length=plan.length)
    return found.filter(state=OPEN, created__gt=timezone.now() - TWICE).first()


def check_player(player: Player | None) -> Player:
    """Who asks, if they may take part. Raises SeatError: a guest, or one who was closed."""
    if player is None or player.user_id is None:
        raise SeatError(
            "You need an account for tournaments, since a guest is lost with the browser's "
            "cookies; sign in or sign up first."
        )
    check_not_closed(player.holder)
    return player


# ---- before it starts, and coming late ----


def why_not_enter(row: Tournament, player: Player | None) -> str:
    """Why somebody cannot enter, in a sentence; "": they can."""
    if row.state in (OVER, CLOSED):
        return "This tournament is over."
    value = row.known
    if row.state == RUNNING and row.system == ROUND_ROBIN:
        return "This tournament has started; nobody can join a round robin late."
    if row.state == RUNNING and (value is None or len(value.rounds) == value.num_rounds):
        return "The last round is being played; nobody can join any more."
    if has_left(row, player):
        return "You left this tournament; you cannot come back once it has started."
    if row.entries.count() >= MOST_ENTRANTS[row.system]:
        return f"This tournament is full: it has {MOST_ENTRANTS[row.system]} players."
    if player is not None and player.is_bot and not row.allows_bots:
        return "This tournament is for people; bots cannot join it."
    return ""


def has_left(row: Tournament, player: Player | None) -> bool:
    """Whether a player has entered a tournament that has begun, and takes part no more."""
    if player is None or not row.data or takes_part(row, player):
        return False
    return _has_entered(row, player)


def enter(row: Tournament, player: Player | None) -> None:
    """Let a player take part; who takes part already, once is enough.

    Raises:
        SeatError: a guest, one who was closed, or a bot where none may enter.
        StaleError: it is too late, or full, or they have left it.
    """
    player = check_player(player)
    with transaction.atomic():
        row = tasks.locked(row.pk)
        if takes_part(row, player):
            return
        why = why_not_enter(row, player)
        if why:
            raise (SeatError if player.is_bot and not row.allows_bots else StaleError)(why)
        Entry.objects.create(tournament=row, player=player)
        if row.state == RUNNING:
            row.value = row.value.enter(_entrants(row, [player])[0])
        tasks.store(row)


def takes_part(row: Tournament, player: Player | None) -> bool:
    """Whether a player has entered, and not left."""
    if player is None or not _has_entered(row, player):
        return False
    if not row.data:
        return True
    value = row.known
    return value is not None and str(player.pk) in [one.player for one in value.active]


def _has_entered(row: Tournament, player: Player) -> bool:
    """Whether a player has ever entered; lists have fetched all entries before."""
    return any(one.player_id == player.pk for one in row.entries.all())


def leave(row: Tournament, player: Player | None) -> None:
    """Let a player leave; once it has started, that forfeits what they have not played.

    Raises:
        StaleError: they take no part, or no more.
    """
    if player is None:
        raise StaleError("You are not in this tournament.")
    withdraw(row, player)
    tasks.resign_all(row.boards.all(), player)


def withdraw(row: Tournament, player: Player) -> None:
    """As `leave`; a game under way may be played to its end, and counts here no more."""
    with transaction.atomic():
        row = tasks.locked(row.pk)
        known = str(player.pk)
        if row.state == OPEN:
            if not row.entries.filter(player=player).delete()[0]:
                raise StaleError(f"{player.name} is not in this tournament.")
        elif row.state == RUNNING and known in [one.player for one in row.value.active]:
            row.value = row.value.withdraw(known)
            row.is_due = True
        else:
            raise StaleError(f"{player.name} is no longer in this tournament.")
        tasks.store(row)
    if row.is_due:
        tasks.advance(row.pk)


# ---- who made it ----


def may_run(row: Contest, player: Player | None) -> bool:
    """Whether somebody may start and close a tournament: who made it, or staff."""
    return player is not None and (row.maker_id == player.pk or _is_staff(player))


def _is_staff(player: Player) -> bool:
    return player.user is not None and player.user.is_staff


def may_remove(row: Tournament, player: Player | None) -> bool:
    """Whether somebody may put players out: as `may_run`, unless they play in it themselves."""
    if player is None or not may_run(row, player):
        return False
    return _is_staff(player) or not row.entries.filter(player=player).exists()


def removable(row: Tournament, player: Player | None) -> list[Player]:
    """Whom somebody may put out."""
    if row.state not in (OPEN, RUNNING) or not may_remove(row, player):
        return []
    players = [one.player for one in row.entries.select_related("player") if one.player != player]
    if not row.data:
        return players
    value = row.known
    active = set() if value is None else {one.player for one in value.active}
    return [one for one in players if str(one.pk) in active]


def check_runs(row: Contest, player: Player | None) -> None:
    """Refuse others than who made it, and staff. Raises SeatError."""
    if not may_run(row, player):
        raise SeatError("Only the organiser of this tournament can do that.")


def start(row: Tournament, player: Player | None) -> None:
    """Pair the first round and begin its games.

    Raises:
        SeatError: somebody else than its maker asks.
        StaleError: it has started before, or nobody is there yet.
    """
    check_runs(row, player)
    with transaction.atomic():
        row = tasks.locked(row.pk)
        if row.state != OPEN:
            raise StaleError("This tournament has already started or was closed.")
        players = [one.player for one in row.entries.select_related("player")]
        there = [one for one in players if one.closed is None]
        row.entries.exclude(player__in=there).delete()
        if len(there) < LEAST_ENTRANTS:
            raise StaleError(
                "A tournament needs at least two players; wait until more have joined."
            )
        entrants = _entrants(row, there)
        if row.system == SWISS:
            row.value = swiss(entrants, row.length or enough_rounds(len(entrants)))
        else:
            SystemRandom().shuffle(entrants)
            row.value = round_robin(entrants, row.length)
        row.state, row.started, row.is_due = RUNNING, timezone.now(), True
        tasks.store(row)
        tasks.advance(row.pk)


def _entrants(row: Tournament, players: list[Player]) -> list[Entrant]:
    rows = PlayerRating.objects.filter(player__in=players, game=row.game, speed=row.speed)
    ratings = {one.player_id: one.rating for one in rows}
    return [Entrant(str(one.pk), ratings.get(one.pk, Entrant.rating)) for one in players]


def remove_entrant(row: Tournament, player: Player | None, other: Player) -> None:
    """Let somebody take part no more.

    Their game under way is not ended, since it may count for ratings, which are not the maker's.

    Raises:
        SeatError: who asks may not do that.
        StaleError: the other one takes no part.
    """
    check_runs(row, player)
    if not may_remove(row, player):
        raise SeatError("You cannot remove players from a tournament you play in; ask the staff.")
    withdraw(row, other)


def close(row: Tournament, player: Player | None) -> None:
    """End a tournament as it is now; games under way are played on, and count here no more.

    Raises:
        SeatError: somebody else than its maker asks.
        StaleError: it has ended.
    """
    check_runs(row, player)
    with transaction.atomic():
        row = tasks.locked(row.pk)
        if row.state not in (OPEN, RUNNING):
            raise StaleError("This tournament is over already.")
        row.state, row.ended, row.is_due = CLOSED, timezone.now(), False
        tasks.store(row)


def forget_maker(player: Player) -> None:
    """Close the tournaments that a player has made and nobody has started."""
    for number in list(Tournament.objects.filter(maker=player, state=OPEN).values_list("pk")):
        with transaction.atomic():
            row = tasks.locked(*number)
            if row.state == OPEN:  # it may have been started at this moment
                row.state, row.ended = CLOSED, timezone.now()
                tasks.store(row)
