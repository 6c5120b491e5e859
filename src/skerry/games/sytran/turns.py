"""Whole turns of Sytran as sets of stones: as many as the lowest number among them (SYT-2).

With k stones placed in this turn, m the lowest number among them, what may come is

    t - k stones on cells of number t or more, at least one of them on t, for each t below m
    m - k stones on cells of number m or more
"""

from itertools import chain
from math import comb
from random import Random
from typing import NamedTuple

from skerry.core.layout import CELLS, EMPTY, LOWEST, PLACED, IntArray16
from skerry.core.rng import choose_weighted
from skerry.games.sytran.kernels import Rules
from skerry.games.turns import num_subsets, sample_subset


class Choice(NamedTuple):
    """The sets that leave the turn with one lowest number."""

    number: int  # the lowest (SYT-1)
    is_new: bool  # whether it is lower than that of the stones placed already
    num_sets: int


def num_sets(rules: Rules, state: IntArray16) -> int:
    """Sets of stones that complete the turn; one where SYT-3 fills the board."""
    return sum(choice.num_sets for choice in _choices(rules, state)) or 1


def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """One of the sets that `num_sets` counts, all equally likely."""
    classes = _vacant_by_number(rules, state)
    choices = [choice for choice in _choices(rules, state) if choice.num_sets > 0]
    if not choices:  # SYT-3: no turn satisfies SYT-2
        return list(chain(*classes))
    choice = choices[choose_weighted([choice.num_sets for choice in choices], rng)]
    missing = choice.number - int(state[PLACED])
    if choice.is_new:
        return sample_subset(classes, choice.number, missing, rng)
    return rng.sample(list(chain(*classes[choice.number :])), missing)


def _vacant_by_number(rules: Rules, state: IntArray16) -> list[list[int]]:
    """Vacant cells of each number; none has number 0."""
    classes: list[list[int]] = [[] for _ in range(rules.num_rings + 1)]
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            classes[rules.ring[cell]].append(cell)
    return classes


def _choices(rules: Rules, state: IntArray16) -> list[Choice]:
    sizes = [len(cells) for cells in _vacant_by_number(rules, state)]
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    choices = [
        Choice(number, True, num_subsets(sizes, number, number - placed))
        for number in range(placed + 1, min(lowest, len(sizes)))
    ]
    if placed > 0:
        choices.append(Choice(lowest, False, comb(sum(sizes[lowest:]), lowest - placed)))
    return choices
