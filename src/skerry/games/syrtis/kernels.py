"""Syrtis by David Vander Laan: join tiles while the island sinks. Rules SYR-1 to SYR-11.

What each kernel does is said in games/contract.py. After the wall a state holds the cells of the
four towers (light, light, dark, dark; each pair ascending, NOWHERE before they are placed) and the
counters below. Actions, of n cells: 0..n-1 sink, n.. place a light tower, 2n.. a dark one, 3n..
exchange, 4n and 4n+1 choose light or dark, 4n+2 passes, then n*n moves and n*n slides, by source
and target.
"""

from typing import NamedTuple

import numpy as np

from skerry.core.bits import (
    UNSIGNED,
    are_linked,
    beside,
    bit_of,
    bounding_box,
    count_bits,
    first_cell,
    grow,
    is_connected,
    nth_bit,
    spread,
)
from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    BY_BOTH,
    BY_ISLAND,
    BY_PASSES,
    BY_QUICKSAND,
    BY_STALL,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    COUNT_B,
    EMPTY,
    FIRST,
    LAST_TURN,
    NOBODY,
    NOWHERE,
    PLACED,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    IntArray16,
    IntArray64,
    new_work,
)
from skerry.core.rng import advance, below, open_stream, pick
from skerry.core.stones import group_sizes, person_of, win
from skerry.games.contract import Standing
from skerry.games.dispatch import common_fields
from skerry.games.info import Options
from skerry.games.observation import PERSON_PLANES, ByteArray, Grid, fill
from skerry.games.syrtis import frame_tiles

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


@inlined
def ways_of_towers(
    tiles: int, free: int, one: int, two: int, colour: int, shape: int, box: int, stride: int
) -> tuple[int, int, int, int]:
    """For each tower of a side, the tiles it can move to, and the spaces its tile can reach.

    These are beside another tile, though not all tiles may be linked then. As `move_targets`, but
    all islands and spaces spread at once: none waits for another's steps, and there is one loop
    whose end nobody can guess in place of six.
    """
    rest_one, rest_two = tiles ^ one, tiles ^ two
    open_one, open_two = box & ~rest_one, box & ~rest_two
    colour_one, shape_one = one & colour, one & shape
    colour_two, shape_two = two & colour, two & shape
    space_one, space_two = one, two
    spreads = True
    while spreads:
        a, b = grow(colour_one, stride) & colour, grow(shape_one, stride) & shape
        c, d = grow(colour_two, stride) & colour, grow(shape_two, stride) & shape
        e, f = grow(space_one, stride) & open_one, grow(space_two, stride) & open_two
        spreads = (
            (a ^ colour_one)
            | (b ^ shape_one)
            | (c ^ colour_two)
            | (d ^ shape_two)
            | (e ^ space_one)
            | (f ^ space_two)
        ) != 0
        colour_one, shape_one, colour_two, shape_two = a, b, c, d
        space_one, space_two = e, f
    return (
        (colour_one | shape_one) & free,
        (colour_two | shape_two) & free,
        space_one & beside(rest_one, stride) & ~one,
        space_two & beside(rest_two, stride) & ~two,
    )


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
        *ways_of_towers(tiles, free, one, two, own_colour, own_shape, box, stride),
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
def stays_linked(tiles: int, source: int, target: int, stride: int) -> bool:
    """Whether all tiles are connected once one of them goes to a space, or sinks (target 0)."""
    after = tiles ^ source | target
    left_alone = beside(source, stride) & after
    start = target if target != 0 else left_alone & -left_alone
    return are_linked(start, left_alone, after, stride)


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


MOST_EXCHANGES = 1000  # that the bound of a game's length allows for
MOST_PASSES = 4  # passes of one side in a row that end the game (SYR-10)


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    partner = np.full(n, -1, dtype=np.int16)
    for cell in frame_tiles(str(options["board"])):
        partner[cell] = n - 1 - cell
    return Rules(
        *common_fields(board, options, num_actions=4 * n + 3 + 2 * n * n, num_own=NUM_OWN),
        side=board.size,
        partner=partner,
        limit=int(options["stall_limit"]),
    )


