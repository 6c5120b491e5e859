"""Spry as text and in words: its actions, what its positions say beside the board."""

from typing import cast

from skerry.core.layout import CELLS, EMPTY, LOWEST, PLACED, PLAYER, IntArray16
from skerry.games.actions import Action, explain_occupied, explain_swap
from skerry.games.arcs import settle_connection
from skerry.games.position_text import check_ending
from skerry.games.rings import settle_turn
from skerry.games.ruleset import RuleSet
from skerry.games.spry.kernels import Rules
from skerry.games.view import PositionLike
from skerry.games.words import innermost_ring


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


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    player = int(state[PLAYER])
    mover = settle_turn(rule_set, state, "the innermost ring allows", "SPRY-2")
    settle_connection(rule_set, state, mover, "SPRY-4")
    check_ending(rule_set, state, player)


EXAMPLE = "c3,d4 (no more stones than the side of the innermost ring used)"


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be, or the ring that governs it and how far it has come (SPRY-2)."""
    most = position.most_stones
    if num_actions > 0:
        ring = innermost_ring(position)
        left = most - num_actions
        return f"{num_actions} placed, your innermost ring is {ring}: up to {left} more"
    if most == 1:
        return "Place 1 stone"
    return (
        f"Ring {most}: up to {most} stones. Each ring further in: one fewer. "
        f"The innermost stone decides"
    )
