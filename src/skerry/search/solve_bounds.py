"""Games that are decided before their last stone: what no further play can change."""

from ..core.groups import group_sizes
from ..core.jit import kernel
from ..core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    RUNNING,
    VACANT,
    WON,
    IntArray16,
    Rules,
)
from ..core.turns import colour_to_move, person_of
from ..games.catalogue import BYG, SYTRAN


@kernel
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """WON + person where that person wins whatever is played, else RUNNING.

    For states between two turns of a game that is not over. Not every decided game is seen.
    """
    if rules.game == BYG and rules.num_cells - state[VACANT] >= 2:  # BYG-1 is behind us
        for colour in (COLOUR_1, COLOUR_2):
            other = COLOUR_1 + COLOUR_2 - colour
            if _largest(rules, state, colour, work) > _byg_reach(rules, state, other, work):
                return WON + person_of(state, colour)
    elif rules.game == SYTRAN:
        for colour in (COLOUR_1, COLOUR_2):
            if _sytran_most_lead(rules, state, colour, work) < 0:
                return WON + person_of(state, COLOUR_1 + COLOUR_2 - colour)
    return RUNNING


@kernel
def _largest(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    sizes = work[: rules.num_cells]
    largest = 0
    for i in range(group_sizes(rules, state, colour, sizes, work[rules.num_cells :])):
        largest = max(largest, int(sizes[i]))
    return largest


@kernel
def _byg_reach(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """No group of a colour will be larger than this when the board is full.

    A group lies in one piece of the board without the other colour's stones. It holds the colour's
    stones there and at most as many as the colour can still place, the other placing one a turn.
    """
    vacant, cap = int(state[VACANT]), rules.cap
    rest = vacant % (cap + 1)
    last = min(rest, cap) if colour == colour_to_move(state) else max(0, rest - 1)
    to_place = vacant // (cap + 1) * cap + last
    num_pieces = _list_pieces(rules, state, colour, work)
    reach = 0
    for i in range(num_pieces):
        reach = max(reach, min(int(work[2 * i]), int(work[2 * i + 1]) + to_place))
    return reach


@kernel
def _list_pieces(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """Pieces of the board without the other colour: cells, and stones, into work[0], work[1]...

    Returns how many pieces there are.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    seen, stack = work[2 * n : 3 * n + 1], work[3 * n + 1 : 4 * n + 1]
    seen[:] = 0
    seen[n] = 1  # the wall
    count = 0
    for cell in range(n):
        if seen[cell] == 1 or state[CELLS + cell] == other:
            continue
        seen[cell] = 1
        stack[0] = cell
        size, done, stones = 1, 0, 0
        while done < size:
            here = int(stack[done])
            done += 1
            stones += state[CELLS + here] == colour
            for k in range(rules.neighbours.shape[1]):
                beside = int(rules.neighbours[here, k])
                if seen[beside] == 0 and state[CELLS + beside] != other:
                    seen[beside] = 1
                    stack[size] = beside
                    size += 1
        work[2 * count] = size
        work[2 * count + 1] = stones
        count += 1
    return count


@kernel
def _sytran_most_lead(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """The colour's score will be ahead of the other's by no more than this (SYT-5).

    Each piece of the board without the other colour's stones that holds own stones keeps one
    group of them at least. The other gets a new group only by a stone on a cell that touches none
    of its stones now.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    groups_left = 0
    for i in range(_list_pieces(rules, state, colour, work)):
        groups_left += work[2 * i + 1] > 0
    their_groups = group_sizes(rules, state, other, work[:n], work[n:])
    lead, apart = 0, 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        if content == EMPTY:
            touches = False
            for k in range(rules.neighbours.shape[1]):
                touches = touches or state[CELLS + rules.neighbours[cell, k]] == other
            apart += not touches
        else:
            lead += 1 if content == colour else -1
    vacant = int(state[VACANT])
    most = -n
    for theirs in range(vacant + 1):
        most = max(most, vacant - 2 * theirs + rules.penalty * min(theirs, apart))
    return int(lead + most + rules.penalty * (their_groups - groups_left))
