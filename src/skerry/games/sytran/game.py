"""Sytran as text and in words: its actions, what its positions say beside the board."""

from typing import cast

from skerry.core.layout import BY_SCORE, PLACED, VACANT, IntArray16, new_work
from skerry.core.numbers import MINUS, counted
from skerry.core.stones import decide
from skerry.games.ruleset import RuleSet
from skerry.games.sytran.kernels import Rules, lead
from skerry.games.view import PositionLike
from skerry.games.words import Line, grouped_standing_words, innermost_ring, score_lines

TURN_RULE = "SYT-2"


def explain_vacant(rule_set: RuleSet, state: IntArray16, cell: int) -> tuple[str, str]:
    """SYT-4: with this cell the turn could not become whole."""
    number, placed = int(cast(Rules, rule_set.rules).ring[cell]), int(state[PLACED])
    stones = "only one stone" if number == 1 else f"{number} stones"
    why, choose = "too few empty cells would be left for them", "lower"
    if number <= placed:
        why, choose = f"you have placed {placed}", "higher"
    return "SYT-4", (
        f"{rule_set.board.names[cell]} has number {number}: a turn that uses it has {stones}, and "
        f"{why}; choose a cell with a {choose} number."
    )


def settle_result(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """SYT-5: a full board is counted."""
    if state[VACANT] == 0:
        rules = cast(Rules, rule_set.rules)
        decide(state, lead(rules, state, new_work(rules)), BY_SCORE)


EXAMPLE = "a1,b2,c3 (as many stones as the lowest ring number used)"
standing_words = grouped_standing_words


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be, or the ring that governs it and how far it has come (SYT-2)."""
    most = position.most_stones
    if num_actions > 0:
        lowest = innermost_ring(position)
        return f"{num_actions} of {most} placed, your lowest number is {lowest}"
    if most == 1:
        return "Place 1 stone"
    return f"The lowest number you use says how many stones: {most} on {most}s, 1 on a 1"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """The score of a colour (1 or 2): its stones less the penalty for its groups (SYT-5)."""
    standing = position.standings[colour - 1]
    groups = counted(len(standing.groups), "group")
    cost = f"{position.game.option('penalty')} × {groups}"
    return score_lines(standing, f"{standing.stones} {MINUS} {cost}")
