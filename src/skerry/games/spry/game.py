"""Spry as text and in words: its actions, what its positions say beside the board."""

from typing import cast

from skerry.core.layout import LOWEST, PLACED, IntArray16
from skerry.games.arcs import settle_connection
from skerry.games.ruleset import RuleSet
from skerry.games.spry.kernels import Rules
from skerry.games.view import PositionLike
from skerry.games.words import innermost_ring

VACANT_RULE = "SPRY-1"


def explain_vacant(rule_set: RuleSet, state: IntArray16, cell: int) -> tuple[str, str]:
    """SPRY-2: the ring of the cell allows no more stones."""
    ring = int(cast(Rules, rule_set.rules).ring[cell])
    side, placed = min(ring, int(state[LOWEST])), int(state[PLACED])
    if side < ring:  # pragma: no cover - such a turn has ended by itself
        return "SPRY-2", "This turn has as many stones as it may have."
    most = "only one stone" if side == 1 else f"at most {side} stones"
    return "SPRY-2", (
        f"{rule_set.board.names[cell]} is on ring {ring}, where a turn has {most}, and you have "
        f"placed {placed}; choose a cell further out, or end the turn."
    )


def settle_result(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """SPRY-4: the mover has won who connects all arcs."""
    settle_connection(rule_set, state, mover, "SPRY-4")


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
