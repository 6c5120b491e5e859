"""The state of Syrtis: what its cells and its own part hold, and the same as sets of bits.

After the wall a state holds the cells of the four towers (light, light, dark, dark; each pair
ascending, NOWHERE before they are placed) and the counters below.
"""

from typing import NamedTuple

from skerry.core.bits import bit_of, is_connected
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    COUNT_B,
    EMPTY,
    NOWHERE,
    IntArray16,
    IntArray64,
)

# Contents of a cell (SYR-1); EMPTY is a space without a tile.
LIGHT_CIRCLE, LIGHT_SQUARE, DARK_CIRCLE, DARK_SQUARE = 1, 2, 3, 4

PHASE = COUNT_A
REPAIR, TOWERS, CHOICE, PLAY = 0, 1, 2, 3
PHASE_NAMES = ("repair", "towers", "choice", "play")
WITHOUT_SINK = COUNT_B  # turns in a row without a sink (SYR-11)

# After the wall, from `own_part(rules)` on.
TOWER = 0  # four cells
SUNK = 4  # tiles sunk by light, by dark, since the other side last sank one (SYR-9)
PASSES = 6  # turns that light, dark have passed in a row (SYR-10)
LAST_SINKER = 8  # the colour that sank last, or 0
NUM_OWN = 9

RACE = 4  # tiles to sink for a win (SYR-9)

# A board of bits: what random play needs at hand, int64 of shape (NUM_SETS,).
TILES, LIGHT, CIRCLE = 0, 1, 2
TOWER_BITS = 3  # four sets of one cell
NUM_SETS = 7


class Rules(NamedTuple):
    """The rules of Syrtis; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    side: int  # cells along a side of the frame
    partner: IntArray16  # (num_cells,) the tile opposite through the centre, -1 for none (SYR-3)
    limit: int  # turns in a row without a sink that end the game (SYR-11)


@kernel
def own_part(rules: Rules) -> int:
    """Where the game's own part of a state begins."""
    return CELLS + rules.num_cells + 1


@kernel
def load(rules: Rules, state: IntArray16, sets: IntArray64) -> None:
    """Read tiles and towers into a board of bits."""
    sets[:] = 0
    for cell in range(rules.num_cells):
        tile = state[CELLS + cell]
        if tile != EMPTY:
            bit = bit_of(cell, rules.side)
            sets[TILES] |= bit
            if tile == LIGHT_CIRCLE or tile == LIGHT_SQUARE:
                sets[LIGHT] |= bit
            if tile == LIGHT_CIRCLE or tile == DARK_CIRCLE:
                sets[CIRCLE] |= bit
    for i in range(4):
        cell = int(state[own_part(rules) + TOWER + i])
        if cell != NOWHERE:
            sets[TOWER_BITS + i] = bit_of(cell, rules.side)


@kernel
def colour_tiles(sets: IntArray64, colour: int) -> int:
    """Tiles of a side's colour: light, dark."""
    return int(sets[LIGHT] if colour == COLOUR_1 else sets[TILES] & ~sets[LIGHT])


@kernel
def shape_tiles(sets: IntArray64, colour: int) -> int:
    """Tiles of a side's shape: circle for light, square for dark."""
    return int(sets[CIRCLE] if colour == COLOUR_1 else sets[TILES] & ~sets[CIRCLE])


@kernel
def occupied(sets: IntArray64) -> int:
    """Tiles that carry a tower."""
    return int(
        sets[TOWER_BITS] | sets[TOWER_BITS + 1] | sets[TOWER_BITS + 2] | sets[TOWER_BITS + 3]
    )


@kernel
def has_island(rules: Rules, sets: IntArray64, colour: int) -> bool:
    """SYR-9: all remaining tiles of the side's colour, or of its shape, are connected."""
    stride = rules.side + 1
    return is_connected(colour_tiles(sets, colour), stride) or is_connected(
        shape_tiles(sets, colour), stride
    )


@kernel
def needs_repair(rules: Rules, sets: IntArray64) -> bool:
    """SYR-5: all tiles of a colour or of a shape are connected."""
    return has_island(rules, sets, COLOUR_1) or has_island(rules, sets, COLOUR_2)
