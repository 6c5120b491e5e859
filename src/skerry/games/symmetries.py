"""Turns and reflections of a board that keep the rules."""

from functools import lru_cache

from skerry.core.boards import symmetries
from skerry.core.jit import by_game
from skerry.core.layout import Rules
from skerry.games.ruleset import RuleSet


@lru_cache(maxsize=64)  # reports ask for them for each first stone
def rule_symmetries(rule_set: RuleSet) -> list[list[int]]:
    """Permutations of the cells that keep the rules, the identity first: cell -> cell.

    Not to be changed: all who ask share them.
    """
    return [cells for cells in symmetries(rule_set.board) if keeps_rules(rule_set.rules, cells)]


@by_game("solving")
def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Whether a symmetry of the board, as a map of the cells, keeps the rules."""
    return True
