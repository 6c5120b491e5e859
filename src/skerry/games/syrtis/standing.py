"""How a side stands."""

import numpy as np

from ...core.groups import group_sizes
from ...core.layout import CELLS, COLOUR_1, NOWHERE, IntArray16, new_work
from ..standings import Standing
from .state import (
    DARK_CIRCLE,
    DARK_SQUARE,
    LIGHT_CIRCLE,
    LIGHT_SQUARE,
    SUNK,
    TOWER,
    Rules,
    own_part,
)


def standing(rules: Rules, state: IntArray16, colour: int) -> Standing:
    """Towers, islands left to join, and the race of SYR-9."""
    base = own_part(rules)
    towers = state[base + TOWER + 2 * (colour - 1) :][:2]
    light_side = colour == COLOUR_1
    colours = (LIGHT_CIRCLE, LIGHT_SQUARE) if light_side else (DARK_CIRCLE, DARK_SQUARE)
    shapes = (LIGHT_CIRCLE, DARK_CIRCLE) if light_side else (LIGHT_SQUARE, DARK_SQUARE)
    return Standing(
        stones=int((towers != NOWHERE).sum()),
        groups=(),
        score=None,
        colour_islands=_num_islands(rules, state, colours),
        shape_islands=_num_islands(rules, state, shapes),
        sunk=int(state[base + SUNK + colour - 1]),
    )


def _num_islands(rules: Rules, state: IntArray16, kinds: tuple[int, int]) -> int:
    """SYR-7: islands of the tiles of these kinds."""
    flat = np.zeros_like(state)
    cells = state[CELLS : CELLS + rules.num_cells]
    flat[CELLS : CELLS + rules.num_cells] = np.isin(cells, kinds)
    sizes = np.empty(rules.num_cells, dtype=np.int16)
    return group_sizes(rules, flat, COLOUR_1, sizes, new_work(rules))
