"""Whole turns of Byg as sets of stones: no two of them may grow the same group (BYG-3).

Two vacant cells are in *conflict* when they touch each other, or the same group of the mover; a
turn is any set of cells without a conflict, no larger than BYG-2 allows. Sets of up to three cells
are counted in closed form, larger ones on a *decision diagram*. Each of its nodes stands for some
cells still available and a number of stones still to place: the lowest cell is skipped, or taken,
which makes those in conflict with it unavailable. Choices that leave the same cells lead to the
same node. As conflicts do not reach far over the board, there are far fewer nodes than sets.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from skerry.core.bits import count_bits
from skerry.core.jit import kernel
from skerry.core.layout import CELLS, PLACED, IntArray16, IntArray64, new_work
from skerry.core.stones import colour_to_move, flood
from skerry.games.byg.kernels import MOST_STONES, Rules, legal

BITS = 60  # cells to a word: the sign stays out of it
FEW = 3  # stones up to which sets have a closed form
NONE = -1
FIRST_CAPACITY = 4096


class Diagram(NamedTuple):
    """A decision diagram with room for `capacity` nodes, the root first."""

    size: IntArray64  # (1,) nodes so far
    sets: IntArray64  # (capacity, words) the cells still available
    left: IntArray16  # (capacity,) most stones still to place
    skip: IntArray64  # (capacity,) the node without the lowest cell, NONE in a leaf
    take: IntArray64  # (capacity,) the node with it
    following: IntArray64  # (capacity,) the next node with the same lowest cell, or NONE
    values: IntArray64  # (capacity,) sets of stones from here, the empty one included; even 9 of
    # 469 cells give no more than 4e18
    heads: IntArray64  # (cells,) the first node of each lowest cell, or NONE
    table: IntArray64  # (2 * capacity,) hash table of nodes, NONE where free


@kernel
def _add(cells: IntArray64, index: int) -> None:
    cells[index // BITS] |= 1 << index % BITS


@kernel
def _remove(cells: IntArray64, index: int) -> None:
    cells[index // BITS] &= ~(1 << index % BITS)


@kernel
def _lowest(cells: IntArray64) -> int:
    """The lowest member of a set, or NONE."""
    for word in range(cells.shape[0]):
        if cells[word] != 0:
            return word * BITS + count_bits((cells[word] & -cells[word]) - 1)
    return NONE


@kernel
def _is_same(cells: IntArray64, others: IntArray64) -> bool:
    for word in range(cells.shape[0]):
        if cells[word] != others[word]:
            return False
    return True


@kernel
def _copy(cells: IntArray64, into: IntArray64) -> None:
    for word in range(cells.shape[0]):
        into[word] = cells[word]


@kernel
def _unite(cells: IntArray64, others: IntArray64) -> None:
    """Add all of `others` to `cells`."""
    for word in range(cells.shape[0]):
        cells[word] |= others[word]


@kernel
def _subtract(cells: IntArray64, others: IntArray64) -> None:
    """Remove all of `others` from `cells`."""
    for word in range(cells.shape[0]):
        cells[word] &= ~others[word]


@kernel
def _num_common(cells: IntArray64, others: IntArray64) -> int:
    count = 0
    for word in range(cells.shape[0]):
        count += count_bits(cells[word] & others[word])
    return count


@kernel
def list_conflicts(
    rules: Rules, state: IntArray16, cells: IntArray16, conflicts: IntArray64
) -> None:
    """Fill conflicts (len(cells), words): the set of cells that each conflicts with, by index."""
    n = rules.num_cells
    index = np.full(n + 1, -1, dtype=np.int16)
    for i in range(cells.shape[0]):
        index[cells[i]] = i
    conflicts[:] = 0
    seen = np.zeros(n + 1, dtype=np.int16)
    stack = np.empty(n, dtype=np.int16)
    for cell in range(n):
        if index[cell] >= 0:
            stack[0] = cell
            _add_beside(rules, stack[:1], index, conflicts[index[cell]])
        elif state[CELLS + cell] == colour_to_move(state) and seen[cell] == 0:
            size = flood(rules, state, cell, seen, stack)
            beside = np.zeros(conflicts.shape[1], dtype=np.int64)
            _add_beside(rules, stack[:size], index, beside)
            for i in range(cells.shape[0]):
                if beside[i // BITS] >> i % BITS & 1:
                    _unite(conflicts[i], beside)
    for i in range(cells.shape[0]):
        _remove(conflicts[i], i)


@kernel
def _add_beside(rules: Rules, group: IntArray16, index: IntArray16, beside: IntArray64) -> None:
    """Add all available cells that touch a group."""
    for i in range(group.shape[0]):
        for k in range(rules.neighbours.shape[1]):
            other = index[rules.neighbours[group[i], k]]
            if other >= 0:
                _add(beside, int(other))


@kernel
def count_few(conflicts: IntArray64, available: IntArray64, most: int) -> int:
    """Sets of up to `most` <= FEW available cells without a conflict, the empty one included.

    Of three cells: all triples, minus those around each conflict, plus those taken away twice by
    two conflicts that share a cell, minus those that three conflicts brought back too often.
    """
    size = edges = paths = triangles = 0
    for word in range(available.shape[0]):
        rest = available[word]
        while rest != 0:
            i = word * BITS + count_bits((rest & -rest) - 1)
            rest &= rest - 1
            size += 1
            if most >= 2:
                degree = _num_common(conflicts[i], available)
                edges += degree
                paths += degree * (degree - 1) // 2
                if most >= 3 and degree >= 2:
                    triangles += _num_triangles(conflicts, available, i)
    edges //= 2
    total = 1
    if most >= 1:
        total += size
    if most >= 2:
        total += size * (size - 1) // 2 - edges
    if most >= 3:
        total += size * (size - 1) * (size - 2) // 6 - edges * (size - 2) + paths - triangles
    return total


@kernel
def _num_triangles(conflicts: IntArray64, available: IntArray64, i: int) -> int:
    """Triples of available cells in conflict with each other, the cell i the lowest of them."""
    count = 0
    above = -1 << i % BITS
    for word in range(i // BITS, available.shape[0]):
        rest = conflicts[i, word] & available[word] & above
        above = -1
        while rest != 0:
            low = rest & -rest
            j = word * BITS + count_bits(low - 1)
            rest ^= low
            common = conflicts[j, word] & rest
            count += count_bits(common)
            for later in range(word + 1, available.shape[0]):
                count += count_bits(conflicts[i, later] & conflicts[j, later] & available[later])
    return count


@kernel
def _nth_few(
    conflicts: IntArray64, available: IntArray64, most: int, nth: int, out: IntArray16
) -> int:
    """Write the nth set of those `count_few` counts, the empty one being 0; returns its size."""
    size = 0
    rest = available.copy()
    narrowed = available.copy()
    while nth > 0:
        nth -= 1
        while True:
            i = _lowest(rest)
            _remove(rest, i)
            _copy(rest, narrowed)
            _subtract(narrowed, conflicts[i])
            number = count_few(conflicts, narrowed, most - size - 1)
            if nth < number:
                out[size] = i
                size += 1
                _copy(narrowed, rest)
                break
            nth -= number
    return size


@kernel
def _node(conflicts: IntArray64, diagram: Diagram, cells: IntArray64, left: int) -> int:
    """The node for these cells, made if it is new; NONE if there is no room for it."""
    mixed = left
    for word in range(cells.shape[0]):
        for half in (cells[word] & 0x3FFFFFFF, cells[word] >> 30):
            mixed = (((mixed ^ half) * 0x2545F491) >> 20) & 0x3FFFFFFF
    slot = mixed % diagram.table.shape[0]
    while diagram.table[slot] != NONE:
        node = int(diagram.table[slot])
        if diagram.left[node] == left and _is_same(diagram.sets[node], cells):
            return node
        slot = (slot + 1) % diagram.table.shape[0]
    node = int(diagram.size[0])
    if node == diagram.left.shape[0]:
        return NONE
    diagram.size[0] += 1
    diagram.table[slot] = node
    _copy(cells, diagram.sets[node])
    diagram.left[node] = left
    diagram.skip[node] = NONE
    lowest = _lowest(cells)
    if left <= FEW or lowest == NONE:
        diagram.values[node] = count_few(conflicts, cells, min(left, FEW))
    else:
        diagram.following[node] = diagram.heads[lowest]
        diagram.heads[lowest] = node
    return node


@kernel
def grow_diagram(conflicts: IntArray64, diagram: Diagram, most: int) -> bool:
    """Fill a diagram from its root: all cells, `most` stones. False if it has too few nodes."""
    diagram.size[0] = 0
    diagram.table[:] = NONE
    diagram.heads[:] = NONE
    num_cells = conflicts.shape[0]
    cells = np.zeros(conflicts.shape[1], dtype=np.int64)
    for i in range(num_cells):
        _add(cells, i)
    _node(conflicts, diagram, cells, most)
    for lowest in range(num_cells):
        node = int(diagram.heads[lowest])
        while node != NONE:
            left = int(diagram.left[node])
            _copy(diagram.sets[node], cells)
            _remove(cells, lowest)
            diagram.skip[node] = _node(conflicts, diagram, cells, left)
            _subtract(cells, conflicts[lowest])
            diagram.take[node] = _node(conflicts, diagram, cells, left - 1)
            if diagram.skip[node] == NONE or diagram.take[node] == NONE:
                return False
            node = int(diagram.following[node])
    for lowest in range(num_cells - 1, -1, -1):
        node = int(diagram.heads[lowest])
        while node != NONE:
            diagram.values[node] = (
                diagram.values[diagram.skip[node]] + diagram.values[diagram.take[node]]
            )
            node = int(diagram.following[node])
    return True


@kernel
def nth_set(conflicts: IntArray64, diagram: Diagram, nth: int, out: IntArray16) -> int:
    """Write the nth set of those the root counts, the empty one being 0; returns its size."""
    node = size = 0
    while diagram.skip[node] != NONE:
        lowest = _lowest(diagram.sets[node])
        skipped = diagram.values[diagram.skip[node]]
        if nth < skipped:
            node = int(diagram.skip[node])
        else:
            nth -= skipped
            node = int(diagram.take[node])
            out[size] = lowest
            size += 1
    return size + _nth_few(
        conflicts, diagram.sets[node], min(int(diagram.left[node]), FEW), nth, out[size:]
    )


def _new_diagram(num_cells: int, words: int, capacity: int) -> Diagram:
    numbers = np.empty((4, capacity), dtype=np.int64)
    return Diagram(
        size=np.zeros(1, dtype=np.int64),
        sets=np.empty((capacity, words), dtype=np.int64),
        left=np.empty(capacity, dtype=np.int16),
        skip=numbers[0],
        take=numbers[1],
        following=numbers[2],
        values=numbers[3],
        heads=np.empty(num_cells, dtype=np.int64),
        table=np.empty(2 * capacity, dtype=np.int64),
    )


def _count(rules: Rules, state: IntArray16) -> tuple[IntArray16, IntArray64, Diagram]:
    """The cells that may be placed on, their conflicts, and the diagram of sets without one."""
    out = np.empty(rules.num_cells + 2, dtype=np.int16)
    offered = legal(rules, state, out, new_work(rules))
    cells = out[:offered][out[:offered] < rules.num_cells]
    words = -(-len(cells) // BITS)
    conflicts = np.empty((len(cells), words), dtype=np.int64)
    list_conflicts(rules, state, cells, conflicts)
    most = int(state[MOST_STONES] - state[PLACED])
    capacity = 1 if most <= FEW else FIRST_CAPACITY
    diagram = _new_diagram(len(cells), words, capacity)
    while not grow_diagram(conflicts, diagram, most):
        capacity *= 4
        diagram = _new_diagram(len(cells), words, capacity)
    return cells, conflicts, diagram


def num_sets(rules: Rules, state: IntArray16) -> int:
    """Sets of stones that complete the turn; in mid turn the empty one is one of them (BYG-2)."""
    diagram = _count(rules, state)[2]
    return int(diagram.values[0]) - _fewest(state)


def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """One of the sets that `num_sets` counts, all equally likely."""
    cells, conflicts, diagram = _count(rules, state)
    out = np.empty(rules.cap, dtype=np.int16)
    nth = rng.randrange(_fewest(state), int(diagram.values[0]))
    size = nth_set(conflicts, diagram, nth, out)
    return [int(cells[i]) for i in out[:size]]


def _fewest(state: IntArray16) -> int:
    """BYG-2: a turn may end as it is once it holds a stone."""
    return 1 if state[PLACED] == 0 else 0
