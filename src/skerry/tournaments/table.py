"""Tables: who is where, and by what."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from skerry.tournaments.tie_breaks import Results, results_of, tie_break
from skerry.tournaments.tournament import TieBreak, Tournament

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
