"""Actions of Kitaran: their text, and why one is illegal."""

from typing import cast

from ...core.layout import CELLS, COLOUR_1, COLOUR_2, IntArray16
from ...core.turns import colour_to_move
from ..ruleset import RuleSet
from ..text.actions import Action, Kind
from ..text.explain import explain_swap
from .kernels import CONVERSIONS, Rules, is_frozen

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
    return "KIT-1", f"{name} is occupied; place on a vacant cell."


def _explain_conversion(
    rule_set: RuleSet, state: IntArray16, cell: int, name: str
) -> tuple[str, str]:
    rules = cast(Rules, rule_set.rules)
    colour = colour_to_move(state)
    if state[CELLS + cell] != colour:
        return "KIT-1", f"{name}* needs a stone of your own on {name}, and there is none."
    if state[CONVERSIONS] >= rules.limit:
        return "KIT-4", (
            f"{name} may not convert; no stone has been placed for {rules.limit} "
            f"{'turn' if rules.limit == 1 else 'turns'}, and so the next turn must place one."
        )
    enemy = COLOUR_1 + COLOUR_2 - colour
    around = [int(other) for other in rules.neighbours[cell]]
    frozen = [
        rule_set.board.names[other]
        for other in around
        if state[CELLS + other] == enemy and is_frozen(rules, state, other)
    ]
    if frozen:
        return "KIT-2", (
            f"{name} may not convert, since {' and '.join(frozen)} "
            f"{'was' if len(frozen) == 1 else 'were'} placed or converted in the previous turn."
        )
    return "KIT-1", f"{name} has no enemy stone beside it to convert."
