"""Elo fitted to many games at once."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skerry.statistics import ELO_PER_NAT, Z_95

FloatArray: TypeAlias = NDArray[np.float64]

LARGEST_STEP = 2.0  # nats; Newton's method may overshoot where results are lopsided
CLOSE_ENOUGH = 1e-10  # nats, for the last step
MOST_STEPS = 100


class NoFiniteRatingError(ValueError):
    """The results allow no finite rating: some players never lost, or never won, a point."""


@dataclass(frozen=True)
class Tally:
    """All games between two players, seen from the first."""

    first: int
    second: int
    score: float  # the first's points: 1 a win, 0.5 a draw
    games: int


@dataclass(frozen=True)
class Rating:
    """A player's Elo, and its 95% interval; the anchor's interval is empty."""

    elo: float
    low: float
    high: float


def fit_elo(tallies: Sequence[Tally], num_players: int, anchor: int = 0) -> list[Rating]:
    """Elo of every player, by maximum likelihood (Bradley and Terry, 1952), draws as half a win.

    The intervals come from the Fisher information, that is, from how fast the likelihood falls
    around its maximum. They are a little too wide where many games are drawn, as a draw varies
    less than the win and loss it is counted as halves of.

    Args:
        tallies: the games; a pair may appear more than once.
        num_players: players are numbered from 0.
        anchor: the player whose Elo is 0.

    Raises:
        NoFiniteRatingError: the likelihood has no maximum, because the players fall into two
            parts of which one took every point from the other, or met it in no game (Ford, 1957).
    """
    games = np.zeros((num_players, num_players))
    points = np.zeros((num_players, num_players))
    for tally in tallies:
        games[tally.first, tally.second] += tally.games
        games[tally.second, tally.first] += tally.games
        points[tally.first, tally.second] += tally.score
        points[tally.second, tally.first] += tally.games - tally.score
    _require_maximum(points)
    strengths, covariance = _maximum(games, points, anchor)
    return [
        _rating(float(strength), math.sqrt(max(0.0, float(variance))))
        for strength, variance in zip(strengths, np.diag(covariance), strict=True)
    ]


def _rating(strength: float, error: float) -> Rating:
    spread = Z_95 * error
    return Rating(
        *(ELO_PER_NAT * value for value in (strength, strength - spread, strength + spread))
    )


def _require_maximum(points: FloatArray) -> None:
    """Everybody must be reachable from everybody along pairs in which a point was taken."""
    for ways, what in ((points > 0, "beaten"), (points.T > 0, "lost to")):
        reached, fresh = {0}, [0]
        while fresh:
            here = fresh.pop()
            more = {int(other) for other in np.flatnonzero(ways[here])} - reached
            reached |= more
            fresh += more
        if len(reached) < len(points):
            apart = ", ".join(str(player) for player in range(len(points)) if player not in reached)
            raise NoFiniteRatingError(
                f"Players {apart} cannot be rated with the others: the other side has never {what} "
                f"them, directly or through anybody; more games, or games against closer "
                f"opponents, are needed."
            )


def _maximum(games: FloatArray, points: FloatArray, anchor: int) -> tuple[FloatArray, FloatArray]:
    """Strengths in nats, shape (players,), and their covariance, by Newton's method."""
    num_players = len(games)
    others = np.array([player for player in range(num_players) if player != anchor], dtype=int)
    strengths = np.zeros(num_players)
    covariance = np.zeros((num_players, num_players))
    for _ in range(MOST_STEPS if len(others) else 0):
        shares = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (points - games * shares).sum(axis=1)
        weights = games * shares * (1 - shares)
        information = np.diag(weights.sum(axis=1)) - weights
        inverse = np.linalg.inv(information[np.ix_(others, others)])
        step = inverse @ gradient[others]
        covariance[np.ix_(others, others)] = inverse
        largest = float(np.abs(step).max())
        strengths[others] += step * min(1.0, LARGEST_STEP / max(largest, CLOSE_ENOUGH))
        if largest < CLOSE_ENOUGH:
            break
    return strengths, covariance


def merged(tallies: Iterable[Tally]) -> list[Tally]:
    """One tally for each pair, in order, seen from the lower number."""
    sums: dict[tuple[int, int], list[float]] = {}
    for tally in tallies:
        turned = tally.first > tally.second
        pair = (tally.second, tally.first) if turned else (tally.first, tally.second)
        total = sums.setdefault(pair, [0.0, 0.0])
        total[0] += tally.games - tally.score if turned else tally.score
        total[1] += tally.games
    return [Tally(*pair, score, int(games)) for pair, (score, games) in sorted(sums.items())]
