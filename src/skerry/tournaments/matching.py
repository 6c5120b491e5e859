"""The cheapest way to make pairs of everybody, for costs that are compared number by number."""

from collections.abc import Iterator, Mapping

Pair = tuple[int, int]  # the lower index first
Cost = tuple[int, ...]  # not below 0; the first number counts most

CHEAPEST = 24  # pairs of each that are looked at first: the time grows with the number of pairs


def cheapest_pairs(count: int, costs: Mapping[Pair, Cost], num_hard: int) -> list[Pair]:
    """Pairs of everybody, such that the sum of their costs is lowest.

    The sums of the first numbers are compared first, then those of the second, and so on. The first
    `num_hard` sums are the lowest that there are. So are the others up to about 25 people; beyond,
    they are the lowest among the cheapest pairs of each, as long as these suffice.

    Args:
        count: of those to be paired, an even number; their indices are 0 to count - 1.
        costs: of the pairs that may be made, all numbers of them equally many.
        num_hard: how many numbers say what ought not to be at all.

    Returns:
        The pairs, sorted; the same for the same costs.

    Raises:
        ValueError: the pairs that may be made leave somebody alone.
    """
    weights = _combined(count, costs)
    for pairs in _choices(count, costs, weights, num_hard):
        found = _matching(pairs, weights)
        if 2 * len(found) == count:
            return found
    raise ValueError(f"{count} cannot be paired by {len(costs)} pairs.")


def _combined(count: int, costs: Mapping[Pair, Cost]) -> dict[Pair, int]:
    """Costs as one number each: a difference of a sum outweighs whatever comes after it."""
    highest = [max(column) for column in zip(*costs.values(), strict=True)]
    weights = dict.fromkeys(costs, 0)
    for place, most in enumerate(highest):
        base = most * (count // 2) + 1
        for pair, cost in costs.items():
            weights[pair] = weights[pair] * base + cost[place]
    return weights


def _choices(
    count: int, costs: Mapping[Pair, Cost], weights: Mapping[Pair, int], num_hard: int
) -> Iterator[list[Pair]]:
    """Pairs to choose from: few and harmless ones first, in the end all."""
    harmless = sorted(
        (pair for pair, cost in costs.items() if not any(cost[:num_hard])), key=weights.__getitem__
    )
    most = CHEAPEST
    while most < count:
        chosen, taken = [], [0] * count
        for one, other in harmless:
            if min(taken[one], taken[other]) < most:
                chosen.append((one, other))
                taken[one] += 1
                taken[other] += 1
        if len(chosen) == len(harmless):
            break
        yield chosen
        most *= 4
    yield harmless
    yield list(costs)


def _matching(pairs: list[Pair], weights: Mapping[Pair, int]) -> list[Pair]:
    """As many pairs as possible, at the lowest cost (Edmonds, 1965)."""
    import networkx  # takes a tenth of a second or more, and only tournaments need it

    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -weights[one, other]) for one, other in sorted(pairs)
    )
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)
