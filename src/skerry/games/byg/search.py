"""What search and solver must know of Byg."""

from typing import Any

from skerry.core.jit import kernel
from skerry.core.lanes import Lanes, compare_largest, fill
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    PLACED,
    RUNNING,
    TURN,
    VACANT,
    WON,
    IntArray16,
    IntArray64,
)
from skerry.core.stones import colour_to_move, list_pieces, person_of
from skerry.games.byg import HIGHEST_CAP
from skerry.games.byg.kernels import (
    MOST_STONES,
    Rules,
    count_groups,
    final_score,
    first_of_second,
    playout,
)
from skerry.games.features import NO_SIDES, list_stone_features, num_stone_features


@kernel
def list_numbers(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """How many stones the turn allows (BYG-2)."""
    out[0] = state[MOST_STONES]
    return 1


@kernel
def has_lanes(rules: Rules) -> bool:
    """All boards are filled at once."""
    return True


@kernel
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """BYG-4 as far as the largest groups decide; where they are equal it counts as a draw.

    Before the boards are filled it is settled how many stones either colour lays (BYG-2, BYG-3),
    since much depends on it.
    """
    colour = colour_to_move(state)
    fill(rules, state, lanes, rng, colour, _lead(rules, state, colour, rng, work), work)
    wins, losses = compare_largest(lanes)
    return wins, ~(wins | losses)


@kernel
def _lead(rules: Rules, state: IntArray16, colour: int, rng: IntArray64, work: IntArray16) -> float:
    """How many more stones the colour to move may lay than the other until the board is full.

    Once both have as many groups as count they lay equally many, but for half a turn; before that
    a random game says it.
    """
    other = COLOUR_1 + COLOUR_2 - colour
    if state[MOST_STONES] == rules.cap and count_groups(rules, state, other, work) == rules.cap:
        return float(rules.cap - state[PLACED]) - 0.5 * rules.cap
    copy, lead = state.copy(), 0
    playout(rules, copy, rng, work)
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            lead += 1 if copy[CELLS + cell] == colour else -1
    return float(lead)


@kernel
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """A colour has won whose largest group the other's can't reach any more."""
    if state[TURN] <= first_of_second(state):  # BYG-1 is still to come
        return RUNNING
    for colour in (COLOUR_1, COLOUR_2):
        other = COLOUR_1 + COLOUR_2 - colour
        if final_score(rules, state, colour, work) > _reach(rules, state, other, work):
            return WON + person_of(state, colour)
    return RUNNING


@kernel
def _reach(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """No group of a colour will be larger than this when the board is full.

    A group lies in one piece of the board without the other colour's stones. It holds the colour's
    stones there and at most as many as the colour can still place, the other placing one a turn.
    """
    vacant, cap = int(state[VACANT]), rules.cap
    rest = vacant % (cap + 1)
    last = min(rest, cap) if colour == colour_to_move(state) else max(0, rest - 1)
    to_place = vacant // (cap + 1) * cap + last
    num_pieces = list_pieces(rules, state, colour, work)
    reach = 0
    for i in range(num_pieces):
        reach = max(reach, min(int(work[2 * i]), int(work[2 * i + 1]) + to_place))
    return reach


def num_features(rules: Rules) -> int:
    """Those of stones, and the cap."""
    return num_stone_features(rules) + HIGHEST_CAP


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Groups are told apart by their sizes."""
    count = list_stone_features(rules, state, out, work, NO_SIDES)
    out[count] = num_stone_features(rules) + rules.cap - 1
    return count + 1
