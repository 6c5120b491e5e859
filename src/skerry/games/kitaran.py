"""Kitaran by Xifeng: place or convert, the majority wins. Rules KIT-1 to KIT-4.

The kernels are those of spry.py. Actions: 0..n-1 place on a cell, n..2n-1 convert with the stone on
cell action - n, 2n swaps.
"""

from ..core.jit import kernel
from ..core.layout import (
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
    Rules,
)
from ..core.rng import below
from ..core.turns import colour_to_move, draw, may_swap, person_of, swap_persons, win

CONVERSIONS = COUNT_A  # conversions in a row, without a placement (KIT-4)
NUM_FROZEN = COUNT_B  # stones placed or converted in the previous turn (KIT-2), listed after the wall


@kernel
def frozen_stones(rules: Rules) -> int:
    """Where a state lists the stones that KIT-2 protects, ascending (NUM_FROZEN of them)."""
    return CELLS + rules.num_cells + 1


@kernel
def may_convert(rules: Rules, state: IntArray16, cell: int, colour: int) -> bool:
    """KIT-1 and KIT-2: at least one enemy stone is adjacent, and none of them is frozen."""
    if state[CELLS + cell] != colour:
        return False
    enemies = 0
    for k in range(rules.neighbours.shape[1]):
        other = rules.neighbours[cell, k]
        if state[CELLS + other] == COLOUR_1 + COLOUR_2 - colour:
            if is_frozen(rules, state, int(other)):
                return False
            enemies += 1
    return enemies > 0


@kernel
def is_frozen(rules: Rules, state: IntArray16, cell: int) -> bool:
    """KIT-2: the stone was placed or converted in the previous turn."""
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        if state[listed + slot] == cell:
            return True
    return False


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """KIT-1: any vacant cell, any conversion that KIT-2 allows."""
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
        _finish(rules, state)
    elif state[CONVERSIONS] >= rules.limit:
        draw(state, BY_CYCLE)
    else:
        state[PLAYER] = 1 - state[PLAYER]


@kernel
def _thaw(rules: Rules, state: IntArray16) -> None:
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        state[listed + slot] = 0
    state[NUM_FROZEN] = 0


@kernel
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
        if state[CELLS + cell] == COLOUR_1:
            total += 2
        elif state[CELLS + cell] == COLOUR_2:
            total -= 2
    return total


@kernel
def _finish(rules: Rules, state: IntArray16) -> None:
    """KIT-3: the majority wins, an equal count is a draw."""
    ahead = lead(rules, state)
    if ahead == 0:
        draw(state, BY_MAJORITY)
    else:
        win(state, person_of(state, COLOUR_1 if ahead > 0 else COLOUR_2), BY_MAJORITY)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the end.

    Each cell offers the mover at most one action: a placement if it is vacant, a conversion if it
    holds an own stone. Drawing cells until one offers any makes every legal action equally likely.
    """
    colour = colour_to_move(state)
    while state[VACANT] > 0:
        cell = below(rng, rules.num_cells)
        content = state[CELLS + cell]
        if content == EMPTY:
            _change(rules, state, cell, colour)
        elif content == colour and may_convert(rules, state, cell, colour):
            _change(rules, state, rules.num_cells + cell, colour)
            if state[CONVERSIONS] >= rules.limit:
                draw(state, BY_CYCLE)
                return
        else:
            continue
        colour = COLOUR_1 + COLOUR_2 - colour
    _finish(rules, state)
