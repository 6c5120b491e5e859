"""Actions of Sytran: their text, and why one is illegal."""

from typing import cast

from skerry.core.layout import CELLS, EMPTY, PLACED, IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.ruleset import RuleSet
from skerry.games.sytran.kernels import Rules

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("swap", "swap"))
FORMS = "a cell such as c3, or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return "SYT-2", explain_occupied(name)
    number, placed = int(cast(Rules, rule_set.rules).ring[cell]), int(state[PLACED])
    stones = "only one stone" if number == 1 else f"{number} stones"
    if number <= placed:
        return "SYT-4", (
            f"{name} has number {number}: a turn that uses it has {stones}, and you have placed "
            f"{placed}; choose a cell with a higher number."
        )
    return "SYT-4", (
        f"{name} has number {number}: a turn that uses it has {stones}, and too few empty cells "
        "would be left for them; choose a cell with a lower number."
    )
