"""Actions of Spry: their text, and why one is illegal."""

from typing import cast

from ...core.layout import CELLS, EMPTY, LOWEST, PLACED, IntArray16
from ..ruleset import RuleSet
from ..text.actions import Action, Kind
from ..text.explain import explain_swap
from .kernels import Rules

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("end", "end"), Kind("swap", "swap"))
FORMS = "a cell such as c3, 'end' or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    if action.kind == "end":
        return "SPRY-2", "A turn places at least one stone before it ends."
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return "SPRY-1", f"{name} is occupied; place on a vacant cell."
    side = min(int(cast(Rules, rule_set.rules).ring[cell]), int(state[LOWEST]))
    stones = "one stone" if side == 1 else f"at most {side} stones"
    return "SPRY-2", (
        f"With {name} this turn's innermost ring would have side {side}, which allows "
        f"{stones}, with {state[PLACED]} placed already; choose a cell further out or end the turn."
    )
