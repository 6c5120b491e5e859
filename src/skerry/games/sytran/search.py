"""What search and solver must know of Sytran."""

from typing import Any

from skerry.core.jit import kernel
from skerry.core.lanes import Lanes, above, add_up, count_groups, fill
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LOWEST,
    PLACED,
    RUNNING,
    VACANT,
    WON,
    IntArray16,
    IntArray64,
)
from skerry.core.stones import closed, colour_to_move, group_sizes, list_pieces, person_of
from skerry.games.features import NO_SIDES, list_stone_features, num_stone_features
from skerry.games.sytran.kernels import Rules, completable, count_rings, must_fill

TURN_SHARE = 0.7  # of the highest ring number: about how many stones a turn lays
MOST_PENALTY = 9  # penalties that are told apart, from 0


def may_be_drawn(rules: Rules) -> bool:
    """With an even penalty the scores differ by an odd number (SYT-5)."""
    return rules.penalty % 2 == 1


@kernel
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """A colour that can't draw level any more has lost."""
    for colour in (COLOUR_1, COLOUR_2):
        if _most_lead(rules, state, colour, work) < 0:
            return WON + person_of(state, COLOUR_1 + COLOUR_2 - colour)
    return RUNNING


@kernel
def _most_lead(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """The colour's score will be ahead of the other's by no more than this (SYT-5).

    Each piece of the board without the other colour's stones that holds own stones keeps one
    group of them at least. The other gets a new group only by a stone on a cell that touches none
    of its stones now.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    groups_left = 0
    for i in range(list_pieces(rules, state, colour, work)):
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


@kernel
def has_lanes(rules: Rules) -> bool:
    """All boards are filled at once."""
    return True


@kernel
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """SYT-5 on each board."""
    colour, turn = colour_to_move(state), TURN_SHARE * rules.num_rings
    stones = turn if state[PLACED] == 0 else float(state[LOWEST] - state[PLACED])
    fill(rules, state, lanes, rng, colour, stones - turn / 2.0, work)
    lead, level, none = lanes.numbers[0], lanes.numbers[1], lanes.numbers[2]
    lead[:], level[:], none[:] = -rules.num_cells, -1, 0
    add_up(lanes, lanes.first, 2, lead)
    count_groups(lanes, lanes.first, -rules.penalty, lead)
    count_groups(lanes, lanes.second, rules.penalty, lead)
    wins = above(lead, none, none)
    return wins, above(lead, level, level) & ~wins


@kernel
def close_dead_ends(rules: Rules, state: IntArray16, cells: IntArray16, work: IntArray16) -> None:
    """SYT-4 within the order: close cells with which and those behind them no turn can end."""
    counts = work[: rules.num_rings + 1]
    count_rings(rules, state, counts)
    fills = must_fill(rules, state, counts)  # then there is one set, and one order of it
    counts[:] = 0
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    for i in range(cells.shape[0] - 1, -1, -1):
        number = int(rules.ring[cells[i]])
        counts[number] += 1
        if fills:
            is_open = i == 0
        else:
            is_open = completable(rules, counts, placed + 1, min(lowest, number), number)
        if not is_open:
            cells[i] = closed(int(cells[i]))


def num_features(rules: Rules) -> int:
    """Those of stones, and the penalty."""
    return num_stone_features(rules) + MOST_PENALTY + 1


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Groups are told apart by their sizes."""
    count = list_stone_features(rules, state, out, work, NO_SIDES)
    out[count] = num_stone_features(rules) + min(rules.penalty, MOST_PENALTY)
    return count + 1
