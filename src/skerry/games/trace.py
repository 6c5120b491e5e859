"""Whole games for the lab: played on at random, and measured action by action, in one call."""

import numpy as np

from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    CELLS,
    EMPTY,
    FIRST,
    LEGAL_ROOM,
    NOWHERE,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    BoolArray,
    FloatArray,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.rng import below
from skerry.games import dispatch
from skerry.games.contract import first_tower, may_repeat, num_towers

# What `trace` measures, by its place in `numbers`.
STONES, DECISIONS, LOG_ACTIONS, COVERED, REPEATED, FIRST_TURN = range(6)
NUM_NUMBERS = 6

PRIME = 2**31 - 1  # of both hashes; products stay below 2**62
BASE_1, BASE_2 = 48_271, 69_621  # multipliers (Park and Miller, 1988 and 1993)


@kernel
def trace(
    rules: Rules,
    state: IntArray16,
    actions: IntArray16,
    num_given: int,
    at_random: bool,
    rng: IntArray64,
    numbers: FloatArray,
    seen: IntArray64,
) -> int:
    """Play the given actions in place and, if asked to, random ones to the end.

    Args:
        rules: of the game.
        state: the start; afterwards the last position.
        actions: legal ones, int16 of shape (room,); random ones are written behind the given ones.
        num_given: how many are given.
        at_random: whether to play on, every legal action being equally likely.
        rng: generator for that.
        numbers: float64 of shape (NUM_NUMBERS,), overwritten: stones placed, actions with an
            alternative, the sum of log10 of the numbers of legal actions, cells whose contents ever
            changed, actions that led to a position seen before (the same board, colours and person
            to act), actions of the first turn.
        seen: int64 of shape (room + 1,), scratch space.

    Returns:
        The number of actions played. The game is over, or nothing more was to be played, or there
        was no room.
    """
    work, legal = np.empty(rules.work_size, np.int16), np.empty(LEGAL_ROOM, np.int16)
    before, touched = np.empty(rules.state_size, np.int16), np.zeros(rules.num_cells, np.bool_)
    numbers[:] = 0
    comes_back = may_repeat(rules)
    seen[0] = position_hash(rules, state)
    count = 0
    while state[RESULT] == RUNNING and count < actions.shape[0]:
        if count >= num_given and not at_random:
            break
        num_legal = dispatch.legal(rules, state, legal, work)
        numbers[DECISIONS] += num_legal > 1
        numbers[LOG_ACTIONS] += np.log10(num_legal)
        if count >= num_given:
            actions[count] = legal[below(rng, num_legal)]
        before[:] = state
        dispatch.apply(rules, state, int(actions[count]), work)
        count += 1
        for cell in range(rules.num_cells):
            if state[CELLS + cell] != before[CELLS + cell]:
                touched[cell] = True
                numbers[STONES] += before[CELLS + cell] == EMPTY
        if num_towers(rules) > 0:
            _touch_towers(rules, before, state, touched)
        if before[TURN] == 0:
            numbers[FIRST_TURN] = count
        if comes_back:
            seen[count] = position_hash(rules, state)
            numbers[REPEATED] += _is_among(seen, count)
    numbers[COVERED] = touched.sum()
    if num_towers(rules) > 0:
        numbers[STONES] = 0  # tiles come to empty cells there, by sliding
    return count


@kernel
def position_hash(rules: Rules, state: IntArray16) -> int:
    """A hash of board, colours and person to act: 62 bits, equal for equal ones."""
    # After a swap or choice of colours the board is as it was, but not what it means for a person.
    persons = 3 * int(state[FIRST]) + int(state[PLAYER])
    first, second = persons + 5, persons + 7
    for cell in range(rules.num_cells):
        first = (first * BASE_1 + int(state[CELLS + cell]) + 1) % PRIME
        second = (second * BASE_2 + int(state[CELLS + cell]) + 1) % PRIME
    towers = first_tower(rules)
    for tower in range(num_towers(rules)):
        first = (first * BASE_1 + int(state[towers + tower]) + 2) % PRIME
        second = (second * BASE_2 + int(state[towers + tower]) + 2) % PRIME
    return first << 31 | second


@inlined
def _is_among(seen: IntArray64, count: int) -> bool:
    """Whether the last hash is one of those before it."""
    for k in range(count):
        if seen[k] == seen[count]:
            return True
    return False


@inlined
def _touch_towers(rules: Rules, before: IntArray16, after: IntArray16, touched: BoolArray) -> None:
    """Cells that a tower came to."""
    towers = first_tower(rules)
    for tower in range(num_towers(rules)):
        cell = after[towers + tower]
        if cell != before[towers + tower] and cell != NOWHERE:
            touched[cell] = True
