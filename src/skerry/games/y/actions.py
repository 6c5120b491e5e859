"""Actions of Y: their text, and why one is illegal."""

from skerry.core.layout import IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.ruleset import RuleSet

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("swap", "swap"))
FORMS = "a cell such as c3, or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    (cell,) = action.cells
    return "Y-2", explain_occupied(rule_set.board.names[cell])
