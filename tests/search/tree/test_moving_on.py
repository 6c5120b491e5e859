"""A search that moves on with the game: what is below the new position is kept."""

from typing import Any

import pytest

import skerry
from skerry.core.layout import RUNNING
from skerry.players import SearchPlayer
from skerry.search.arrays import CLOSED, ROOT, Tree
from skerry.search.search import LEAST_MEMORY, Search
from tests.search.tree.tree_cases import (
    AMAF,
    children,
    nodes,
    rows,
    seeded,
    small_search,
    tree_of,
)
from tests.small import NAMES

kernels = pytest.mark.kernels
each_game = pytest.mark.parametrize("name", NAMES)


def follow(search: Search, actions: int) -> tuple[skerry.Position, int]:
    """The most visited way of so many actions from the root, and its node."""
    tree, node, position = tree_of(search), ROOT, search.position
    for _ in range(actions):
        node = max(children(tree, node), key=lambda child: int(tree.visits[child]))
        position = position.apply(int(tree.action[node]))
    return position, node


def shape(tree: Tree, node: int) -> Any:
    """All that hangs on a node, whatever rows it lies in."""
    facts = (
        int(tree.action[node]),
        int(tree.visits[node]),
        float(tree.value[node]),
        int(tree.proven[node]),
        float(tree.amaf_visits[node]),
        float(tree.amaf_value[node]),
    )
    return facts, [shape(tree, child) for child in children(tree, node)]


@kernels
@pytest.mark.parametrize("actions", [1, 2])
@each_game
def test_moving_on_keeps_the_subtree_and_forgets_the_rest(name: str, actions: int) -> None:
    search = seeded(name)
    search.run(playouts=150)
    goal, node = follow(search, actions)
    kept = shape(tree_of(search), node)
    assert search.move_to(goal)
    assert search.position == goal
    tree = tree_of(search)
    assert shape(tree, ROOT) == kept
    assert search.visits == kept[0][1]
    assert len(list(nodes(tree))) == tree.used[0]  # nothing else is left
    visits = search.visits
    assert search.run(playouts=10) == 10 or search.proven != RUNNING
    assert search.visits >= visits


@kernels
@each_game
def test_moving_to_where_one_is_changes_nothing(name: str) -> None:
    search = seeded(name)
    search.run(playouts=40)
    before = rows(tree_of(search))
    assert search.move_to(search.position)
    assert rows(tree_of(search)) == before


@kernels
@each_game
def test_a_position_that_is_not_in_the_tree_begins_anew(name: str) -> None:
    search = seeded(name)
    search.run(playouts=40)
    position = search.position
    while position.turn < 5:
        position = position.apply(position.legal_actions()[-1])
    assert not search.move_to(position)
    assert search.visits == 0
    assert tree_of(search).used[0] == 1
    assert not search.root.children()
    assert search.run(playouts=20) == 20


@kernels
def test_a_stone_that_none_may_follow_in_the_order_begins_anew() -> None:
    # Sytran: the last cell of the order is closed to a first stone, but a person may begin with it.
    search = small_search(skerry.game("sytran", size=3, swap=False).start(), seed=1, settings=AMAF)
    search.run(playouts=60)
    tree = tree_of(search)
    shut = [child for child in children(tree, ROOT) if tree.proven[child] == CLOSED]
    assert shut
    position = search.position.apply(int(tree.action[shut[0]]))
    assert not search.move_to(position)
    assert search.proven == RUNNING
    assert search.run(playouts=20) == 20
    best = search.root.best(0)
    assert best is not None
    assert best.action in position.legal_actions()


@kernels
def test_a_player_completes_a_turn_that_somebody_began_with_any_stone() -> None:
    # Its old tree goes on from the first stone only with the stones behind it in the order.
    start_of_turn = skerry.game("sytran", size=3, swap=False).start()
    old = small_search(start_of_turn, seed=1, settings=AMAF)
    old.run(playouts=200)
    tree = tree_of(old)
    late = [child for child in children(tree, ROOT) if children(tree, child)][-1]
    half = start_of_turn.apply(int(tree.action[late]))
    assert half.turn == start_of_turn.turn
    assert 0 < len(children(tree, late)) < len(half.legal_actions())
    player = SearchPlayer(playouts=40, seed=1, memory=LEAST_MEMORY)
    player._search = old
    (second,) = player.choose(half)
    assert half.apply(second).turn == 1
    assert player._search is not None
    seen = {child.action for child in player._search.root.children()}
    assert seen == set(half.legal_actions())


@kernels
def test_a_transposed_position_is_found_whatever_the_order_of_its_stones() -> None:
    search = small_search(skerry.game("spry", size=3).start(), seed=1, settings=AMAF)
    search.run(playouts=300)
    first, _ = follow(search, 1)
    pair = [child for child in search.root.children() if child.children() and child.visits > 3]
    assert first.turn == 0
    for child in pair:
        for other in child.children():
            if other.visits and other.action < search.position.game.rules.num_cells:
                swapped = search.position.play(
                    ",".join(map(search.position.game.format_action, (other.action, child.action)))
                )
                visits = other.visits
                assert search.move_to(swapped)
                assert search.visits == visits
                return
    pytest.fail("no turn of two stones was searched")
