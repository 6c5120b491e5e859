"""How positions of Byg are set up."""

from typing import cast

from skerry.games.byg.kernels import Rules
from skerry.games.byg.position import finished_turns, mover_of
from skerry.games.editing import StoneEditing
from skerry.games.ruleset import RuleSet


def most_stones(rule_set: RuleSet, turns: int) -> int:
    """BYG-1, BYG-2: one in the first turn, then no more than the cap."""
    return 1 + (turns - 1) * cast(Rules, rule_set.rules).cap if turns else 0


EDITING = StoneEditing(most_stones, mover_of, finished_turns)
tools = EDITING.tools
colour_at = EDITING.colour_at
fitted = EDITING.fitted
controls = EDITING.controls
with_control = EDITING.with_control
problems = EDITING.problems
