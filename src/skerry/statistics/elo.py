"""Elo: differences of strength, and the shares of points that they stand for."""

import math

ELO_PER_NAT = 400 / math.log(10)  # Elo of one unit of log odds


def expected_score(difference: float) -> float:
    """The share of points that a player this many Elo stronger is expected to take."""
    return 1 / (1 + math.exp(-difference / ELO_PER_NAT))


def elo_of(share: float) -> float:
    """How many Elo stronger takes this share of points; infinite at 0 and 1."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return ELO_PER_NAT * math.log(share / (1 - share))
