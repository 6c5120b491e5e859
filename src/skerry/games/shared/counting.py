"""Exact numbers of sets of cells, drawn from classes of cells that count alike."""

from collections.abc import Sequence
from itertools import chain
from math import comb
from random import Random


def num_subsets(sizes: Sequence[int], lowest: int, count: int) -> int:
    """Sets of `count` cells from classes lowest, lowest + 1, ... with at least one of class lowest.

    `sizes[c]` is the number of cells in class c.
    """
    outer = sum(sizes[lowest + 1 :])
    return comb(sizes[lowest] + outer, count) - comb(outer, count)


def sample_subset(
    classes: Sequence[Sequence[int]], lowest: int, count: int, rng: Random
) -> list[int]:
    """One of the sets that `num_subsets` counts, uniformly; `classes[c]` lists the cells."""
    own = classes[lowest]
    outer = list(chain(*classes[lowest + 1 :]))
    shares = range(1, count + 1)
    weights = [comb(len(own), share) * comb(len(outer), count - share) for share in shares]
    share = shares[choose_weighted(weights, rng)]
    return rng.sample(own, share) + rng.sample(outer, count - share)


def choose_weighted(weights: Sequence[int], rng: Random) -> int:
    """An index drawn with probability proportional to its weight, for integers of any length."""
    left = rng.randrange(sum(weights))
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index
