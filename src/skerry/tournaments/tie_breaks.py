"""Results as a table needs them, and the numbers that rank those with the same points.

In a Swiss, rounds without a game would make these numbers a matter of luck. So one's own such round
counts as one against an imagined opponent who has one's own points (FIDE's tie-break regulations of
2023), and for those who met one, each of one's such rounds counts half a point (those of 2009). In
a round robin, where everybody has the same opponents, forfeits count like games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from skerry.tournaments.parts import Outcome, Pairing, Rest
from skerry.tournaments.tournament import System, TieBreak, Tournament

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
