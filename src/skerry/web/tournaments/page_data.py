"""Tournaments and ladders as their pages and the API show them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from skerry import tournaments as pure
from skerry.tournaments import Outcome, Pairing, Rest, Row, TieBreak, table
from skerry.web.accounts.models import Player
from skerry.web.base.services import service
from skerry.web.play import models as play
from skerry.web.play.moments import Moments
from skerry.web.ratings.rating import ShownRating, ratings_of
from skerry.web.tournaments import ladders
from skerry.web.tournaments.models import CLOSED, OPEN, OVER, RUNNING, Ladder, Tournament
from skerry.web.tournaments.tasks import rounds_at_once

STATES = {OPEN: "Open", RUNNING: "Under way", OVER: "Over", CLOSED: "Closed"}
TIE_BREAKS = {  # heads of columns, and what they mean
    TieBreak.BUCHHOLZ: ("Buch", "Buchholz: the points of all opponents"),
    TieBreak.SONNEBORN_BERGER: (
        "SB",
        "Sonneborn-Berger: the points of those who were beaten, and half of those with whom one "
        "drew",
    ),
    TieBreak.DIRECT_ENCOUNTER: ("Direct", "Points against the others who are tied"),
    TieBreak.WINS: ("Won", "Games that were played and won"),
}
RESULTS = {  # of who is first and who is second
    Outcome.FIRST_WON: ("1", "0"),
    Outcome.SECOND_WON: ("0", "1"),
    Outcome.DRAWN: ("½", "½"),
    Outcome.FIRST_FORFEITED: ("−", "+"),
    Outcome.SECOND_FORFEITED: ("+", "−"),
    Outcome.BOTH_FORFEITED: ("−", "−"),
}
RESTS = {
    Rest.GIVEN: "has a bye (1 point)",
    Rest.ASKED: "sits out (½ point)",
    Rest.FREE: "has no game",
}


@dataclass(frozen=True)
class Standing:
    """A line of the table."""

    line: Row
    player: Player

    @property
    def text(self) -> str:
        """The points, such as "2½"."""
        return format_points(self.line.points)

    @property
    def tie_breaks(self) -> list[str]:
        """The numbers of the tie-breaks, a dash where there is none."""
        return ["–" if number is None else f"{number:g}" for number in self.line.tie_breaks]


@dataclass(frozen=True)
class ShownPairing:
    """Two who meet."""

    board: int  # from 1
    first: Player
    second: Player
    outcome: Outcome | None
    game_id: str  # "" before the game has begun, and when it was deleted
    is_played: bool  # whether that goes on; without a result it may not, once all is closed

    @property
    def results(self) -> tuple[str, str] | None:
        """Of both, None where it has not counted yet."""
        return None if self.outcome is None else RESULTS[self.outcome]

    @property
    def words(self) -> str:
        """How it has ended, for who does not see it."""
        if self.outcome is None:
            if not self.game_id:
                return "not begun"
            return "being played" if self.is_played else "not counted"
        return str(self.outcome.value)


@dataclass(frozen=True)
class ShownRound:
    """A round."""

    number: int
    pairings: tuple[ShownPairing, ...]
    rests: tuple[tuple[Player, Rest], ...]
    has_begun: bool
    is_open: bool  # whether the page shows it at once

    @property
    def resting(self) -> list[tuple[Player, str]]:
        """Who plays no game, and why."""
        return [(player, RESTS[rest]) for player, rest in self.rests]

    @property
    def progress(self) -> str:
        """How many games have ended."""
        done = sum(one.outcome is not None for one in self.pairings)
        return "" if done == len(self.pairings) else f"{done} of {len(self.pairings)} over"


@dataclass(frozen=True)
class Live:
    """All that changes while a tournament goes on."""

    row: Tournament
    entrants: tuple[tuple[Player, ShownRating], ...] = ()  # before it starts
    standings: tuple[Standing, ...] = ()
    rounds: tuple[ShownRound, ...] = ()  # those that are played first
    num_begun: int = 0  # rounds
    num_rounds: int = 0
    tie_breaks: tuple[TieBreak, ...] = ()
    my_game: str = ""  # id of the game of who looks that is to be played now
    is_damaged: bool = False

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Of the table's columns for the tie-breaks: what stands there, and what it means."""
        return [TIE_BREAKS[kind] for kind in self.tie_breaks]

    @property
    def state(self) -> str:
        """In a word."""
        return STATES[self.row.state]


def format_points(points: float) -> str:
    """Such as "2½" and "0"."""
    whole, is_half = int(points), points % 1 > 0
    return ("½" if whole == 0 else f"{whole}½") if is_half else str(whole)


def live(row: Tournament, player: Player | None) -> Live:
    """A tournament as it is now."""
    if not row.data:
        return Live(row, _entrants(row))
    value = row.known
    if value is None:
        return Live(row, is_damaged=True)
    players = Player.objects.in_bulk([int(one.player) for one in value.entrants])
    return _started(row, value, players, player)


