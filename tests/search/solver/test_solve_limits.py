"""The solver's budgets, its memory, its files, and what it refuses."""

from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import skerry
from skerry.errors import OptionError
from skerry.search import proof
from skerry.search.solver import (
    LEAST_TABLE_BYTES,
    Budget,
    Progress,
    Solver,
    Spent,
    load_table,
    save_table,
    solve,
    winning_turns,
)
from skerry.search.table import ENTRY_BYTES, MOST_EFFORT, Table, effort_of, new_table

pytestmark = pytest.mark.kernels

KITARAN = skerry.game("kitaran", size=3, cycle_limit=2, cycle="draw")
HARD = skerry.game("spry", size=5).start()


@cache
def drawn() -> skerry.Position:
    """A position that takes two proofs."""
    return KITARAN.start().play("a1").play("c3").play("b1")


def test_a_budget_of_nodes_is_kept_and_leaves_the_value_open() -> None:
    full = solve(drawn())
    assert full.value == full.at_least == full.at_most == "draw"
    for max_nodes in (1, 20, full.nodes // 2):
        stopped = solve(drawn(), max_nodes=max_nodes)
        assert stopped.value is None
        assert stopped.nodes <= max_nodes + 1
        assert stopped.at_least == "loss"


def test_the_same_budget_gives_the_same_answer() -> None:
    one, other = (solve(drawn(), max_nodes=200) for _ in range(2))
    assert (one.value, one.turn, one.nodes) == (other.value, other.turn, other.nodes)


def test_a_proof_that_stopped_half_way_says_what_is_certain() -> None:
    position = drawn()
    solver = Solver(KITARAN)
    nodes = next(
        nodes
        for nodes in count(20, 20)
        if solver.solve(position, Budget(max_nodes=nodes)).at_most == "draw"
    )
    assert nodes > 20
    assert solver.solve(position, Budget()).value == "draw"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that only nodes move on: whatever else the machine does, they take as long."""
    clock, prove = SimpleNamespace(now=0.0), proof.prove

    def searched(*given: Any) -> int:
        path = given[3]
        before = int(path.head[proof.NODES])
        result = prove(*given)
        clock.now += 0.001 * (int(path.head[proof.NODES]) - before)
        assert clock.now < 2.0, "the search goes on"
        return result

    monkeypatch.setattr(proof, "prove", searched)
    monkeypatch.setattr(
        "skerry.search.solver.time", SimpleNamespace(perf_counter=lambda: clock.now)
    )
    return clock


def test_cancelling_stops_within_a_tenth_of_a_second(clock: SimpleNamespace) -> None:
    budget = Budget(cancel=lambda: clock.now >= 0.2, began=clock.now)
    solution = Solver(HARD.game).solve(HARD, budget)
    assert solution.value is None
    assert 0.2 <= solution.seconds < 0.3


def test_seconds_are_kept(clock: SimpleNamespace) -> None:
    solution = Solver(HARD.game).solve(HARD, Budget(seconds=0.2, began=clock.now))
    assert solution.value is None
    assert 0.2 <= solution.seconds == clock.now < 0.3


def test_progress_is_told() -> None:
    told: list[Progress] = []
    solve(drawn(), max_nodes=300, on_progress=told.append)
    assert [one.nodes for one in told] == sorted(one.nodes for one in told)
    assert told[-1].nodes > 50
    assert all(one.pn >= 0 and one.dn >= 0 for one in told)


@pytest.mark.parametrize("num_bytes", [LEAST_TABLE_BYTES, 1000, 1 << 14])
def test_memory_is_bounded_and_a_full_table_still_answers_right(num_bytes: int) -> None:
    game = skerry.game("sytran", size=2, penalty=1, swap=False)
    solver = Solver(game, num_bytes)
    assert solver.table.entries.nbytes <= num_bytes
    assert solver.table.entries.nbytes > num_bytes - 4 * ENTRY_BYTES
    assert solver.solve(game.start(), Budget()).value == solve(game.start()).value == "win"
    assert solver.table.entries.nbytes <= num_bytes


def test_a_table_grows_as_it_fills_and_no_further_than_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("skerry.search.solver.FIRST_TABLE_BYTES", 1 << 10)
    whole = solve(drawn())
    for most in (1 << 12, 1 << 22):
        solver = Solver(KITARAN, most)
        before = solver.table.entries.nbytes
        assert solver.solve(drawn(), Budget()).value == whole.value
        assert before < solver.table.entries.nbytes <= most


@pytest.mark.parametrize("failure", [OSError(12, "Cannot allocate memory"), OverflowError()])
def test_a_table_that_cannot_grow_costs_no_proof(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr("skerry.search.solver.FIRST_TABLE_BYTES", 1 << 10)
    solver, whole = Solver(KITARAN, 1 << 22), solve(drawn())

    def refuse(num_bytes: int) -> Table:
        raise failure

    monkeypatch.setattr("skerry.search.solver.new_table", refuse)
    before = solver.table.entries.nbytes
    assert solver.solve(drawn(), Budget()).value == whole.value
    assert solver.table.entries.nbytes == solver.table_bytes == before


def test_a_table_grows_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.search.solver.FIRST_TABLE_BYTES", 1 << 10)
    solver, whole = Solver(KITARAN, 1 << 22), solve(drawn())

    def with_room(num_bytes: int) -> Table:
        if num_bytes > 3 << 10:
            raise OSError(12, "Cannot allocate memory")
        return new_table(num_bytes)

    monkeypatch.setattr("skerry.search.solver.new_table", with_room)
    before = solver.table.entries.nbytes
    assert solver.solve(drawn(), Budget()).value == whole.value
    assert before < solver.table.entries.nbytes <= 2 << 10
    with pytest.raises(OptionError, match="no room for a table"):
        Solver(KITARAN, 1 << 22).take_in(np.zeros((200, 3), dtype=np.int64))


def test_a_table_kept_in_a_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    position, path = drawn(), tmp_path / "kitaran.npz"
    whole = solve(position)
    first = Solver(KITARAN)
    stopped = first.solve(position, Budget(max_nodes=whole.nodes // 2))
    save_table(first, position, Spent(stopped.nodes, stopped.seconds), path)
    assert list(tmp_path.iterdir()) == [path]

    second = Solver(KITARAN, 1 << 20)  # a table of another size
    before = load_table(second, position, path)
    assert before == Spent(stopped.nodes, stopped.seconds)
    resumed = second.solve(position, Budget(before=before))
    assert resumed.value == whole.value
    assert stopped.nodes < resumed.nodes < whole.nodes * 1.25
    assert resumed.seconds > stopped.seconds


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    position = drawn()
    solver = Solver(KITARAN, 1 << 16)
    for content in (b"", b"no table", b"PK\x03\x04 broken"):
        path.write_bytes(content)
        with pytest.raises(skerry.OptionError, match="holds no table"):
            load_table(solver, position, path)
    np.savez(path, format=np.array(2))
    with pytest.raises(skerry.OptionError, match="holds no table"):
        load_table(solver, position, path)
    save_table(solver, position, Spent(), path)
    with pytest.raises(skerry.OptionError, match="another position"):
        load_table(solver, position.play("a2"), path)


def test_what_cannot_be_solved_is_refused() -> None:
    over = skerry.game("spry", size=2).start().play_turn("a1,b3").play_turn("b1,c1")
    over = over.play_turn("b2")
    assert over.is_over
    with pytest.raises(skerry.GameOverError):
        solve(over)
    with pytest.raises(skerry.GameOverError):
        winning_turns(over)
    position = drawn()
    with pytest.raises(skerry.OptionError, match="at least one node"):
        solve(position, max_nodes=0)
    with pytest.raises(skerry.OptionError, match="greater than zero"):
        solve(position, seconds=0.0)
    with pytest.raises(skerry.OptionError, match="bytes"):
        solve(position, table_bytes=10)
    with pytest.raises(skerry.OptionError, match="at_most"):
        winning_turns(position, at_most=0)
    with pytest.raises(skerry.OptionError, match="This solver is for"):
        Solver(KITARAN).solve(skerry.game("kitaran", size=3).start(), Budget())


def test_tiles_that_may_still_be_exchanged_are_refused() -> None:
    starts = (skerry.game("syrtis", board="minor").start(seed=seed) for seed in range(50))
    position = next(start for start in starts if start.phase == "repair")
    with pytest.raises(skerry.OptionError, match="exchange pairs first"):
        solve(position)


def test_no_winning_turn_and_no_answer_are_told_apart() -> None:
    game = skerry.game("byg", size=2)
    assert winning_turns(game.start()) == []
    assert winning_turns(game.start(), max_nodes=5) is None


@pytest.mark.parametrize("name", ["spry", "byg"])
def test_what_took_most_nodes_is_what_the_table_keeps_longest(name: str) -> None:
    solver = Solver(skerry.game(name, size=2, swap=False))
    nodes = solver.solve(solver.game.start(), Budget()).nodes
    efforts = solver.table.entries[:, 2] & MOST_EFFORT
    assert efforts.max() == effort_of(nodes)  # of the root: what was searched from it
    assert np.count_nonzero(efforts == efforts.max()) == 1
