"""Evaluators in place of playouts: batches, priors, proofs, and no trace of virtual losses."""

from dataclasses import dataclass, field
from threading import get_ident
from time import sleep

import numpy as np
import pytest
from numpy.typing import NDArray

import skerry
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    FIRST,
    RESULT,
    RUNNING,
    WON,
    IntArray16,
    Rules,
    new_work,
)
from skerry.core.rng import generator
from skerry.errors import OptionError
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.info import EVERY, NEVER, Settings
from skerry.search.arrays import CLOSED, ROOT, Tree
from skerry.search.evaluator import Evaluator
from tests.search.tree.tree_cases import MINOR, children, nodes, rows, small_search
from tests.small import small, start

pytestmark = pytest.mark.kernels

NAMES = [info.name for info in GAMES]
WEIGHTS = Settings(
    exploration=0.0,
    puct=1.5,
    amaf_bias=0.0,
    amaf_prior=0.0,
    first_play=0.0,
    warm_up=NEVER,
    expand_after=NEVER,
    amaf=0,
    width=EVERY,
    widening=0.0,
)
batch_sizes = pytest.mark.parametrize("batch_size", [1, 7, 64])

Judgement = tuple[NDArray[np.float32], NDArray[np.float32]]


@dataclass
class Constant:
    """Says the same of every position, and notes how often and how much it is asked."""

    batch_size: int = 7
    value: float = 0.25
    asked: list[int] = field(default_factory=list)

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        assert states.shape[1] == rules.state_size
        assert np.all(states[:, RESULT] == RUNNING)
        self.asked.append(len(states))
        values = np.full(len(states), self.value, dtype=np.float32)
        return values, np.ones((len(states), rules.num_actions), dtype=np.float32)


@dataclass
class Playouts:
    """The result of one playout each, and no opinion of any action."""

    batch_size: int = 7

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        rng, work = generator(5), new_work(rules)
        taken = np.zeros((2, rules.num_actions), dtype=np.float32)
        values = np.empty(len(states), dtype=np.float32)
        for index, state in enumerate(states.copy()):
            dispatch.guided_playout(rules, state, rng, work, taken)
            result = int(state[RESULT])
            values[index] = {WON: 1.0, WON + 1: 0.0}.get(result, 0.5)
        return values, np.zeros((len(states), rules.num_actions), dtype=np.float32)


@dataclass
class Fond:
    """Holds that whoever has the stones of a set as good as wins; else nothing is decided."""

    person: int
    stones: tuple[int, ...]
    batch_size: int = 7

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        colours = np.where(states[:, FIRST] == self.person, COLOUR_1, 3 - COLOUR_1)
        cells = states[:, [CELLS + stone for stone in self.stones]]
        has = np.all(cells == colours[:, None], axis=1)
        good, bad = (0.95, 0.05) if self.person == 0 else (0.05, 0.95)
        values = np.where(has, good, bad).astype(np.float32)
        return values, np.ones((len(states), rules.num_actions), dtype=np.float32)


@dataclass
class Keen:
    """Cares for one action alone, wherever it is legal."""

    action: int
    batch_size: int = 1

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        priors = np.zeros((len(states), rules.num_actions), dtype=np.float32)
        priors[:, self.action] = 3.0
        return np.full(len(states), 0.5, dtype=np.float32), priors


@dataclass
class Rising:
    """Cares the more for an action, the higher its number."""

    batch_size: int = 7

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        rising = np.arange(1, rules.num_actions + 1, dtype=np.float32)
        return np.full(len(states), 0.5, dtype=np.float32), np.tile(rising, (len(states), 1))


@dataclass
class Failing:
    """Fails now and then: by itself, by an answer of the wrong shape, or by Ctrl-C."""

    batch_size: int = 8
    failures: list[BaseException | None] = field(default_factory=list)  # None: a wrong shape

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        values, priors = Constant(value=0.5).evaluate(rules, states)
        if not self.failures:
            return values, priors
        failure = self.failures.pop()
        if failure is None:
            return values[:-1], priors
        raise failure


@dataclass
class Alone:
    """Bears no second caller while it is at work."""

    batch_size: int = 4
    inside: int = 0
    callers: set[int] = field(default_factory=set)

    def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
        self.inside += 1
        assert self.inside == 1
        self.callers.add(get_ident())
        sleep(0.002)
        self.inside -= 1
        return Constant().evaluate(rules, states)


