"""Sentences on illegal actions that the games share."""

from skerry.games.ruleset import RuleSet


def explain_occupied(cell: str) -> str:
    """Why no stone can be placed on a stone."""
    return f"There is a stone on {cell} already; choose an empty cell."


def explain_swap(rule_set: RuleSet) -> tuple[str, str]:
    """The rule by which nobody may swap now, and why."""
    if not rule_set.rules.swap:
        return "C-3", "This game is played without the swap."
    return (
        "C-3",
        "Only the second player may swap, in place of the first turn and before placing a stone.",
    )
