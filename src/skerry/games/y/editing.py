"""How positions of Y are set up."""

from skerry.games.editing import StoneEditing
from skerry.games.ruleset import RuleSet


def most_stones(rule_set: RuleSet, turns: int) -> int:
    """Y-2: one a turn."""
    return turns


EDITING = StoneEditing(most_stones)
tools = EDITING.tools
colour_at = EDITING.colour_at
fitted = EDITING.fitted
controls = EDITING.controls
with_control = EDITING.with_control
problems = EDITING.problems
