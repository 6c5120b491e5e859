"""Intervals of shares."""

import math

Z_95 = 1.959964  # standard deviations to either side that hold 95% of a normal distribution


def wilson(score: float, games: int) -> tuple[float, float]:
    """95% interval of a proportion (Wilson, 1927); `score` may hold half points."""
    share = score / games
    centre = share + Z_95 * Z_95 / (2 * games)
    spread = Z_95 * math.sqrt(share * (1 - share) / games + Z_95 * Z_95 / (4 * games * games))
    scale = 1 + Z_95 * Z_95 / games
    return (centre - spread) / scale, (centre + spread) / scale
