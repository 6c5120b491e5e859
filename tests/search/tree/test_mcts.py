"""The tree itself: whole trees pinned, values of persons, and proofs that agree with the solver."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import DRAWN, RUNNING, WON
from skerry.games.info import Settings
from skerry.search.analysis import win_at_once
from skerry.search.arrays import CLOSED, ROOT, new_tree
from skerry.search.mcts import mean_for, result_of, verdict
from skerry.search.search import Branch, proof_for
from skerry.search.solver import solve, winning_turns
from tests.reference.minimax import Minimax, TooManyPositionsError
from tests.search.solver.test_solve import SMALL_TABLE, late_positions
from tests.search.tree.tree_cases import (
    AMAF,
    BOUNDS,
    CASES,
    NARROW,
    PLAIN_UCT,
    TREES_FILE,
    WEIGHTS,
    TreeCase,
    begin,
    branch_of,
    children,
    nodes,
    rows,
    small_search,
)
from tests.small import NAMES
from tests.strategies import drawn

pytestmark = pytest.mark.kernels

PINNED: dict[str, Any] = json.loads(TREES_FILE.read_text(encoding="utf-8"))
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
each_weight = pytest.mark.parametrize(
    "settings", [AMAF, BOUNDS, PLAIN_UCT, NARROW], ids=["amaf", "bounds", "plain", "narrow"]
)


@each_case
def test_whole_trees_grow_as_pinned(case: TreeCase) -> None:
    grown = rows(case.search().strands[0].tree)
    pinned = PINNED[case.name]
    assert len(grown) == len(pinned)
    assert np.allclose(np.array(grown), np.array(pinned), rtol=1e-5, atol=2e-4)


def test_the_file_holds_the_cases_and_no_more() -> None:
    assert set(PINNED) == {case.name for case in CASES}


@each_case
def test_a_tree_adds_up(case: TreeCase) -> None:
    search = case.search()
    tree = search.strands[0].tree
    assert tree.visits[ROOT] == search.visits <= case.playouts
    reached = set()
    for node in nodes(tree):
        reached.add(node)
        below = children(tree, node)
        assert 0 <= tree.value[node] <= tree.visits[node]
        assert 0 <= tree.amaf_value[node] <= tree.amaf_visits[node] + 1e-3
        assert sum(tree.visits[child] for child in below) <= tree.visits[node]
        assert sum(tree.value[child] for child in below) <= tree.value[node] + 1e-9
        if tree.proven[node] == CLOSED:
            assert tree.visits[node] == 0
    assert reached == set(range(int(tree.used[0])))


# Each has one winning turn, of two stones, and the mover is person 0 in one of a pair and person 1
# in the other.
TWO_STONES: dict[str, str] = {
    "spry, person 0": "spry size=3 swap=off | bwb/b1ww/w1bwb/wbb1/wbw"
    " | player=0 first=0 turn=8 placed=-",
    "spry, person 1": "spry size=3 swap=off | w1b/3w/1w3/bw2/b1w"
    " | player=1 first=0 turn=3 placed=-",
    "sytran, person 0": "sytran size=3 penalty=4 swap=off | w1b/bbwb/bw2b/1wwb/wbb"
    " | player=0 first=0 turn=10 placed=-",
    "sytran, person 1": "sytran size=3 penalty=4 swap=off | wb1/w2w/wbbbw/2wb/www"
    " | player=1 first=0 turn=9 placed=-",
    "byg, person 0": "byg size=3 cap=3 swap=off | b1w/wbwb/1w1wb/bbw1/1bb"
    " | player=0 first=0 turn=9 placed=-",
    "byg, person 1": "byg size=3 cap=3 swap=off | bww/w1b1/2wwb/1wbw/bbb"
    " | player=1 first=0 turn=10 placed=-",
}


@each_weight
@pytest.mark.parametrize("name", TWO_STONES)
def test_a_win_by_two_stones_of_one_turn_is_proven(name: str, settings: Settings) -> None:
    position = skerry.position(TWO_STONES[name])
    mover = position.player
    assert mover is not None
    won = winning_turns(position, table_bytes=SMALL_TABLE)
    assert won is not None
    assert len(won) == 1
    assert len(won[0]) == 2
    search = small_search(position, seed=1, settings=settings)
    search.run(playouts=5_000)
    assert search.proven == WON + mover
    first = search.root.best(mover)
    assert first is not None
    between = position.apply(first.action)
    assert between.player == mover  # the same person places the second stone
    assert set(best_turn(search.root, position)) == set(won[0])
    for node in filter(None, (search.root, first, first.best(mover))):
        assert node.result == WON + mover
        assert (node.value(mover), node.value(1 - mover)) == (1.0, 0.0)


def test_results_are_person_0s_and_read_for_whoever_acts() -> None:
    assert [result_of(result) for result in (WON, WON + 1, DRAWN)] == [1.0, 0.0, 0.5]
    assert (mean_for(3.0, 4.0, 0), mean_for(3.0, 4.0, 1)) == (0.75, 0.25)
    assert [proof_for(WON, person) for person in (0, 1)] == ["win", "loss"]
    assert [proof_for(WON + 1, person) for person in (0, 1)] == ["loss", "win"]
    assert proof_for(DRAWN, 0) == proof_for(DRAWN, 1) == "draw"
    assert proof_for(RUNNING, 0) is None


MINE, THEIRS = WON, WON + 1


@pytest.mark.parametrize(
    ("proofs", "verdict_for_0", "verdict_for_1"),
    [
        ((MINE, RUNNING, THEIRS), MINE, THEIRS),
        ((RUNNING, RUNNING), RUNNING, RUNNING),
        ((MINE, MINE), MINE, MINE),
        ((THEIRS, THEIRS), THEIRS, THEIRS),
        ((DRAWN, THEIRS), DRAWN, THEIRS),
        ((DRAWN, MINE), MINE, DRAWN),
        ((DRAWN, RUNNING), RUNNING, RUNNING),
        ((CLOSED, THEIRS), THEIRS, THEIRS),
        ((MINE, CLOSED), MINE, MINE),
        ((CLOSED, RUNNING), RUNNING, RUNNING),
    ],
)
def test_what_children_prove(
    proofs: tuple[int, ...], verdict_for_0: int, verdict_for_1: int
) -> None:
    tree = new_tree(10)
    tree.first_child[ROOT], tree.num_children[ROOT] = 1, len(proofs)
    tree.proven[1 : 1 + len(proofs)] = proofs
    assert verdict(tree, ROOT, 0) == verdict_for_0
    assert verdict(tree, ROOT, 1) == verdict_for_1


@pytest.mark.parametrize(
    ("found", "best_for_0", "best_for_1"),
    [
        (((RUNNING, 5, 1.0), (RUNNING, 9, 6.0)), 2, 2),  # the most visited
        (((RUNNING, 9, 9.0), (MINE, 1, 1.0), (THEIRS, 2, 0.0)), 2, 3),  # a win, however few visits
        (((MINE, 9, 9.0), (THEIRS, 2, 0.0), (RUNNING, 1, 0.5)), 1, 2),
        (((DRAWN, 3, 1.5), (RUNNING, 9, 3.0)), 1, 2),  # a draw where the rest promises less
        (((THEIRS, 3, 0.0), (DRAWN, 1, 0.5)), 2, 1),
        (((THEIRS, 3, 0.0), (THEIRS, 7, 0.0)), 2, 2),  # lost: the longest fight
    ],
)
def test_which_child_is_played(
    found: tuple[tuple[int, int, float], ...], best_for_0: int, best_for_1: int
) -> None:
    branch = branch_of(*found)
    for person, action in enumerate((best_for_0, best_for_1)):
        best = branch.best(person)
        assert best is not None
        assert best.action == action


def test_a_closed_child_is_never_played() -> None:
    assert [
        child.action for child in branch_of((CLOSED, 0, 0.0), (RUNNING, 1, 1.0)).children()
    ] == [2]


MOST_POSITIONS = 120  # behind a position: few enough that the search proves it for certain
MOST_PLAYOUTS = 20_000


def is_small(position: skerry.Position) -> bool:
    """Whether few positions lie behind it."""
    if position.phase != "play":
        return False
    try:
        Minimax[skerry.Position](MOST_POSITIONS).value(position)
    except TooManyPositionsError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
@drawn(15)
@given(data=st.data())
def test_what_the_solver_proves_the_search_proves_alike(name: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(name))
    assume(is_small(position))
    solution = solve(position, table_bytes=SMALL_TABLE)
    settings = data.draw(st.sampled_from([AMAF, BOUNDS, position.game.info.search]))
    search = small_search(position, seed=data.draw(st.integers(0, 99)), settings=settings)
    search.run(playouts=MOST_PLAYOUTS)
    person = position.player
    assert person is not None
    assert proof_for(search.proven, person) == solution.value
    turn = best_turn(search.root, position)
    won = winning_turns(position, at_most=1_000, table_bytes=SMALL_TABLE)
    assert won is not None
    assert (frozenset(turn) in {frozenset(way) for way in won}) == (solution.value == "win")


def best_turn(branch: Branch, position: skerry.Position) -> tuple[int, ...]:
    """The whole turn that a search would play."""
    turn, person = position.turn, position.player
    actions: list[int] = []
    assert person is not None
    while not position.is_over and position.turn == turn:
        best = branch.best(person)
        if best is None:  # won without a look below
            won = win_at_once(position)
            assert won is not None
            return (*actions, *won)
        actions.append(best.action)
        position, branch = position.apply(best.action), best
    return tuple(actions)


def test_few_ways_to_set_up_a_board_are_looked_at() -> None:
    search = small_search(begin("syrtis"), seed=1, settings=WEIGHTS["syrtis"])
    search.run(playouts=200)
    tree = search.strands[0].tree
    assert sum(tree.visits[child] > 0 for child in children(tree, ROOT)) == 3
