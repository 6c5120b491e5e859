"""Plain UCT (Kocsis and Szepesvari, 2006): the yardstick that the search is measured against.

A tree of its own for each action of a turn and an equal share of the turn's playouts, which are
uniformly random: nothing is kept, and nothing is known of the games.
"""

import math
from random import Random
from typing import NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import (
    DRAWN,
    LEGAL_ROOM,
    PLAYER,
    RESULT,
    RUNNING,
    WON,
    FloatArray,
    IntArray16,
    IntArray32,
    IntArray64,
    Rules,
)
from skerry.core.rng import below, generator
from skerry.games import dispatch
from skerry.positions import Position

EXPLORATION = 0.7
MAX_DEPTH = 4096  # actions from the root; deeper leaves are played out from there


class Tree(NamedTuple):
    """One row per node; all arrays have shape (capacity,) but for `used`."""

    first_child: IntArray32  # node of the first child, 0 before the node is expanded
    num_children: IntArray16
    action: IntArray16  # that leads here from the parent
    visits: IntArray32  # playouts through this node
    value: FloatArray  # sum of person 0's results over them: 1 a win, 0.5 a draw
    used: IntArray64  # (1,) nodes in use


def new_tree(capacity: int) -> Tree:
    """A tree that holds only its root."""
    return Tree(
        first_child=np.zeros(capacity, dtype=np.int32),
        num_children=np.zeros(capacity, dtype=np.int16),
        action=np.zeros(capacity, dtype=np.int16),
        visits=np.zeros(capacity, dtype=np.int32),
        value=np.zeros(capacity, dtype=np.float64),
        used=np.ones(1, dtype=np.int64),
    )


class PlainUct:
    """The player: a number of playouts for a turn, shared out over its actions."""

    def __init__(self, playouts: int, seed: int) -> None:
        """Equal seeds play alike."""
        self._playouts = playouts
        self._draws = Random(seed)

    def choose(self, position: Position) -> tuple[int, ...]:
        """The rest of a whole turn."""
        spent, actions, turn = 0, [], position.turn
        while position.turn == turn and not position.is_over:
            action = position.legal_actions()[0]
            if len(position.legal_actions()) > 1:
                share = 1 / max(1, position.most_stones - len(position.turn_so_far))
                budget = max(1, round((self._playouts - spent) * share))
                action, spent = self._most_visited(position, budget), spent + budget
            actions.append(action)
            position = position.apply(action)
        return tuple(actions)

    def _most_visited(self, position: Position, playouts: int) -> int:
        tree = new_tree(100 * playouts + LEGAL_ROOM)
        rng = generator(self._draws.getrandbits(63))
        search(position.game.rules, position.state, tree, rng, playouts, EXPLORATION)
        first, count = int(tree.first_child[0]), int(tree.num_children[0])
        best = max(range(first, first + count), key=lambda node: int(tree.visits[node]))
        return int(tree.action[best])


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
