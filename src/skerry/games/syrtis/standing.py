"""How a side stands."""

import numpy as np

from skerry.core.layout import CELLS, COLOUR_1, NOWHERE, IntArray16, new_work
from skerry.core.stones import group_sizes
from skerry.games.standings import Standing
from skerry.games.syrtis.state import (
    DARK_CIRCLE,
    DARK_SQUARE,
    LIGHT_CIRCLE,
    LIGHT_SQUARE,
    SUNK,
    TOWER,
    Rules,
    own_part,
)

# What each side joins (SYR-9): its colour, then its shape, each with the tiles that have it.
KINDS = (
    (("light", (LIGHT_CIRCLE, LIGHT_SQUARE)), ("circle", (LIGHT_CIRCLE, DARK_CIRCLE))),
    (("dark", (DARK_CIRCLE, DARK_SQUARE)), ("square", (LIGHT_SQUARE, DARK_SQUARE))),
)


def standing(rules: Rules, state: IntArray16, colour: int) -> Standing:
    """Towers, islands left to join, and the race of SYR-9."""
    base = own_part(rules)
    towers = state[base + TOWER + 2 * (colour - 1) :][:2]
    (_, colours), (_, shapes) = KINDS[colour - 1]
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
