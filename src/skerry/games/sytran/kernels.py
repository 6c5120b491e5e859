"""Sytran by Christian Freeling: few groups, many stones. Rules SYT-1 to SYT-5.

What each kernel does is said in games/contract.py.
Actions: 0..n-1 place on a cell, n swaps.
"""

from typing import NamedTuple

import numpy as np

from skerry.core.boards import Board, distances_from_centre
from skerry.core.jit import kernel
from skerry.core.layout import (
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
    new_work,
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import (
    close_turn,
    colour_to_move,
    decide,
    end_turn,
    find,
    group_sizes,
    list_vacant,
    may_swap,
    place_stone,
    swap_persons,
)
from skerry.games.dispatch import common_fields
from skerry.games.info import Options


class Rules(NamedTuple):
    """The rules of Sytran; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    ring: IntArray16  # (num_cells,) the number of a cell (SYT-1)
    num_rings: int  # the highest of them
    penalty: int  # of each group (SYT-5)


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    ring = distances_from_centre(board) // np.int16(2) + np.int16(1)
    return Rules(
        *common_fields(board, options, num_actions=board.num_cells + 1, num_own=board.size),
        ring=ring,
        num_rings=int(ring.max()),
        penalty=int(options["penalty"]),
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
    number = 1
    while number < rules.num_rings and counts[number] == 0:
        number += 1
    return bool(state[PLACED] + state[VACANT] < min(number, state[LOWEST]))


@kernel
def mark_open_rings(
    rules: Rules, state: IntArray16, counts: IntArray16, open_rings: IntArray16
) -> None:
    """SYT-4: set open_rings[number] to 1 where a stone leaves the turn completable, else to 0."""
    if must_fill(rules, state, counts):
        open_rings[: rules.num_rings + 1] = 1
        return
    placed = int(state[PLACED])
    lowest = int(state[LOWEST])
    for number in range(1, rules.num_rings + 1):
        open_rings[number] = completable(rules, counts, placed + 1, min(lowest, number), number)


@kernel
def completable(rules: Rules, counts: IntArray16, placed: int, lowest: int, last: int) -> bool:
    """SYT-2: with the last of `placed` stones on number `last`, some final lowest can be met."""
    available = -1  # the cell of that stone is vacant no more
    for number in range(lowest + 1, rules.num_rings + 1):
        available += counts[number]
    for final in range(lowest, placed - 1, -1):
        available += counts[final]
        missing = final - placed
        own = counts[final] - (final == last)
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
    state[LOWEST] = min(state[LOWEST], rules.ring[action])
    if state[VACANT] == 0:
        close_turn(rules, state)
        decide(state, lead(rules, state, work), BY_SCORE)
    elif state[PLACED] == state[LOWEST]:
        end_turn(rules, state)


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """SYT-5: stones on the board minus the penalty for each group."""
    sizes = work[: rules.num_cells]
    groups = group_sizes(rules, state, colour, sizes, work[rules.num_cells :])
    total = 0
    for i in range(groups):
        total += sizes[i]
    return float(total - rules.penalty * groups)


@kernel
def lead(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """SYT-5: the first colour's score minus the second's."""
    first = final_score(rules, state, COLOUR_1, work)
    return int(first - final_score(rules, state, COLOUR_2, work))


def score(rules: Rules, state: IntArray16, colour: int) -> float:
    """The same at any moment."""
    return final_score(rules, state, colour, new_work(rules))


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the full board."""
    fill_at_random(rules, state, rng, work)
    decide(state, _lead_on_full_board(rules, state, work), BY_SCORE)


@kernel
def fill_at_random(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """A playout, but nothing is counted in the end.

    A cell that SYT-4 doesn't offer is drawn again, which leaves the others equally likely. While
    the outermost ring can complete any turn, SYT-4 asks for no more than a number above the stones
    placed; `_play_out_end` takes over from there.
    """
    vacant, ring, most = work, rules.ring, rules.num_rings
    left = list_vacant(rules, state, vacant)
    outermost = 0
    for i in range(left):
        outermost += ring[vacant[i]] == most
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    colour = colour_to_move(state)
    stream = open_stream(rng)
    while outermost >= most:
        stream = advance(stream)
        choice = pick(stream, left)
        cell = int(vacant[choice])
        if ring[cell] <= placed:
            continue
        left -= 1
        vacant[choice] = vacant[left]
        state[CELLS + cell] = colour
        outermost -= ring[cell] == most
        placed += 1
        lowest = min(lowest, int(ring[cell]))
        if placed == lowest:
            placed, lowest, colour = 0, ANY_RING, COLOUR_1 + COLOUR_2 - colour
    state[PLACED], state[LOWEST], state[VACANT] = placed, lowest, left
    _play_out_end(rules, state, colour, stream, work)


@kernel
def _play_out_end(
    rules: Rules, state: IntArray16, colour: int, stream: int, work: IntArray16
) -> None:
    """Uniformly random legal actions to the full board, by SYT-3 and SYT-4 to the letter."""
    vacant, counts = work[: rules.num_cells], work[rules.num_cells :]
    count_rings(rules, state, counts)
    left, placed, lowest = int(state[VACANT]), int(state[PLACED]), int(state[LOWEST])
    fill = must_fill(rules, state, counts)
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left)
        cell = int(vacant[choice])
        number = int(rules.ring[cell])
        lowest_with = min(lowest, number)
        if not fill and not completable(rules, counts, placed + 1, lowest_with, number):
            continue
        left -= 1
        vacant[choice] = vacant[left]
        counts[number] -= 1
        state[CELLS + cell] = colour
        placed += 1
        lowest = lowest_with
        if placed == lowest:
            placed, lowest, colour = 0, ANY_RING, COLOUR_1 + COLOUR_2 - colour
            state[PLACED], state[LOWEST], state[VACANT] = placed, lowest, left
            fill = must_fill(rules, state, counts)


@kernel
def _lead_on_full_board(rules: Rules, state: IntArray16, parent: IntArray16) -> int:
    """SYT-5: the first colour's score minus the second's, on one way through the board.

    The neighbours of a cell that come before it stand in a row: left, lower left, lower right. A
    stone begins a group where none of them has its colour; where only the outer two have, it joins
    what may be two groups. No branches elsewhere: what a neighbour holds can't be predicted.
    """
    around = rules.neighbours
    lead = 0
    for cell in range(rules.num_cells):
        colour = int(state[CELLS + cell])
        left, middle, right = int(around[cell, 0]), int(around[cell, 1]), int(around[cell, 2])
        on_left = int(state[CELLS + left] == colour)
        on_middle = int(state[CELLS + middle] == colour)
        on_right = int(state[CELLS + right] == colour)
        other = cell + (left - cell) * on_left
        other += (right - other) * on_right
        other += (middle - other) * on_middle
        parent[cell] = cell
        parent[cell] = parent[other]
        groups = 1 - on_left - on_middle - on_right + on_middle * (on_left + on_right)
        if groups < 0:
            one, two = find(parent, left), find(parent, right)
            parent[one] = two
            groups += one == two
        gain = 1 - rules.penalty * groups
        lead += gain if colour == COLOUR_1 else -gain
    return lead
