"""Exact numbers of sets of cells, drawn from classes of cells that count alike."""

from collections.abc import Sequence
from math import comb
from random import Random


def num_subsets(sizes: Sequence[int], lowest: int, count: int) -> int:
    """Sets of `count` cells from classes lowest, lowest + 1, ... with at least one of class lowest.

    `sizes[c]` is the number of cells in class c.
    """
    outer = sum(sizes[lowest + 1 :])
    return comb(sizes[lowest] + outer, count) - comb(outer, count)


def choose_weighted(weights: Sequence[int], rng: Random) -> int:
    """An index drawn with probability proportional to its weight, for integers of any length."""
    left = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("weights changed while drawing")


def sample_subset(
    classes: Sequence[Sequence[int]], lowest: int, count: int, rng: Random
) -> list[int]:
    """One of the sets that `num_subsets` counts, uniformly; `classes[c]` lists the cells."""
    own = classes[lowest]
    outer = [cell for cells in classes[lowest + 1 :] for cell in cells]
    shares = range(1, count + 1)
    share = 1 + choose_weighted(
        [comb(len(own), k) * comb(len(outer), count - k) for k in shares], rng
    )
    return rng.sample(list(own), share) + rng.sample(outer, count - share)