def longest_game(rules: Rules) -> int:
    """Towers, choice, and SYR-11 between sinks; SYR-5 sets no bound to the exchanges."""
    tiles = int((rules.partner >= 0).sum())
    return MOST_EXCHANGES + 5 + (tiles + 1) * rules.limit


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """Make ready a state in whose cells the tiles lie already (SYR-3)."""
    base = own_part(rules)
    state[base : base + NUM_OWN] = 0
    state[base + TOWER : base + TOWER + 4] = NOWHERE
    state[FIRST] = -1
    state[VACANT] = 0
    for cell in range(rules.num_cells):
        state[VACANT] += state[CELLS + cell] != EMPTY
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    state[PHASE] = REPAIR if needs_repair(rules, sets) else TOWERS


@inlined
def sets_up(rules: Rules, state: IntArray16) -> bool:
    """Whether the board is still being set up (SYR-4, SYR-5)."""
    return bool(state[PHASE] < CHOICE)


@kernel
def in_turn(rules: Rules, state: IntArray16) -> bool:
    """Whether the set-up, which is one turn, is under way."""
    return bool(state[PHASE] == REPAIR or state[PHASE] == TOWERS)


@inlined
def has_sets(rules: Rules) -> bool:
    return False


@inlined
def may_repeat(rules: Rules) -> bool:
    return True


@inlined
def num_towers(rules: Rules) -> int:
    return 4


@inlined
def first_tower(rules: Rules) -> int:
    return own_part(rules) + TOWER


def phase(rules: Rules, state: IntArray16) -> str:
    return PHASE_NAMES[state[PHASE]]


def tower_cells(rules: Rules, state: IntArray16) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cells = state[own_part(rules) + TOWER :][:4].tolist()
    light, dark = (
        tuple(cell for cell in pair if cell != NOWHERE) for pair in (cells[:2], cells[2:])
    )
    return light, dark


