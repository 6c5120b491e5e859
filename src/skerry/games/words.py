"""Positions and turns in words: what each game offers, and what several share."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from skerry.core.numbers import MINUS, counted
from skerry.games.actions import Action, named_cells
from skerry.games.contract import Standing, ring_numbers
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike

MOST_REPEATED = 2  # groups of one size that are listed one by one


class Line(NamedTuple):
    """One line on how a colour stands."""

    label: str
    value: str
    explains: bool = False  # it says how the value of the line before came about


# What several games have in common; a game's own module takes it up.


def turn_words(rule_set: RuleSet, actions: Sequence[Action]) -> str:
    """A turn of placing stones, or the swap of C-3."""
    if actions[0].kind == "swap":
        return "swapped colours"
    names: list[str] = []
    for action in actions:
        names += named_cells(rule_set, action) or [action.kind]  # an `end` that was written out
    return f"placed {', '.join(names)}"


def standing_words(standing: Standing) -> str:
    """Stones and score: "3 stones, score 3"."""
    return _with_score(counted(standing.stones, "stone"), standing)


def grouped_standing_words(standing: Standing) -> str:
    """Stones, their groups and the score: "3 stones in 2 groups (2 1), score -5"."""
    words = counted(standing.stones, "stone")
    if standing.groups:
        sizes = " ".join(str(size) for size in standing.groups)
        words += f" in {counted(len(standing.groups), 'group')} ({sizes})"
    return _with_score(words, standing)


def _with_score(words: str, standing: Standing) -> str:
    return words if standing.score is None else f"{words}, score {standing.score:g}"


def counters(position: PositionLike) -> list[str]:
    """No counts: the board shows everything."""
    return []


def stones_line(standing: Standing) -> Line:
    """How many stones."""
    return Line("Stones", str(standing.stones))


def score_lines(standing: Standing, sum_of: str) -> list[Line]:
    """A score, and what it is the sum of."""
    return [Line("Score", signed(standing.score or 0)), Line("from", sum_of, explains=True)]


def groups_line(groups: Sequence[int]) -> Line:
    """How many groups, and all their sizes: "5 groups: 7 · 3 · 2 · 1 · 1"."""
    if not groups:
        return Line("Groups", "none")
    sizes = []
    for size, run in groupby(groups):
        count = len(list(run))
        sizes += (
            [f"{size}\N{NO-BREAK SPACE}({count}×)"]
            if count > MOST_REPEATED
            else [str(size)] * count
        )
    label = f"{counted(len(groups), 'group')}:"
    return Line(label, "\N{NO-BREAK SPACE}· ".join(sizes))  # a line may end after a dot


def innermost_ring(position: PositionLike) -> int:
    """The lowest ring number among the stones of the turn so far."""
    rings = ring_numbers(position.game.rules)
    return min(int(rings[cell]) for cell in position.turn_so_far)


def signed(number: float) -> str:
    """A number with a real minus sign."""
    return f"{number:g}".replace("-", MINUS)


REASONS = (
    "",
    "connection",
    "score",
    "groups",
    "majority",
    "cycle",
    "island",
    "quicksand",
    "both",
    "passes",
    "stall",
)

WIN_WORDS = {  # as they follow "White wins"
    "connection": "by connecting yellow, blue and red",
    "score": "on points",
    "groups": "with the larger groups",
    "majority": "with more stones",
    "island": "by connecting an island",
    "quicksand": "by sinking four tiles in a row",
    "both": "by the initiative, as both sides had won",
    "passes": "by the initiative, after passes",
    "stall": "by the initiative, after the stall limit",
}
DRAW_WORDS = {  # as they follow "Drawn"
    "score": "with equal points",
    "majority": "with equal points",
    "cycle": "at the cycle limit",
}
