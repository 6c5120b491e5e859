"""How hard a puzzle is: the playouts that the search needs until it prefers the solution for good.

The search is asked with one budget after another, each twice the one before, from several seeds. A
puzzle's number is the median over the seeds of the smallest budget from which on every budget finds
the solution; LIMIT, times two, where even the largest misses it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median_high

from skerry.games.search_settings import MOVES
from skerry.players import SearchPlayer
from skerry.positions import Position

Cancel = Callable[[], bool]

FIRST_BUDGET = 16  # playouts
LIMIT = 8_192
MEMORY = 64 << 20  # bytes, of the search
SEEDS = (1, 2, 3)
# Plain upper confidence bounds: slow enough to tell easy from hard, and the same for ever, however
# the weights that each game is played with are tuned.
PLAIN = MOVES._replace(exploration=0.7, first_play=9.0, warm_up=0, expand_after=1, amaf=0)
FINDS_TO_STOP = 3  # budgets in a row; a search that has found a proof or a plan keeps to it


def plain_search(playouts: int, seed: int) -> SearchPlayer:
    """A player by plain upper confidence bounds."""
    return SearchPlayer(playouts=playouts, seed=seed, memory=MEMORY, settings=PLAIN)


@dataclass(frozen=True)
class Difficulty:
    """What the search made of a puzzle."""

    playouts: int  # that it needs
    wrong_turns: tuple[str, ...]  # that it preferred before, the most frequent first


def measure(position: Position, solution: str, *, cancel: Cancel | None = None) -> Difficulty:
    """Ask the search until it is sure.

    Args:
        position: of the puzzle.
        solution: its canonical text.
        cancel: asked now and then; when it says True what is known so far counts.
    """
    wrong: Counter[str] = Counter()
    needed = [_needed(position, solution, seed, wrong, cancel) for seed in SEEDS]
    return Difficulty(median_high(needed), tuple(text for text, _ in wrong.most_common()))


def _needed(
    position: Position, solution: str, seed: int, wrong: Counter[str], cancel: Cancel | None
) -> int:
    budget, found = FIRST_BUDGET, 0
    while budget <= LIMIT and found < FINDS_TO_STOP:
        if cancel is not None and cancel():
            break
        turn = plain_search(budget, seed).choose(position, cancel=cancel)
        text = position.game.format_turn(turn)
        if text == solution:
            found += 1
        else:
            found = 0
            wrong[text] += 1
        budget *= 2
    return budget >> found  # the first of the budgets that found it in a row
