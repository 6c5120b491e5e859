"""Kitaran by Xifeng: place or convert, the majority wins. Rules KIT-1 to KIT-4.

What each kernel does is said in games/contract.py. Actions: 0..n-1 place on a cell, n..2n-1
convert with the stone on cell action - n, 2n swaps.
"""

from typing import NamedTuple

from skerry.core.bits import MAX_SIDE, beside, bit_of, count_bits, nth_bit
from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    BY_CYCLE,
    BY_MAJORITY,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    COUNT_B,
    EMPTY,
    LAST_TURN,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
    IntArray64,
    new_work,
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import colour_to_move, decide, draw, may_swap, swap_persons
from skerry.games.dispatch import common_fields
from skerry.games.info import Options
from skerry.games.observation import OWN_PLANE, STONE_PLANES, ByteArray, Grid, fill, observe_stones

CONVERSIONS = COUNT_A  # conversions in a row, without a placement (KIT-4)
NUM_FROZEN = (
    COUNT_B  # stones placed or converted in the previous turn (KIT-2), listed after the wall
)


MOST_FROZEN = 4  # a conversion turns no more stones than there are neighbours


class Rules(NamedTuple):
    """The rules of Kitaran; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    side: int  # cells along a side
    double_komi: int  # in half points (KIT-3)
    limit: int  # conversions in a row after which none is legal (KIT-4)
    drawn_at: int  # conversions in a row that draw the game; above `limit` where none do


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    limit = int(options["cycle_limit"])
    return Rules(
        *common_fields(board, options, num_actions=2 * n + 1, num_own=MOST_FROZEN),
        side=board.size,
        double_komi=round(2 * float(options["komi"])),
        limit=limit,
        drawn_at=limit if options["cycle"] == "draw" else limit + 1,
    )


def longest_game(rules: Rules) -> int:
    """Before each stone there are fewer conversions than `drawn_at`, or a draw; and the swap."""
    return rules.num_cells * rules.drawn_at + 1


@kernel
def frozen_stones(rules: Rules) -> int:
    """Where a state lists the stones that KIT-2 protects, ascending (NUM_FROZEN of them)."""
    return CELLS + rules.num_cells + 1


@inlined
def may_convert(rules: Rules, state: IntArray16, cell: int, colour: int) -> bool:
    """KIT-1, KIT-2, KIT-4: enemy stones are adjacent, none frozen, and the limit not reached."""
    if state[CELLS + cell] != colour or state[CONVERSIONS] >= rules.limit:
        return False
    enemies = 0
    for k in range(rules.neighbours.shape[1]):
        other = rules.neighbours[cell, k]
        if state[CELLS + other] == COLOUR_1 + COLOUR_2 - colour:
            if is_frozen(rules, state, int(other)):
                return False
            enemies += 1
    return enemies > 0


@inlined
def is_frozen(rules: Rules, state: IntArray16, cell: int) -> bool:
    """KIT-2: the stone was placed or converted in the previous turn."""
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        if state[listed + slot] == cell:
            return True
    return False


@inlined
def has_sets(rules: Rules) -> bool:
    return False


@kernel
def in_turn(rules: Rules, state: IntArray16) -> bool:
    return False


@inlined
def may_repeat(rules: Rules) -> bool:
    return True


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """KIT-1: any vacant cell, any conversion that KIT-2 and KIT-4 allow."""
    count = 0
    colour = colour_to_move(state)
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            out[count] = cell
            count += 1
    for cell in range(rules.num_cells):
        if may_convert(rules, state, cell, colour):
            out[count] = rules.num_cells + cell
            count += 1
    if may_swap(rules, state):
        out[count] = 2 * rules.num_cells
        count += 1
    return count


def protected_stones(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """The stones that KIT-2 protects."""
    first = frozen_stones(rules)
    return tuple(state[first : first + int(state[NUM_FROZEN])].tolist())


def turn_actions(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    return ()


def score(rules: Rules, state: IntArray16, colour: int) -> float:
    """KIT-3: a colour's stones, with komi for the second."""
    return final_score(rules, state, colour, new_work(rules))


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, convert or swap; each is a whole turn."""
    if action == 2 * rules.num_cells:
        _thaw(rules, state)
        swap_persons(rules, state)
        return
    colour = colour_to_move(state)
    _change(rules, state, action, colour)
    if state[TURN] < LAST_TURN:
        state[TURN] += 1
    if state[VACANT] == 0:
        decide(state, lead(rules, state), BY_MAJORITY)
    elif state[CONVERSIONS] >= rules.drawn_at:
        draw(state, BY_CYCLE)
    else:
        state[PLAYER] = 1 - state[PLAYER]


@inlined
def _thaw(rules: Rules, state: IntArray16) -> None:
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        state[listed + slot] = 0
    state[NUM_FROZEN] = 0


@inlined
def _change(rules: Rules, state: IntArray16, action: int, colour: int) -> None:
    """Carry out a placement or conversion; its stones are the frozen ones of the next turn."""
    _thaw(rules, state)
    listed = frozen_stones(rules)
    if action < rules.num_cells:
        state[CELLS + action] = colour
        state[VACANT] -= 1
        state[CONVERSIONS] = 0
        state[listed] = action
        state[NUM_FROZEN] = 1
        return
    count = 0
    for k in range(rules.neighbours.shape[1]):
        other = rules.neighbours[action - rules.num_cells, k]
        if state[CELLS + other] == COLOUR_1 + COLOUR_2 - colour:
            state[CELLS + other] = colour
            state[listed + count] = other
            count += 1
    state[NUM_FROZEN] = count
    state[CONVERSIONS] += 1


@kernel
def lead(rules: Rules, state: IntArray16) -> int:
    """KIT-3: the first colour's stones minus the second's minus komi, in half points."""
    total = -rules.double_komi
    for cell in range(rules.num_cells):
        content = state[CELLS + cell]
        total += 2 * (int(content == COLOUR_1) - int(content == COLOUR_2))
    return total


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """KIT-3: a colour's stones, with komi for the second."""
    stones = 0
    for cell in range(rules.num_cells):
        stones += state[CELLS + cell] == colour
    return stones + (0.5 * rules.double_komi if colour == COLOUR_2 else 0.0)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the end; on small boards much faster, with sets of bits."""
    if rules.side <= MAX_SIDE:
        _play_bits(rules, state, open_stream(rng), work)
    else:
        _play_cells(rules, state, open_stream(rng))
    if state[VACANT] > 0:
        draw(state, BY_CYCLE)
    else:
        decide(state, lead(rules, state), BY_MAJORITY)


@kernel
def _play_cells(rules: Rules, state: IntArray16, stream: int) -> None:
    """Random actions until the board is full or the game is drawn (KIT-4).

    Each cell offers the mover at most one action: a placement if it is vacant, a conversion if it
    holds an own stone. Drawing cells until one offers any makes every legal action equally likely.
    """
    colour = colour_to_move(state)
    while state[VACANT] > 0 and state[CONVERSIONS] < rules.drawn_at:
        stream = advance(stream)
        cell = pick(stream, rules.num_cells)
        content = state[CELLS + cell]
        if content == EMPTY:
            _change(rules, state, cell, colour)
        elif content == colour and may_convert(rules, state, cell, colour):
            _change(rules, state, rules.num_cells + cell, colour)
        else:
            continue
        colour = COLOUR_1 + COLOUR_2 - colour


@kernel
def _play_bits(rules: Rules, state: IntArray16, stream: int, vacant: IntArray16) -> None:
    """The same with sets: the mover's stones, the other's, and those that KIT-2 protects."""
    stride = rules.side + 1
    colour = colour_to_move(state)
    mine, theirs = (
        stones_of(rules, state, colour),
        stones_of(rules, state, COLOUR_1 + COLOUR_2 - colour),
    )
    left, conversions = int(state[VACANT]), int(state[CONVERSIONS])
    frozen = frozen_set(rules, state)
    list_vacant_bits(rules, state, vacant)
    while left > 0 and conversions < rules.drawn_at:
        stones = mine & beside(theirs, stride) & ~beside(frozen, stride)  # that may convert
        if conversions == rules.limit:
            stones = 0  # KIT-4
        stream = advance(stream)
        choice = pick(stream, left + count_bits(stones))
        if choice < left:
            left -= 1
            frozen = 1 << int(vacant[choice])
            vacant[choice] = vacant[left]
            conversions = 0
        else:
            frozen = theirs & beside(nth_bit(stones, choice - left), stride)
            theirs ^= frozen
            conversions += 1
        mine, theirs = theirs, mine | frozen
        colour = COLOUR_1 + COLOUR_2 - colour
    put_stones(rules, state, mine, theirs, colour)
    state[VACANT] = left


@kernel
def stones_of(rules: Rules, state: IntArray16, colour: int) -> int:
    """The set of a colour's stones, on a board of at most MAX_SIDE."""
    stones = 0
    for column in range(rules.side):
        for row in range(rules.side):
            here = int(state[CELLS + column * rules.side + row] == colour)
            stones |= here << column * (rules.side + 1) + row
    return stones


