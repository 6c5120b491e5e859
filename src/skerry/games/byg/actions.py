"""Actions of Byg: their text, and why one is illegal."""

from ...core.layout import CELLS, EMPTY, PLACED, IntArray16
from ..actions import Action, Kind
from ..explain import explain_swap
from ..ruleset import RuleSet
from .kernels import MOST_STONES

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("end", "end"), Kind("swap", "swap"))
FORMS = "a cell such as c3, 'end' or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> str:
    """Why an action is illegal in a game that is not over: a sentence that names the rule."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    if action.kind == "end":
        return "BYG-2: a turn places at least one stone before it ends."
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return f"BYG-2: {name} is occupied; place on a vacant cell."
    most = int(state[MOST_STONES])
    if state[PLACED] >= most:  # pragma: no cover - such a turn has ended by itself
        return f"BYG-2: this turn allows {most} stones."
    return (
        f"BYG-3: {name} touches a group that has grown in this turn already; "
        f"no group may gain two stones in one turn."
    )
