"""Fields of a position's text in Spry, both ways, and the checks of what it says."""

from skerry.core.layout import PLAYER, IntArray16
from skerry.games.arcs import settle_connection
from skerry.games.position_text import check_ending, fields, read_fields
from skerry.games.rings import settle_turn
from skerry.games.ruleset import RuleSet

__all__ = ["fields", "read_fields", "settle"]


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    player = int(state[PLAYER])
    mover = settle_turn(rule_set, state, "the innermost ring allows", "SPRY-2")
    settle_connection(rule_set, state, mover, "SPRY-4")
    check_ending(rule_set, state, player)
