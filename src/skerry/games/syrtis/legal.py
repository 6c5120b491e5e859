"""The legal actions of Syrtis in each phase (SYR-4, SYR-5, SYR-6, SYR-8), ascending."""

import numpy as np

from skerry.core.bits import bounding_box, first_cell
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    FIRST,
    PLACED,
    PLAYER,
    IntArray16,
    IntArray64,
)
from skerry.games.syrtis.state import (
    CHOICE,
    DARK_CIRCLE,
    DARK_SQUARE,
    LIGHT_CIRCLE,
    LIGHT_SQUARE,
    NUM_SETS,
    PHASE,
    REPAIR,
    TILES,
    TOWER,
    TOWER_BITS,
    TOWERS,
    Rules,
    colour_tiles,
    load,
    occupied,
    own_part,
    shape_tiles,
)
from skerry.games.syrtis.targets import (
    move_targets,
    sink_targets,
    slide_targets,
)


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """What the phase allows: exchange, tower, choice, or one of SYR-8's four actions."""
    n = rules.num_cells
    phase = state[PHASE]
    if phase == REPAIR:
        return _list_exchanges(rules, state, out)
    if phase == TOWERS:
        return _list_placements(rules, state, out)
    if phase == CHOICE:
        out[0], out[1] = 4 * n, 4 * n + 1
        return 2
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    return _list_turns(rules, state, sets, out)


@kernel
def _list_exchanges(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """SYR-5: any pair, named by its lesser cell."""
    count = 0
    for cell in range(rules.num_cells):
        if cell < rules.partner[cell]:
            out[count] = 3 * rules.num_cells + cell
            count += 1
    return count


@kernel
def may_stand(tile: int, colour: int) -> bool:
    """SYR-4: light towers on light or circle tiles, dark towers on dark or square ones."""
    if colour == COLOUR_1:
        return tile == LIGHT_CIRCLE or tile == LIGHT_SQUARE or tile == DARK_CIRCLE
    return tile == DARK_CIRCLE or tile == DARK_SQUARE or tile == LIGHT_SQUARE


@kernel
def _list_placements(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """SYR-4: free tiles for the next tower; the light ones come first."""
    base = own_part(rules) + TOWER
    colour = COLOUR_1 if state[PLACED] < 2 else COLOUR_2
    count = 0
    for cell in range(rules.num_cells):
        free = True
        for i in range(4):
            free = free and state[base + i] != cell
        if free and may_stand(int(state[CELLS + cell]), colour):
            out[count] = colour * rules.num_cells + cell
            count += 1
    return count


@kernel
def _list_cells(targets: int, offset: int, side: int, out: IntArray16, count: int) -> int:
    """Append offset + cell for each cell of a set; returns the new count."""
    while targets != 0:
        out[count] = offset + first_cell(targets, side)
        count += 1
        targets &= targets - 1
    return count


@kernel
def _list_turns(rules: Rules, state: IntArray16, sets: IntArray64, out: IntArray16) -> int:
    """SYR-8, ascending: sinks, pass, moves, slides."""
    n, side, stride = rules.num_cells, rules.side, rules.side + 1
    colour = COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2
    first = 2 * (colour - 1)
    tiles = int(sets[TILES])
    free = tiles & ~occupied(sets)
    both = int(sets[TOWER_BITS + first] | sets[TOWER_BITS + first + 1])
    count = _list_cells(sink_targets(tiles, both, free, stride), 0, side, out, 0)
    out[count] = 4 * n + 2
    count += 1
    own_colour, own_shape = colour_tiles(sets, colour), shape_tiles(sets, colour)
    for tower in range(first, first + 2):
        bit = int(sets[TOWER_BITS + tower])
        offset = 4 * n + 3 + n * int(state[own_part(rules) + TOWER + tower])
        targets = move_targets(bit, own_colour, own_shape, free, stride)
        count = _list_cells(targets, offset, side, out, count)
    box = bounding_box(tiles, side)
    for tower in range(first, first + 2):
        bit = int(sets[TOWER_BITS + tower])
        offset = 4 * n + 3 + n * n + n * int(state[own_part(rules) + TOWER + tower])
        targets = slide_targets(tiles, bit, box, stride)
        count = _list_cells(targets, offset, side, out, count)
    return count