def large(name: str) -> skerry.Position:
    """A start from which a short search sees no end of the game."""
    if name == "syrtis":
        return skerry.position(MINOR)
    return start(skerry.game(name, **{"size": 5}), 1)


def grown(position: skerry.Position, evaluator: Evaluator, playouts: int, seed: int = 1) -> Tree:
    search = small_search(position, seed=seed, settings=WEIGHTS, evaluator=evaluator)
    assert search.run(playouts=playouts) == playouts
    return search.strands[0].tree


@batch_sizes
@pytest.mark.parametrize("name", [name for name in NAMES if name != "syrtis"])
def test_virtual_losses_leave_no_trace(name: str, batch_size: int) -> None:
    evaluator = Constant(batch_size)
    tree = grown(large(name), evaluator, 100)
    assert sum(evaluator.asked) == tree.visits[ROOT] == 100
    assert max(evaluator.asked) <= batch_size
    for node in nodes(tree):
        assert tree.value[node] == pytest.approx(0.25 * tree.visits[node])
        # Every node was judged once, and every other visit went on to a child.
        below = sum(int(tree.visits[child]) for child in children(tree, node))
        assert tree.visits[node] == below + (tree.visits[node] > 0)


def test_a_batch_that_is_not_judged_leaves_no_trace() -> None:
    evaluator = Failing()
    search = small_search(large("kitaran"), seed=1, evaluator=evaluator)
    search.run(playouts=32)
    tree = search.strands[0].tree
    before = tree.visits.copy(), tree.value.copy()
    evaluator.failures = [RuntimeError("no memory"), None, KeyboardInterrupt()]
    for failure in (KeyboardInterrupt, OptionError, RuntimeError):
        with pytest.raises(failure):
            search.run(playouts=32)
    np.testing.assert_array_equal(tree.visits, before[0])
    np.testing.assert_array_almost_equal(tree.value, before[1])
    assert search.run(playouts=32) == 32
    assert search.visits == 64


def test_an_evaluator_goes_on_with_another_game() -> None:
    search = small_search(skerry.game("kitaran", size=3).start(), seed=1, evaluator=Constant())
    search.run(playouts=14)
    assert not search.move_to(skerry.game("kitaran", size=6).start())
    assert search.run(playouts=14) == 14


def test_batches_are_filled_once_there_are_leaves_enough() -> None:
    evaluator = Constant(64)
    grown(large("spry"), evaluator, 300)
    assert evaluator.asked[0] == 1  # the root is the only leaf
    assert max(evaluator.asked) > 16


@batch_sizes
@pytest.mark.parametrize("name", NAMES)
def test_judgements_add_up_where_games_end_too(name: str, batch_size: int) -> None:
    position = large(name) if name == "syrtis" else start(skerry.game(name, **small(name)))
    while position.turn < 5 and name != "syrtis":
        position = position.apply(position.legal_actions()[0])
    search = small_search(position, seed=1, settings=WEIGHTS, evaluator=Playouts(batch_size))
    search.run(playouts=150)
    tree = search.strands[0].tree
    for node in nodes(tree):
        assert -1e-6 <= tree.value[node] <= tree.visits[node] + 1e-6
        below = [int(tree.visits[child]) for child in children(tree, node)]
        assert tree.visits[node] - sum(below) in (0, 1) or tree.proven[node] != RUNNING


@batch_sizes
@pytest.mark.parametrize(("person", "turns"), [(0, ""), (1, "c3")])
def test_two_stones_of_one_turn_are_found_for_the_person_who_places_both(
    person: int, turns: str, batch_size: int
) -> None:
    # Were values negated from ply to ply, the first stone would look as bad as it is good.
    position = skerry.game("spry", size=3).start()
    position = position.play_turn(turns) if turns else position
    assert position.player == person
    stones = position.game.parse_turn("a1,a2")
    evaluator = Fond(person, stones, batch_size)
    search = small_search(position, seed=1, settings=WEIGHTS, evaluator=evaluator)
    search.run(playouts=400)
    first = search.root.best(person)
    assert first is not None
    assert first.action in stones
    second = first.best(person)
    assert second is not None
    assert {first.action, second.action} == set(stones)
    for node in (first, second):
        assert node.value(person) > search.root.value(person)
        assert node.value(person) + node.value(1 - person) == pytest.approx(1.0)


