"""Tables of tournaments: results, the numbers that rank those with the same points, places."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from typing import Any, NamedTuple

from skerry.errors import SkerryError, quoted
from skerry.tournaments.ladder import Challenge, Ladder, LadderRules, Rung
from skerry.tournaments.tournament import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Resting,
    Round,
    System,
    TieBreak,
    Tournament,
    TournamentError,
)

# Results as a table needs them, and the numbers that rank those with the same points.
#
# In a Swiss, rounds without a game would make these numbers a matter of luck. So one's own such
# round counts as one against an imagined opponent who has one's own points (FIDE's tie-break
# regulations of 2023), and for those who met one, each of one's such rounds counts half a point
# (those of 2009). In a round robin, where everybody has the same opponents, forfeits count like
# games.

HALF = 0.5
_FORFEITS = (Outcome.FIRST_FORFEITED, Outcome.SECOND_FORFEITED)


class Line(NamedTuple):
    """What a round was for an entrant."""

    opponent: str | None  # None: a rest, or not there
    points: float
    is_played: bool


@dataclass(frozen=True)
class Results:
    """What everybody has done so far. Pairings without an outcome are not in it."""

    lines: Mapping[str, Sequence[Line]]  # of every entrant
    are_forfeits_games: bool  # a round robin
    annulled: frozenset[str] = frozenset()  # players whose games count for nobody

    def points(self, player: str) -> float:
        """A player's points."""
        return sum(line.points for line in self.lines[player])

    def strength(self, player: str) -> float:
        """The points that a player is for those whom they met."""
        if self.are_forfeits_games:
            return self.points(player)
        return sum(line.points if line.is_played else HALF for line in self.lines[player])

    def opponent_strength(self, player: str, line: Line) -> float:
        """What the opponent of a player's round counts."""
        if line.opponent is not None and (line.is_played or self.are_forfeits_games):
            return self.strength(line.opponent)
        return self.points(player)  # the imagined one

    def between(self, players: Sequence[str]) -> dict[str, float] | None:
        """Points that players made against each other; None unless all of them have met."""
        among = {*players}
        made = {
            player: [line for line in self.lines[player] if line.opponent in among - {player}]
            for player in players
        }
        if any(len({line.opponent for line in made[player]}) < len(among) - 1 for player in made):
            return None
        return {player: sum(line.points for line in made[player]) for player in players}


def results_of(tournament: Tournament) -> Results:
    """The results of a tournament so far.

    In a round robin, games of who has withdrawn and forfeited more than half of them count for
    nobody (FIDE's rule): else it would matter who had met them before.
    """
    is_round_robin = tournament.system == System.ROUND_ROBIN
    gone = _gone_early(tournament) if is_round_robin else frozenset()
    lines: dict[str, list[Line]] = {entrant.player: [] for entrant in tournament.entrants}
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            if pairing.outcome is not None and gone.isdisjoint(pairing.players):
                for player, line in zip(pairing.players, _lines(pairing), strict=True):
                    lines[player].append(line)
        for player, rest in round_.resting:
            if rest != Rest.FREE:
                lines[player].append(Line(None, rest.points, False))
        for player in lines.keys() - {*round_.players}:
            lines[player].append(Line(None, 0.0, False))
    return Results(lines, is_round_robin, gone)


def tie_break(kind: TieBreak, results: Results, tied: Sequence[str]) -> dict[str, float | None]:
    """The numbers by which those who are tied so far are ranked, the higher the better.

    Args:
        kind: Buchholz, the points of all opponents; Sonneborn-Berger, of those who were beaten and
            half of those with whom one drew; direct encounter, one's points against the others who
            are tied; wins, games that were played and won.
        results: of everybody.
        tied: players with the same points, and the same in whatever ranked them before.

    Returns:
        A number for each of them, or None for all: not all of them have met.
    """
    if kind == TieBreak.DIRECT_ENCOUNTER:
        between = results.between(tied) if len(tied) > 1 else None
        return {player: None if between is None else between[player] for player in tied}
    return {player: _number(kind, results, player) for player in tied}


