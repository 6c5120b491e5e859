"""Positions and turns of Y in words."""

from skerry.games.view import PositionLike
from skerry.games.words import Line, counters, standing_words, stones_line, turn_words

__all__ = ["EXAMPLE", "counters", "standing_lines", "standing_words", "turn_help", "turn_words"]

EXAMPLE = "c3"


def turn_help(position: PositionLike, num_actions: int) -> str:
    """A turn is one stone (Y-2)."""
    return "Place a stone"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """How many stones a colour (1 or 2) has."""
    return [stones_line(position.standings[colour - 1])]
