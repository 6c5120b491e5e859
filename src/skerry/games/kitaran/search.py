"""What search and solver must know of Kitaran."""

import numpy as np

from skerry.core.bits import MAX_SIDE, beside, bit_of, count_bits, nth_bit
from skerry.core.jit import kernel
from skerry.core.layout import (
    BY_CYCLE,
    BY_MAJORITY,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    MARKED,
    VACANT,
    FloatArray32,
    IntArray16,
    IntArray64,
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import colour_to_move, decide, draw
from skerry.games.contract import note_owners
from skerry.games.kitaran import kernels as kitaran
from skerry.games.kitaran.kernels import CONVERSIONS, NUM_FROZEN, Rules, frozen_stones
from skerry.games.kitaran.retrograde import Retrograde
from skerry.games.kitaran.retrograde import prefers_exact_method as prefers_exact_method
from skerry.games.ruleset import RuleSet


@kernel
def counter_of(rules: Rules, state: IntArray16) -> int:
    """Conversions in a row (KIT-4)."""
    return int(state[CONVERSIONS])


@kernel
def counter_end(rules: Rules) -> int:
    """KIT-4's limit."""
    return rules.limit


@kernel
def rising(rules: Rules, state: IntArray16, goal_is_win: bool) -> int:
    """With `draw` a higher counter is nearer to the draw: it helps whoever does not want to lose.

    With `place` it may help or harm either: who must place at the limit can depend on its parity.
    """
    if rules.drawn_at > rules.limit:
        return 0
    return -1 if goal_is_win else 1


def may_be_drawn(rules: Rules) -> bool:
    """By KIT-4, or by KIT-3 where all cells and komi can be halved."""
    by_cycle = rules.drawn_at == rules.limit
    return by_cycle or (2 * rules.num_cells - rules.double_komi) % 4 == 0


@kernel
def list_marks(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    """KIT-2: the mover's stones beside a frozen one, each once; of these alone it matters."""
    n = rules.num_cells
    begin = count
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        frozen = int(state[listed + slot])
        for k in range(rules.neighbours.shape[1]):
            cell = int(rules.neighbours[frozen, k])
            content = int(state[CELLS + cell])
            if cell != n and content != EMPTY and content != state[CELLS + frozen]:
                known = False
                for i in range(begin, count):
                    known = known or out[i] == MARKED * n + cell
                if not known:
                    out[count] = MARKED * n + cell
                    count += 1
    return count


TRIES = 2  # actions drawn, of which the one that touches most is played


@kernel
def guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """As `contract.guided_playout`; at random on boards that are too large for sets of bits."""
    if rules.side <= MAX_SIDE:
        _play_bits(rules, state, rng, work, taken)
    else:
        kitaran.playout(rules, state, rng, work)
        note_owners(rules, state, taken)


@kernel
def _play_bits(
    rules: Rules, state: IntArray16, rng: IntArray64, vacant: IntArray16, taken: FloatArray32
) -> None:
    """Of two random actions, the one with more contact, to the end of the game, in place.

    A stone beside enemy stones bars their conversion for a turn (KIT-2): placements count one and
    each enemy stone beside them, conversions each stone they turn. Converting as much as possible
    plays badly: docs/search.md has the figures.
    """
    stride = rules.side + 1
    colour = colour_to_move(state)
    mine = kitaran.stones_of(rules, state, colour)
    theirs = kitaran.stones_of(rules, state, COLOUR_1 + COLOUR_2 - colour)
    frozen = kitaran.frozen_set(rules, state)
    left, conversions = int(state[VACANT]), int(state[kitaran.CONVERSIONS])
    kitaran.list_vacant_bits(rules, state, vacant)
    placed, others_placed = 0, 0  # cells on which the mover and the other have placed
    converted, others_converted = 0, 0  # and with which they have converted
    stream = open_stream(rng)
    while left > 0 and conversions < rules.drawn_at:
        stones = mine & beside(theirs, stride) & ~beside(frozen, stride)  # that may convert
        if conversions == rules.limit:
            stones = 0  # KIT-4
        num_actions = left + count_bits(stones)
        most, choice, source = -1, 0, 0
        for _ in range(TRIES):
            stream = advance(stream)
            drawn = pick(stream, num_actions)
            cell = 1 << int(vacant[drawn]) if drawn < left else nth_bit(stones, drawn - left)
            contact = count_bits(beside(cell, stride) & theirs) + int(drawn < left)
            if contact > most:
                most, choice, source = contact, drawn, cell
        if choice < left:
            left -= 1
            vacant[choice] = vacant[left]
            frozen = source
            conversions = 0
            placed |= source
        else:
            frozen = theirs & beside(source, stride)
            theirs ^= frozen
            conversions += 1
            converted |= source
        mine, theirs = theirs, mine | frozen
        placed, others_placed = others_placed, placed
        converted, others_converted = others_converted, converted
        colour = COLOUR_1 + COLOUR_2 - colour
    mover, other = colour - COLOUR_1, COLOUR_2 - colour
    for cell in range(rules.num_cells):
        bit = bit_of(cell, rules.side)
        taken[mover, cell] = np.float32(placed & bit != 0)
        taken[other, cell] = np.float32(others_placed & bit != 0)
        taken[mover, rules.num_cells + cell] = np.float32(converted & bit != 0)
        taken[other, rules.num_cells + cell] = np.float32(others_converted & bit != 0)
    kitaran.put_stones(rules, state, mine, theirs, colour)
    state[VACANT] = left
    if left > 0:
        draw(state, BY_CYCLE)
    else:
        decide(state, kitaran.lead(rules, state), BY_MAJORITY)


def exact_method(rules: Rules, rule_set: RuleSet) -> Retrograde:
    """Retrograde analysis, for positions that conversions lead around in circles."""
    return Retrograde(rule_set)


AROUND = 15  # ways in which the neighbours of a vacant cell may be split: own, other
OF_STONE = 10  # enemies beside it, 0 to 4, and whether it or one of them is protected
OF_CELL = AROUND + 2 * OF_STONE
MOST_LEFT = 8  # conversions before the limit that are told apart
MOST_LEAD = 20  # half points of a lead that are told apart


def features_of_cell(rules: Rules) -> int:
    """What lies on it and around it."""
    return OF_CELL


def num_features(rules: Rules) -> int:
    """Of each cell; of vacant cells, conversions left, komi and lead."""
    n = rules.num_cells
    return n * OF_CELL + (n + 1) + (MOST_LEFT + 1) + 2 * (2 * MOST_LEAD + 1)


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """What lies on each cell and around it; what counts at the end."""
    n = rules.num_cells
    mine = colour_to_move(state)
    theirs = COLOUR_1 + COLOUR_2 - mine
    protected = work[: n + 1]
    for cell in range(n + 1):
        protected[cell] = 0
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        protected[state[listed + slot]] = 1
    lead = 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        own, other, barred = 0, 0, int(protected[cell])
        for k in range(4):
            beside_it = int(rules.neighbours[cell, k])
            there = int(state[CELLS + beside_it])
            own += there == mine
            other += there == theirs
            barred |= int(protected[beside_it])
        if content == EMPTY:
            kind = own * 5 - own * (own - 1) // 2 + other
        elif content == mine:
            kind = AROUND + 2 * other + barred
            lead += 2
        else:
            kind = AROUND + OF_STONE + 2 * own + int(protected[cell])
            lead -= 2
        out[cell] = cell * OF_CELL + kind
    base = n * OF_CELL
    out[n] = base + state[VACANT]
    base += n + 1
    out[n + 1] = base + min(MOST_LEFT, rules.limit - int(state[CONVERSIONS]))
    base += MOST_LEFT + 1
    komi = rules.double_komi if mine == COLOUR_2 else -rules.double_komi
    out[n + 2] = base + min(max(komi, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
    base += 2 * MOST_LEAD + 1
    out[n + 3] = base + min(max(lead + komi, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
    return n + 4
