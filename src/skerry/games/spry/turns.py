"""Whole turns of Spry as sets of stones: SPRY-2 bounds their size, SPRY-4 bars a few of them.

With k stones placed in this turn, a set of s more fits SPRY-2 exactly when all its cells have ring
k + s or more. SPRY-4 ends the game in mid turn, so a set can be placed in some order unless it is
*over-winning*: it connects the three arcs, and so it does without any one of its stones. Otherwise
a stone without which nothing is won goes last.

Over-winning sets are few, and remain over-winning whatever is added. They are split off by
branching over one cell after another, in the set or not, until a branch holds nothing else, or none
of them. The latter is a harmless *leaf*: all ways to add some of its undecided cells are legal.
"""

from math import comb
from random import Random
from typing import NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, EMPTY, LOWEST, PLACED, IntArray16, IntArray64
from skerry.core.rng import choose_weighted
from skerry.core.stones import colour_to_move
from skerry.games.spry.kernels import Rules

# What a cell costs whoever wants to connect through it.
OWN, OPEN, CLOSED = 0, 1, 2
FAR = 999
NUM_ARCS = 3

# Verdicts on a branch, besides the cell to branch over.
HARMLESS, OVER_WINNING = -1, -2

Goal = tuple[int, int, int]  # see `_branch`
NO_GOAL: Goal = (0, 0, -1)


class Search(NamedTuple):
    """One branch and the scratch space to judge it."""

    costs: IntArray16  # (num_cells + 1,) OWN, OPEN or CLOSED; the wall is CLOSED
    added: IntArray16  # (num_cells,) cells decided to be in the set, the first few of them
    distances: IntArray16  # (NUM_ARCS, num_cells + 1) OPEN cells from each arc up to a cell
    sources: IntArray16  # (NUM_ARCS, num_cells + 1) the cell before it on the way, itself if none
    queues: IntArray16  # (2, num_cells)
    settled: IntArray16  # (num_rings + 1,) how many decisions had been made when the set was found
    # to win (0: not yet), first with all its cells, then without the first one added, and so on


class Depth(NamedTuple):
    """How far a branch has come."""

    num_decided: int
    num_added: int


@kernel
def _open_board(rules: Rules, state: IntArray16, search: Search) -> None:
    """Nothing decided: own stones, vacant cells, and those that will never be the mover's."""
    colour = colour_to_move(state)
    search.costs[:] = CLOSED
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            search.costs[cell] = OPEN
        elif state[CELLS + cell] == colour:
            search.costs[cell] = OWN


@kernel
def _measure(rules: Rules, search: Search, arc: int, ring: int, most: int) -> None:
    """Distances from one arc through OPEN cells of at least `ring`; beyond `most` they stay FAR."""
    distances, sources = search.distances[arc], search.sources[arc]
    now, later = search.queues[0], search.queues[1]
    distances[:] = FAR
    num_now = num_later = 0
    for cell in range(rules.num_cells):
        if rules.arcs[cell] >> arc & 1:
            if search.costs[cell] == OWN:
                now[num_now] = cell
                num_now += 1
            elif search.costs[cell] == OPEN and rules.ring[cell] >= ring:
                later[num_later] = cell
                num_later += 1
            else:
                continue
            distances[cell] = search.costs[cell]
            sources[cell] = cell
    level = 0
    while num_now > 0 or (num_later > 0 and level < most):
        if num_now == 0:
            now, later, num_now, num_later = later, now, num_later, 0
            level += 1
        num_now -= 1
        cell = now[num_now]
        for k in range(rules.neighbours.shape[1]):
            other = rules.neighbours[cell, k]
            if distances[other] != FAR or search.costs[other] == CLOSED:
                continue
            if search.costs[other] == OWN:
                now[num_now] = other
                num_now += 1
            elif rules.ring[other] >= ring:
                later[num_later] = other
                num_later += 1
            else:
                continue
            distances[other] = level + search.costs[other]
            sources[other] = cell


