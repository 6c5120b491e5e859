"""Y by Craige Schensted and Charles Titus: connect the three sides. Rules Y-1 to Y-3.

What each kernel does is said in games/contract.py. Actions: 0..n-1 place on a cell, n swaps.
"""

from typing import Any, NamedTuple

from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.lanes import NONE, Lanes, fill, reduce_triangle
from skerry.core.layout import (
    BY_CONNECTION,
    CELLS,
    COLOUR_1,
    COLOUR_2,
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
    """The rules of Y; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    arcs: IntArray16  # (num_cells,) bits of the sides a cell touches (Y-1)


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    return Rules(
        *common_fields(board, options, num_actions=n + 1, num_own=1), arcs=outside_arcs(board)
    )


@inlined
def has_sets(rules: Rules) -> bool:
    return False


@inlined
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Y-2: any vacant cell."""
    count = list_vacant(rules, state, out)
    if may_swap(rules, state):
        out[count] = rules.num_cells
        count += 1
    return count


@inlined
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place or swap; Y-3 wins at once."""
    if action == rules.num_cells:
        swap_persons(rules, state)
        return
    place_stone(rules, state, action, colour_to_move(state))
    if connects(rules, state, action, work):
        close_turn(rules, state)
        win(state, int(state[PLAYER]), BY_CONNECTION)
    else:
        end_turn(rules, state)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random stones until the board is full, since only the winner's group can connect.

    Whoever has connected has cut the other off, so the winner on the full board is the one who
    connected first.
    """
    vacant = work
    left = list_vacant(rules, state, vacant)
    colour = colour_to_move(state)
    stream = open_stream(rng)
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left)
        cell = int(vacant[choice])
        left -= 1
        vacant[choice] = vacant[left]
        state[CELLS + cell] = colour
        colour = COLOUR_1 + COLOUR_2 - colour
    state[VACANT] = 0
    win(state, person_of(state, connecting_colour(rules, state)), BY_CONNECTION)


@kernel
def has_lanes(rules: Rules) -> bool:
    """All boards are filled at once."""
    return True


@kernel
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """Turns take turns: whoever is to move gets the odd cell."""
    fill(rules, state, lanes, rng, colour_to_move(state), float(state[VACANT] % 2), work)
    return reduce_triangle(lanes, lanes.first), NONE


@kernel
def stones_help(rules: Rules) -> bool:
    """A stone more never harms its owner: whatever connects without it connects with it."""
    return True
