"""Positions and turns of Kitaran in words."""

from collections.abc import Sequence

from skerry.core.layout import COLOUR_2
from skerry.core.numbers import counted
from skerry.games import words
from skerry.games.actions import Action, named_cells
from skerry.games.kitaran.kernels import CONVERSIONS
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike
from skerry.games.words import Line, score_lines, standing_words, stones_line

__all__ = ["EXAMPLE", "counters", "standing_lines", "standing_words", "turn_help", "turn_words"]

EXAMPLE = "c3 places a stone, c3* converts around your stone on c3"


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be; one action is a whole turn (KIT-1)."""
    return "Place a stone, or convert all enemies beside one of yours"


def turn_words(rule_set: RuleSet, actions: Sequence[Action]) -> str:
    """What a turn did."""
    if actions[-1].kind == "convert":
        (name,) = named_cells(rule_set, actions[-1])
        return f"converted the stones beside {name}"
    return words.turn_words(rule_set, actions)


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """The stones of a colour (1 or 2) or, with komi, its score (KIT-3)."""
    standing, komi = position.standings[colour - 1], position.game.option("komi")
    if not komi:
        return [stones_line(standing)]
    given = f" + {komi:g} komi" if colour == COLOUR_2 else ""
    return score_lines(standing, f"{counted(standing.stones, 'stone')}{given}")


def counters(position: PositionLike) -> list[str]:
    """Conversions in a row, where there are any (KIT-4)."""
    count = int(position.state[CONVERSIONS])
    limit = position.game.option("cycle_limit")
    if not count:
        return []
    end = "the next turn must place" if position.game.option("cycle") == "place" else "it is a draw"
    return [f"{counted(count, 'conversion')} in a row without a placement; after {limit} {end}"]