@kernel
def _connect(rules: Rules, search: Search, ring: int, most: int) -> tuple[int, int]:
    """Fewest OPEN cells that connect all three arcs (FAR if above `most`), and where they meet.

    Three paths that meet in a cell are the cheapest tree, and its own cost counts once.
    """
    for arc in range(NUM_ARCS):
        _measure(rules, search, arc, ring, most)
    least, meeting = FAR, -1
    for cell in range(rules.num_cells):
        total = -2 * search.costs[cell]
        for arc in range(NUM_ARCS):
            total += search.distances[arc, cell]
        if total < least:
            least, meeting = total, cell
    return (least, meeting) if least <= most else (FAR, -1)


@kernel
def _least_addition(rules: Rules, search: Search, least: int) -> int:
    """A lower bound of the OPEN cells that make the stones over-winning, `least` making them win.

    Cells at the same distance from an arc form a layer that every connection must cross, and one
    stone on it would be one without which nothing is won: each layer takes two. Layers of two arcs
    are different cells while their distances do not add up to more than the way between the arcs.
    """
    way_01 = way_02 = way_12 = FAR
    for cell in range(rules.num_cells):
        if rules.arcs[cell] & 2:
            way_01 = min(way_01, search.distances[0, cell])
        if rules.arcs[cell] & 4:
            way_02 = min(way_02, search.distances[0, cell])
            way_12 = min(way_12, search.distances[1, cell])
    longest, total = max(way_01, way_02, way_12), way_01 + way_02 + way_12
    layers = total // 2 if 2 * longest <= total else longest
    return max(least + 1, 2 * layers)


@kernel
def _open_cell_near(search: Search, meeting: int) -> int:
    """An OPEN cell of the cheapest tree, which has one."""
    for arc in range(NUM_ARCS):
        cell = meeting
        while search.costs[cell] != OPEN and search.sources[arc, cell] != cell:
            cell = int(search.sources[arc, cell])
        if search.costs[cell] == OPEN:
            return cell
    return -1


@kernel
def _shortfall(rules: Rules, search: Search, depth: Depth, ring: int, most: int) -> tuple[int, int]:
    """At least how many cells are missing to an over-winning set, and an OPEN one to branch over.

    The number is 0 if the set is over-winning as it is, and above `most` if it cannot become so.
    """
    worst, pivot = 0, -1
    for lost in range(depth.num_added + 1):
        if search.settled[lost] > 0:
            continue
        if lost > 0:
            search.costs[search.added[lost - 1]] = CLOSED
        missing, meeting = _connect(rules, search, ring, most)
        if missing == 0:
            search.settled[lost] = depth.num_decided
        elif missing > worst:
            worst, pivot = missing, -1
            if missing != FAR:
                pivot = _open_cell_near(search, meeting)
        if lost > 0:
            search.costs[search.added[lost - 1]] = OWN
        elif 0 < missing < FAR:
            return _least_addition(rules, search, missing), pivot
        if worst > most:
            break
    return worst, pivot


@kernel
def _judge(rules: Rules, search: Search, depth: Depth, placed: int, most: int) -> int:
    """HARMLESS, OVER_WINNING, or the cell to branch over, for sets of at most `most` stones."""
    size = max(depth.num_added, 2)  # of any over-winning set in this branch, from below
    while True:
        # So many stones need cells that far out, and through those alone the way may be longer.
        missing, pivot = _shortfall(rules, search, depth, placed + size, most - depth.num_added)
        if depth.num_added + missing > most:
            return HARMLESS
        if missing == 0:
            return OVER_WINNING
        if depth.num_added + missing <= size:
            return pivot
        size = depth.num_added + missing


@kernel
def _note_leaf(
    rules: Rules, search: Search, num_added: int, placed: int, most: int, leaves: IntArray64
) -> None:
    """Count a harmless branch in leaves[s - num_added, cells to choose from] for each size s."""
    fewest = 1 if placed == 0 else 0  # the turn may end here once it holds a stone
    for size in range(max(num_added, fewest), most + 1):
        num_open = 0
        for cell in range(rules.num_cells):
            num_open += search.costs[cell] == OPEN and rules.ring[cell] >= placed + size
        leaves[size - num_added, num_open] += 1


