"""Plain UCT (Kocsis and Szepesvari, 2006) over atomic actions, in one compiled loop.

A person may act several times in a row, so values belong to persons: a node stores person 0's
results, and whoever is to act at its parent reads them for themselves.
"""

import math

import numpy as np

from ..core.jit import kernel
from ..core.layout import (
    DRAWN,
    PLAYER,
    RESULT,
    RUNNING,
    WON,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rng import below
from ..games import dispatch
from ..games.tables import LEGAL_ROOM
from .tree import Tree

MAX_DEPTH = 4096  # actions from the root; deeper leaves are played out from there


@kernel
def search(
    rules: Rules,
    root: IntArray16,
    tree: Tree,
    rng: IntArray64,
    num_playouts: int,
    exploration: float,
) -> None:
    """Grow the tree by num_playouts playouts from a position that is not over."""
    state = np.empty_like(root)
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    path = np.empty(MAX_DEPTH, dtype=np.int64)
    for _ in range(num_playouts):
        state[:] = root
        path[0] = 0
        depth = 1
        node = 0
        while state[RESULT] == RUNNING and depth < MAX_DEPTH:
            if tree.first_child[node] == 0:
                if tree.visits[node] == 0 and node != 0:
                    break
                if not _expand(rules, state, tree, node, legal, work):
                    break
            node = _select(tree, node, int(state[PLAYER]), exploration, rng)
            dispatch.apply(rules, state, int(tree.action[node]), work)
            path[depth] = node
            depth += 1
        dispatch.playout(rules, state, rng, work)
        result = 0.5 if state[RESULT] == DRAWN else 1.0 - (state[RESULT] - WON)
        for i in range(depth):
            tree.visits[path[i]] += 1
            tree.value[path[i]] += result


@kernel
def _expand(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    node: int,
    legal: IntArray16,
    work: IntArray16,
) -> bool:
    """Give a node its children, unless the tree is full."""
    count = dispatch.legal(rules, state, legal, work)
    first = int(tree.used[0])
    if first + count > tree.visits.shape[0]:
        return False
    tree.first_child[node] = first
    tree.num_children[node] = count
    for i in range(count):
        tree.action[first + i] = legal[i]
    tree.used[0] = first + count
    return True


@kernel
def _select(tree: Tree, node: int, person: int, exploration: float, rng: IntArray64) -> int:
    """An unvisited child at random, else the child with the highest upper confidence bound."""
    first = int(tree.first_child[node])
    count = int(tree.num_children[node])
    scale = exploration * math.sqrt(math.log(tree.visits[node] + 1.0))
    best, best_bound, num_unvisited = first, -1.0, 0
    for child in range(first, first + count):
        visits = tree.visits[child]
        if visits == 0:
            num_unvisited += 1
            if below(rng, num_unvisited) == 0:
                best = child
        elif num_unvisited == 0:
            mean = tree.value[child] / visits
            bound = (mean if person == 0 else 1.0 - mean) + scale / math.sqrt(visits)
            if bound > best_bound:
                best, best_bound = child, bound
    return best
