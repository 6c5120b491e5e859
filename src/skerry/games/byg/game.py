"""Byg as text and in words: its actions, what its positions say beside the board."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from skerry.core.layout import (
    BY_GROUPS,
    CELLS,
    EMPTY,
    FIRST,
    NOBODY,
    PLACED,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
    new_work,
)
from skerry.core.stones import colour_to_move, decide, flood, group_sizes
from skerry.errors import require
from skerry.games.byg.kernels import MOST_STONES, Rules, compare_groups
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike
from skerry.games.words import Line, grouped_standing_words, groups_line


def explain_vacant(rule_set: RuleSet, state: IntArray16, cell: int) -> tuple[str, str]:
    """BYG-3: the stone would grow a group twice."""
    most, name = int(state[MOST_STONES]), rule_set.board.names[cell]
    if state[PLACED] >= most:  # pragma: no cover - such a turn has ended by itself
        return "BYG-2", f"This turn has {most} stones and no more."
    return "BYG-3", (
        f"A stone on {name} would join a group that has a new stone in this turn already, and a "
        "group gains one at most; choose a cell that touches no such group."
    )


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


def settle_turn(rule_set: RuleSet, state: IntArray16, placed: Sequence[int]) -> None:
    """BYG-2's allowance at the beginning of the turn, and BYG-3."""
    if state[PLAYER] == NOBODY:
        return
    rules, colour = cast(Rules, rule_set.rules), colour_to_move(state)
    before = state.copy()
    before[[CELLS + cell for cell in placed]] = EMPTY
    work = new_work(rules)
    groups = group_sizes(rules, before, colour, np.empty(rules.num_cells, np.int16), work)
    state[MOST_STONES] = max(1, min(groups, rules.cap)) if state[TURN] else rules.first_stones
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


def settle_result(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """BYG-4: a full board is counted."""
    rules = cast(Rules, rule_set.rules)
    if state[VACANT] == 0:
        decide(state, compare_groups(rules, state, new_work(rules)), BY_GROUPS)


EXAMPLE = "c3,d5 (at most as many stones as you have groups)"
standing_words = grouped_standing_words


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be, or how far it has come (BYG-2, BYG-3)."""
    most = position.most_stones
    if num_actions > 0:
        return f"{num_actions} of up to {most} placed"
    if most == 1:
        return "Place 1 stone"
    return f"Place up to {most} stones. No group may get two of them"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """The groups of a colour (1 or 2)."""
    return [groups_line(position.standings[colour - 1].groups)]


def most_placed(rule_set: RuleSet, turns: int) -> int:
    """BYG-1, BYG-2: those of the first turn, then no more than the cap."""
    rules = cast(Rules, rule_set.rules)
    return rules.first_stones + (turns - 1) * rules.cap if turns else 0
