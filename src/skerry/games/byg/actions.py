"""Actions of Byg: their text, and why one is illegal."""

from skerry.core.layout import CELLS, EMPTY, PLACED, IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.byg.kernels import MOST_STONES
from skerry.games.ruleset import RuleSet

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("end", "end"), Kind("swap", "swap"))
FORMS = "a cell such as c3, 'end' or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    if action.kind == "end":
        return "BYG-2", "A turn places at least one stone before it ends."
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return "BYG-2", explain_occupied(name)
    most = int(state[MOST_STONES])
    if state[PLACED] >= most:  # pragma: no cover - such a turn has ended by itself
        return "BYG-2", f"This turn has {most} stones and no more."
    return "BYG-3", (
        f"A stone on {name} would join a group that has a new stone in this turn already, and a "
        "group gains one at most; choose a cell that touches no such group."
    )
