"""A tournament as its page and the API show it."""

from collections.abc import Mapping
from dataclasses import dataclass

from skerry.sessions import format_control
from skerry.tournaments import Outcome, Pairing, Rest, TieBreak, table
from skerry.tournaments import Tournament as Value
from skerry.web.accounts.models import Player
from skerry.web.online.challenges import short_time
from skerry.web.play import models as play
from skerry.web.ratings.rating import ShownRating, ratings_of
from skerry.web.tournaments.models import (
    CLOSED,
    OPEN,
    OVER,
    ROUND_ROBIN,
    RUNNING,
    Contest,
    Tournament,
)

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
class Listed:
    """A tournament in the list."""

    row: Contest
    num_players: int

    @property
    def board(self) -> str:
        """What it is played on."""
        return board_in_words(self.row)

    @property
    def time(self) -> str:
        """The clock, in few words."""
        return short_time(self.row.time)

    @property
    def system(self) -> str:
        """How it is played."""
        return system_in_words(self.row) if isinstance(self.row, Tournament) else "Ladder"


@dataclass(frozen=True)
class Standing:
    """A line of the table."""

    place: int
    player: Player
    points: float
    numbers: tuple[float | None, ...]  # of the tie-breaks; None: could not be asked
    wins: int
    draws: int
    losses: int
    is_withdrawn: bool

    @property
    def text(self) -> str:
        """The points, such as "2½"."""
        return format_points(self.points)

    @property
    def tie_breaks(self) -> list[str]:
        """The numbers of the tie-breaks, a dash where there is none."""
        return ["–" if number is None else f"{number:g}" for number in self.numbers]


@dataclass(frozen=True)
class ShownPairing:
    """Two who meet."""

    board: int  # from 1
    first: Player
    second: Player
    outcome: Outcome | None
    game_id: str  # "" before the game has begun, and when it was deleted

    @property
    def results(self) -> tuple[str, str] | None:
        """Of both, None while they play."""
        return None if self.outcome is None else RESULTS[self.outcome]

    @property
    def words(self) -> str:
        """How it has ended, for who does not see it."""
        if self.outcome is None:
            return "being played" if self.game_id else "not begun"
        return str(self.outcome.value)


@dataclass(frozen=True)
class ShownRound:
    """A round."""

    number: int
    pairings: tuple[ShownPairing, ...]
    rests: tuple[tuple[Player, Rest], ...]
    is_open: bool  # whether the page shows it at once

    @property
    def title(self) -> str:
        """Such as "Round 2"."""
        return f"Round {self.number}"

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
    entrants: tuple[tuple[Player, ShownRating], ...]  # before it starts
    standings: tuple[Standing, ...]
    rounds: tuple[ShownRound, ...]  # the one that is played first
    num_rounds: int
    tie_breaks: tuple[TieBreak, ...]
    my_game: str  # id of the game of who looks that is to be played now; ""
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


def system_in_words(row: Tournament) -> str:
    """How it is played, in a few words."""
    if row.system == ROUND_ROBIN:
        return "Round robin" if row.length == 1 else "Round robin, everyone plays everyone twice"
    if not row.length:
        return "Swiss"
    return f"Swiss, {row.length} round{'' if row.length == 1 else 's'}"


def board_in_words(row: Contest) -> str:
    """The board that it is played on."""
    option = row.info.options[0]
    return option.phrase.format(dict(row.wanted.options)[option.name])


def time_in_words(row: Contest) -> str:
    """The clock."""
    return format_control(row.time)


def live(row: Tournament, player: Player | None) -> Live:
    """A tournament as it is now.

    Args:
        row: the tournament.
        player: who looks; None: nobody in particular.
    """
    if not row.data:
        return Live(row, _entrants(row), (), (), 0, (), "")
    value = row.known
    if value is None:
        return Live(row, (), (), (), 0, (), "", is_damaged=True)
    players = Player.objects.in_bulk([int(one.player) for one in value.entrants])
    return _started(row, value, players, player)


def _entrants(row: Tournament) -> tuple[tuple[Player, ShownRating], ...]:
    players = [one.player for one in row.entries.select_related("player")]
    ratings = ratings_of([one.pk for one in players], row.game, row.speed)
    return tuple((one, ratings[one.pk]) for one in players)


def _started(
    row: Tournament, value: Value, players: Mapping[int, Player], player: Player | None
) -> Live:
    boards = {
        (number, board): saved
        for number, board, saved in row.boards.values_list("round", "board", "saved")
    }
    rounds = [
        ShownRound(
            number,
            tuple(
                _pairing(board, pairing, players, boards.get((number, board)))
                for board, pairing in enumerate(one.pairings)
            ),
            tuple((players[int(who)], rest) for who, rest in one.resting),
            is_open=row.state == RUNNING and not one.is_finished,
        )
        for number, one in enumerate(value.rounds, 1)
    ]
    return Live(
        row,
        (),
        tuple(_standings(value, players)),
        tuple(sorted(rounds, key=lambda one: (not one.is_open, -one.number))),
        value.num_rounds,
        value.tie_breaks,
        _game_of(row, player),
    )


def _pairing(
    board: int, pairing: Pairing, players: Mapping[int, Player], saved: str | None
) -> ShownPairing:
    first, second = (players[int(one)] for one in pairing.players)
    return ShownPairing(board + 1, first, second, pairing.outcome, saved or "")


def _standings(value: Value, players: Mapping[int, Player]) -> list[Standing]:
    return [
        Standing(
            one.place,
            players[int(one.player)],
            one.points,
            one.tie_breaks,
            one.wins,
            one.draws,
            one.losses,
            one.is_withdrawn,
        )
        for one in table(value)
    ]


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
