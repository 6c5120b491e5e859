"""Positions and turns of Spry in words."""

from skerry.games.view import PositionLike
from skerry.games.words import (
    Line,
    counters,
    innermost_ring,
    standing_words,
    stones_line,
    turn_words,
)

__all__ = ["EXAMPLE", "counters", "standing_lines", "standing_words", "turn_help", "turn_words"]

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


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """How many stones a colour (1 or 2) has."""
    return [stones_line(position.standings[colour - 1])]