def _number(kind: TieBreak, results: Results, player: str) -> float:
    lines = results.lines[player]
    if kind == TieBreak.WINS:
        return float(sum(line.is_played and line.points == 1 for line in lines))
    return sum(
        results.opponent_strength(player, line)
        * (line.points if kind == TieBreak.SONNEBORN_BERGER else 1.0)
        for line in lines
    )


def _lines(pairing: Pairing) -> tuple[Line, Line]:
    outcome = pairing.outcome
    assert outcome is not None
    first, second = outcome.points
    return (
        Line(pairing.second, first, outcome.is_played),
        Line(pairing.first, second, outcome.is_played),
    )


def _gone_early(tournament: Tournament) -> frozenset[str]:
    """Who has withdrawn from a round robin and has forfeited more than half of the games."""
    came: dict[str, list[bool]] = {
        entrant.player: [] for entrant in tournament.entrants if entrant.is_withdrawn
    }
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            for player, forfeit in zip(pairing.players, _FORFEITS, strict=True):
                if player in came:
                    came[player].append(pairing.outcome not in (forfeit, Outcome.BOTH_FORFEITED))
    return frozenset(player for player, games in came.items() if 2 * sum(games) < len(games))


Numbers = dict[str, tuple[float | None, ...]]


@dataclass(frozen=True)
class Row:
    """An entrant's line in the table."""

    place: int  # from 1; the same for those whom nothing tells apart
    player: str
    points: float
    wins: int  # games played, by result; points without a game are in none of them
    draws: int
    losses: int
    tie_breaks: tuple[float | None, ...]  # in the tournament's order; None: could not be asked
    is_withdrawn: bool


def table(tournament: Tournament) -> list[Row]:
    """The table of all results so far, also in mid round.

    Returns:
        Everybody, the best first. Those who have the same place stand in the order of their ratings
        at entry. Whose games are annulled (`results_of`) is in the last place.
    """
    results = results_of(tournament)
    order = sorted(tournament.entrants, key=lambda one: -one.rating)
    withdrawn = {entrant.player for entrant in order if entrant.is_withdrawn}
    players = [entrant.player for entrant in order if entrant.player not in results.annulled]
    annulled = [entrant.player for entrant in order if entrant.player in results.annulled]
    groups = _ranked(tournament, results, players)
    if annulled:
        groups.append((annulled, dict.fromkeys(annulled, (None,) * len(tournament.tie_breaks))))
    rows: list[Row] = []
    for tied, numbers in groups:
        place = len(rows) + 1
        rows += [
            _row(place, player, results, numbers[player], player in withdrawn) for player in tied
        ]
    return rows


def _ranked(
    tournament: Tournament, results: Results, players: list[str]
) -> list[tuple[list[str], Numbers]]:
    """Groups of players whom nothing tells apart, the best first, with their tie-breaks."""
    by_points = sorted(players, key=lambda player: -results.points(player))
    groups = [[*group] for _, group in groupby(by_points, key=results.points)]
    ranked: list[tuple[list[str], Numbers]] = []
    for group in groups:
        numbers: Numbers = dict.fromkeys(group, ())
        ranked += [
            (tied, numbers) for tied in _split(group, tournament.tie_breaks, results, numbers)
        ]
    return ranked


def _split(
    tied: list[str], kinds: Sequence[TieBreak], results: Results, numbers: Numbers
) -> list[list[str]]:
    """Tied players told apart by one tie-break after the other; their numbers are filled in."""
    if not kinds:
        return [tied]
    found = tie_break(kinds[0], results, tied)
    for player in tied:
        numbers[player] = (*numbers[player], found[player])
    by_number = sorted(tied, key=lambda player: -(found[player] or 0.0))
    groups = [[*group] for _, group in groupby(by_number, key=found.__getitem__)]
    return [part for group in groups for part in _split(group, kinds[1:], results, numbers)]


