"""Fields of a position's text in Sytran, both ways, and the checks of what it says."""

from typing import cast

from skerry.core.layout import BY_SCORE, COLOUR_1, COLOUR_2, PLAYER, VACANT, IntArray16, new_work
from skerry.core.stones import decide
from skerry.games.position_text import check_ending, fields, read_fields
from skerry.games.rings import settle_turn
from skerry.games.ruleset import RuleSet
from skerry.games.sytran.kernels import Rules, score_of

__all__ = ["fields", "read_fields", "settle"]


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    player = int(state[PLAYER])
    settle_turn(rule_set, state, "their lowest number allows", "SYT-2")
    if state[VACANT] == 0:
        rules = cast(Rules, rule_set.rules)
        work = new_work(rules)
        lead = score_of(rules, state, COLOUR_1, work) - score_of(rules, state, COLOUR_2, work)
        decide(state, lead, BY_SCORE)
    check_ending(rule_set, state, player)
