"""The order of a turn's stones: each set of stones hangs in the tree once, and every turn does."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import LEGAL_ROOM, PLACED, RESULT, RUNNING, TURN, IntArray16, new_work
from skerry.core.stones import closed
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.contract import ring_numbers
from skerry.games.info import GameInfo, Settings
from skerry.search.analysis import win_at_once
from skerry.search.arrays import (
    CLOSED,
    ROOT,
    Totals,
    Tree,
    new_totals,
    new_tree,
    promise,
    rank_cells,
)
from skerry.search.mcts import expand
from skerry.search.net import NO_NET, new_judge
from tests.reference.minimax import whole_turns
from tests.search.tree.tree_cases import AMAF, children, small_search
from tests.small import small, start
from tests.strategies import few, games, play_at_random

pytestmark = pytest.mark.kernels

MOST_TURNS = 150
NO_PRIOR = AMAF._replace(amaf_prior=0.0)
NO_JUDGE = new_judge(NO_NET)
SETS = ("spry", "sytran", "byg")


@st.composite
def unfinished(draw: st.DrawFn, name: str, most_turns: int) -> skerry.Position:
    """A position of a random game, in mid turn or not, with so many whole turns at most."""
    game = draw(games(name))
    seed = draw(st.integers(0, 2**32))
    played = play_at_random(start(game, seed), Random(seed), 40 if name == "syrtis" else 400)
    later = played[draw(st.integers(0, len(played) - 1)) :]
    return next(
        (one for one, _ in later if one.phase == "play" and one.num_turns() <= most_turns),
        later[-1][0],
    )


def turns_in_tree(
    position: skerry.Position, totals: Totals, settings: Settings = NO_PRIOR
) -> list[tuple[int, ...]]:
    """Every whole turn that hangs on the root of a tree whose first turn is fully expanded."""
    rules = position.game.rules
    tree = new_tree(20_000)
    legal, work = np.empty(LEGAL_ROOM, dtype=np.int16), new_work(rules)
    found: list[tuple[int, ...]] = []

    def go_on(node: int, previous: int, state: IntArray16, actions: tuple[int, ...]) -> None:
        if actions and (state[RESULT] != RUNNING or state[TURN] != position.turn):
            found.append(actions)
            return
        is_first = node == ROOT or state[PLACED] == 0
        assert expand(
            rules, state, tree, node, previous, is_first, totals, settings, NO_JUDGE, legal, work
        ), "the tree is too small for this test"
        if tree.proven[node] != RUNNING:
            return  # a threat that nothing answers any more
        open_children = [child for child in children(tree, node) if tree.proven[child] != CLOSED]
        assert open_children, f"no turn goes on after {actions}"
        for child in open_children:
            after = state.copy()
            action = int(tree.action[child])
            dispatch.apply(rules, after, action, work)
            go_on(child, node, after, (*actions, action))

    go_on(ROOT, ROOT, position.state, ())
    return found


def shuffled(position: skerry.Position, seed: int) -> Totals:
    """Totals with the cells in a random order of promise."""
    totals = new_totals(position.game.rules)
    order = totals.order.tolist()
    Random(seed).shuffle(order)
    totals.order[:] = order
    return totals


def end_of(position: skerry.Position) -> int | None:
    """The action `end`, where the game has one."""
    return position.game.rules.num_cells if position.game.name in ("spry", "byg") else None


def check_turns(position: skerry.Position, seed: int) -> None:
    """Each set at most once, each of them legal, and none missing that is worth a look."""
    end = end_of(position)
    listed = [frozenset(way) - {end} for way in turns_in_tree(position, shuffled(position, seed))]
    found = set(listed)
    assert len(listed) == len(found)
    legal = whole_turns(position, end)
    assert found <= set(legal)
    for missing in set(legal) - found:
        # Where the order has the stone that wins before the others, these are not placed (SPRY-4),
        # and a turn that lets the other person win is not looked at.
        wins_before = any(stones < missing and legal[stones].is_over for stones in found)
        assert wins_before or win_at_once(legal[missing]) is not None
    if position.game.name != "spry":
        assert len(listed) == position.num_turns()


@pytest.mark.parametrize("name", SETS)
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_set_of_stones_hangs_in_the_tree_once(
    name: str, data: st.DataObject, seed: int
) -> None:
    check_turns(data.draw(unfinished(name, MOST_TURNS)), seed)


@pytest.mark.parametrize("name", ["kitaran", "syrtis"])
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_turns_of_one_action_all_hang_on_the_root(
    name: str, data: st.DataObject, seed: int
) -> None:
    position = data.draw(unfinished(name, 1_000))
    found = turns_in_tree(position, shuffled(position, seed))
    assert sorted(found) == [(action,) for action in position.legal_actions()]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("name", "size", "stones"),
    [
        ("spry", 3, ""),
        ("spry", 3, "a1"),
        ("sytran", 3, "a2"),
        ("sytran", 4, "a1,a3"),
        ("sytran", 5, "e3"),  # of number 2, in mid turn: one of number 3 may be the last
        ("byg", 3, ""),
    ],
)
def test_larger_turns_are_counted_like_num_turns(
    name: str, size: int, stones: str, seed: int
) -> None:
    position = skerry.game(name, size=size).start()
    position = position.play(stones) if stones else position
    ways = turns_in_tree(position, shuffled(position, seed))
    sets = {frozenset(way) - {end_of(position)} for way in ways}
    assert len(ways) == len(sets) == position.num_turns() > 9


def with_two_cells_left() -> skerry.Position:
    """Sytran 5 but for two cells of number 3."""
    game = skerry.game("sytran", size=5, swap=False)
    numbers = ring_numbers(game.rules)
    one, two, three = (np.flatnonzero(numbers == number).tolist() for number in (1, 2, 3))
    mixed = [cell for pair in zip(two[26:], three[:4], strict=True) for cell in pair]
    position = game.start()
    for cell in (*one, *two[:26], *mixed, *three[4:22]):  # turns of 1, of 2, of 2, of 3
        position = position.apply(cell)
    return position


@pytest.mark.parametrize("seed", range(4))
def test_the_last_cells_of_sytran_are_one_turn_in_one_order(seed: int) -> None:
    position = with_two_cells_left()
    assert position.turn_so_far == ()
    assert len(position.legal_actions()) == 2
    totals = shuffled(position, seed)
    legal = set(position.legal_actions())
    in_order = tuple(cell for cell in totals.order.tolist() if cell in legal)
    assert turns_in_tree(position, totals) == [in_order]


def test_a_first_stone_that_nothing_may_follow_is_closed() -> None:
    # SYT-4: of the outer cells two make a turn; the last one in the order has none behind it.
    position = skerry.game("sytran", size=3, swap=False).start()
    rules = position.game.rules
    totals = new_totals(rules)  # innermost ring first
    tree: Tree = new_tree(1_000)
    legal, work = np.empty(LEGAL_ROOM, dtype=np.int16), new_work(rules)
    assert expand(
        rules, position.state, tree, ROOT, ROOT, True, totals, NO_PRIOR, NO_JUDGE, legal, work
    )
    last = children(tree, ROOT)[-1]
    assert tree.action[last] == totals.order[-1]
    assert tree.proven[last] == CLOSED
    assert sum(int(tree.proven[child] == CLOSED) for child in children(tree, ROOT)) == 1


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_cells_are_ranked_by_how_much_better_their_owner_does(info: GameInfo) -> None:
    game = skerry.game(info.name, **small(info.name))
    totals = new_totals(game.rules)
    rng = Random(3)
    totals.playouts[0], totals.value[0] = 100, 50.0
    for cell in range(game.rules.num_cells):
        totals.owned[cell] = rng.randint(1, 99)
        totals.won[cell] = rng.uniform(0.0, min(50.0, totals.owned[cell]))
    rank_cells(game.rules, totals)
    ranked = [promise(totals, int(cell)) for cell in totals.order]
    assert ranked == sorted(ranked, reverse=True)
    assert sorted(totals.order.tolist()) == list(range(game.rules.num_cells))


def test_a_cell_that_only_one_colour_ever_had_promises_nothing() -> None:
    totals = new_totals(skerry.game("spry", size=2).rules)
    totals.playouts[0], totals.value[0] = 10, 5.0
    totals.owned[:3] = (0, 10, 5)
    totals.won[:3] = (0.0, 5.0, 5.0)
    assert [promise(totals, cell) for cell in range(3)] == [0.0, 0.0, 1.0]


@given(st.integers(0, 32_000))
def test_marking_twice_gives_the_action_back(action: int) -> None:
    assert closed(action) < 0
    assert closed(closed(action)) == action


def test_stones_come_into_another_order_after_twice_the_playouts_only() -> None:
    """Sets are in the tree once as long as the order stays; later it would hardly change."""
    search = small_search(skerry.game("byg", size=3).start(), seed=1, settings=AMAF)
    totals = search.strands[0].totals
    search.run(playouts=32)
    before = totals.order.tolist()
    search.run(playouts=31)
    assert totals.order.tolist() == before
    search.run(playouts=1)
    assert totals.order.tolist() != before
