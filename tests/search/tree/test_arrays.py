"""The arrays of a tree: what fits, and what is copied."""

import numpy as np
import pytest

import skerry
from skerry.core.layout import LEGAL_ROOM, WON, new_work
from skerry.search.arrays import (
    CLOSED,
    ROOT,
    clear_node,
    copy_children,
    copy_subtree,
    new_totals,
    new_tree,
)
from skerry.search.mcts import expand, verdict
from skerry.search.net import NO_NET, new_judge
from tests.search.tree.tree_cases import PLAIN_UCT, children, small_search

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize(("capacity", "fits"), [(10, True), (9, False), (11, True)])
def test_a_tree_takes_as_many_nodes_as_it_has_rows(capacity: int, fits: bool) -> None:
    position = skerry.game("kitaran", size=3).start()  # nine actions, and the root
    rules, tree = position.game.rules, new_tree(capacity)
    totals, work = new_totals(rules), new_work(rules)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    state, judge = position.state, new_judge(NO_NET)
    assert (
        expand(rules, state, tree, ROOT, ROOT, True, totals, PLAIN_UCT, judge, legal, work) == fits
    )
    assert (tree.used[0], tree.num_children[ROOT]) == ((10, 9) if fits else (1, 0))


def test_the_children_of_a_root_are_copied_unvisited() -> None:
    source, target = new_tree(10), new_tree(10)
    copy_children(source, target)
    assert target.first_child[ROOT] == 0
    source.first_child[ROOT], source.num_children[ROOT] = 4, 2
    for node, action in ((4, 7), (5, 3)):
        clear_node(source, node, action)
        source.visits[node] = 9
    source.proven[5], source.prior[4] = CLOSED, 0.5
    copy_children(source, target)
    assert (target.first_child[ROOT], target.num_children[ROOT], target.used[0]) == (1, 2, 3)
    assert target.action[1:3].tolist() == [7, 3]
    assert target.visits[1:3].tolist() == [0, 0]
    assert target.proven[1:3].tolist() == [0, CLOSED]
    assert target.prior[1:3].tolist() == [0.5, 0.0]


def test_children_may_lie_beyond_what_16_bits_can_count() -> None:
    """The number of children has 16 bits, the row of the first one has not."""
    first = 40_000
    source, target = new_tree(first + 2), new_tree(first + 2)
    source.first_child[ROOT], source.num_children[ROOT] = first, 2
    for node, action in ((first, 7), (first + 1, 3)):
        clear_node(source, node, action)
        source.proven[node] = WON + 1
    assert verdict(source, ROOT, 0) == WON + 1  # both lose for person 0
    copy_subtree(source, ROOT, target)
    assert target.action[1:3].tolist() == [7, 3]


def test_the_actions_of_a_set_up_are_tried_in_an_order_by_chance() -> None:
    position = skerry.game("syrtis", board="minor").start(seed=2)
    orders = []
    for seed in (1, 2):
        search = small_search(position, seed=seed)
        search.run(playouts=20)
        tree = search.strands[0].tree
        orders.append([int(tree.action[child]) for child in children(tree, ROOT)])
        assert sorted(orders[-1]) == position.legal_actions()
    assert orders[0] != orders[1]
