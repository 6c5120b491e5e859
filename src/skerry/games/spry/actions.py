"""Actions of Spry: their text, and why one is illegal."""

from typing import cast

from skerry.core.layout import CELLS, EMPTY, LOWEST, PLACED, IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.ruleset import RuleSet
from skerry.games.spry.kernels import Rules

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
        return "SPRY-1", explain_occupied(name)
    ring = int(cast(Rules, rule_set.rules).ring[cell])
    side, placed = min(ring, int(state[LOWEST])), int(state[PLACED])
    if side < ring:  # pragma: no cover - such a turn has ended by itself
        return "SPRY-2", "This turn has as many stones as it may have."
    most = "only one stone" if side == 1 else f"at most {side} stones"
    return "SPRY-2", (
        f"{name} is on ring {ring}, where a turn has {most}, and you have placed {placed}; "
        "choose a cell further out, or end the turn."
    )
