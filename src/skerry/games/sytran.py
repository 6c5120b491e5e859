"""Sytran by Christian Freeling: few groups, many stones. Rules SYT-1 to SYT-5.

The kernels are those of spry.py. Actions: 0..n-1 place on a cell, n swaps.
"""

from ..core.groups import find, group_sizes
from ..core.jit import kernel
from ..core.layout import (
    ANY_RING,
    BY_SCORE,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LOWEST,
    PLACED,
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
    draw,
    end_turn,
    may_swap,
    person_of,
    place_stone,
    swap_persons,
    win,
)


@kernel
def count_rings(rules: Rules, state: IntArray16, counts: IntArray16) -> None:
    """Write the number of vacant cells of each ring number into counts[1..num_rings]."""
    counts[: rules.num_rings + 1] = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            counts[rules.ring[cell]] += 1


@kernel
def must_fill(rules: Rules, state: IntArray16, counts: IntArray16) -> bool:
    """SYT-3: the turn began with fewer vacant cells than the lowest number among them."""
    lowest = int(state[LOWEST])
    for number in range(rules.num_rings, 0, -1):
        if counts[number] > 0:
            lowest = min(lowest, number)
    return state[PLACED] + state[VACANT] < lowest


@kernel
def mark_open_rings(
    rules: Rules, state: IntArray16, counts: IntArray16, open_rings: IntArray16
) -> None:
    """SYT-4: set open_rings[number] to 1 where a stone leaves the turn completable, else to 0."""
    if must_fill(rules, state, counts):
        open_rings[: rules.num_rings + 1] = 1
        return
    placed = int(state[PLACED])
    for number in range(1, rules.num_rings + 1):
        lowest = min(number, int(state[LOWEST]))
        open_rings[number] = counts[number] > 0 and _completable(
            rules, counts, placed + 1, lowest, number
        )


@kernel
def _completable(rules: Rules, counts: IntArray16, placed: int, lowest: int, last: int) -> bool:
    """SYT-2: after a stone on a cell of number `last`, some final lowest number can be met."""
    for final in range(placed, lowest + 1):
        available = 0
        for number in range(final, rules.num_rings + 1):
            available += counts[number] - (number == last)
        own = counts[final] - (final == last)
        missing = final - placed
        if available >= missing and (final == lowest or (missing > 0 and own > 0)):
            return True
    return False


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """SYT-4: cells from which SYT-2 or SYT-3 can still be completed; the swap of C-3."""
    open_rings = work[: rules.num_rings + 1]
    counts = work[rules.num_rings + 1 :]
    count_rings(rules, state, counts)
    mark_open_rings(rules, state, counts, open_rings)
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY and open_rings[rules.ring[cell]] == 1:
            out[count] = cell
            count += 1
    if may_swap(rules, state):
        out[count] = rules.num_cells
        count += 1
    return count


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place or swap; a turn ends with as many stones as its lowest number, or on a full board."""
    if action == rules.num_cells:
        swap_persons(rules, state)
        return
    place_stone(rules, state, action, colour_to_move(state))
    if state[VACANT] == 0:
        close_turn(rules, state)
        _finish(rules, state, work)
    elif state[PLACED] == state[LOWEST]:
        end_turn(rules, state)


@kernel
def score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """SYT-5: stones on the board minus the penalty for each group."""
    sizes = work[: rules.num_cells]
    groups = group_sizes(rules, state, colour, sizes, work[rules.num_cells :])
    total = 0
    for i in range(groups):
        total += sizes[i]
    return total - rules.penalty * groups


@kernel
def _finish(rules: Rules, state: IntArray16, work: IntArray16) -> None:
    _decide(state, score(rules, state, COLOUR_1, work) - score(rules, state, COLOUR_2, work))


@kernel
def _decide(state: IntArray16, lead: int) -> None:
    """SYT-5: the higher score wins, equal scores draw."""
    if lead == 0:
        draw(state, BY_SCORE)
    else:
        win(state, person_of(state, COLOUR_1 if lead > 0 else COLOUR_2), BY_SCORE)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the full board."""
    vacant = work[: rules.num_cells]
    rest = work[rules.num_cells :]
    starts = rest[: rules.num_rings + 2]
    open_rings = rest[rules.num_rings + 2 : 2 * rules.num_rings + 3]
    counts = rest[2 * rules.num_rings + 3 :]
    left = list_by_ring(rules, state, vacant, starts)
    colour = colour_to_move(state)
    while left > 0:
        placed = int(state[PLACED])
        first = int(starts[placed + 1])
        if left - starts[rules.num_rings] >= rules.num_rings:
            # Enough cells in the outermost ring to complete anything: SYT-4 asks for rings > placed.
            choice = first + below(rng, left - first)
        else:
            state[VACANT] = left
            choice = _choose(rules, state, starts, open_rings, counts, rng)
        cell = int(vacant[choice])
        ring = int(rules.ring[cell])
        take(rules, vacant, starts, choice, ring)
        state[CELLS + cell] = colour
        left -= 1
        state[PLACED] = placed + 1
        state[LOWEST] = min(int(state[LOWEST]), ring)
        if state[PLACED] == state[LOWEST]:
            state[PLACED], state[LOWEST], colour = 0, ANY_RING, COLOUR_1 + COLOUR_2 - colour
    state[VACANT] = 0
    _decide(state, _lead_on_full_board(rules, state, work))


@kernel
def _choose(
    rules: Rules,
    state: IntArray16,
    starts: IntArray16,
    open_rings: IntArray16,
    counts: IntArray16,
    rng: IntArray64,
) -> int:
    """Index in the vacant list of a random cell that SYT-4 offers."""
    for ring in range(1, rules.num_rings + 1):
        counts[ring] = starts[ring + 1] - starts[ring]
    mark_open_rings(rules, state, counts, open_rings)
    total = 0
    for ring in range(1, rules.num_rings + 1):
        total += open_rings[ring] * counts[ring]
    choice = below(rng, total)
    ring = 1
    while choice >= open_rings[ring] * counts[ring]:
        choice -= open_rings[ring] * counts[ring]
        ring += 1
    return int(starts[ring]) + choice


@kernel
def _lead_on_full_board(rules: Rules, state: IntArray16, parent: IntArray16) -> int:
    """SYT-5: the first colour's score minus the second's; one pass of union-find over the cells."""
    lead = 0
    for cell in range(rules.num_cells):
        parent[cell] = cell
        colour = state[CELLS + cell]
        gain = 1 - rules.penalty
        for k in range(rules.neighbours.shape[1]):
            other = rules.neighbours[cell, k]
            if other > cell:
                break
            if state[CELLS + other] == colour:
                root = find(parent, int(other))
                own = find(parent, cell)
                if root != own:
                    parent[own] = root
                    gain += rules.penalty
        lead += gain if colour == COLOUR_1 else -gain
    return lead
