"""How positions of Sytran are set up."""

from typing import cast

from skerry.games.editing import StoneEditing
from skerry.games.ruleset import RuleSet
from skerry.games.sytran.kernels import Rules


def most_stones(rule_set: RuleSet, turns: int) -> int:
    """SYT-2: no turn has more than the highest number on the board."""
    return turns * cast(Rules, rule_set.rules).num_rings


EDITING = StoneEditing(most_stones)
tools = EDITING.tools
colour_at = EDITING.colour_at
fitted = EDITING.fitted
controls = EDITING.controls
with_control = EDITING.with_control
problems = EDITING.problems
