"""How a game stands: scores, groups, islands. Meaningful at any moment, final at the end."""

from dataclasses import dataclass

import numpy as np

from ..core.groups import group_sizes
from ..core.layout import CELLS, COLOUR_1, COLOUR_2, IntArray16, new_work
from .catalogue import KITARAN, SYRTIS, SYTRAN
from .ruleset import RuleSet
from .syrtis import kernels as syrtis

SCORED = (SYTRAN, KITARAN)  # games that have a score (SYT-5, KIT-3)


@dataclass(frozen=True)
class Standing:
    """What one colour has: in a stone game stones and groups, in Syrtis islands and sunk tiles."""

    stones: int  # on the board; in Syrtis the towers placed
    groups: tuple[int, ...]  # sizes of its groups, the largest first (C-7); () in Syrtis
    score: float | None  # SYT-5 or KIT-3, None in games without a score
    colour_islands: int = 0  # Syrtis: islands of its colour, and of its shape, left to join
    shape_islands: int = 0
    sunk: int = 0  # Syrtis: tiles sunk since the other side last sank one (SYR-9)


def standing(rule_set: RuleSet, state: IntArray16, colour: int) -> Standing:
    """The standing of one colour (1 or 2)."""
    if rule_set.info.index == SYRTIS:
        return _standing_syrtis(rule_set, state, colour)
    rules = rule_set.rules
    sizes = np.empty(rules.num_cells, dtype=np.int16)
    count = group_sizes(rules, state, colour, sizes, new_work(rules))
    groups = tuple(sorted((int(size) for size in sizes[:count]), reverse=True))
    stones = sum(groups)
    score: float | None = None
    if rule_set.info.index == SYTRAN:
        score = stones - rules.penalty * count
    elif rule_set.info.index == KITARAN:
        score = stones + (rules.double_komi / 2 if colour == COLOUR_2 else 0)
    return Standing(stones, groups, score)


def _standing_syrtis(rule_set: RuleSet, state: IntArray16, colour: int) -> Standing:
    rules = rule_set.rules
    own = syrtis.own(rules)
    towers = state[own + syrtis.TOWER + 2 * (colour - 1) :][:2]
    light_side = colour == COLOUR_1
    colours = (
        (syrtis.LIGHT_CIRCLE, syrtis.LIGHT_SQUARE)
        if light_side
        else (syrtis.DARK_CIRCLE, syrtis.DARK_SQUARE)
    )
    shapes = (
        (syrtis.LIGHT_CIRCLE, syrtis.DARK_CIRCLE)
        if light_side
        else (syrtis.LIGHT_SQUARE, syrtis.DARK_SQUARE)
    )
    return Standing(
        stones=int((towers != syrtis.NOWHERE).sum()),
        groups=(),
        score=None,
        colour_islands=_num_islands(rule_set, state, colours),
        shape_islands=_num_islands(rule_set, state, shapes),
        sunk=int(state[own + syrtis.SUNK + colour - 1]),
    )


def _num_islands(rule_set: RuleSet, state: IntArray16, kinds: tuple[int, int]) -> int:
    """SYR-7: islands of the tiles of these kinds."""
    rules = rule_set.rules
    flat = np.zeros_like(state)
    cells = state[CELLS : CELLS + rules.num_cells]
    flat[CELLS : CELLS + rules.num_cells] = np.isin(cells, kinds)
    sizes = np.empty(rules.num_cells, dtype=np.int16)
    return group_sizes(rules, flat, COLOUR_1, sizes, new_work(rules))
