"""Proofs by patterns: they agree with proofs by numbers, and the reference accepts them."""

from pathlib import Path
from random import Random

import pytest

import skerry
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


def sides(position: Position) -> tuple[int, int]:
    """The stones of who is to act, and the other's."""
    colour, contents = position.colour_index, position.contents
    own = as_set(cell for cell, one in enumerate(contents) if one == colour)
    return own, as_set(cell for cell, one in enumerate(contents) if one) & ~own


def checked(prover: Prover) -> Checked:
    """All that it knows, accepted by the reference."""
    names, accepted = prover.game.board.names, Checked(Spry(dict(prover.game.options)))

    def text(cells: int) -> str:
        return " ".join(names[cell] for cell in as_cells(cells))

    for stones, carrier, turn, answers in prover.patterns.known:
        accepted.add([text(stones), text(carrier), text(turn), answers])
    return accepted


def named(cells: int) -> frozenset[str]:
    return frozenset(SPRY.board.names[cell] for cell in as_cells(cells))


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4])
def test_values_agree_with_proofs_by_numbers(turns: int) -> None:
    """One prover for all positions, so that old patterns are met in new places."""
    prover, values = Prover(SPRY), set()
    for seed in range(3 if turns < 2 else 12):
        position = drawn(seed, turns)
        value = skerry.solve(position).value
        own, other = sides(position)
        effort = Effort(lambda: None)
        while (found := prover.win(own, other, effort)) is None:
            held = prover.hold(other, own, effort)
            if held is not None:
                break
            effort = effort.more()
        assert value == ("loss" if found is None else "win")
        values.add(value)
        accepted = checked(prover)
        if found is None:
            assert held is not None
            accepted.check_all_answered(held, named(other))
            for number in held:
                accepted.check_holds(number, named(other), named(own))
        else:
            accepted.check_holds(found, named(own), named(other))
    assert turns < 3 or values == {"win", "loss"}


@pytest.mark.parametrize("seed", range(6))
def test_a_solver_plays_the_turn_of_a_pattern(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where proofs by numbers are given up at once."""
    position = drawn(seed, 2)
    known = skerry.solve(position)
    monkeypatch.setattr(solver, "NUMBERS_FIRST", 1)
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
    effort = Effort(lambda: None)
    while (found := prover.win(0, 0, effort)) is None:
        effort = effort.more()
    assert len(prover.patterns.known) > len(prover.patterns.below(found)) > 100
    checked(prover)


def test_the_budget_ends_the_search_for_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "NUMBERS_FIRST", 1)
    found = skerry.solve(SPRY.start(), max_nodes=10)
    assert (found.value, found.at_least, found.at_most) == (None, "loss", "win")
    assert found.nodes == 10


def test_patterns_are_kept_with_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solver, "NUMBERS_FIRST", 1)
    first, second, path = Solver(SPRY), Solver(SPRY), tmp_path / "spry.npz"
    whole = first.solve(SPRY.start(), Budget())
    save_table(first, SPRY.start(), Spent(whole.nodes, whole.seconds), path)
    load_table(second, SPRY.start(), path)
    assert second.prover.patterns.known == first.prover.patterns.known
    assert second.solve(SPRY.start(), Budget()).nodes < whole.nodes / 2


def test_a_swap_to_come_leaves_it_to_proofs_by_numbers() -> None:
    position = skerry.game("spry", size=3, swap=True).start().play_turn("a1")
    asked = Solver(position.game)
    assert asked.solve(position, Budget()).value == "win"
    assert not asked.prover.patterns.known