@kernel
def _branch(rules: Rules, state: IntArray16, search: Search, leaves: IntArray64, goal: Goal) -> int:
    """Walk all branches; count harmless leaves in `leaves`, (num_rings + 1, num_cells + 1).

    With a goal (row, column, count) the walk stops in the leaf that raises leaves[row, column] to
    count, and returns the number of its cells in search.added.
    """
    search.settled[0] = 0
    trail = np.empty(rules.num_cells, dtype=np.int16)  # cells decided; first in, later out
    placed = int(state[PLACED])
    num_decided = num_added = 0
    while True:
        most = min(int(state[LOWEST]), rules.num_rings) - placed
        for i in range(num_added):
            most = min(most, rules.ring[search.added[i]] - placed)
        verdict = _judge(rules, search, Depth(num_decided, num_added), placed, most)
        if verdict >= 0:
            trail[num_decided] = verdict
            num_decided += 1
            search.costs[verdict] = OWN
            search.added[num_added] = verdict
            num_added += 1
            search.settled[num_added] = num_decided if search.settled[0] > 0 else 0
            continue
        if verdict == HARMLESS:
            _note_leaf(rules, search, num_added, placed, most, leaves)
            if leaves[goal[0], goal[1]] == goal[2]:
                return num_added
        while num_decided > 0 and search.costs[trail[num_decided - 1]] == CLOSED:
            num_decided -= 1
            search.costs[trail[num_decided]] = OPEN
        if num_decided == 0:
            return 0
        search.costs[trail[num_decided - 1]] = CLOSED
        num_added -= 1
        for lost in range(num_added + 1):
            if search.settled[lost] >= num_decided:
                search.settled[lost] = 0


@kernel
def _wins(rules: Rules, search: Search) -> bool:
    """Whether the OWN cells connect all three arcs."""
    return _connect(rules, search, 0, 0)[0] == 0


def _walk(rules: Rules, state: IntArray16, goal: Goal = NO_GOAL) -> tuple[IntArray64, Search, int]:
    """Count the leaves, all or up to a goal, and where the walk stopped (see `_branch`)."""
    n = rules.num_cells
    leaves = np.zeros((rules.num_rings + 1, n + 1), dtype=np.int64)
    search = Search(
        costs=np.empty(n + 1, dtype=np.int16),
        added=np.empty(n, dtype=np.int16),
        distances=np.empty((NUM_ARCS, n + 1), dtype=np.int16),
        sources=np.empty((NUM_ARCS, n + 1), dtype=np.int16),
        queues=np.empty((2, n), dtype=np.int16),
        settled=np.empty(rules.num_rings + 1, dtype=np.int16),
    )
    _open_board(rules, state, search)
    return leaves, search, _branch(rules, state, search, leaves, goal)


def _weights(leaves: IntArray64) -> dict[tuple[int, int], int]:
    """(row, column) -> sets in the leaves that let one add `row` of `column` cells."""
    return {
        (row, column): int(leaves[row, column]) * comb(column, row)
        for row, column in np.argwhere(leaves).tolist()
    }


def num_sets(rules: Rules, state: IntArray16) -> int:
    """Sets of stones that complete the turn; in mid turn the empty one is one of them (SPRY-2)."""
    return sum(_weights(_walk(rules, state)[0]).values())


def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """One of the sets that `num_sets` counts, all equally likely, in an order that is legal."""
    leaves = _walk(rules, state)[0]
    weights = _weights(leaves)
    row, column = list(weights)[choose_weighted(list(weights.values()), rng)]
    goal = (row, column, 1 + rng.randrange(int(leaves[row, column])))
    _, search, num_added = _walk(rules, state, goal)
    ring = int(state[PLACED]) + num_added + row
    free = np.flatnonzero((search.costs[:-1] == OPEN) & (rules.ring >= ring)).tolist()
    stones = search.added[:num_added].tolist() + rng.sample(free, row)
    return _put_last(rules, state, search, stones)


def _put_last(rules: Rules, state: IntArray16, search: Search, stones: list[int]) -> list[int]:
    """SPRY-4: a stone without which the set does not win goes last, so that none wins before it."""
    _open_board(rules, state, search)
    search.costs[stones] = OWN
    if stones and _wins(rules, search):
        for i, cell in enumerate(stones):
            search.costs[cell] = OPEN
            if not _wins(rules, search):
                return [*stones[:i], *stones[i + 1 :], cell]
            search.costs[cell] = OWN
    return stones
