"""Spry by Nick Bentley: spread your stones, connect three colours. Rules SPRY-1 to SPRY-4.

    legal(rules, state, out, work) -> int      the legal actions, ascending
    apply(rules, state, action, work)          one legal action, in place
    playout(rules, state, rng, work)           random legal actions to the end, in place

Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from typing import NamedTuple, cast

import numpy as np

from ...core.boards import BLUE, RED, Board, distances_from_centre, outside_arcs
from ...core.jit import inlined, kernel
from ...core.layout import (
    ANY_RING,
    BY_CONNECTION,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LOWEST,
    PLACED,
    PLAYER,
    UNSIGNED,
    VACANT,
    IntArray16,
    IntArray64,
)
from ...core.rng import advance, open_stream, pick
from ...core.turns import (
    close_turn,
    colour_to_move,
    end_turn,
    list_vacant,
    may_swap,
    person_of,
    place_stone,
    swap_persons,
    win,
)
from ..options import Options
from ..rings import most_stones as most_stones
from ..rings import ring_numbers as ring_numbers
from ..ruleset import RuleSet
from ..tables import common_fields

ALL_ARCS = 7
RIGHT, UPPER_RIGHT = 3, 4  # columns of the neighbour table


class Rules(NamedTuple):
    """The rules of Spry; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    ring: IntArray16  # (num_cells,) the side of the ring a cell lies in (SPRY-1)
    num_rings: int  # the highest of them
    arcs: IntArray16  # (num_cells,) bits of the outside colours a cell touches (SPRY-3)


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    ring = distances_from_centre(board) + np.int16(1)
    return Rules(
        *common_fields(board, options, num_actions=n + 2, num_own=board.size),
        ring=ring,
        num_rings=int(ring.max()),
        arcs=outside_arcs(board),
    )


def spry_arcs(rule_set: RuleSet) -> IntArray16:
    """SPRY-3, by cell."""
    return cast(Rules, rule_set.rules).arcs


@inlined
def is_open(rules: Rules, state: IntArray16, cell: int) -> bool:
    """SPRY-2: k+1 stones fit the innermost ring used, that of this cell included."""
    innermost = min(rules.ring[cell], state[LOWEST])
    return bool(state[CELLS + cell] == EMPTY and state[PLACED] + 1 <= innermost)


def end_action(rules: Rules) -> int:
    """After the placements."""
    return rules.num_cells


@inlined
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """SPRY-2: any open cell, and after the first stone the end of the turn."""
    count = 0
    placed = state[PLACED]
    if placed < state[LOWEST]:
        for cell in range(UNSIGNED(rules.num_cells)):  # without branches, which would be guessed at
            out[UNSIGNED(count)] = cell
            vacant = state[UNSIGNED(CELLS) + cell] == EMPTY
            count += int(vacant & (rules.ring[cell] > placed))
    if state[PLACED] > 0:
        out[count] = rules.num_cells
        count += 1
    if may_swap(rules, state):
        out[count] = rules.num_cells + 1
        count += 1
    return count


