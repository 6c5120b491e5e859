"""Positions and turns of Spry in words."""

from ..showing.position_like import PositionLike
from ..showing.words import (
    Line,
    counted,
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
    if num_actions == 0:
        stones = counted(most, "stone")
        return f"Place up to {stones}, no more than the side of the innermost ring you use"
    return f"Ring {innermost_ring(position)} · {num_actions} of up to {most} placed"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """How many stones a colour (1 or 2) has."""
    return [stones_line(position.standings[colour - 1])]
