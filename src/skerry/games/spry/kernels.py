"""Spry by Nick Bentley: spread your stones, connect three colours. Rules SPRY-1 to SPRY-4.

What each kernel does is said in games/contract.py.
Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from typing import NamedTuple

import numpy as np

from skerry.core.bits import UNSIGNED
from skerry.core.boards import Board, distances_from_centre
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    ANY_RING,
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
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import (
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
from skerry.games.arcs import connecting_colour, connects, outside_arcs
from skerry.games.arcs import keeps_rules as keeps_rules
from skerry.games.dispatch import common_fields
from skerry.games.info import Options


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


@inlined
def is_open(rules: Rules, state: IntArray16, cell: int) -> bool:
    """SPRY-2: k+1 stones fit the innermost ring used, that of this cell included."""
    innermost = min(rules.ring[cell], state[LOWEST])
    return bool(state[CELLS + cell] == EMPTY and state[PLACED] + 1 <= innermost)


def end_action(rules: Rules) -> int:
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
def stones_help(rules: Rules) -> bool:
    """A stone more never harms its owner.

    They play on as if its cell were vacant; whatever connects without it connects with it.
    """
    return True
