"""Spry by Nick Bentley: spread your stones, connect three colours. Rules SPRY-1 to SPRY-4.

    legal(rules, state, out, work) -> int      the legal actions, ascending
    apply(rules, state, action, work)          one legal action, in place
    playout(rules, state, rng, work)           random legal actions to the end, in place

Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from ..core.groups import flood
from ..core.jit import kernel
from ..core.layout import (
    BY_CONNECTION,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LOWEST,
    PLACED,
    PLAYER,
    VACANT,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rings import list_by_ring, take
from ..core.rng import below
from ..core.turns import (
    close_turn,
    colour_to_move,
    end_turn,
    may_swap,
    person_of,
    place_stone,
    swap_persons,
    win,
)

ALL_ARCS = 7


@kernel
def is_open(rules: Rules, state: IntArray16, cell: int) -> bool:
    """SPRY-2: k+1 stones fit the innermost ring used, that of this cell included."""
    innermost = min(rules.ring[cell], state[LOWEST])
    return state[CELLS + cell] == EMPTY and state[PLACED] + 1 <= innermost


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """SPRY-2: any open cell, and after the first stone the end of the turn."""
    count = 0
    for cell in range(rules.num_cells):
        if is_open(rules, state, cell):
            out[count] = cell
            count += 1
    if state[PLACED] > 0:
        out[count] = rules.num_cells
        count += 1
    if may_swap(rules, state):
        out[count] = rules.num_cells + 1
        count += 1
    return count


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, end or swap; SPRY-4 wins at once, and a turn to which nothing can be added ends."""
    if action == rules.num_cells:
        end_turn(rules, state)
        return
    if action == rules.num_cells + 1:
        swap_persons(rules, state)
        return
    place_stone(rules, state, action, colour_to_move(state))
    if connects(rules, state, action, work):
        close_turn(rules, state)
        win(state, int(state[PLAYER]), BY_CONNECTION)
    elif not _can_continue(rules, state):
        end_turn(rules, state)


@kernel
def connects(rules: Rules, state: IntArray16, cell: int, work: IntArray16) -> bool:
    """SPRY-4: the group of this stone touches yellow, blue and red."""
    seen = work[: rules.num_cells + 1]
    stack = work[rules.num_cells + 1 :]
    seen[:] = 0
    size = flood(rules, state, cell, seen, stack)
    arcs = 0
    for i in range(size):
        arcs |= rules.arcs[stack[i]]
    return arcs == ALL_ARCS


@kernel
def _can_continue(rules: Rules, state: IntArray16) -> bool:
    for i in range(rules.num_cells - 1, -1, -1):  # outermost first: a free cell is likeliest there
        if is_open(rules, state, int(rules.by_ring[i])):
            return True
    return False


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random actions; the board is filled, since only the winner's group can connect.

    On a full board exactly one colour connects (SPRY-3), and whoever has connected has cut the
    other off, so the winner on the full board is the one who connected first.
    """
    vacant = work[: rules.num_cells]
    starts = work[rules.num_cells : rules.num_cells + rules.num_rings + 2]
    left = list_by_ring(rules, state, vacant, starts)
    placed = int(state[PLACED])
    lowest = min(int(state[LOWEST]), rules.num_rings)
    colour = colour_to_move(state)
    while left > 0:
        first = int(starts[placed + 1]) if placed < lowest else left  # of the open cells
        choice = first
        if first < left:
            choice += below(rng, left - first + (placed > 0))
        if choice == left:  # the turn ends
            placed, lowest, colour = 0, rules.num_rings, COLOUR_1 + COLOUR_2 - colour
            continue
        cell = int(vacant[choice])
        ring = int(rules.ring[cell])
        take(rules, vacant, starts, choice, ring)
        state[CELLS + cell] = colour
        left -= 1
        placed += 1
        lowest = min(lowest, ring)
    state[VACANT] = 0
    winner = COLOUR_1 if _connected(rules, state, work) else COLOUR_2
    win(state, person_of(state, winner), BY_CONNECTION)


@kernel
def _connected(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Whether the first colour owns a group touching all three arcs."""
    seen = work[: rules.num_cells + 1]
    stack = work[rules.num_cells + 1 :]
    seen[:] = 0
    for start in range(rules.num_cells):
        # Such a group holds a cell that touches the bottom side or the lower right one: yellow.
        if rules.arcs[start] & 1 and state[CELLS + start] == COLOUR_1 and seen[start] == 0:
            size = flood(rules, state, start, seen, stack)
            arcs = 0
            for i in range(size):
                arcs |= rules.arcs[stack[i]]
            if arcs == ALL_ARCS:
                return True
    return False
