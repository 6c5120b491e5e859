"""Positions and turns of Byg in words."""

from skerry.games.view import PositionLike
from skerry.games.words import Line, counters, grouped_standing_words, groups_line, turn_words

__all__ = ["EXAMPLE", "counters", "standing_lines", "standing_words", "turn_help", "turn_words"]

EXAMPLE = "c3,d5 (at most as many stones as you have groups)"
standing_words = grouped_standing_words


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be, or how far it has come (BYG-2, BYG-3)."""
    most = position.most_stones
    if num_actions > 0:
        return f"{num_actions} of up to {most} placed"
    if most == 1:
        return "Place 1 stone"
    return f"Place up to {most} stones. No group may get two of them"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """The groups of a colour (1 or 2)."""
    return [groups_line(position.standings[colour - 1].groups)]
