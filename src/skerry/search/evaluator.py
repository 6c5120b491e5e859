"""Evaluators judge leaves in batches in place of playouts: where learned players plug in."""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from skerry.core.jit import kernel
from skerry.core.lanes import Lanes
from skerry.core.layout import LEGAL_ROOM, PLACED, RUNNING, IntArray16, IntArray64, Rules
from skerry.core.stones import copy_state
from skerry.games import contract
from skerry.games.info import Settings
from skerry.search.arrays import CLOSED, ROOT, Totals, Tree
from skerry.search.mcts import MAX_DEPTH, Path, back_up, descend, expand, result_of
from skerry.search.net import Judge


class Evaluator(Protocol):
    """Judges positions; called from one thread at a time of each search."""

    @property
    def batch_size(self) -> int:
        """How many positions it likes to be asked about at once."""
        ...

    def evaluate(
        self, rules: Rules, states: IntArray16
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Judge positions that are not over.

        Args:
            rules: of all of them.
            states: int16 of shape (n, state_size).

        Returns:
            Person 0's expected results, of shape (n,), from 0 to 1; and for every action how much
            it is worth a look, of shape (n, num_actions), not negative. Illegal actions may have
            any value.
        """
        ...


class Batch(NamedTuple):
    """Leaves that wait to be judged."""

    states: IntArray16  # (batch, state_size)
    depth: IntArray64  # (batch,) of each leaf
    node: IntArray64  # (batch, MAX_DEPTH + 1): the ways to them, as in Path
    mover: IntArray64


def new_batch(rules: Rules, size: int) -> Batch:
    """Room for a number of leaves."""
    return Batch(
        states=np.zeros((size, rules.state_size), dtype=np.int16),
        depth=np.zeros(size, dtype=np.int64),
        node=np.zeros((size, MAX_DEPTH + 1), dtype=np.int64),
        mover=np.zeros((size, MAX_DEPTH + 1), dtype=np.int64),
    )


@kernel
def gather(
    rules: Rules,
    root: IntArray16,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    settings: Settings,
    path: Path,
    judge: Judge,
    lanes: Lanes,
    batch: Batch,
    wanted: int,
) -> tuple[int, int]:
    """Go down the tree for up to `wanted` different leaves.

    Ways under way count as lost for those who chose them, so that the next one looks elsewhere
    (virtual loss: Chaslot, Winands and van den Herik, 2008).

    Returns:
        The number of leaves, and of ways down that ended at a proven node and need no judgement.
    """
    state = np.empty_like(root)
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    seeks_win = contract.wins_at_once(rules, root, work)
    gathered, decided = 0, 0
    while gathered + decided < wanted and tree.proven[ROOT] == RUNNING:
        copy_state(root, state)
        depth = descend(
            rules,
            state,
            tree,
            totals,
            rng,
            settings,
            path,
            judge,
            lanes,
            legal,
            work,
            seeks_win,
        )
        leaf = path.node[depth]
        if tree.proven[leaf] != RUNNING:
            back_up(tree, path, depth, result_of(int(tree.proven[leaf])))
            decided += 1
            continue
        if _waits(batch, gathered, int(leaf)):
            break
        copy_state(state, batch.states[gathered])
        batch.depth[gathered] = depth
        for i in range(depth + 1):
            batch.node[gathered, i] = path.node[i]
            batch.mover[gathered, i] = path.mover[i]
            tree.visits[path.node[i]] += 1
            tree.value[path.node[i]] += _virtual(batch, gathered, i)
        gathered += 1
    return gathered, decided


@kernel
def _waits(batch: Batch, gathered: int, leaf: int) -> bool:
    """Whether a leaf is in the batch already."""
    for index in range(gathered):
        if batch.node[index, batch.depth[index]] == leaf:
            return True
    return False


@kernel
def _virtual(batch: Batch, index: int, i: int) -> float:
    """The result that stands in until the judgement is there: a loss for who came this way."""
    if i == 0:
        return 0.5
    return 0.0 if batch.mover[index, i - 1] == 0 else 1.0


@kernel
def forget(tree: Tree, batch: Batch, gathered: int) -> None:
    """Take back what `gather` has entered, where nobody has judged the batch."""
    for index in range(gathered):
        for i in range(int(batch.depth[index]) + 1):
            tree.visits[batch.node[index, i]] -= 1
            tree.value[batch.node[index, i]] -= _virtual(batch, index, i)


@kernel
def absorb(
    rules: Rules,
    tree: Tree,
    totals: Totals,
    settings: Settings,
    judge: Judge,
    batch: Batch,
    gathered: int,
    values: Any,
    priors: Any,
) -> None:
    """Enter the judgements of a batch and give its leaves their children with priors.

    `values` are person 0's expected results, float32 of shape (gathered,); `priors` are not
    negative, float32 of shape (gathered, num_actions).
    """
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    for index in range(gathered):
        depth = int(batch.depth[index])
        for i in range(depth + 1):
            tree.value[batch.node[index, i]] += values[index] - _virtual(batch, index, i)
        leaf = int(batch.node[index, depth])
        previous = int(batch.node[index, max(0, depth - 1)])
        state = batch.states[index]
        is_first = depth == 0 or state[PLACED] == 0
        if expand(
            rules, state, tree, leaf, previous, is_first, totals, settings, judge, legal, work
        ):
            _give_priors(tree, leaf, priors[index])


@kernel
def _give_priors(tree: Tree, node: int, priors: Any) -> None:
    """Share out one among the children; evenly when the evaluator cares for none of them."""
    first = int(tree.first_child[node])
    end = first + int(tree.num_children[node])
    total, num_open = 0.0, 0
    for child in range(first, end):
        if tree.proven[child] != CLOSED:
            total += priors[tree.action[child]]
            num_open += 1
    for child in range(first, end):
        if tree.proven[child] != CLOSED:
            share = priors[tree.action[child]] / total if total > 0.0 else 1.0 / num_open
            tree.prior[child] = share
