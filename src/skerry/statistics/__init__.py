"""Strength in numbers: intervals of win rates, Elo, and tests that stop when they know enough."""

from .elo import ELO_PER_NAT, elo_of, expected_score
from .intervals import Z_95, wilson
from .sprt import Sprt

__all__ = ["ELO_PER_NAT", "Z_95", "Sprt", "elo_of", "expected_score", "wilson"]
