"""Byg by Nick Bentley: more groups, more stones; the largest group wins. Rules BYG-1 to BYG-4.

The kernels are those of spry.py. Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from ..core.groups import find, flood, group_sizes
from ..core.jit import kernel
from ..core.layout import (
    BY_GROUPS,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    EMPTY,
    PLACED,
    VACANT,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rng import below
from ..core.turns import (
    close_turn,
    colour_to_move,
    draw,
    end_turn,
    list_vacant,
    may_swap,
    person_of,
    place_stone,
    swap_persons,
    turn_stones,
    win,
)

MOST_STONES = COUNT_A  # stones the mover may place this turn: groups at its beginning, capped


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """BYG-1: the first stone stands alone."""
    state[MOST_STONES] = 1


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """BYG-2 and BYG-3: cells that grow no group twice; after the first stone the end of the turn."""
    if state[PLACED] == 0:
        count = list_vacant(rules, state, out)
        if may_swap(rules, state):
            out[count] = rules.num_cells + 1
            count += 1
        return count
    count = _list_open(rules, state, out, work)
    out[count] = rules.num_cells
    return count + 1


@kernel
def _list_open(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Vacant cells that touch no group grown in this turn (BYG-3); none when all are placed."""
    if state[PLACED] >= state[MOST_STONES]:
        return 0
    seen = work[: rules.num_cells + 1]
    stack = work[rules.num_cells + 1 :]
    seen[:] = 0
    listed = turn_stones(rules)
    for slot in range(int(state[PLACED])):
        flood(rules, state, int(state[listed + slot]), seen, stack)
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            grown = 0
            for k in range(rules.neighbours.shape[1]):
                grown += seen[rules.neighbours[cell, k]]
            if grown == 0:
                out[count] = cell
                count += 1
    return count


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, end or swap; a turn to which nothing can be added ends."""
    if action == rules.num_cells + 1:
        swap_persons(rules, state)
        return
    if action < rules.num_cells:
        place_stone(rules, state, action, colour_to_move(state))
        if state[VACANT] == 0:
            close_turn(rules, state)
            state[MOST_STONES] = 0
            _decide(state, compare_groups(rules, state, work))
            return
        out = work[: rules.num_cells]
        if _list_open(rules, state, out, work[rules.num_cells :]) > 0:
            return
    _end(rules, state, work)


@kernel
def _end(rules: Rules, state: IntArray16, work: IntArray16) -> None:
    """BYG-1: after the second stone the second colour goes on; else the other colour moves."""
    if rules.num_cells - state[VACANT] == 2:  # a turn ends with two stones on the board only here
        close_turn(rules, state)
    else:
        end_turn(rules, state)
    sizes = work[: rules.num_cells]
    groups = group_sizes(rules, state, colour_to_move(state), sizes, work[rules.num_cells :])
    state[MOST_STONES] = max(1, min(groups, rules.cap))


@kernel
def compare_groups(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """BYG-4: +1 or -1 for the colour ahead at the first difference of group sizes, 0 for none."""
    tally = work[: rules.num_cells + 1]  # first colour's groups of each size minus the second's
    sizes = work[rules.num_cells + 1 : 2 * rules.num_cells + 1]
    tally[:] = 0
    for colour in (COLOUR_1, COLOUR_2):
        groups = group_sizes(rules, state, colour, sizes, work[2 * rules.num_cells + 1 :])
        for i in range(groups):
            tally[sizes[i]] += 1 if colour == COLOUR_1 else -1
    return _largest_difference(tally)


@kernel
def _largest_difference(tally: IntArray16) -> int:
    """Sign of the last nonzero entry: whoever has more groups of that size is ahead."""
    for size in range(tally.shape[0] - 1, 0, -1):
        if tally[size] != 0:
            return 1 if tally[size] > 0 else -1
    return 0


@kernel
def _decide(state: IntArray16, lead: int) -> None:
    if lead == 0:
        draw(state, BY_GROUPS)
    else:
        win(state, person_of(state, COLOUR_1 if lead > 0 else COLOUR_2), BY_GROUPS)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the full board, with union-find and growth stamps."""
    n = rules.num_cells
    vacant, parent, grown = work[:n], work[n : 2 * n + 1], work[2 * n + 1 : 3 * n + 2]
    groups = work[3 * n + 2 : 3 * n + 5]  # by colour
    turn = 1
    _load(rules, state, parent, grown, groups)
    left = list_vacant(rules, state, vacant)
    colour = colour_to_move(state)
    placed, most = int(state[PLACED]), int(state[MOST_STONES])
    while left > 0:
        # Redrawing a cell that BYG-3 forbids leaves the others, and the end, equally likely.
        choice = below(rng, left + (placed > 0)) if placed < most else left
        if choice == left:
            if n - left != 2:  # BYG-1: the second colour goes on after the second stone
                colour = COLOUR_1 + COLOUR_2 - colour
            placed, most = 0, max(1, min(int(groups[colour]), rules.cap))
            turn += 1
            continue
        cell = int(vacant[choice])
        if placed > 0 and _grows_again(rules, state, parent, grown, cell, colour, turn):
            continue
        left -= 1
        vacant[choice] = vacant[left]
        state[CELLS + cell] = colour
        groups[colour] += 1 - _join(rules, state, parent, cell, colour)
        grown[cell] = turn
        placed += 1
    state[VACANT] = 0
    _decide(state, _compare_joined(rules, state, parent, work[2 * n + 1 :]))


