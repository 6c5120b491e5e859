"""Positions and turns of Sytran in words."""

from skerry.core.numbers import counted
from skerry.games.view import PositionLike
from skerry.games.words import (
    MINUS,
    Line,
    counters,
    grouped_standing_words,
    innermost_ring,
    score_lines,
    turn_words,
)

__all__ = ["EXAMPLE", "counters", "standing_lines", "standing_words", "turn_help", "turn_words"]

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
