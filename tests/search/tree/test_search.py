"""A search under way: the same again, stopped in time, on several threads, within its memory."""

import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import skerry
from skerry.core.layout import RUNNING
from skerry.errors import GameOverError, OptionError
from skerry.players import SearchPlayer
from skerry.search.arrays import NODE_BYTES, ROOT, Tree
from skerry.search.search import LEAST_MEMORY, MOST_THREADS, Search
from tests.search.tree.tree_cases import (
    AMAF,
    BOUNDS,
    WEIGHTS,
    begin,
    children,
    rows,
    seeded,
    small_search,
    tree_of,
)
from tests.small import NAMES, large

kernels = pytest.mark.kernels
each_game = pytest.mark.parametrize("name", NAMES)


# --- the same again -------------------------------------------------------------------------------


@kernels
@each_game
def test_one_thread_grows_the_same_tree_from_the_same_seed(name: str) -> None:
    first, again = seeded(name), seeded(name)
    assert first.run(playouts=60) == again.run(playouts=60)
    assert rows(tree_of(first)) == rows(tree_of(again))


@kernels
def test_another_seed_grows_another_tree() -> None:
    position = begin("spry")
    grown = [small_search(position, seed=seed) for seed in (1, 2)]
    for search in grown:
        search.run(playouts=60)
    assert rows(tree_of(grown[0])) != rows(tree_of(grown[1]))


@kernels
@each_game
def test_a_budget_given_in_pieces_grows_the_same_tree(name: str) -> None:
    whole, pieces = seeded(name), seeded(name)
    assert whole.run(playouts=60) == 60
    assert [pieces.run(playouts=n) for n in (1, 9, 30, 20)] == [1, 9, 30, 20]
    assert rows(tree_of(whole)) == rows(tree_of(pieces))


def test_several_threads_with_a_budget_in_playouts_agree_with_themselves() -> None:
    first, again = seeded("sytran", 3), seeded("sytran", 3)
    assert first.run(playouts=100) == again.run(playouts=100) == 100
    assert [rows(s.tree) for s in first.strands] == [rows(s.tree) for s in again.strands]


NEARLY_PROVEN = (
    "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 1bb/1bw/w1w | "
    "player=0 first=0 turn=6 conversions=0 frozen=a1"
)


@kernels
def test_what_is_proven_in_another_thread_does_not_change_a_budget_in_playouts() -> None:
    position = skerry.position(NEARLY_PROVEN)
    alone = small_search(position, 2, seed=1)
    alone._share_root()
    made = [alone._work(strand, 300, None, lambda: False) for strand in alone.strands]
    assert min(made) < 300  # proven by one of them at least
    both = small_search(position, 2, seed=1)
    assert both.run(playouts=600) == sum(made)
    assert [rows(s.tree) for s in both.strands] == [rows(s.tree) for s in alone.strands]
    assert both.run(playouts=600) == 0


