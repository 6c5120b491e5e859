"""The lobby: quick games, in which who waits is paired; challenges open to all."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import GameInfo
from skerry.positions import game as game_named
from skerry.sessions import SPEEDS, Correspondence, Fischer, TimeControl
from skerry.statistics import Rated, Rating, win_chance
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import check_not_closed, find_player, lock, player_of
from skerry.web.base.errors import SeatError
from skerry.web.base.services import service
from skerry.web.online.challenges import (
    Noted,
    is_alone,
    open_challenges,
    options_in_words,
    still_wanted,
)
from skerry.web.online.models import Challenge, Ticket
from skerry.web.online.notifications import tell_of_lobby, tell_of_ticket
from skerry.web.play import creation
from skerry.web.play.forms import short_time
from skerry.web.play.models import KEPT, RUNNING, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.ratings import rating
from skerry.web.ratings.models import PlayerRating
from skerry.web.ratings.rating import ShownRating, ratings_of

# Quick games: who waits for one is paired with who suits them best, by ratings.
#
# A ticket is a row that says who waits for which kind of game. Whoever finds a pair marks both
# rows, the lower number first, where both still wait, and begins the game in the same transaction:
# so any number of processes may look for pairs at the same time, and nobody gets two games.

CONTROLS: dict[str, TimeControl] = dict(
    zip(
        SPEEDS,
        (Fischer(300, 3), Fischer(600, 5), Fischer(1800, 20), Correspondence(3, 14)),
        strict=True,
    )
)
STALE = timedelta(seconds=15)  # after which a page that says nothing counts as closed
FORGOTTEN = timedelta(days=1)
SENT_TWICE = timedelta(seconds=10)  # within which the same form was meant once
# What the stronger of two may be expected to score for them to be paired: so much at first, and
# more with each second, until anybody will do.
FIRST_BOUND, BOUND_A_SECOND = 0.65, 0.01
MOST_LOOKED_AT = 50  # tickets of others, those who wait longest first

_PAIRED = "-"  # stands for the game's id until the transaction has one


class _TakenError(Exception):
    """One of two has been paired, or does not wait any more."""


def start(holder: str, game: str, speed: str, *, is_rated: bool) -> Ticket:
    """Wait for a game, in place of whatever one has waited for before.

    A browser that has not played yet becomes a guest with a name.

    Raises:
        OptionError: there is no such game or speed.
        SeatError: one who may not play, or not for a rating, or a bot: people who are paired have
            not asked for one.
        QuotaError: one who has ended too many games early.
    """
    if game not in [one.name for one in FEATURED]:
        raise OptionError(f"There is no quick game of {quoted(game)}.")
    if speed not in SPEEDS:
        raise OptionError(f"There is no speed {quoted(speed)}; choose one of {', '.join(SPEEDS)}.")
    check_not_closed(holder)
    creation.check_may_begin(holder)
    why = rating.why_no_rated_games_for(find_player(holder)) if is_rated else ""
    if why:
        raise SeatError(why)
    player = player_of(holder)
    if player.is_bot:
        raise SeatError("Bots are not paired with people, who have not asked for one.")
    Ticket.objects.filter(Q(seen__lt=timezone.now() - FORGOTTEN) | Q(player=player)).delete()
    now = timezone.now()
    wanted = {"game": game, "speed": speed, "is_rated": is_rated}
    ticket, _ = Ticket.objects.get_or_create(
        player=player, defaults={"since": now, "seen": now, **wanted}
    )
    tell_of_lobby()
    return ticket


def ticket_of(holder: str | None) -> Ticket | None:
    """What somebody waits for, or has waited for; None: nothing."""
    return Ticket.objects.filter(player__holder=holder).first() if holder else None


def running_game_of(ticket: Ticket) -> str:
    """The id of the game that a ticket has led to, while it goes on; "": there is none."""
    if not ticket.begun:
        return ""
    there = SavedGame.objects.filter(KEPT, pk=ticket.begun, status=RUNNING).exists()
    return ticket.begun if there else ""


def game_just_begun(holder: str, game: str, speed: str, *, is_rated: bool) -> str:
    """The id of the game that a holder was paired for a moment ago, of this kind; "": none.

    Who asks for the same again has not seen it yet, as a form may be sent twice.
    """
    same = Ticket.objects.filter(
        player__holder=holder, game=game, speed=speed, is_rated=is_rated
    ).first()
    begun = "" if same is None else running_game_of(same)
    lately = timezone.now() - SENT_TWICE
    return begun if SavedGame.objects.filter(pk=begun, created__gt=lately).exists() else ""


def cancel(ticket: Ticket) -> bool:
    """Wait no more; whether that was in time."""
    is_in_time = bool(Ticket.objects.filter(pk=ticket.pk, begun="").delete()[0])
    if is_in_time:
        tell_of_lobby()
    return is_in_time


def keep_waiting(ticket_id: int, own: Noted | None = None) -> Noted:
    """Note that who waits is still there, and look whether there is somebody for them.

    `own` is what their page has noted last.
    """
    now = timezone.now()
    ticket = Ticket.objects.filter(pk=ticket_id, begun="").select_related("player").first()
    if ticket is None:
        return Noted(now, is_alone=True)
    before, ticket.seen = ticket.seen, now
    Ticket.objects.filter(pk=ticket_id, begun="").update(seen=now)
    if not pair(ticket) and before < now - STALE:
        tell_of_lobby()
    # What stands there since the beginning no page has noted.
    return Noted(now, is_alone(own, before, max(ticket.since, now - STALE)))


def leave(ticket_id: int, noted: Noted) -> None:
    """Note that a page of who waits was closed, unless they have another one open."""
    own = Ticket.objects.filter(pk=ticket_id, begun="", seen=noted.moment)
    if noted.is_alone and own.update(seen=timezone.now() - STALE):
        tell_of_lobby()


def waiting_tickets() -> QuerySet[Ticket]:
    """The tickets of all who wait now."""
    seen = timezone.now() - STALE
    return Ticket.objects.filter(begun="", seen__gt=seen, player__closed=None)


def bound(since: datetime, now: datetime) -> float:
    """What the stronger one may be expected to score, for somebody who waits since a moment."""
    return min(1.0, FIRST_BOUND + BOUND_A_SECOND * max(0.0, (now - since).total_seconds()))


def pair(ticket: Ticket) -> str:
    """Begin a game with whoever suits best, of all who wait for such a one.

    Each of the two must have waited long enough for the other.

    Returns:
        The id of the game; "": nobody is there yet.
    """
    now = timezone.now()
    same = waiting_tickets().filter(game=ticket.game, speed=ticket.speed, is_rated=ticket.is_rated)
    others = list(
        same.exclude(pk=ticket.pk).select_related("player").order_by("since")[:MOST_LOOKED_AT]
    )
    ratings = _ratings_of_tickets([ticket, *others])
    mine = ratings[ticket.player_id]
    chances = {one.pk: win_chance(mine, ratings[one.player_id]) for one in others}
    for other in sorted(others, key=lambda one: abs(chances[one.pk] - 0.5)):
        stronger = max(chances[other.pk], 1 - chances[other.pk])
        if stronger <= min(bound(ticket.since, now), bound(other.since, now)):
            begun = _begin(ticket, other)
            if begun:
                return begun
    return ""


def _ratings_of_tickets(tickets: list[Ticket]) -> dict[int, Rating]:
    now = service(Moments).real_time()
    players = [one.player_id for one in tickets]
    rows = PlayerRating.objects.filter(
        player__in=players, game=tickets[0].game, speed=tickets[0].speed
    )
    known = {row.player_id: row.rated for row in rows}
    return {player: known.get(player, Rated()).at(now) for player in players}


def _begin(one: Ticket, other: Ticket) -> str:
    """Begin a game of two, and return its id; "": one of them waits no more."""
    ordered = sorted((one, other), key=lambda ticket: ticket.pk)
    try:
        with transaction.atomic():
            lock(*(ticket.player.holder for ticket in ordered))
            for ticket in ordered:
                same = Ticket.objects.filter(pk=ticket.pk, since=ticket.since, begun="")
                if not same.update(begun=_PAIRED):
                    raise _TakenError
            begun = _begin_game(*ordered)
            Ticket.objects.filter(pk__in=[ticket.pk for ticket in ordered]).update(begun=begun)
            for ticket in ordered:
                tell_of_ticket(ticket.player_id)
            tell_of_lobby()
    except (_TakenError, SeatError):  # paired elsewhere, or closed meanwhile
        return ""
    return begun


def _begin_game(one: Ticket, other: Ticket) -> str:
    players: list[Player] = [one.player, other.player]
    wanted = game_named(one.game, **info(one.game).fair.options)
    if not creation.draw_is_first(one.player.holder, other.player.holder, wanted):
        players.reverse()
    first, second = players
    saved = creation.begin_between(
        (first.holder, second.holder),
        (first.name, second.name),
        wanted,
        control=CONTROLS[one.speed],
        prepared=wanted.info.has_setup,
        is_rated=one.is_rated,
    )
    return str(saved.pk)


MOST = 100  # challenges that are shown, the latest


@dataclass(frozen=True)
class Row:
    """A challenge in the list."""

    challenge: Challenge
    rating: ShownRating | None
    is_mine: bool

    @property
    def is_for_you(self) -> bool:
        """Whether it is for who looks, and nobody else."""
        return self.challenge.invited is not None and not self.is_mine

    @property
    def time(self) -> str:
        """The clock in words."""
        return short_time(self.challenge.time)

    @property
    def options(self) -> str:
        """The board and what is not usual, in a line."""
        found = self.challenge
        parts = [f"{title.lower()} {value}" for title, value in options_in_words(found)]
        if found.info.parts and not found.prepared:
            parts.append("players set up the board")
        return ", ".join(parts)

    @property
    def side(self) -> str:
        """What who looks will be: the maker, or who accepts."""
        maker = self.challenge.side
        if maker == "random":
            return "random side"
        other = {"first": "second", "second": "first"}[maker]
        return f"you move {maker if self.is_mine else other}"


@dataclass(frozen=True)
class WaitingRow:
    """Others who wait to be paired for a game of a kind."""

    info: GameInfo
    speed: str
    is_rated: bool
    number: int  # of players

    @property
    def time(self) -> str:
        """The clock in words."""
        return short_time(CONTROLS[self.speed])

    @property
    def kind(self) -> str:
        """By what the page's address chooses it."""
        return format_kind(self.info.name, self.speed, is_rated=self.is_rated)


