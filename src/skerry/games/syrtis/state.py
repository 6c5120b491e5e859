"""The state of Syrtis: what its cells and its own part hold, and the same as sets of bits.

After the wall a state holds the cells of the four towers (light, light, dark, dark; each pair
ascending, NOWHERE before they are placed) and the counters below.
"""

from typing import NamedTuple

from skerry.core.bits import (
    are_linked,
    beside,
    bit_of,
    count_bits,
    grow,
    is_connected,
    nth_bit,
    spread,
)
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
from skerry.core.rng import advance, pick

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


# Kinds of turns, by the tower that moves or whose tile slides.
SINK, MOVE_ONE, MOVE_TWO, SLIDE_ONE, SLIDE_TWO, PASS = range(6)


@kernel
def reshapes(kind: int) -> bool:
    """Whether a kind of turn changes where the tiles lie."""
    return kind == SINK or kind == SLIDE_ONE or kind == SLIDE_TWO


@kernel
def move_targets(tower: int, own_colour: int, own_shape: int, free: int, stride: int) -> int:
    """Free tiles of the side's islands under a tower."""
    islands = spread(tower, own_colour, stride) | spread(tower, own_shape, stride)
    return islands & free


@kernel
def sink_targets(tiles: int, towers: int, free: int, stride: int) -> int:
    """Free tiles beside a tower that have an open edge and leave the rest connected."""
    candidates = open_tiles(tiles, stride) & beside(towers, stride) & free
    targets = 0
    while candidates != 0:
        tile = candidates & -candidates
        candidates ^= tile
        if is_connected(tiles ^ tile, stride):
            targets |= tile
    return targets


@kernel
def open_tiles(tiles: int, stride: int) -> int:
    """Tiles with an open edge: fewer than four adjacent tiles."""
    return tiles & ~(tiles << 1 & tiles >> 1 & tiles << stride & tiles >> stride)


@kernel
def slide_targets(tiles: int, tower: int, box: int, stride: int) -> int:
    """Spaces in the box to which the tile under a tower can go, all tiles connected after it."""
    rest = tiles ^ tower
    targets = spread(tower, box & ~rest, stride) & ~tower
    while rest != 0 and targets != 0:
        piece = spread(rest & -rest, rest, stride)
        targets &= grow(piece, stride)
        rest ^= piece
    return targets


@kernel
def draw_turn(
    tiles: int,
    free: int,
    one: int,
    two: int,
    own_colour: int,
    own_shape: int,
    box: int,
    stride: int,
    stream: int,
) -> tuple[int, int, int]:
    """One of all legal turns, equally likely: its kind, its target, the stream after it.

    Whether the tiles stay connected is only asked of the sink or slide that was drawn; if they
    don't, the draw is made again.
    """
    candidates = (
        open_tiles(tiles, stride) & beside(one | two, stride) & free,
        move_targets(one, own_colour, own_shape, free, stride),
        move_targets(two, own_colour, own_shape, free, stride),
        reachable_spaces(tiles, one, box, stride),
        reachable_spaces(tiles, two, box, stride),
        1,
    )
    total = 0
    for kind in range(6):
        total += count_bits(candidates[kind])
    while True:
        stream = advance(stream)
        choice = pick(stream, total)
        kind = SINK
        while choice >= count_bits(candidates[kind]):
            choice -= count_bits(candidates[kind])
            kind += 1
        target = nth_bit(candidates[kind], choice)
        if not reshapes(kind):
            return kind, target, stream
        source = target if kind == SINK else one if kind == SLIDE_ONE else two
        goal = target if kind != SINK else 0
        if stays_linked(tiles, source, goal, stride):
            return kind, target, stream


@kernel
def reachable_spaces(tiles: int, tower: int, box: int, stride: int) -> int:
    """Spaces to which the tile under a tower can go and where it is beside another tile."""
    rest = tiles ^ tower
    return spread(tower, box & ~rest, stride) & beside(rest, stride) & ~tower


@kernel
def stays_linked(tiles: int, source: int, target: int, stride: int) -> bool:
    """Whether all tiles are connected once one of them goes to a space, or sinks (target 0)."""
    after = tiles ^ source | target
    left_alone = beside(source, stride) & after
    start = target if target != 0 else left_alone & -left_alone
    return are_linked(start, left_alone, after, stride)
