"""Right, wrong, and why: what is said of a turn is true."""

import random
from importlib import import_module

import pytest

from skerry.errors import IllegalActionError, NotationError
from skerry.games.catalogue import FEATURED
from skerry.puzzles import Puzzle, UndecidedError, collection, judge
from skerry.search.solver import solve

NAMES = [info.name for info in FEATURED if info.has_puzzles]


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_right_in_any_order_and_leads_to_the_win(name: str) -> None:
    puzzle = max(collection(name), key=lambda one: one.solution.count(","))
    stones = puzzle.solution.split(",")
    random.Random(4).shuffle(stones)
    verdict = judge(puzzle, ",".join(stones))
    assert verdict.right
    assert (verdict.value, verdict.turn, verdict.line) == ("win", puzzle.solution, puzzle.line)
    outcome = verdict.positions[-1].outcome
    assert outcome is not None
    assert outcome.winner == puzzle.position.player
    assert len(verdict.positions) == len(verdict.line) + 1


@pytest.mark.parametrize("name", NAMES)
def test_any_wrong_turn_is_refuted_by_a_turn_that_holds(name: str) -> None:
    rng = random.Random(7)
    for puzzle in collection(name)[::6]:
        position = puzzle.position
        for _ in range(3):
            text = position.game.format_turn(position.sample_turn(rng))
            if text != puzzle.solution:
                check_refutation(puzzle, text)


def check_refutation(puzzle: Puzzle, text: str) -> None:
    verdict = judge(puzzle, text)
    person = puzzle.position.player
    assert not verdict.right
    assert verdict.value in ("draw", "loss")
    last = verdict.positions[0]
    for turn, after in zip(verdict.line, verdict.positions[1:], strict=True):
        assert last.play_turn(turn) == after
        last = after
    if verdict.positions[0].outcome is not None:
        assert verdict.line == ()
        assert verdict.positions[0].outcome.winner != person
        return
    answered = verdict.positions[1]
    if answered.outcome is not None:
        assert answered.outcome.winner == (None if verdict.value == "draw" else 1 - (person or 0))
        return
    value = solve(answered, max_nodes=2_000_000, table_bytes=32 << 20).value
    if answered.player == person:
        assert value == verdict.value
    else:
        assert value == {"draw": "draw", "loss": "win"}[verdict.value]


@pytest.mark.parametrize("name", NAMES)
def test_the_refutations_that_are_kept_hold(name: str) -> None:
    for puzzle in collection(name)[::8]:
        for wrong, *answers in puzzle.wrong_lines:
            after = puzzle.position.play_turn(wrong)
            for answer in answers:
                after = after.play_turn(answer)
            if after.outcome is not None:
                assert after.outcome.winner != puzzle.position.player
            else:
                value = solve(after, max_nodes=2_000_000, table_bytes=32 << 20).value
                assert value in (
                    ("draw", "loss") if after.player == puzzle.position.player else ("draw", "win")
                )


def test_what_is_no_turn_is_refused() -> None:
    puzzle = collection("sytran")[0]
    taken = puzzle.record.turns[0].text.split(",")[0]
    with pytest.raises(IllegalActionError, match=f"There is a stone on {taken} already"):
        judge(puzzle, taken)
    with pytest.raises(NotationError):
        judge(puzzle, "z99")
    with pytest.raises(NotationError):
        judge(puzzle, "")


def test_a_budget_that_is_too_small_is_told() -> None:
    puzzle = collection("kitaran")[-1]
    wrong = puzzle.wrong_lines[0][0]
    with pytest.raises(UndecidedError, match="could not tell within its time"):
        judge(puzzle, wrong, max_nodes=1)
    with pytest.raises(UndecidedError):
        judge(puzzle, wrong, cancel=lambda: True)
    assert judge(puzzle, puzzle.solution, max_nodes=1).right


def test_the_solver_is_warmed_up_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game compiles for itself; a puzzle's seconds are too few for that."""
    module, warmed = import_module("skerry.puzzles.judge"), []
    monkeypatch.setattr(
        module, "warm_up_solver", lambda position: warmed.append(position.game.name)
    )
    for name in NAMES:
        module.warm_up(name)
    assert warmed == NAMES
