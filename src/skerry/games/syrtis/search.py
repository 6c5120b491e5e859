"""What search and solver must know of Syrtis."""

import numpy as np

from skerry.core.bits import beside, bit_of, bounding_box, count_bits, nth_bit, spread
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    MARKED,
    MARKED_TOO,
    NOBODY,
    NOWHERE,
    PLAYER,
    RESULT,
    RUNNING,
    VACANT,
    FloatArray32,
    IntArray16,
    IntArray64,
)
from skerry.core.rng import advance, below, open_stream, pick
from skerry.games.syrtis.kernels import (
    DARK_CIRCLE,
    LAST_SINKER,
    LIGHT_CIRCLE,
    LIGHT_SQUARE,
    MOVE_ONE,
    NUM_OWN,
    NUM_SETS,
    PASS,
    PASSES,
    PHASE,
    PLAY,
    REPAIR,
    SINK,
    SUNK,
    TILES,
    TOWER,
    TOWER_BITS,
    WITHOUT_SINK,
    Rules,
    apply,
    carry_out,
    colour_tiles,
    finish_turn,
    initiative,
    legal,
    load,
    move_targets,
    occupied,
    open_tiles,
    own_part,
    reshapes,
    shape_tiles,
    stays_linked,
    ways_of_towers,
)

LIGHT_TOWER, DARK_TOWER = MARKED, MARKED_TOO


