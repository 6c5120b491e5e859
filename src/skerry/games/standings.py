"""How a game stands: scores, groups, islands. Meaningful at any moment, final at the end."""

from dataclasses import dataclass

import numpy as np

from skerry.core.jit import by_game
from skerry.core.layout import IntArray16, Rules, new_work
from skerry.core.stones import group_sizes


@dataclass(frozen=True)
class Standing:
    """What one colour has: of stones, stones and groups; of tiles, islands and sunk tiles."""

    stones: int  # on the board; of tiles, the towers placed
    groups: tuple[int, ...]  # sizes of its groups, the largest first (C-7); () of tiles
    score: float | None  # None in games without a score
    colour_islands: int = 0  # of tiles: islands of its colour, and of its shape, left to join
    shape_islands: int = 0
    sunk: int = 0  # of tiles: sunk since the other side last sank one


@by_game("standing")
def standing(rules: Rules, state: IntArray16, colour: int) -> Standing:
    """The standing of one colour (1 or 2); by default its stones, its groups and its score."""
    sizes = np.empty(rules.num_cells, dtype=np.int16)
    count = group_sizes(rules, state, colour, sizes, new_work(rules))
    groups = tuple(sorted((int(size) for size in sizes[:count]), reverse=True))
    return Standing(sum(groups), groups, score(rules, state, colour))


@by_game("kernels")
def score(rules: Rules, state: IntArray16, colour: int) -> float | None:
    """The score of a colour, None in games without one."""
    return None


@by_game("solving")
def may_be_drawn(rules: Rules) -> bool:
    """Whether a game may end without a winner, by its rules; by default it can't."""
    return False
