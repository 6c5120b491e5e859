"""Sytran as text and in words: its actions, what its positions say beside the board."""

from typing import cast

from skerry.core.layout import (
    BY_SCORE,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    PLACED,
    PLAYER,
    VACANT,
    IntArray16,
    new_work,
)
from skerry.core.numbers import counted
from skerry.core.stones import decide
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.position_text import check_ending
from skerry.games.rings import settle_turn
from skerry.games.ruleset import RuleSet
from skerry.games.sytran.kernels import Rules, score_of
from skerry.games.view import PositionLike
from skerry.games.words import MINUS, Line, grouped_standing_words, innermost_ring, score_lines

KINDS = (Kind("place", "{}", 1, clicked_on="any"), Kind("swap", "swap"))
FORMS = "a cell such as c3, or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return "SYT-2", explain_occupied(name)
    number, placed = int(cast(Rules, rule_set.rules).ring[cell]), int(state[PLACED])
    stones = "only one stone" if number == 1 else f"{number} stones"
    if number <= placed:
        return "SYT-4", (
            f"{name} has number {number}: a turn that uses it has {stones}, and you have placed "
            f"{placed}; choose a cell with a higher number."
        )
    return "SYT-4", (
        f"{name} has number {number}: a turn that uses it has {stones}, and too few empty cells "
        "would be left for them; choose a cell with a lower number."
    )


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    player = int(state[PLAYER])
    settle_turn(rule_set, state, "their lowest number allows", "SYT-2")
    if state[VACANT] == 0:
        rules = cast(Rules, rule_set.rules)
        work = new_work(rules)
        lead = score_of(rules, state, COLOUR_1, work) - score_of(rules, state, COLOUR_2, work)
        decide(state, lead, BY_SCORE)
    check_ending(rule_set, state, player)


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