def equal_contents(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Colour and shape may change parts: light squares and dark circles."""
    return ((LIGHT_SQUARE, DARK_CIRCLE),)


@kernel
def counter_of(rules: Rules, state: IntArray16) -> int:
    """Turns in a row without a sink (SYR-11)."""
    return int(state[WITHOUT_SINK])


@kernel
def counter_end(rules: Rules) -> int:
    """SYR-11's limit."""
    return rules.limit


@kernel
def rising(rules: Rules, state: IntArray16, goal_is_win: bool) -> int:
    """A higher counter helps the person who has the initiative at its end (SYR-10)."""
    if state[PHASE] != PLAY:
        return 1  # nobody has a side yet, and the counter is 0
    return 1 if initiative(rules, state) == 0 else -1


@kernel
def list_marks(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    for i in range(4):
        cell = int(state[own_part(rules) + TOWER + i])
        if cell != NOWHERE:
            out[count] = (LIGHT_TOWER if i < 2 else DARK_TOWER) * rules.num_cells + cell
            count += 1
    return count


@kernel
def list_numbers(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """The phase, and the counters of SYR-9 and SYR-10."""
    out[0] = state[PHASE]
    count = 1
    for i in range(SUNK, NUM_OWN):
        out[count] = state[own_part(rules) + i]
        count += 1
    return count


def refusal(rules: Rules, state: IntArray16) -> str | None:
    """While pairs may be exchanged there are too many ways to go on."""
    if state[PHASE] == REPAIR:
        return "syrtis: the solver needs the tiles in their places; exchange pairs first."
    return None


@kernel
def playouts_tell(rules: Rules) -> bool:
    return False  # playouts take too long


SINKS_IN_256 = 128  # of turns that could sink a tile, how many look for one first


@kernel
def guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """Sink where one can, most of the time; never pass but for want of another turn; in place.

    Random turns end half of all games by two passes in a row, which tells nothing of the board.
    Afterwards every cell with a tile holds a light circle, whatever lay there. `taken` is rewritten
    as by `contract.guided_playout`, but tells of tiles that were sunk only.
    """
    while state[PHASE] != PLAY:
        count = legal(rules, state, work, work)
        apply(rules, state, int(work[below(rng, count)]), work)
    stride = rules.side + 1
    stream = open_stream(rng)
    sets = np.empty(NUM_SETS, dtype=np.int64)
    lights, darks = 0, 0  # tiles that either has sunk
    load(rules, state, sets)
    box = bounding_box(int(sets[TILES]), rules.side)
    while state[RESULT] == RUNNING:
        colour = COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2
        towers = TOWER_BITS + 2 * (colour - 1)
        kind, target, stream = draw_turn(
            int(sets[TILES]),
            int(sets[TILES] & ~occupied(sets)),
            int(sets[towers]),
            int(sets[towers + 1]),
            colour_tiles(sets, colour),
            shape_tiles(sets, colour),
            box,
            stride,
            stream,
        )
        if kind == SINK and colour == COLOUR_1:
            lights |= target
        elif kind == SINK:
            darks |= target
        carry_out(sets, towers, kind, target)
        if reshapes(kind):
            box = bounding_box(int(sets[TILES]), rules.side)
        finish_turn(rules, state, sets, colour, kind)
    for cell in range(rules.num_cells):  # a search asks only where tiles lie
        bit = bit_of(cell, rules.side)
        taken[0, cell] = np.float32(lights & bit != 0)
        taken[1, cell] = np.float32(darks & bit != 0)
        left = sets[TILES] & bit != 0
        state[CELLS + cell] = LIGHT_CIRCLE if left else EMPTY


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
    """A legal turn: its kind, its target, the stream after it."""
    sinks = open_tiles(tiles, stride) & beside(one | two, stride) & free
    stream = advance(stream)
    if pick(stream, 256) < SINKS_IN_256:
        target, stream = _draw_sink(tiles, sinks, stride, stream)
        if target != 0:
            return SINK, target, stream
    candidates = ways_of_towers(tiles, free, one, two, own_colour, own_shape, box, stride)
    total = 0
    for i in range(4):
        total += count_bits(candidates[i])
    while total > 0:
        stream = advance(stream)
        choice = pick(stream, total)
        i = 0
        while choice >= count_bits(candidates[i]):
            choice -= count_bits(candidates[i])
            i += 1
        target = nth_bit(candidates[i], choice)
        kind = MOVE_ONE + i
        if not reshapes(kind) or stays_linked(tiles, one if i == 2 else two, target, stride):
            return kind, target, stream
        if count_bits(candidates[0] | candidates[1]) == 0:
            break  # only slides, which may all cut the board
    target, stream = _draw_sink(tiles, sinks, stride, stream)
    return (SINK if target != 0 else PASS), target, stream


@kernel
def _draw_sink(tiles: int, sinks: int, stride: int, stream: int) -> tuple[int, int]:
    """One of the tiles that may be sunk, 0 when there is none; and the stream after it."""
    while sinks != 0:
        stream = advance(stream)
        target = nth_bit(sinks, pick(stream, count_bits(sinks)))
        if stays_linked(tiles, target, 0, stride):
            return target, stream
        sinks ^= target
    return 0, stream


OF_CELL = 13 + 20 + 20  # content with its tower; neighbours of its colour, of its shape
ISLANDS, COUNTS, NEAR_END = 10, 19, 16  # numbers that are told apart, from 0
GLOBALS = 4 * (ISLANDS + 2 * COUNTS) + 2 * 5 + 3 + 2 * 5 + 2 * NEAR_END + 50 + 4 + 6 * NEAR_END


def features_of_cell(rules: Rules) -> int:
    """What lies on it and around it."""
    return OF_CELL


def num_features(rules: Rules) -> int:
    """Of each cell; of islands, counters and mobility."""
    return rules.num_cells * OF_CELL + GLOBALS


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Tiles and towers as whoever acts sees them, before sides are chosen as light; and counts."""
    n, stride, base = rules.num_cells, rules.side + 1, own_part(rules)
    light = bool(state[FIRST] == NOBODY or state[FIRST] == state[PLAYER])
    colour = COLOUR_1 if light else COLOUR_2
    me = colour - 1
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    count = 0
    for cell in range(n):
        tile = int(state[CELLS + cell])
        if tile == EMPTY:
            out[count] = cell * OF_CELL
            count += 1
            continue
        kind = tile - 1 if light else 4 - tile
        tower = 0
        for i in range(4):
            if state[base + TOWER + i] == cell:
                tower = 1 if i // 2 == me else 2
        colours, shapes = 0, 0
        for k in range(4):
            there = int(state[CELLS + int(rules.neighbours[cell, k])])
            if 1 <= there <= 4:
                colours += (there > 2) == (tile > 2)
                shapes += there % 2 == tile % 2
        out[count] = cell * OF_CELL + 1 + kind * 3 + tower
        out[count + 1] = cell * OF_CELL + 13 + kind * 5 + colours
        out[count + 2] = cell * OF_CELL + 33 + kind * 5 + shapes
        count += 3
    at = n * OF_CELL
    free = int(sets[TILES]) & ~occupied(sets)
    for side in range(2):
        whose = colour if side == 0 else COLOUR_1 + COLOUR_2 - colour
        for sort in range(2):
            tiles = colour_tiles(sets, whose) if sort == 0 else shape_tiles(sets, whose)
            num, largest, islands, rest = count_bits(tiles), 0, 0, tiles
            while rest != 0:
                island = spread(rest & -rest, rest, stride)
                rest ^= island
                islands += 1
                largest = max(largest, count_bits(island))
            out[count] = at + min(islands, ISLANDS - 1)
            out[count + 1] = at + ISLANDS + min(num, COUNTS - 1)
            out[count + 2] = at + ISLANDS + COUNTS + min(num - largest, COUNTS - 1)
            count += 3
            at += ISLANDS + 2 * COUNTS
        who = whose - 1
        out[count] = at + min(int(state[base + SUNK + who]), 4)
        out[count + 1] = at + 5 + min(int(state[base + PASSES + who]), 4)
        at += 10
        one, two = int(sets[TOWER_BITS + 2 * who]), int(sets[TOWER_BITS + 2 * who + 1])
        own_colour, own_shape = colour_tiles(sets, whose), shape_tiles(sets, whose)
        first = count_bits(move_targets(one, own_colour, own_shape, free, stride))
        second = count_bits(move_targets(two, own_colour, own_shape, free, stride))
        sinks = count_bits(open_tiles(int(sets[TILES]), stride) & beside(one | two, stride) & free)
        out[count + 2] = at + min(min(first, second), NEAR_END - 1)
        out[count + 3] = at + NEAR_END + min(max(first, second), NEAR_END - 1)
        out[count + 4] = at + 2 * NEAR_END + min(sinks, NEAR_END - 1)
        at += 3 * NEAR_END
        count += 5
    sinker = int(state[base + LAST_SINKER])
    out[count] = at + (0 if sinker == 0 else 1 if sinker == me + 1 else 2)
    at += 3
    without = int(state[WITHOUT_SINK])
    out[count + 1] = at + min(without, NEAR_END - 1)
    out[count + 2] = at + NEAR_END + min(rules.limit - without, NEAR_END - 1)
    at += 2 * NEAR_END
    out[count + 3] = at + min(int(state[VACANT]), 49)
    out[count + 4] = at + 50 + state[PHASE]
    return count + 5


# What a network says: of each cell to sink, to place either tower on and to exchange, then of cells
# that a tower goes to and comes from, and a tile; at last of the choices and the pass.
TO, FROM, SLIDES = 4, 5, 2  # blocks of a number for each cell


def num_slots(rules: Rules) -> int:
    """A number for each of these."""
    return 8 * rules.num_cells + 3


@kernel
def slot_of(rules: Rules, action: int) -> int:
    """A move or slide is spoken for by where it goes, an exchange by one of its cells."""
    n = rules.num_cells
    step = action - 4 * n - 3
    if step >= 0:
        return (TO + SLIDES * (step >= n * n)) * n + step % n
    return action if action < 4 * n else action + 4 * n


@kernel
def second_slot(rules: Rules, action: int) -> int:
    """And by where it comes from, or the other cell."""
    n = rules.num_cells
    step = action - 4 * n - 3
    if step >= 0:
        return (FROM + SLIDES * (step >= n * n)) * n + step % (n * n) // n
    return 3 * n + int(rules.partner[action - 3 * n]) if 3 * n <= action < 4 * n else -1
