"""Strength in numbers: intervals, Elo, tests that stop when they know enough, players' ratings."""

from skerry.statistics.elo import ELO_PER_NAT, elo_of, expected_score
from skerry.statistics.glicko import Opponent, Rating, rate, win_chance
from skerry.statistics.intervals import Z_95, wilson
from skerry.statistics.ratings import (
    Rated,
    RatedGame,
    Step,
    changed,
    rate_game,
    rate_games,
    rating_steps,
)
from skerry.statistics.sprt import Sprt

__all__ = [
    "ELO_PER_NAT",
    "Z_95",
    "Opponent",
    "Rated",
    "RatedGame",
    "Rating",
    "Sprt",
    "Step",
    "changed",
    "elo_of",
    "expected_score",
    "rate",
    "rate_game",
    "rate_games",
    "rating_steps",
    "wilson",
    "win_chance",
]