@inlined
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, end or swap; SPRY-4 wins at once, and a turn to which nothing can be added ends."""
    if action == rules.num_cells:
        end_turn(rules, state)
        return
    if action == rules.num_cells + 1:
        swap_persons(rules, state)
        return
    place_stone(rules, state, action, colour_to_move(state))
    state[LOWEST] = min(state[LOWEST], rules.ring[action])
    if connects(rules, state, action, work):
        close_turn(rules, state)
        win(state, int(state[PLAYER]), BY_CONNECTION)
    elif not _can_continue(rules, state):
        end_turn(rules, state)


@inlined
def connects(rules: Rules, state: IntArray16, cell: int, work: IntArray16) -> bool:
    """SPRY-4: the group of this stone touches yellow, blue and red, and did not without it.

    Of a stone on the outside it says whether the group touches them, even if it was there before.
    """
    before, groups = state[CELLS + rules.neighbours[cell, 5]] == state[CELLS + cell], 0
    for way in range(6):
        here = state[CELLS + rules.neighbours[cell, way]] == state[CELLS + cell]
        groups += here and not before
        before = here
    if groups < 2 and rules.arcs[cell] == 0:
        return False  # it joined nothing: its friends, side by side, are as they were
    # Flood fill in one array, the cells seen before the stack, and no longer than need be: every
    # stone of a search comes by here, and a slice of an array costs as much as a small group.
    stack, colour = rules.num_cells + 1, state[CELLS + cell]
    for i in range(stack):
        work[i] = 0
    work[cell] = 1
    work[stack] = cell
    arcs, done, size = int(rules.arcs[cell]), 0, 1
    while done < size and arcs != ALL_ARCS:
        here = int(work[stack + done])
        done += 1
        for way in range(6):
            other = int(rules.neighbours[here, way])
            if state[CELLS + other] == colour and work[other] == 0:
                work[other] = 1
                work[stack + size] = other
                size += 1
                arcs |= int(rules.arcs[other])
    return arcs == ALL_ARCS


@inlined
def _can_continue(rules: Rules, state: IntArray16) -> bool:
    if state[PLACED] >= state[LOWEST]:
        return False  # mostly: nothing fits beside the stones placed
    for cell in range(rules.num_cells):
        if is_open(rules, state, cell):
            return True
    return False


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random actions; the board is filled, since only the winner's group can connect.

    On a full board exactly one colour connects (SPRY-3), and whoever has connected has cut the
    other off, so the winner on the full board is the one who connected first.
    """
    vacant, ring = work, rules.ring
    left = list_vacant(rules, state, vacant)
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    colour = colour_to_move(state)
    stream = open_stream(rng)
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left + 1)
        if choice < left:
            cell = int(vacant[choice])
            if ring[cell] <= placed:  # closed: drawing again leaves the rest equally likely
                continue
            left -= 1
            vacant[choice] = vacant[left]
            state[CELLS + cell] = colour
            placed += 1
            lowest = min(lowest, int(ring[cell]))
            if placed < lowest:
                continue
        elif placed == 0:  # there is no turn to end yet
            continue
        placed, lowest, colour = 0, ANY_RING, COLOUR_1 + COLOUR_2 - colour
    state[VACANT] = 0
    win(state, person_of(state, connecting_colour(rules, state)), BY_CONNECTION)


@kernel
def connecting_colour(rules: Rules, state: IntArray16) -> int:
    """SPRY-4 on a full board: the colour that connects yellow, blue and red.

    The bottom left cell is yellow and red. Go along the yellow sides from there: where its group
    ends, the border between the colours begins. If it comes back to yellow, the group goes on
    beyond it; if it comes out at blue, the group wins; if it comes out at red, the other colour
    holds yellow and red as well, and is nearer to blue.
    """
    cell = 0
    while rules.arcs[cell] & BLUE == 0:
        way = RIGHT if rules.neighbours[cell, RIGHT] != rules.num_cells else UPPER_RIGHT
        beyond = int(rules.neighbours[cell, way])
        if state[CELLS + beyond] == state[CELLS + cell]:
            cell = beyond
            continue
        left, right = _follow_border(rules, state, cell, way)
        if rules.arcs[left] & BLUE:
            break
        cell = beyond if rules.arcs[right] & RED else left
    return int(state[CELLS + cell])


@kernel
def _follow_border(rules: Rules, state: IntArray16, left: int, way: int) -> tuple[int, int]:
    """Walk between a stone and the other colour's stone that way of it, to the edge of the board.

    The cell ahead touches both; whosever it is, it takes the place of that stone. Returns the last
    two stones, the one on the left hand, of the first colour given, first.
    """
    colour, right = state[CELLS + left], left
    while True:
        way = way + 1 if way < 5 else 0
        ahead = int(rules.neighbours[left, way])
        if ahead == rules.num_cells:
            return left, right
        if state[CELLS + ahead] == colour:
            left = ahead
            way = way - 2 if way > 1 else way + 4
        else:
            right = ahead