def turn_actions(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """The towers placed so far; exchanges are not among them: the tiles lie where they were put."""
    if state[PHASE] != TOWERS:
        return ()
    light, dark = tower_cells(rules, state)
    n = rules.num_cells
    return (*(n + cell for cell in light), *(2 * n + cell for cell in dark))


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Carry out a legal action of any phase."""
    n = rules.num_cells
    if state[PHASE] == PLAY:
        _play(rules, state, action)
    elif action >= 4 * n:  # SYR-6: person 1 chooses, light moves first
        state[FIRST] = 1 if action == 4 * n else 0
        state[PLAYER] = state[FIRST]
        state[PHASE] = PLAY
        state[TURN] += 1
    elif action >= 3 * n:
        _exchange(rules, state, action - 3 * n)
    else:
        _place_tower(rules, state, action % n)


@kernel
def _exchange(rules: Rules, state: IntArray16, cell: int) -> None:
    """SYR-5: swap the two tiles of a pair; towers follow when no repair is needed any more."""
    here, there = CELLS + cell, CELLS + int(rules.partner[cell])
    state[here], state[there] = state[there], state[here]
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    if not needs_repair(rules, sets):
        state[PHASE] = TOWERS


@kernel
def _place_tower(rules: Rules, state: IntArray16, cell: int) -> None:
    """SYR-4; after the fourth tower person 1 chooses a side."""
    _set_tower(rules, state, int(state[PLACED]), cell)
    state[PLACED] += 1
    if state[PLACED] == 4:
        state[PLACED] = 0
        state[PHASE] = CHOICE
        state[PLAYER] = 1
        state[TURN] += 1


@kernel
def _set_tower(rules: Rules, state: IntArray16, tower: int, cell: int) -> None:
    """Put a tower on a cell and keep its pair in ascending order, the unplaced last."""
    pair = own_part(rules) + TOWER + tower // 2 * 2
    state[own_part(rules) + TOWER + tower] = cell
    if state[pair + 1] != NOWHERE and state[pair] > state[pair + 1]:
        state[pair], state[pair + 1] = state[pair + 1], state[pair]


@kernel
def _play(rules: Rules, state: IntArray16, action: int) -> None:
    """SYR-8: move, sink, slide or pass, then see whether that ends the game."""
    n = rules.num_cells
    colour = COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2
    kind = PASS
    if action < n:
        kind = SINK
        state[CELLS + action] = EMPTY
        state[VACANT] -= 1
    elif action > 4 * n + 2:
        step = action - 4 * n - 3
        kind = MOVE_ONE if step < n * n else SLIDE_ONE
        source, target = step % (n * n) // n, step % n
        if kind == SLIDE_ONE:
            state[CELLS + target] = state[CELLS + source]
            state[CELLS + source] = EMPTY
        tower = 2 * (colour - 1)
        if state[own_part(rules) + TOWER + tower] != source:
            tower += 1
        _set_tower(rules, state, tower, target)
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    finish_turn(rules, state, sets, colour, kind)


@kernel
def finish_turn(rules: Rules, state: IntArray16, sets: IntArray64, colour: int, kind: int) -> None:
    """Count the turn, then the endings of SYR-9 to SYR-11 in order."""
    base = own_part(rules)
    if kind == SINK:
        state[base + SUNK + colour - 1] += 1
        state[base + SUNK + 2 - colour] = 0
        state[base + LAST_SINKER] = colour
        state[WITHOUT_SINK] = 0
    else:
        state[WITHOUT_SINK] += 1
    if kind == PASS:
        state[base + PASSES + colour - 1] += 1
    else:
        state[base + PASSES + colour - 1] = 0
    if state[TURN] < LAST_TURN:
        state[TURN] += 1
    # Only a sink or a slide changes what SYR-9 asks for.
    if not reshapes(kind) or not check_goals(rules, state, sets):
        check_initiative(rules, state, colour)
    if state[RESULT] == RUNNING:
        state[PLAYER] = 1 - state[PLAYER]


@kernel
def check_goals(rules: Rules, state: IntArray16, sets: IntArray64) -> bool:
    """SYR-9 for both sides; if both meet one, SYR-10."""
    base = own_part(rules)
    light = state[base + SUNK] >= RACE or has_island(rules, sets, COLOUR_1)
    dark = state[base + SUNK + 1] >= RACE or has_island(rules, sets, COLOUR_2)
    if light and dark:
        win(state, initiative(rules, state), BY_BOTH)
    elif light or dark:
        colour = COLOUR_1 if light else COLOUR_2
        reason = BY_QUICKSAND if state[base + SUNK + colour - 1] >= RACE else BY_ISLAND
        win(state, person_of(state, colour), reason)
    return light or dark


@kernel
def check_initiative(rules: Rules, state: IntArray16, colour: int) -> None:
    """SYR-10's passes and SYR-11's stall."""
    base = own_part(rules)
    mine, other = state[base + PASSES + colour - 1], state[base + PASSES + 2 - colour]
    if (mine > 0 and other > 0) or mine >= MOST_PASSES:
        win(state, initiative(rules, state), BY_PASSES)
    elif state[WITHOUT_SINK] >= rules.limit:
        win(state, initiative(rules, state), BY_STALL)


@kernel
def initiative(rules: Rules, state: IntArray16) -> int:
    """SYR-10: the person whose side sank last; light if none has."""
    sinker = int(state[own_part(rules) + LAST_SINKER])
    return person_of(state, COLOUR_2 if sinker == COLOUR_2 else COLOUR_1)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the end; once play has begun the cells stay as they are."""
    while state[PHASE] != PLAY:
        apply(rules, state, int(work[below(rng, legal(rules, state, work, work))]), work)
    stride = rules.side + 1
    stream = open_stream(rng)
    sets = np.empty(NUM_SETS, dtype=np.int64)
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
        carry_out(sets, towers, kind, target)
        if reshapes(kind):
            box = bounding_box(int(sets[TILES]), rules.side)
        finish_turn(rules, state, sets, colour, kind)


@kernel
def carry_out(sets: IntArray64, towers: int, kind: int, target: int) -> None:
    """Sink, move or slide on a board of bits."""
    if kind == SINK:
        for tiles in (TILES, LIGHT, CIRCLE):
            sets[tiles] &= ~target
    elif kind != PASS:
        tower = towers + int(kind == MOVE_TWO or kind == SLIDE_TWO)
        if kind >= SLIDE_ONE:
            for tiles in (TILES, LIGHT, CIRCLE):
                if sets[tiles] & sets[tower]:
                    sets[tiles] ^= sets[tower] | target
        sets[tower] = target


PLANES = (
    "tile of my colour and shape",
    "tile of my colour only",
    "tile of my shape only",
    "tile of neither",
    "my towers",
    "their towers",
    *PERSON_PLANES,
    "repair",
    "towers",
    "choice",
    "i sank",
    "they sank",
    "i passed",
    "they passed",
    "i sank last",
    "they sank last",
    "turns left",
)
TILE_PLANES, MY_TOWERS, ACTING, HOLDING_FIRST, PHASES, COUNTS = 0, 4, 6, 7, 8, 11


@inlined
def observe(
    rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray, work: IntArray16
) -> None:
    """Before a side was chosen (SYR-6) both persons see the board as light does."""
    spots, area = grid.spots, grid.cells.shape[0]
    for i in range(UNSIGNED(out.shape[0])):
        out[i] = 0
    light = state[FIRST] == person or state[FIRST] == NOBODY
    for cell in range(rules.num_cells):
        tile = int(state[CELLS + cell])
        if tile != 0:
            kind = tile - LIGHT_CIRCLE  # light circle and square, dark circle and square
            out[(TILE_PLANES + (kind if light else 3 - kind)) * area + spots[cell]] = 1
    base = own_part(rules)
    me, them = (0, 1) if light else (1, 0)
    for i in range(4):
        cell = int(state[base + TOWER + i])
        if cell != NOWHERE:
            out[(MY_TOWERS + int(i // 2 != me)) * area + spots[cell]] = 1
    fill(out, ACTING, area, int(state[PLAYER] == person))
    fill(out, HOLDING_FIRST, area, int(state[FIRST] == person))
    if state[PHASE] < PLAY:
        fill(out, PHASES + int(state[PHASE]), area, 1)
    fill(out, COUNTS, area, int(state[base + SUNK + me]))
    fill(out, COUNTS + 1, area, int(state[base + SUNK + them]))
    fill(out, COUNTS + 2, area, int(state[base + PASSES + me]))
    fill(out, COUNTS + 3, area, int(state[base + PASSES + them]))
    fill(out, COUNTS + 4, area, int(state[base + LAST_SINKER] == me + 1))
    fill(out, COUNTS + 5, area, int(state[base + LAST_SINKER] == them + 1))
    fill(out, COUNTS + 6, area, rules.limit - int(state[WITHOUT_SINK]))


# What each side joins (SYR-9): its colour, then its shape, each with the tiles that have it.
SIDES = (
    (("light", (LIGHT_CIRCLE, LIGHT_SQUARE)), ("circle", (LIGHT_CIRCLE, DARK_CIRCLE))),
    (("dark", (DARK_CIRCLE, DARK_SQUARE)), ("square", (LIGHT_SQUARE, DARK_SQUARE))),
)


def standing(rules: Rules, state: IntArray16, colour: int) -> Standing:
    """Towers, islands left to join, and the race of SYR-9."""
    base = own_part(rules)
    towers = state[base + TOWER + 2 * (colour - 1) :][:2]
    (_, colours), (_, shapes) = SIDES[colour - 1]
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
