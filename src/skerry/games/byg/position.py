"""Fields of a position's text in Byg, both ways, and the checks of what it says."""

from typing import cast

import numpy as np

from skerry.core.layout import (
    BY_GROUPS,
    CELLS,
    EMPTY,
    FIRST,
    NOBODY,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
    new_work,
)
from skerry.core.stones import decide, flood, group_sizes
from skerry.errors import require
from skerry.games.byg.kernels import MOST_STONES, Rules, compare_groups
from skerry.games.position_text import (
    check_counts,
    check_ending,
    check_placed,
    check_seats,
    count_vacant,
    fields,
    mover_colour,
    read_fields,
)
from skerry.games.ruleset import RuleSet

__all__ = ["fields", "read_fields", "settle"]


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    rules = cast(Rules, rule_set.rules)
    player = int(state[PLAYER])
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state, mover_of)
    placed = check_placed(rule_set, state, mover)
    if player != NOBODY:
        _settle_turn(rules, state, mover_colour(state, mover), placed)
    turns = finished_turns(state)
    first, second = (1 + (count - 1) * rules.cap if count else 0 for count in turns)
    check_counts(rule_set, state, turns, (first, second))
    if state[VACANT] == 0:
        decide(state, compare_groups(rules, state, new_work(rules)), BY_GROUPS)
    check_ending(rule_set, state, player)


def mover_of(turn: int, first: int) -> int:
    """BYG-1: the second colour goes on after its first stone; from then on persons alternate."""
    if turn < 2:
        return turn
    return 1 - first if turn == 2 else (turn + 1) % 2


def finished_turns(state: IntArray16) -> tuple[int, int]:
    """Turns that the first and the second colour have finished (BYG-1)."""
    turns = int(state[TURN]) - int(state[FIRST])
    if turns == 0:
        return 0, 0
    of_second = turns - 1 - max(0, (turns - 2) // 2)
    return turns - of_second, of_second


def _settle_turn(rules: Rules, state: IntArray16, colour: int, placed: list[int]) -> None:
    """BYG-2's allowance at the beginning of the turn, and BYG-3."""
    before = state.copy()
    before[[CELLS + cell for cell in placed]] = EMPTY
    work = new_work(rules)
    groups = group_sizes(rules, before, colour, np.empty(rules.num_cells, np.int16), work)
    state[MOST_STONES] = max(1, min(groups, rules.cap))
    require(
        len(placed) <= state[MOST_STONES],
        f"placed lists {len(placed)} stones, this turn allows {state[MOST_STONES]}.",
        "BYG-2",
    )
    for cell in placed:
        seen = np.zeros(rules.num_cells + 1, dtype=np.int16)
        flood(rules, state, cell, seen, work)
        require(
            sum(int(seen[other]) for other in placed) == 1,
            "placed lists two stones that have grown the same group.",
            "BYG-3",
        )