def _row(
    place: int, player: str, results: Results, numbers: tuple[float | None, ...], withdrawn: bool
) -> Row:
    games = [line.points for line in results.lines[player] if line.is_played]
    wins, draws, losses = (games.count(points) for points in (1.0, 0.5, 0.0))
    return Row(place, player, results.points(player), wins, draws, losses, numbers, withdrawn)


Data = dict[str, Any]

VERSION = 1  # of these data


def tournament_to_data(tournament: Tournament) -> Data:
    """A tournament with everything that was played."""
    return {
        "version": VERSION,
        "system": tournament.system.value,
        "num_rounds": tournament.num_rounds,
        "tie_breaks": [kind.value for kind in tournament.tie_breaks],
        "entrants": [{**asdict(one), "rests": [*one.rests]} for one in tournament.entrants],
        "rounds": [_round_to_data(one) for one in tournament.rounds],
    }


def tournament_from_data(data: Data) -> Tournament:
    """The tournament that `tournament_to_data` wrote. Raises TournamentError: damaged data."""
    _check_version(data)
    try:
        return Tournament(
            System(data["system"]),
            tuple(_entrant_from_data(one) for one in data["entrants"]),
            data["num_rounds"],
            tuple(TieBreak(kind) for kind in data["tie_breaks"]),
            tuple(_round_from_data(one) for one in data["rounds"]),
        )
    except (KeyError, TypeError, ValueError, SkerryError) as error:
        raise TournamentError(f"The tournament is damaged: {error}") from error


def ladder_to_data(ladder: Ladder) -> Data:
    """A ladder with its challenges."""
    return {
        "version": VERSION,
        "rules": asdict(ladder.rules),
        "rungs": [asdict(rung) for rung in ladder.rungs],
        "challenges": [asdict(challenge) for challenge in ladder.challenges],
    }


def ladder_from_data(data: Data) -> Ladder:
    """The ladder that `ladder_to_data` wrote. Raises TournamentError: damaged data."""
    _check_version(data)
    try:
        ladder = Ladder(
            tuple(Rung(**one) for one in data["rungs"]),
            tuple(Challenge(**one) for one in data["challenges"]),
            LadderRules(**data["rules"]),
        )
        challenged = [player for one in ladder.challenges for player in one.players]
        for names, what in ((ladder.players, "rung"), (challenged, "challenge")):
            if len({*names}) < len(names):
                raise TournamentError(f"somebody has more than one {what}.")
        if not {*challenged} <= {*ladder.players}:
            raise TournamentError("somebody in a challenge stands on no rung.")
    except (KeyError, TypeError, SkerryError) as error:
        raise TournamentError(f"The ladder is damaged: {error}") from error
    return ladder


def _check_version(data: object) -> None:
    if not isinstance(data, dict) or data.get("version") != VERSION:
        found = data.get("version") if isinstance(data, dict) else data
        raise TournamentError(
            f"These are data of version {quoted(found)}; this Skerry reads version {VERSION}."
        )


def _entrant_from_data(data: Data) -> Entrant:
    if data.keys() != {field.name for field in fields(Entrant)}:
        raise TournamentError(f"an entrant has {', '.join(map(str, data))}.")
    return Entrant(**data)


def _round_to_data(round_: Round) -> Data:
    return {
        "pairings": [
            [one.first, one.second, None if one.outcome is None else one.outcome.value]
            for one in round_.pairings
        ],
        "resting": [[player, rest.value] for player, rest in round_.resting],
    }


def _round_from_data(data: Data) -> Round:
    return Round(
        tuple(
            Pairing(first, second, None if outcome is None else Outcome(outcome))
            for first, second, outcome in data["pairings"]
        ),
        tuple(Resting(player, Rest(rest)) for player, rest in data["resting"]),
    )