def challenges(holder: str | None, game: str = "") -> list[Row]:
    """The open challenges, the latest first; before them those for one player, of both of them."""
    now = timezone.now()
    found = open_challenges().filter(maker__closed=None).select_related("maker", "invited")
    if game:
        found = found.filter(game=game)
    listed = found.filter(still_wanted(now), is_listed=True).order_by("-created")[:MOST]
    of_two = Q(invited__holder=holder) | Q(invited__isnull=False, maker__holder=holder)
    yours = found.filter(of_two).order_by("-created")[:MOST] if holder else ()
    shown = [one for one in (*yours, *listed) if _is_known(one)]
    ratings = _ratings_of_makers(shown)
    return [
        Row(
            one,
            ratings.get((one.maker_id, one.game, one.speed)),
            holder is not None and one.maker.holder == holder,
        )
        for one in shown
    ]


def waiting(holder: str | None, game: str = "") -> list[WaitingRow]:
    """The kinds of quick games that others wait for, of one game or of all."""
    found = waiting_tickets().exclude(player__holder=holder or "")
    if game:
        found = found.filter(game=game)
    kinds = found.order_by("game", "speed", "is_rated").values_list("game", "speed", "is_rated")
    known = {one.name: one for one in FEATURED}
    return [
        WaitingRow(known[name], speed, is_rated, number)
        for name, speed, is_rated, number in kinds.annotate(number=Count("pk"))
        if name in known and speed in CONTROLS
    ]


def format_kind(game: str, speed: str, *, is_rated: bool) -> str:
    """A kind of quick games, for addresses and cookies."""
    return ".".join((game, speed, "on" if is_rated else ""))


def parse_kind(text: str) -> dict[str, str]:
    """The fields of the form that a kind stands for; empty where it is none."""
    parts = text.split(".")
    return dict(zip(("game", "speed", "rated"), parts, strict=True)) if len(parts) == 3 else {}


def _is_known(challenge: Challenge) -> bool:
    """Whether this version knows its game: one that it does not must not hide the others."""
    try:
        return bool(challenge.wanted)
    except SkerryError:
        return False


def _ratings_of_makers(shown: list[Challenge]) -> dict[tuple[int, str, str], ShownRating]:
    """Of the makers who have an account, by maker and kind: one question for each kind."""
    makers: dict[tuple[str, str], set[int]] = defaultdict(set)
    for one in shown:
        if not one.maker.is_guest:
            makers[one.game, one.speed].add(one.maker_id)
    return {
        (maker, game, speed): rating
        for (game, speed), those in makers.items()
        for maker, rating in ratings_of(those, game, speed).items()
    }
