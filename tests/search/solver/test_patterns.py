"""Proofs by patterns: they agree with proof-number search, and the reference accepts them."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import skerry
from bench.prove import pattern_steps
from skerry.positions import Position
from skerry.search import solver
from skerry.search.patterns import Effort, Prover, as_cells, as_set
from skerry.search.solver import Budget, Solver, Spent, load_table, save_table
from tests.reference.proofs import Patterns as Checked
from tests.reference.spry import Spry

pytestmark = pytest.mark.thorough  # its searches take long in plain Python

SPRY = skerry.game("spry", size=3)


def drawn(seed: int, turns: int) -> Position:
    """After some random turns that don't end the game."""
    rng = Random(seed)
    while True:
        position = SPRY.start()
        for _ in range(turns):
            if not position.is_over:
                position = position.play_turn(SPRY.format_turn(position.sample_turn(rng)))
        if not position.is_over:
            return position


def stones_of_both(position: Position) -> tuple[int, int]:
    """The stones of who is to act, and the other's."""
    colour, contents = position.colour_index, position.contents
    own = as_set(cell for cell, one in enumerate(contents) if one == colour)
    return own, as_set(cell for cell, one in enumerate(contents) if one) & ~own


def checked(prover: Prover) -> Checked:
    """All that it knows, accepted by the reference."""
    accepted, known = Checked(Spry(dict(prover.game.options))), prover.patterns
    *steps, _ = pattern_steps(known, list(range(len(known.known))), prover.game.board.names)
    for step in steps:
        accepted.add(step)
    return accepted


def named(cells: int) -> frozenset[str]:
    return frozenset(SPRY.board.names[cell] for cell in as_cells(cells))


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4])
def test_values_agree_with_proof_number_search(turns: int) -> None:
    """One prover for all positions, so that old patterns are met in new places."""
    prover, values = Prover(SPRY), set()
    for seed in range(3 if turns < 2 else 12):
        position = drawn(seed, turns)
        value = skerry.solve(position).value
        own, other = stones_of_both(position)
        wins, found = prover.decide(own, other, lambda boards: None)
        assert value == ("win" if wins else "loss")
        values.add(value)
        winner, loser = map(named, (own, other) if wins else (other, own))
        accepted = checked(prover)
        for number in found:
            accepted.check_holds(number, winner, loser)
        if not wins:
            accepted.check_all_answered(found, winner)
    assert turns < 3 or values == {"win", "loss"}


@pytest.mark.parametrize("seed", range(6))
def test_a_solver_plays_the_turn_of_a_pattern(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where proof-number search are given up at once."""
    position = drawn(seed, 2)
    known = skerry.solve(position)
    monkeypatch.setattr(solver, "NODES_FIRST", 1)
    found = skerry.solve(position)
    assert found.value == known.value
    assert found.turn is not None
    after = position.play_turn(SPRY.format_turn(found.turn))
    assert after.is_over or skerry.solve(after).value != found.value
    again = skerry.solve(position)
    assert (again.nodes, again.turn) == (found.nodes, found.turn)


def test_size_4_is_proven() -> None:
    """And all patterns hold that were found on the way, also where nothing came of them."""
    prover = Prover(skerry.game("spry", size=4))
    wins, found = prover.decide(0, 0, lambda boards: None)
    assert wins
    assert len(prover.patterns.known) > len(prover.patterns.below(found)) > 100
    checked(prover)


def test_the_budget_ends_the_search_for_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "NODES_FIRST", 1)
    found = skerry.solve(SPRY.start(), max_nodes=10)
    assert (found.value, found.at_least, found.at_most) == (None, "loss", "win")
    assert found.nodes == 10


def test_a_search_within_is_cancelled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many playouts it may take."""
    monkeypatch.setattr(solver, "NODES_FIRST", 1)
    monkeypatch.setattr(Effort, "playouts", 10**9)
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    assert skerry.solve(skerry.game("spry", size=5).start(), cancel=cancel).value is None
    assert asked == 21


def test_patterns_are_kept_with_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solver, "NODES_FIRST", 1)
    first, second, path = Solver(SPRY), Solver(SPRY), tmp_path / "spry.npz"
    whole = first.solve(SPRY.start(), Budget())
    save_table(first, SPRY.start(), Spent(whole.nodes, whole.seconds), path)
    load_table(second, SPRY.start(), path)
    assert second.prover.patterns.known == first.prover.patterns.known
    assert second.solve(SPRY.start(), Budget()).nodes < whole.nodes / 2


def test_a_swap_to_come_leaves_it_to_proof_number_search() -> None:
    position = skerry.game("spry", size=3, swap=True).start().play_turn("a1")
    asked = Solver(position.game)
    assert asked.solve(position, Budget()).value == "win"
    assert not asked.prover.patterns.known


@pytest.mark.parametrize(
    "patterns",
    ["[[0, 1, 1, [0]]]", "[[0, -1, 1, []]]", "[[0, 524288, 1, []]]", "[[0, 1, 1, [-1]]]"],
)
def test_patterns_that_are_none_are_refused(tmp_path: Path, patterns: str) -> None:
    path, asked = tmp_path / "spry.npz", Solver(SPRY)
    save_table(asked, SPRY.start(), Spent(), path)
    with np.load(path) as stored:
        np.savez(path, **(dict(stored) | {"patterns": np.array(patterns)}))
    with pytest.raises(skerry.OptionError, match="another version"):
        load_table(asked, SPRY.start(), path)
    assert not asked.prover.patterns.known
