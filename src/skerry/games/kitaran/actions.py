"""Actions of Kitaran: their text, and why one is illegal."""

from typing import cast

from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, EMPTY, IntArray16
from skerry.core.stones import colour_to_move
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.kitaran.kernels import CONVERSIONS, Rules, is_frozen
from skerry.games.ruleset import RuleSet

KINDS = (
    Kind("place", "{}", 1, clicked_on="vacant"),
    Kind("convert", "{}*", 1, clicked_on="held"),
    Kind("swap", "swap"),
)
FORMS = "a cell such as c3, a conversion such as c3*, or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if action.kind == "convert":
        return _explain_conversion(rule_set, state, cell, name)
    if state[CELLS + cell] != EMPTY:
        return "KIT-1", explain_occupied(name)
    return "KIT-1", f"No stone can be placed on {name}."  # pragma: no cover - one always can


def _explain_conversion(
    rule_set: RuleSet, state: IntArray16, cell: int, name: str
) -> tuple[str, str]:
    rules = cast(Rules, rule_set.rules)
    colour = colour_to_move(state)
    enemy = COLOUR_1 + COLOUR_2 - colour
    own, other = (rule_set.info.colours[one - 1] for one in (colour, enemy))
    if state[CELLS + cell] == EMPTY:
        return "KIT-1", f"There is no stone on {name} that could convert others."
    if state[CELLS + cell] == enemy:
        return "KIT-1", (
            f"There is a {other} stone on {name}; choose a {own} one to convert with, or an empty "
            "cell to place a stone."
        )
    if state[CONVERSIONS] >= rules.limit:
        turns = "1 turn" if rules.limit == 1 else f"{rules.limit} turns"
        return "KIT-4", (
            f"No stone has been placed for {turns}, so this turn must place one; choose an empty "
            "cell."
        )
    beside = [one for one in map(int, rules.neighbours[cell]) if state[CELLS + one] == enemy]
    safe = [rule_set.board.names[one] for one in beside if is_frozen(rules, state, one)]
    if safe:
        return "KIT-2", (
            f"{name} can’t convert now: {' and '.join(safe)} "
            f"{'was' if len(safe) == 1 else 'were'} placed or converted in the turn before, and "
            f"{'is' if len(safe) == 1 else 'are'} safe for one turn."
        )
    return "KIT-1", f"{name} has no {other} stone beside it to convert."
