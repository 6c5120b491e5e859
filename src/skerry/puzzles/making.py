"""Making a puzzle of a position: its proof, what follows, and how hard it is."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from skerry.positions import Position
from skerry.puzzles.grading import Difficulty, measure
from skerry.puzzles.judge import TABLE_BYTES, Oracle, UndecidedError
from skerry.puzzles.puzzle import Puzzle, key_of
from skerry.record import GameRecord
from skerry.search.solver.solve import Budget, Solver

Cancel = Callable[[], bool]

MOST_WRONG = 3  # natural wrong turns that are kept with their refutation
REFUTATION = 1  # turns of it that are kept: the answer
MOST_WINNERS = 3  # turns that win, of which more than one is too many
ORACLE_NODES = 160_000  # for each answer after the solution
MEASURE_SECONDS = 6.0  # to find out how hard it is


@dataclass(frozen=True)
class Made:
    """What has come of a position."""

    winners: tuple[str, ...]  # turns that win, at most MOST_WINNERS of them
    puzzle: Puzzle | None  # where exactly one does


def make_puzzle(position: Position, *, seconds: float, cancel: Cancel | None = None) -> Made:
    """A puzzle of a position, if exactly one whole turn wins there.

    Args:
        position: at the beginning of a turn.
        seconds: for the proof, and as many for what follows.
        cancel: asked now and then; when it says True nothing comes of it.

    Raises:
        GameOverError, OptionError: there is nothing to solve.
        UndecidedError: the solver could not tell in this time.
    """
    budget = Budget(None, seconds, cancel)
    found = Solver(position.game, TABLE_BYTES).winning_turns(position, budget, MOST_WINNERS)
    if found is None:
        raise UndecidedError(
            f"The solver could not tell within {seconds:g} seconds which turns win. Fewer empty "
            "cells, or a smaller board, would help it."
        )
    winners = tuple(position.game.format_turn(turn) for turn in found)
    if len(winners) != 1:
        return Made(winners, None)
    ends = time.monotonic() + MEASURE_SECONDS

    def is_enough() -> bool:
        return time.monotonic() > ends or (cancel is not None and cancel())

    difficulty = measure(position, winners[0], cancel=is_enough)
    before = GameRecord.begin(position.game, start=position)
    oracle = Oracle(position.game, ORACLE_NODES, seconds, cancel)
    return Made(winners, complete(before, winners[0], difficulty, oracle))


def complete(before: GameRecord, solution: str, difficulty: Difficulty, oracle: Oracle) -> Puzzle:
    """A puzzle with what follows the solution, and what refutes the natural wrong turns.

    Args:
        before: the game up to the puzzle's position.
        solution: the only turn that wins.
        difficulty: of it.
        oracle: that plays on.

    Raises:
        UndecidedError: the oracle's budget was not enough.
    """
    position, number = before.position, len(before.turns) + 1
    record = before.add_turn(solution, comment="The only turn that wins.")
    while not record.is_over:
        record = record.add_turn(oracle.best_turn(record.position))
    for text in difficulty.wrong_turns[:MOST_WRONG]:
        line = oracle.line(position.play_turn(text), REFUTATION)
        record = record.add_variation(number, (text, *line))
    return Puzzle(
        key=key_of(position),
        game=position.game.name,
        turn=number - 1,
        playouts=difficulty.playouts,
        num_turns=position.num_turns(),
        text=record.to_json(),
    )
