"""Tide: rules TIDE-1 to TIDE-3. Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps."""

from typing import NamedTuple

from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    BY_GROUPS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    PLACED,
    VACANT,
    IntArray16,
    new_work,
)
from skerry.core.stones import (
    close_turn,
    colour_to_move,
    decide,
    end_turn,
    group_sizes,
    list_vacant,
    may_swap,
    place_stone,
    swap_persons,
)
from skerry.games.dispatch import common_fields
from skerry.games.info import Options
from skerry.games.observation import OWN_PLANE, STONE_PLANES, ByteArray, Grid, fill, observe_stones

ALLOWED = COUNT_A  # stones that this turn may have (TIDE-2), which no board shows; 0 at the end
MOST = 3


class Rules(NamedTuple):
    """The rules of Tide: the fields of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board; a state lists the stones of a turn."""
    actions = board.num_cells + 2
    return Rules(*common_fields(board, options, num_actions=actions, num_own=MOST))


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """TIDE-2: the first turn has one stone."""
    state[ALLOWED] = 1


@inlined
def end_action(rules: Rules) -> int:
    """After the stones."""
    return rules.num_cells


def most_stones(rules: Rules, state: IntArray16) -> int:
    """TIDE-2."""
    return int(state[ALLOWED])


def may_be_drawn(rules: Rules) -> bool:
    """TIDE-3."""
    return True


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Vacant cells; the end after a stone; the swap. A turn that is full has ended."""
    count = list_vacant(rules, state, out)
    if state[PLACED] > 0:
        out[count] = rules.num_cells
        count += 1
    if may_swap(rules, state):
        out[count] = rules.num_cells + 1
        count += 1
    return count


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, end or swap; a full board ends the game (TIDE-3)."""
    if action == rules.num_cells + 1:
        swap_persons(rules, state)
        return
    if action < rules.num_cells:
        place_stone(rules, state, action, colour_to_move(state))
        if state[VACANT] == 0:
            close_turn(rules, state)
            state[ALLOWED] = 0
            first = largest_group(rules, state, COLOUR_1, work)
            decide(state, first - largest_group(rules, state, COLOUR_2, work), BY_GROUPS)
            return
        if state[PLACED] < state[ALLOWED]:
            return
    state[ALLOWED] = MOST if state[PLACED] == 1 else 2
    end_turn(rules, state)


@kernel
def largest_group(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """The stones of a colour's largest group; scratch space holds the sizes."""
    sizes, rest = work[: rules.num_cells], work[rules.num_cells :]
    count, largest = group_sizes(rules, state, colour, sizes, rest), 0
    for i in range(count):
        largest = max(largest, int(sizes[i]))
    return largest


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """What a search expects of each colour."""
    return float(largest_group(rules, state, colour, work))


def score(rules: Rules, state: IntArray16, colour: int) -> float:
    """The same at any moment."""
    return final_score(rules, state, colour, new_work(rules))


@kernel
def list_numbers(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """What the solver must tell positions apart by, beside the board."""
    out[0] = state[ALLOWED]
    return 1


PLANES = (*STONE_PLANES, "stones left")


@inlined
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Stones, and how many more the turn allows."""
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)
    fill(out, OWN_PLANE, grid.cells.shape[0], int(state[ALLOWED]) - int(state[PLACED]))
