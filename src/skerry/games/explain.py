"""Sentences on illegal actions that the games share."""

from .ruleset import RuleSet


def explain_swap(rule_set: RuleSet) -> str:
    """Why nobody may swap."""
    if not rule_set.rules.swap:
        return "C-3: this game is played without the swap."
    return "C-3: only person 1 may swap, in place of a first turn and before placing a stone."