@kernels
def test_what_any_thread_has_proven_ends_all_of_them_after_a_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = skerry.position(NEARLY_PROVEN)
    alone = small_search(position, 2, seed=1)
    alone._share_root()
    needed = sorted(alone._work(s, 100_000, None, lambda: False) for s in alone.strands)
    rounds = -(-needed[0] // 10)
    assert 10 * rounds < needed[1]
    monkeypatch.setattr("skerry.search.search.ROUND", 10)
    both, again = (small_search(position, 2, seed=1) for _ in range(2))
    made = needed[0] + 10 * rounds
    assert both.run(playouts=200_000) == again.run(playouts=200_000) == made
    assert both.proven != RUNNING
    assert [rows(s.tree) for s in both.strands] == [rows(s.tree) for s in again.strands]


@pytest.mark.parametrize("playouts", [7, 100, 160, 161])
def test_rounds_of_threads_change_nothing(monkeypatch: pytest.MonkeyPatch, playouts: int) -> None:
    whole = seeded("sytran", 3)
    assert whole.run(playouts=playouts) == playouts
    monkeypatch.setattr("skerry.search.search.ROUND", 20)
    parts = seeded("sytran", 3)
    assert parts.run(playouts=playouts) == playouts
    assert [rows(s.tree) for s in parts.strands] == [rows(s.tree) for s in whole.strands]


@kernels
@each_game
def test_whole_games_of_a_seeded_player_are_alike(name: str) -> None:
    def game() -> list[int]:
        position, actions = begin(name), []
        players = [SearchPlayer(playouts=12, seed=seed, memory=LEAST_MEMORY) for seed in (3, 4)]
        while position.player is not None and position.turn < 12:
            for action in players[position.player].choose(position):
                actions.append(action)
                position = position.apply(action)
        return actions

    assert game() == game()


# --- stopped in time ------------------------------------------------------------------------------

CANCEL_SECONDS = 0.1
A_PLAYOUT = 0.001  # seconds of the clock below
ENDLESS = 1 << 40  # playouts


class Machine:
    """A clock that only playouts move on: whatever else the machine does, they take as long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ends: float) -> None:
        self.now, self._ends, self._lock = 0.0, ends, Lock()
        self._grow = Search._grow
        monkeypatch.setattr("skerry.search.search.time", SimpleNamespace(perf_counter=self.time))
        monkeypatch.setattr(Search, "_grow", lambda *given: self.grow(*given))

    def time(self) -> float:
        return self.now

    def grow(self, search: Search, *given: Any) -> int:
        made = self._grow(search, *given)
        with self._lock:
            self.now += made * A_PLAYOUT
        assert self.now < self._ends, "the search goes on"
        return made


@kernels
@pytest.mark.parametrize("threads", [1, 4])
def test_a_search_ends_soon_after_it_is_cancelled(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(monkeypatch, ends=1.0)
    search = Search(begin("spry"), threads=threads, seed=1, memory=40_000_000)
    search.run(playouts=ENDLESS, cancel=lambda: machine.now >= 0.2)
    assert 0.2 <= machine.now < 0.2 + CANCEL_SECONDS


@kernels
def test_cancelled_from_the_start_it_still_looks_a_little() -> None:
    search = seeded("spry")
    assert 1 <= search.run(playouts=1 << 40, cancel=lambda: True) <= 16


@kernels
def test_seconds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, ends=1.0)
    seeded("byg").run(seconds=0.1)
    assert 0.1 <= machine.now <= 0.1 + 2 * A_PLAYOUT


# --- threads --------------------------------------------------------------------------------------

GIVEN_UP = 60  # seconds: a search that is not back by then hangs


@kernels
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_several_searches_at_once_all_come_back(threads: int) -> None:
    def search(name: str) -> int:
        return small_search(begin(name), threads, seed=1).run(playouts=100)

    for name in NAMES:
        search(name)  # compiled, where it is
    with ThreadPoolExecutor(len(NAMES)) as pool:
        waiting = [pool.submit(search, name) for name in NAMES for _ in range(2)]
        for future in waiting:
            assert 1 <= future.result(timeout=GIVEN_UP) <= 100


def test_threads_each_make_their_share_below_one_root() -> None:
    search = seeded("sytran", 3)
    assert search.run(playouts=100) == 100
    shares = [int(strand.tree.visits[ROOT]) for strand in search.strands]
    shared = WEIGHTS["sytran"].warm_up + 1  # the first one's, for an order that all have
    assert shares == [34 + shared, 33, 33]
    orders = [
        [int(strand.tree.action[child]) for child in children(strand.tree, ROOT)]
        for strand in search.strands
    ]
    assert orders[0] == orders[1] == orders[2]
    assert search.visits == sum(shares)
    for child in search.root.children():
        assert len(child.nodes) == 3
        assert child.visits == sum(int(tree.visits[row]) for tree, row in child.nodes)


@kernels
def test_one_thread_s_proof_ends_the_search_of_all() -> None:
    position = skerry.game("spry", size=2).start()
    search = small_search(position, 2, seed=1)
    assert search.run(playouts=100_000, seconds=1_000) < 100_000
    assert search.proven != RUNNING
    assert search.run(playouts=100) == 0


# --- memory ---------------------------------------------------------------------------------------


def array_bytes(tree: Tree) -> int:
    return sum(array.nbytes for array in tree if array.size > 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_arrays_take_no_more_than_was_allowed(threads: int) -> None:
    memory = threads * LEAST_MEMORY + 1_000_000
    search = Search(begin("spry"), threads=threads, memory=memory)
    taken = sum(array_bytes(strand.tree) + array_bytes(strand.spare) for strand in search.strands)
    assert memory - 2 * threads * NODE_BYTES < taken <= memory


def test_a_full_tree_is_searched_on() -> None:
    search = Search(
        begin("kitaran", large("kitaran")), seed=1, settings=BOUNDS, memory=LEAST_MEMORY
    )
    tree = tree_of(search)
    capacity = tree.visits.shape[0]
    search.run(playouts=1_000)
    used = int(tree.used[0])
    assert capacity - search.position.game.rules.num_actions < used <= capacity  # full
    before = int(tree.visits[ROOT])
    assert search.run(playouts=300) == 300
    assert int(tree.visits[ROOT]) == before + 300
    assert used <= tree.used[0] <= capacity
    below = [int(tree.visits[child]) for child in children(tree, ROOT)]
    assert before + 299 <= sum(below) <= before + 300


@pytest.mark.alone
@pytest.mark.skipif(sys.platform == "win32", reason="no resident sizes there")
def test_memory_stays_bounded_while_searches_go_on() -> None:
    # The long run is `python -m bench.memory`.
    position = begin("byg")
    scale = 1 if sys.platform == "darwin" else 1024
    for _ in range(2):  # the first one brings in the kernels
        search = Search(position, seed=1, memory=20_000_000)
        search.run(playouts=30_000)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
    for _ in range(4):
        search.run(playouts=30_000)
        search.move_to(position.apply(0))
        search.move_to(position)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale - peak
    assert grown < 30_000_000


# --- refused --------------------------------------------------------------------------------------


def over() -> skerry.Position:
    position = skerry.game("kitaran", size=3).start()
    while not position.is_over:
        position = position.apply(position.legal_actions()[0])
    return position


@kernels
def test_a_game_that_is_over_is_not_searched() -> None:
    with pytest.raises(GameOverError, match="no turn to search for"):
        Search(over())
    search = seeded("kitaran")
    with pytest.raises(GameOverError, match="no turn to search for"):
        search.move_to(over())


def test_memory_that_the_machine_has_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(capacity: int) -> Tree:
        asked.append(capacity)
        raise OSError(12, "Cannot allocate memory")

    asked: list[int] = []
    monkeypatch.setattr("skerry.search.search.new_tree", refuse)
    for memory in (10**12, 10**30):
        with pytest.raises(OptionError, match=f"no room for trees of {memory:,} bytes"):
            Search(begin("spry"), memory=memory)
    assert max(asked) < 2**31  # more rows could not be told apart


@pytest.mark.parametrize("threads", [0, -1, MOST_THREADS + 1])
def test_numbers_of_threads_out_of_bounds_are_refused(threads: int) -> None:
    with pytest.raises(OptionError, match=f"1 to {MOST_THREADS} threads, not {threads}"):
        Search(begin("spry"), threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_too_little_memory_is_refused(threads: int) -> None:
    with pytest.raises(OptionError, match="needs at least 4,000,000 bytes for each thread"):
        Search(begin("spry"), threads=threads, memory=threads * LEAST_MEMORY - 1)


@pytest.mark.parametrize(
    ("budget", "says"),
    [
        ({}, "needs a budget"),
        ({"playouts": 0}, "greater than zero"),
        ({"seconds": 0.0}, "greater than zero"),
        ({"seconds": float("nan")}, "a number greater than 0"),
        ({"playouts": -1, "seconds": 1.0}, "greater than zero"),
    ],
)
def test_budgets_of_nothing_are_refused(budget: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        seeded("spry").run(**budget)


@kernels
def test_expected_sums_are_of_the_playouts_made() -> None:
    search = seeded("kitaran")
    search.run(playouts=64)
    totals = search.strands[0].totals
    assert totals.playouts[0] <= 64
    assert np.all(totals.owned <= totals.playouts[0])
    assert np.all(totals.won <= totals.owned)
    first, second, number = totals.scores
    assert number == totals.playouts[0] // 16
    assert first + second == pytest.approx(9 * number)  # every stone counts for one of them


# --- what its settings do -------------------------------------------------------------------------


@kernels
def test_a_bias_fades_with_the_visits_of_a_node() -> None:
    """One that is gone at the first visit is none; a slow one is neither that nor a lasting one."""

    def grown(bias: float, fade: float) -> str:
        settings = AMAF._replace(amaf_bias=bias, amaf_fade=fade)
        search = small_search(begin("sytran"), seed=3, settings=settings)
        search.run(playouts=200)
        return str(rows(tree_of(search)))

    assert grown(0.15, 1e300) == grown(0.0, 0.0)
    assert len({grown(0.15, fade) for fade in (0.0, 0.1, 1e300)}) == 3
