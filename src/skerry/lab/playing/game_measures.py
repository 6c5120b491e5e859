"""What one game says of itself: drama, leads, decisions, from what the players' searches thought.

A row of the lab holds these numbers; metrics.py makes means of them, docs/metrics.md explains them.
They follow the metrics of Ludii, with its errors corrected, on chances from 0 to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skerry.lab.playing.rows import DRAW

EVEN = 0.5  # a chance above which its person leads
NEAR_BEST = (
    0.75  # of the way from the mean to the best value: beyond it an action is as good as best
)


@dataclass(frozen=True)
class Measures:
    """One game's numbers, all from 0 to 1; None where there is nothing to make one of."""

    drama: float | None = None  # how far the winner was behind, on average over the turns
    lead_changes: float | None = None  # share of the turns, from the second on, with a new leader
    stability: float | None = None  # variance of the chances: 0 is the most stable
    threshold: float | None = None  # highest chance that the loser ever had
    decided: float | None = None  # share of the turns played since the winner was above that


def game_measures(values: Sequence[float], winner: int) -> Measures:
    """Measures of a game whose values[t] was person 0's chance, 0 to 1, before turn t.

    Args:
        values: one for each turn, as the search of whoever was to move saw it; may be empty.
        winner: person 0 or 1, or DRAW.
    """
    chances = np.asarray(values, np.float64)
    if not len(chances):
        return Measures()
    drama, threshold, decided = _drawn(chances) if winner == DRAW else _won(chances, winner)
    return Measures(drama, _lead_changes(chances), float(chances.var()), threshold, decided)


def choice_measures(values: NDArray[np.floating]) -> tuple[float, float] | None:
    """Clarity and narrowness of one decision; None with fewer than two actions to compare.

    Clarity is the population variance of the values, narrowness the share of the actions whose
    value is above mean + 0.75 (best - mean): 0 if all are equal, since none stands out.

    Args:
        values: (num_actions,) floats, the mover's chance, 0 to 1, after each action visited.
    """
    if len(values) < 2:
        return None
    chances = np.asarray(values, np.float64)
    best = float(chances.max())
    if best == chances.min():  # exactly; rounding could put the mean below all of them
        return 0.0, 0.0
    mean = float(chances.mean())
    return float(chances.var()), float(np.mean(chances > mean + NEAR_BEST * (best - mean)))


def _won(chances: NDArray[np.float64], winner: int) -> tuple[float, float, float]:
    """Drama, threshold and decided of a game that somebody won."""
    winners = chances if winner == 0 else 1 - chances
    losers = 1 - winners
    threshold = float(losers.max())
    above = np.flatnonzero(winners > threshold)
    decided = (len(chances) - int(above[0])) / len(chances) if len(above) else 0.0
    return float(np.maximum(losers - winners, 0).mean()), threshold, decided


def _drawn(chances: NDArray[np.float64]) -> tuple[float, None, None]:
    """Drama of a drawn game, both persons counting as its winners; nobody lost, so no threshold."""
    return float(np.abs(1 - 2 * chances).mean()) / 2, None, None


def _lead_changes(chances: NDArray[np.float64]) -> float | None:
    """Changes of the leader for each turn after the first; None with fewer than two turns.

    At exactly one half nobody overtakes anybody, so these turns are left out of the comparison.
    """
    if len(chances) < 2:
        return None
    leaders = chances[chances != EVEN] > EVEN
    return int(np.count_nonzero(leaders[1:] != leaders[:-1])) / (len(chances) - 1)
