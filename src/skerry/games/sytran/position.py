"""What the text of a position of Sytran says beside the board, and what must fit together."""

from typing import cast

from ...core.layout import (
    ANY_RING,
    BY_SCORE,
    COLOUR_1,
    COLOUR_2,
    LOWEST,
    PLAYER,
    VACANT,
    IntArray16,
    new_work,
)
from ...core.turns import decide
from ...errors import require
from ..ruleset import RuleSet
from ..stones import (
    check_counts,
    check_ending,
    check_placed,
    check_seats,
    count_vacant,
    fields,
    finished_turns,
    read_fields,
)
from .kernels import Rules, score_of

__all__ = ["fields", "read_fields", "settle"]


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    rules = cast(Rules, rule_set.rules)
    player = int(state[PLAYER])
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state)
    placed = check_placed(rule_set, state, mover)
    state[LOWEST] = min((int(rules.ring[cell]) for cell in placed), default=ANY_RING)
    require(
        len(placed) <= state[LOWEST],
        f"placed lists {len(placed)} stones, more than their lowest number allows (SYT-2).",
    )
    turns = finished_turns(state)
    most = (turns[0] * rules.num_rings, turns[1] * rules.num_rings)
    check_counts(rule_set, state, turns, most)
    if state[VACANT] == 0:
        work = new_work(rules)
        lead = score_of(rules, state, COLOUR_1, work) - score_of(rules, state, COLOUR_2, work)
        decide(state, lead, BY_SCORE)
    check_ending(rule_set, state, player)
