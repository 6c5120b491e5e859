"""Byg by Nick Bentley: more groups, more stones; the largest group wins. Rules BYG-1 to BYG-4.

What each kernel does is said in games/contract.py.
Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from typing import NamedTuple

from skerry.core.bits import count_bits
from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
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
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import (
    close_turn,
    colour_to_move,
    decide,
    end_turn,
    find,
    first_turn_stone,
    flood,
    group_sizes,
    list_vacant,
    may_swap,
    place_stone,
    swap_persons,
)
from skerry.games.byg import HIGHEST_CAP
from skerry.games.dispatch import common_fields
from skerry.games.info import Options
from skerry.games.observation import OWN_PLANE, STONE_PLANES, ByteArray, Grid, fill, observe_stones

MOST_STONES = COUNT_A  # stones the mover may place this turn: groups at its beginning, capped
ALL_AROUND, EARLIER = 0b111111, 0b000111  # directions: all, those of cells that come before


class Rules(NamedTuple):
    """The rules of Byg; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    cap: int  # most stones a turn (BYG-2)


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    return Rules(
        *common_fields(board, options, num_actions=n + 2, num_own=HIGHEST_CAP),
        cap=int(options["cap"]),
    )


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """BYG-1: the first stone stands alone."""
    state[MOST_STONES] = 1


def end_action(rules: Rules) -> int:
    return rules.num_cells


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """BYG-2, BYG-3: cells that grow no group twice; after the first stone the end of the turn."""
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
    listed = first_turn_stone(rules)
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


def most_stones(rules: Rules, state: IntArray16) -> int:
    """The mover's groups at the beginning of the turn, capped (BYG-2)."""
    return int(state[MOST_STONES])


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
            decide(state, compare_groups(rules, state, work), BY_GROUPS)
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
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """BYG-4: the size of a colour's largest group, 0 without stones."""
    sizes = work[: rules.num_cells]
    largest = 0
    for i in range(group_sizes(rules, state, colour, sizes, work[rules.num_cells :])):
        largest = max(largest, int(sizes[i]))
    return largest


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the full board, with union-find and growth stamps.

    A cell that BYG-3 forbids is drawn again, which leaves the others, and the end, equally likely.
    """
    n = rules.num_cells
    vacant, parent, sizes, grown = work[:n], work[n : 2 * n], work[2 * n : 3 * n], work[3 * n :]
    left = list_vacant(rules, state, vacant)
    first, second = _load(rules, state, parent, sizes, grown)  # how many groups each colour has
    colour = colour_to_move(state)
    placed, most, turn = int(state[PLACED]), int(state[MOST_STONES]), 1
    stream = open_stream(rng)
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left + 1)
        if choice < left:
            cell = int(vacant[choice])
            beside = _one_of_each_run(_own_stones_around(rules, state, cell, colour))
            if placed > 0 and _grows_again(rules, parent, grown, cell, beside, turn):
                continue
            left -= 1
            vacant[choice] = vacant[left]
            state[CELLS + cell] = colour
            gain = 1 - _join(rules, parent, sizes, cell, beside)
            if colour == COLOUR_1:
                first += gain
            else:
                second += gain
            grown[find(parent, cell)] = turn
            placed += 1
            if placed < most:
                continue
        elif placed == 0:  # there is no turn to end yet
            continue
        if n - left != 2:  # BYG-1: the second colour goes on after the second stone
            colour = COLOUR_1 + COLOUR_2 - colour
        most = max(1, min(first if colour == COLOUR_1 else second, rules.cap))
        placed, turn = 0, turn + 1
    state[VACANT] = 0
    decide(state, _compare_joined(rules, state, parent, sizes, grown), BY_GROUPS)


@kernel
def _load(
    rules: Rules, state: IntArray16, parent: IntArray16, sizes: IntArray16, grown: IntArray16
) -> tuple[int, int]:
    """Join the stones on the board; those of this turn have grown their groups in turn 1.

    Returns the number of groups of each colour.
    """
    first, second = 0, 0
    for cell in range(rules.num_cells):
        grown[cell] = 0
        colour = int(state[CELLS + cell])
        if colour != EMPTY:
            earlier = _own_stones_around(rules, state, cell, colour) & EARLIER
            gain = 1 - _join(rules, parent, sizes, cell, _one_of_each_run(earlier))
            if colour == COLOUR_1:
                first += gain
            else:
                second += gain
    listed = first_turn_stone(rules)
    for slot in range(int(state[PLACED])):
        grown[find(parent, int(state[listed + slot]))] = 1
    return first, second


@kernel
def _own_stones_around(rules: Rules, state: IntArray16, cell: int, colour: int) -> int:
    """The directions, as bits, in which a cell has neighbours of a colour."""
    around = 0
    for way in range(6):
        around |= int(state[CELLS + rules.neighbours[cell, way]] == colour) << way
    return around


@kernel
def _one_of_each_run(around: int) -> int:
    """Of directions side by side only the first: stones there touch, so they are of one group."""
    return 1 if around == ALL_AROUND else around & ~(around << 1 | around >> 5)


@kernel
def _root(rules: Rules, parent: IntArray16, cell: int, beside: int) -> int:
    """Root of the neighbour in the first of some directions."""
    return find(parent, int(rules.neighbours[cell, count_bits((beside & -beside) - 1)]))


@kernel
def _join(rules: Rules, parent: IntArray16, sizes: IntArray16, cell: int, beside: int) -> int:
    """Put a new stone and the groups in some directions together; returns how many there were."""
    parent[cell] = root = cell
    sizes[cell] = 1
    joined = 0
    while beside != 0:
        other = _root(rules, parent, cell, beside)
        if other != root:
            parent[root] = other
            sizes[other] += sizes[root]
            root = other
            joined += 1
        beside &= beside - 1
    return joined


@kernel
def _grows_again(
    rules: Rules, parent: IntArray16, grown: IntArray16, cell: int, beside: int, turn: int
) -> bool:
    """BYG-3: the cell touches a group that has grown in this turn."""
    while beside != 0:
        if grown[_root(rules, parent, cell, beside)] == turn:
            return True
        beside &= beside - 1
    return False


@kernel
def _compare_joined(
    rules: Rules, state: IntArray16, parent: IntArray16, sizes: IntArray16, tally: IntArray16
) -> int:
    """compare_groups on a full board whose groups are joined already."""
    tally = tally[: rules.num_cells + 1]
    tally[:] = 0
    for cell in range(rules.num_cells):
        if parent[cell] == cell:
            tally[sizes[cell]] += 1 if state[CELLS + cell] == COLOUR_1 else -1
    return _largest_difference(tally)


PLANES = (*STONE_PLANES, "stones left")


@inlined
def observe(
    rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray, work: IntArray16
) -> None:
    """Stones, those of this turn marked, and how many more the turn allows (BYG-2)."""
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)
    left = int(state[MOST_STONES]) - int(state[PLACED])
    fill(out, OWN_PLANE, grid.cells.shape[0], left)
