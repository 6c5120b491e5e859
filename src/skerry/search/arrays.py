"""The search tree as arrays: a node is a row, its children stand side by side."""

from typing import Any, NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import (
    FloatArray,
    IntArray16,
    IntArray32,
    IntArray64,
    Rules,
    untouched_zeros,
)
from skerry.core.stones import closed
from skerry.games.contract import close_dead_ends, ring_numbers

ROOT = 0
NODE_BYTES = 34
CLOSED = 4  # in `proven`: the action has its place in the order of a turn, but no turn goes on here


class Tree(NamedTuple):
    """One row per node; all arrays have shape (capacity,) but for `used`. Results are person 0's.

    A node is an atomic action, so the person to act at a node is told by the position there.
    """

    first_child: IntArray32  # node of the first child, 0 before the node is expanded
    num_children: IntArray16
    action: IntArray16  # that leads here from the parent
    visits: IntArray32  # playouts through this node
    value: FloatArray  # sum of their results: 1 a win, 0.5 a draw
    proven: Any  # int8: RUNNING while open, a RESULT that best play leads to, or CLOSED
    threat: Any  # int8: 1 where the other person threatened to win when it was given its children
    prior: Any  # float32: the evaluator's share of this child among its siblings, 0 without one
    amaf_visits: Any  # float32: playouts through the parent in which the mover took this action
    amaf_value: Any  # float32: sum of their results
    used: IntArray64  # (1,) rows in use


class Totals(NamedTuple):
    """What all playouts of a search say of the board as a whole; results are the first colour's."""

    playouts: IntArray64  # (1,)
    value: FloatArray  # (1,) sum of the results
    owned: FloatArray  # (num_cells,) playouts that end with the first colour on a cell
    won: FloatArray  # (num_cells,) sum of the results of these
    scores: FloatArray  # (3,) sums of the first and the second colour's score; over how many
    order: IntArray16  # (num_cells,) cells by promise


def new_tree(capacity: int) -> Tree:
    """A tree that holds only its root; memory is touched as rows come into use."""
    return Tree(
        first_child=untouched_zeros((capacity,), np.int32),
        num_children=untouched_zeros((capacity,), np.int16),
        action=untouched_zeros((capacity,), np.int16),
        visits=untouched_zeros((capacity,), np.int32),
        value=untouched_zeros((capacity,), np.float64),
        proven=untouched_zeros((capacity,), np.int8),
        threat=untouched_zeros((capacity,), np.int8),
        prior=untouched_zeros((capacity,), np.float32),
        amaf_visits=untouched_zeros((capacity,), np.float32),
        amaf_value=untouched_zeros((capacity,), np.float32),
        used=np.ones(1, dtype=np.int64),
    )


def packed(tree: Tree) -> tuple[int, tuple[Any, ...]]:
    """Its capacity, and the rows in use: most of a tree was never touched."""
    return len(tree.action), tuple(rows[: int(tree.used[0])] for rows in tree[:-1])


def unpacked(capacity: int, rows: tuple[Any, ...]) -> Tree:
    """The tree that `packed` gave."""
    tree = new_tree(capacity)
    for there, here in zip(tree[:-1], rows, strict=True):
        there[: len(here)] = here
    tree.used[0] = len(rows[0])
    return tree


def new_totals(rules: Rules) -> Totals:
    """Nothing counted; the cells in their own order, innermost ring first."""
    cells = np.lexsort((np.arange(rules.num_cells), ring_numbers(rules)))
    return Totals(
        playouts=np.zeros(1, dtype=np.int64),
        value=np.zeros(1, dtype=np.float64),
        owned=np.zeros(rules.num_cells, dtype=np.float64),
        won=np.zeros(rules.num_cells, dtype=np.float64),
        scores=np.zeros(3, dtype=np.float64),
        order=cells.astype(np.int16),
    )


@kernel
def clear_totals(rules: Rules, totals: Totals) -> None:
    """Forget all playouts; the order of the cells stays."""
    totals.playouts[0] = 0
    totals.value[0] = 0.0
    for cell in range(rules.num_cells):
        totals.owned[cell] = 0.0
        totals.won[cell] = 0.0
    for i in range(3):
        totals.scores[i] = 0.0


@kernel
def clear_node(tree: Tree, node: int, action: int) -> None:
    """Make a row a node that nobody has visited."""
    tree.first_child[node] = 0
    tree.num_children[node] = 0
    tree.action[node] = action
    tree.visits[node] = 0
    tree.value[node] = 0.0
    tree.proven[node] = 0
    tree.threat[node] = 0
    tree.prior[node] = 0.0
    tree.amaf_visits[node] = 0.0
    tree.amaf_value[node] = 0.0