@kernel
def frozen_set(rules: Rules, state: IntArray16) -> int:
    """The set of stones that KIT-2 protects, on a board of at most MAX_SIDE."""
    frozen = 0
    for slot in range(int(state[NUM_FROZEN])):
        frozen |= bit_of(int(state[frozen_stones(rules) + slot]), rules.side)
    return frozen


@kernel
def list_vacant_bits(rules: Rules, state: IntArray16, vacant: IntArray16) -> None:
    """Write the vacant cells, as places in a set; the array has room for one more."""
    count = 0
    for column in range(rules.side):
        for row in range(rules.side):
            vacant[count] = column * (rules.side + 1) + row
            count += state[CELLS + column * rules.side + row] == EMPTY


@kernel
def put_stones(rules: Rules, state: IntArray16, mine: int, theirs: int, colour: int) -> None:
    """Write all cells; `mine` are the stones of `colour`."""
    for column in range(rules.side):
        for row in range(rules.side):
            bit = column * (rules.side + 1) + row
            state[CELLS + column * rules.side + row] = (mine >> bit & 1) * colour + (
                theirs >> bit & 1
            ) * (COLOUR_1 + COLOUR_2 - colour)


PLANES = (
    *("protected" if name == "placed this turn" else name for name in STONE_PLANES),
    "conversions left",
)


@inlined
def observe(
    rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray, work: IntArray16
) -> None:
    """Stones, those that KIT-2 protects marked, and KIT-4's counter."""
    observe_stones(rules, grid, state, person, int(state[NUM_FROZEN]), out, work)
    left = rules.limit - int(state[CONVERSIONS])
    fill(out, OWN_PLANE, grid.cells.shape[0], left)


def is_one_action(rules: Rules, state: IntArray16) -> bool:
    """Always: a turn is a placement or a conversion."""
    return True