@kernel
def _load(
    rules: Rules, state: IntArray16, parent: IntArray16, grown: IntArray16, groups: IntArray16
) -> None:
    """Join the stones on the board; those of this turn have grown their groups in turn 1."""
    groups[:] = 0
    parent[:] = 0
    grown[:] = 0
    for cell in range(rules.num_cells):
        colour = int(state[CELLS + cell])
        if colour != EMPTY:
            groups[colour] += 1 - _join(rules, state, parent, cell, colour, True)
    listed = turn_stones(rules)
    for slot in range(int(state[PLACED])):
        grown[find(parent, int(state[listed + slot]))] = 1


@kernel
def _join(
    rules: Rules, state: IntArray16, parent: IntArray16, cell: int, colour: int, before: bool = False
) -> int:
    """Make `cell` the root of all it touches; returns how many groups it joined."""
    joined = 0
    parent[cell] = cell
    for k in range(rules.neighbours.shape[1]):
        other = int(rules.neighbours[cell, k])
        if state[CELLS + other] == colour and not (before and other > cell):
            root = find(parent, other)
            if root != cell:
                parent[root] = cell
                joined += 1
    return joined


@kernel
def _grows_again(
    rules: Rules,
    state: IntArray16,
    parent: IntArray16,
    grown: IntArray16,
    cell: int,
    colour: int,
    turn: int,
) -> bool:
    """BYG-3: the cell touches a group that has grown in this turn."""
    for k in range(rules.neighbours.shape[1]):
        other = int(rules.neighbours[cell, k])
        if state[CELLS + other] == colour and grown[find(parent, other)] == turn:
            return True
    return False


@kernel
def _compare_joined(
    rules: Rules, state: IntArray16, parent: IntArray16, work: IntArray16
) -> int:
    """compare_groups on a full board whose groups are joined already."""
    sizes = work[: rules.num_cells]
    tally = work[rules.num_cells : 2 * rules.num_cells + 1]
    sizes[:] = 0
    tally[:] = 0
    for cell in range(rules.num_cells):
        sizes[find(parent, cell)] += 1
    for cell in range(rules.num_cells):
        if sizes[cell] > 0:
            tally[sizes[cell]] += 1 if state[CELLS + cell] == COLOUR_1 else -1
    return _largest_difference(tally)