def _entrants(row: Tournament) -> tuple[tuple[Player, ShownRating], ...]:
    players = [one.player for one in row.entries.select_related("player")]
    ratings = ratings_of([one.pk for one in players], row.game, row.speed)
    return tuple((one, ratings[one.pk]) for one in players)


def _started(
    row: Tournament, value: pure.Tournament, players: Mapping[int, Player], player: Player | None
) -> Live:
    columns = ("round", "board", "saved", "saved__status")
    boards = {
        (number, board): (saved or "", status == play.RUNNING)
        for number, board, saved, status in row.boards.values_list(*columns)
    }
    at_once = set(rounds_at_once(row, value)) if row.state == RUNNING else set()
    rounds = [
        ShownRound(
            number,
            tuple(
                _pairing(board, pairing, players, *boards.get((number, board), ("", False)))
                for board, pairing in enumerate(one.pairings)
            ),
            tuple((players[int(who)], rest) for who, rest in one.resting),
            has_begun=one.is_finished or any(begun == number for begun, _ in boards),
            is_open=number in at_once and not one.is_finished,
        )
        for number, one in enumerate(value.rounds, 1)
    ]
    return Live(
        row,
        (),
        tuple(Standing(one, players[int(one.player)]) for one in table(value)),
        # What is played, as it is played; then what is over, the latest first; then what comes.
        tuple(sorted(rounds, key=_order)),
        sum(one.has_begun for one in rounds),
        value.num_rounds,
        value.tie_breaks,
        _game_of(row, player),
    )


def _order(one: ShownRound) -> tuple[int, int]:
    if one.is_open:
        return 0, one.number
    return (1, -one.number) if one.has_begun else (2, one.number)


def _pairing(
    board: int, pairing: Pairing, players: Mapping[int, Player], saved: str, is_played: bool
) -> ShownPairing:
    first, second = (players[int(one)] for one in pairing.players)
    return ShownPairing(board + 1, first, second, pairing.outcome, saved, is_played)


def _game_of(row: Tournament, player: Player | None) -> str:
    """The game of a player that goes on, theirs to move if there are several."""
    if player is None or row.state != RUNNING:
        return ""
    running = play.SavedGame.objects.filter(
        play.KEPT,
        play.held_by(player.holder),
        pk__in=row.boards.values("saved"),
        status=play.RUNNING,
    )
    found = running.values_list("pk", "first_seat", "to_act").order_by("created")
    ordered = sorted(found, key=lambda one: (one[1] == player.holder) != (one[2] == 0))
    return ordered[0][0] if ordered else ""


# ---- ladders ----


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
class LadderLive:
    """All that changes while a ladder is looked at."""

    rungs: tuple[ShownRung, ...] = ()
    rival: Player | None = None  # of who looks
    is_challenger: bool = False
    game_id: str = ""
    until: datetime | None = None  # when the challenge is lost that is not answered
    moment: str = ""  # when it was made, by which a form names it
    is_damaged: bool = False


def ladder_live(row: Ladder, player: Player | None) -> LadderLive:
    """A ladder as it is now, settled; what time has decided the next sweep stores.

    One that was closed stays as it was then.
    """
    now, value = service(Moments).now(), row.known
    if value is None:
        return LadderLive(is_damaged=True)
    value = ladders.settled(value, now) if row.state == OPEN else replace(value, challenges=())
    players = Player.objects.in_bulk([int(one) for one in value.players])
    games = _challenge_games(row, value)
    ratings = ratings_of(list(players), row.game, row.speed)
    known = "" if player is None else str(player.pk)
    is_on = known in value.players and row.state == OPEN

    def rung(place: int, one: str) -> ShownRung:
        found, mine = value.challenge_of(one), players[int(one)]
        return ShownRung(
            place,
            mine,
            ratings[mine.pk],
            None if found is None else players[int(found.other(one))],
            found is not None and found.challenger == one,
            "" if found is None else games.get(found.challenger, ""),
            is_on and one != known and not value.why_not(known, one, now),
        )

    rungs = tuple(rung(place, one) for place, one in enumerate(value.players, 1))
    found = value.challenge_of(known)
    if found is None:
        return LadderLive(rungs)
    return LadderLive(
        rungs,
        players[int(found.other(known))],
        found.challenger == known,
        games.get(found.challenger, ""),
        None if found.is_accepted else ladders.answered_by(value, found),
        str(found.moment),
    )


def _challenge_games(row: Ladder, value: pure.Ladder) -> dict[str, str]:
    """The games that go on, by the challenger."""
    accepted = [int(one.challenger) for one in value.challenges if one.is_accepted]
    found = row.games.filter(challenger__in=accepted, saved__isnull=False).order_by("created")
    return {str(who): str(game) for who, game in found.values_list("challenger", "saved")}