@batch_sizes
@pytest.mark.parametrize("name", ["spry", "sytran", "byg"])
def test_small_boards_are_proven_without_any_judgement_of_worth(name: str, batch_size: int) -> None:
    position = skerry.game(name, size=2, swap=False).start().apply(3).apply(0)
    plain = small_search(position, seed=1)
    plain.run(playouts=20_000)
    search = small_search(position, seed=1, settings=WEIGHTS, evaluator=Constant(batch_size, 0.5))
    search.run(playouts=20_000)
    assert search.proven == plain.proven != RUNNING


@pytest.mark.parametrize("name", NAMES)
def test_priors_are_shared_out_among_the_actions_that_may_be_taken(name: str) -> None:
    tree = grown(large(name), Rising(), 30)
    judged = [node for node in nodes(tree) if children(tree, node)]
    assert judged
    for node in judged:
        below = children(tree, node)
        may = [child for child in below if tree.proven[child] != CLOSED]
        assert all(tree.prior[child] == 0 for child in below if tree.proven[child] == CLOSED)
        total = sum(1 + int(tree.action[child]) for child in may)
        expected = [(1 + int(tree.action[child])) / total for child in may]
        assert [float(tree.prior[child]) for child in may] == pytest.approx(expected)


def test_an_evaluator_without_preference_gives_even_priors() -> None:
    tree = grown(large("spry"), Playouts(), 5)
    below = children(tree, ROOT)
    assert [tree.prior[child] for child in below] == pytest.approx([1 / len(below)] * len(below))


def test_what_an_evaluator_cares_for_is_visited_first_and_most() -> None:
    position = large("byg")
    tree = grown(position, Keen(11), 2)
    assert [int(tree.action[c]) for c in children(tree, ROOT) if tree.visits[c]] == [11]
    search = small_search(position, seed=1, settings=WEIGHTS, evaluator=Keen(11))
    search.run(playouts=60)
    best = search.root.best(0)
    assert best is not None
    assert best.action == 11


@batch_sizes
def test_the_same_seed_grows_the_same_tree(batch_size: int) -> None:
    position = large("sytran")
    first, again = (rows(grown(position, Constant(batch_size), 150)) for _ in range(2))
    assert first == again


def test_a_slow_evaluator_grows_the_same_tree_as_a_quick_one() -> None:
    # The clock decides on chunks; it must not cut a batch short, or results would follow it.
    class Slow(Constant):
        def evaluate(self, rules: Rules, states: IntArray16) -> Judgement:
            sleep(0.01)
            return super().evaluate(rules, states)

    position = large("sytran")
    slow, quick = Slow(7), Constant(7)
    assert rows(grown(position, slow, 120)) == rows(grown(position, quick, 120))
    assert slow.asked == quick.asked


@pytest.mark.parametrize("threads", [2, 4])
def test_several_threads_ask_one_at_a_time(threads: int) -> None:
    evaluator = Alone()
    search = small_search(large("byg"), threads, seed=1, settings=WEIGHTS, evaluator=evaluator)
    assert search.run(playouts=100) == 100
    assert len(evaluator.callers) > 1
    assert all(strand.tree.visits[ROOT] >= 100 // threads for strand in search.strands)
    orders = [
        [int(s.tree.action[child]) for child in children(s.tree, ROOT)] for s in search.strands
    ]
    assert all(order == orders[0] for order in orders)


@pytest.mark.parametrize("seed", range(4))
def test_an_analysis_may_be_an_evaluator_s(seed: int) -> None:
    """Also where no playout has come to the end of the best turn, as with seed 1."""
    position = skerry.game("spry", size=5).start()
    found = skerry.analyse(position, playouts=50, seed=seed, evaluator=Constant(value=0.75))
    assert found.value == found.turns[0].mean == pytest.approx(0.75)
    assert found.ownership is None
    assert found.scores is None


@pytest.mark.parametrize("batch_size", [0, -3])
def test_batches_of_nothing_are_refused(batch_size: int) -> None:
    with pytest.raises(OptionError, match="at least one position"):
        small_search(large("spry"), evaluator=Constant(batch_size))