@kernel
def _copy_node(source: Tree, node: int, target: Tree, copy: int) -> None:
    target.num_children[copy] = source.num_children[node]
    target.action[copy] = source.action[node]
    target.visits[copy] = source.visits[node]
    target.value[copy] = source.value[node]
    target.proven[copy] = source.proven[node]
    target.threat[copy] = source.threat[node]
    target.prior[copy] = source.prior[node]
    target.amaf_visits[copy] = source.amaf_visits[node]
    target.amaf_value[copy] = source.amaf_value[node]
    target.first_child[copy] = source.first_child[node]  # still a row of the source


@kernel
def copy_subtree(source: Tree, node: int, target: Tree) -> None:
    """Make the target hold only what hangs on a node of the source; both have one capacity."""
    _copy_node(source, node, target, ROOT)
    used, done = 1, 0
    while done < used:  # breadth first: rows up to `done` have their children copied
        first = int(target.first_child[done])
        if first != 0:
            target.first_child[done] = used
            for child in range(first, first + int(target.num_children[done])):
                _copy_node(source, child, target, used)
                used += 1
        done += 1
    target.used[0] = used


@kernel
def copy_children(source: Tree, target: Tree) -> None:
    """Give the root of an empty tree the children of another's, unvisited."""
    first = int(source.first_child[ROOT])
    for i in range(source.num_children[ROOT]):
        clear_node(target, 1 + i, int(source.action[first + i]))
        if source.proven[first + i] == CLOSED:
            target.proven[1 + i] = CLOSED
        target.prior[1 + i] = source.prior[first + i]
    target.num_children[ROOT] = source.num_children[ROOT]
    target.threat[ROOT] = source.threat[ROOT]
    target.used[0] = 1 + source.num_children[ROOT]
    target.first_child[ROOT] = 1 if first != 0 else 0


# One order of the stones of a turn, so that the tree holds each set of stones once (C-2).
#
# A turn's first node has its children in order of promise: cells whose owner at the end won more
# often stand first. Within the turn a stone may only be followed by those behind it in that order.
# A fixed order of cells would also do, but it makes the best stone hard to play first: see
# docs/search.md.


@kernel
def rank_cells(rules: Rules, totals: Totals) -> None:
    """Put the cells in order of promise, after what the playouts say so far."""
    order = totals.order
    for i in range(1, rules.num_cells):
        cell = order[i]
        worth = promise(totals, int(cell))
        slot = i
        while slot > 0 and promise(totals, int(order[slot - 1])) < worth:
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = cell


@kernel
def promise(totals: Totals, cell: int) -> float:
    """How much better a colour does when a cell is its own at the end; alike for both colours."""
    owned, won = totals.owned[cell], totals.won[cell]
    lost = totals.playouts[0] - owned
    if owned == 0.0 or lost == 0.0:
        return 0.0
    return float(won / owned - (totals.value[0] - won) / lost)


@kernel
def arrange(
    rules: Rules,
    state: IntArray16,
    legal: IntArray16,
    count: int,
    sequence: IntArray16,
    work: IntArray16,
) -> int:
    """Put the legal actions in the order of their turn, leaving out those that come too late.

    `legal` holds `count` actions, ascending, and is rewritten; `behind` are the actions behind the
    last one in this turn's order, unless none has begun (`is_first`): at the first node of a turn
    and at the root.

    Returns:
        How many actions are left, those that are `closed` included.
    """
    n = rules.num_cells
    stones = count
    while stones > 0 and legal[stones - 1] >= n:
        stones -= 1
    is_legal = work[:n]
    is_legal[:] = 0
    for i in range(stones):
        is_legal[legal[i]] = 1
    others = count - stones  # the end of the turn and the swap come first
    for i in range(others):
        legal[i], legal[stones + i] = legal[stones + i], legal[i]
    kept = others
    for i in range(sequence.shape[0]):
        cell = sequence[i]
        if cell < n and is_legal[cell] == 1:
            legal[kept] = cell
            kept += 1
    close_dead_ends(rules, state, legal[others:kept], work)
    return kept


@kernel
def answers_first(rules: Rules, legal: IntArray16, count: int, work: IntArray16) -> bool:
    """Put the cells that `work` marks with 1 before the others, and close these (`must_answer`).

    Whatever answers has one of them, and the first one in this order begins it or goes on with it:
    so a turn in which the others come first has none. Whether any is open; if not, nothing changes.
    """
    n = rules.num_cells
    open_answers, kept, num_others = 0, 0, 0
    for i in range(count):
        open_answers += 0 <= legal[i] < n and work[legal[i]] == 1
    if open_answers == 0:
        return False
    for i in range(count):
        action = int(legal[i])
        cell = action if action >= 0 else closed(action)
        if cell < n and work[cell] == 0:
            work[n + num_others] = min(action, closed(action))
            num_others += 1
        else:
            legal[kept] = action
            kept += 1
    for i in range(num_others):
        legal[kept + i] = work[n + i]
    return True
