"""Fields of a position's text in Y, both ways, and the checks of what it says."""

from collections.abc import Mapping

from skerry.core.layout import PLAYER, IntArray16
from skerry.games.arcs import settle_connection
from skerry.games.position_text import (
    check_counts,
    check_ending,
    check_seats,
    count_vacant,
    finished_turns,
)
from skerry.games.ruleset import RuleSet


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """Nothing: a turn is one stone, and the board tells the rest."""
    return {}


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    """Nothing."""


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board. Raises NotationError: it does not fit."""
    player = int(state[PLAYER])
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state)
    turns = finished_turns(state)
    check_counts(rule_set, state, turns, turns)
    settle_connection(rule_set, state, mover, "Y-3")
    check_ending(rule_set, state, player)
