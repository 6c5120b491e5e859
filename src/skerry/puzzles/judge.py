"""Verdicts on turns of a puzzle, and how hard a puzzle is."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from statistics import median_high

from skerry.errors import SkerryError
from skerry.games.info import PLAIN
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.puzzles.puzzle import Puzzle, collection
from skerry.search.solver import Budget, Solver
from skerry.search.solver import warm_up as warm_up_solver

# How hard a puzzle is: the playouts that the search needs until it prefers the solution for good.
#
# The search is asked with one budget after another, each twice the one before, from several seeds.
# A puzzle's number is the median over the seeds of the smallest budget from which on every budget
# finds the solution; LIMIT, times two, where even the largest misses it. It searches by PLAIN upper
# confidence bounds: slow enough to tell easy from hard, and the same however games are tuned.

Cancel = Callable[[], bool]

FIRST_BUDGET = 16  # playouts
LIMIT = 8_192
MEMORY = 64 << 20  # bytes, of the search
SEEDS = (1, 2, 3)
FINDS_TO_STOP = 3  # budgets in a row; a search that has found a proof or a plan keeps to it


def plain_search(playouts: int, seed: int) -> SearchPlayer:
    """A player by plain upper confidence bounds."""
    return SearchPlayer(playouts=playouts, seed=seed, memory=MEMORY, settings=PLAIN)


@dataclass(frozen=True)
class Difficulty:
    """What the search made of a puzzle."""

    playouts: int  # that it needs
    wrong_turns: tuple[str, ...]  # that it preferred before, the most frequent first


def measure(position: Position, solution: str, *, cancel: Cancel | None = None) -> Difficulty:
    """Ask the search until it is sure, or `cancel` says True; then what is known so far counts."""
    wrong: Counter[str] = Counter()
    needed = [_needed(position, solution, seed, wrong, cancel) for seed in SEEDS]
    return Difficulty(median_high(needed), tuple(text for text, _ in wrong.most_common()))


# Whether a beginner finds it: what comes to the mind of somebody with a game or two, whom level 2
# of the computer is for. It is that level's search in games of stones, without its random turns:
# 40 playouts, by all-moves-as-first. It does not change when levels do.

BEGINNER = PLAIN._replace(
    exploration=0.0,
    amaf=1,
    amaf_bias=0.002,
    amaf_prior=10.0,
    first_play=0.0,
    warm_up=32,
    expand_after=8,
    width=8,
    widening=1.0,
)
BEGINNER_PLAYOUTS = 40
BEGINNER_MEMORY = 4 << 20  # bytes


def is_first_idea(position: Position, solution: str) -> bool:
    """Whether a beginner's first idea is the solution: that of most of three seeds."""
    found = 0
    for seed in SEEDS:
        beginner = SearchPlayer(
            playouts=BEGINNER_PLAYOUTS, seed=seed, memory=BEGINNER_MEMORY, settings=BEGINNER
        )
        found += position.game.format_turn(beginner.choose(position)) == solution
    return 2 * found > len(SEEDS)


def _needed(
    position: Position, solution: str, seed: int, wrong: Counter[str], cancel: Cancel | None
) -> int:
    budget, found = FIRST_BUDGET, 0
    while budget <= LIMIT and found < FINDS_TO_STOP:
        if cancel is not None and cancel():
            break
        turn = plain_search(budget, seed).choose(position, cancel=cancel)
        text = position.game.format_turn(turn)
        if text == solution:
            found += 1
        else:
            found = 0
            wrong[text] += 1
        budget *= 2
    return budget >> found  # the first of the budgets that found it in a row


JUDGE_NODES = 5_000_000  # for one answer; the puzzles that come with Skerry need far fewer
TABLE_BYTES = 32 << 20
LONGEST_LINE = 6  # turns that are played out after a wrong one
STUBBORN_PLAYOUTS = 400  # what the side that loses anyway spends on a turn


class UndecidedError(SkerryError):
    """The solver could not tell within its budget."""


@dataclass(frozen=True)
class Verdict:
    """What became of a turn, for the person who tried it."""

    right: bool
    value: str  # "win", "draw" or "loss", with the best play of both from there on
    turn: str  # that was tried, in canonical text
    line: tuple[str, ...]  # whole turns that follow; after a wrong turn, first what refutes it
    positions: tuple[Position, ...]  # after the turn, and after each turn of the line


def judge(
    puzzle: Puzzle,
    turn: str,
    *,
    max_nodes: int = JUDGE_NODES,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Verdict:
    """Whether a turn solves a puzzle, and what follows.

    Args:
        puzzle: the puzzle.
        turn: a whole turn, its stones in any order.
        max_nodes: of the solver, for each answer it finds.
        seconds: for each answer; None for no limit.
        cancel: asked now and then; when it says True the judgement is given up.

    Raises:
        NotationError, IllegalActionError: as `Position.play_turn`.
        UndecidedError: the budget was not enough, or was cancelled.
    """
    position = puzzle.position
    after = position.play_turn(turn)
    text = position.game.format_turn(position.game.parse_turn(turn))
    person = position.player
    assert person is not None
    if text == puzzle.solution:
        return Verdict(True, "win", text, puzzle.line, _replayed(after, puzzle.line))
    oracle = Oracle(position.game, max_nodes, seconds, cancel)
    value = oracle.value(after, person)
    if value == "win":  # another way to win: no puzzle of ours has one, but fair is fair
        return Verdict(True, value, text, (), (after,))
    line = oracle.line(after, LONGEST_LINE)
    return Verdict(False, value, text, line, _replayed(after, line))


def _replayed(position: Position, line: tuple[str, ...]) -> tuple[Position, ...]:
    return tuple(accumulate(line, Position.play_turn, initial=position))


@dataclass
class Oracle:
    """The exact solver with a budget for each question; what it has proved helps it further."""

    game: Game
    max_nodes: int = JUDGE_NODES
    seconds: float | None = None
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        self._solver = Solver(self.game, TABLE_BYTES)

    def value(self, position: Position, person: int) -> str:
        """What a position is worth to a person: "win", "draw" or "loss".

        Raises:
            UndecidedError: the budget was not enough.
        """
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is None:
                return "draw"
            return "win" if outcome.winner == person else "loss"
        value, _ = self._solve(position)
        if value == "draw" or position.player == person:
            return value
        return "win" if value == "loss" else "loss"

    def best_turn(self, position: Position) -> str:
        """A best turn; where every turn loses, the one that a plain search prefers.

        Raises:
            UndecidedError: the budget was not enough.
        """
        value, turn = self._solve(position)
        if turn is None or value == "loss":
            stubborn = plain_search(STUBBORN_PLAYOUTS, seed=0)
            turn = stubborn.choose(position, cancel=self.cancel)
        return position.game.format_turn(turn)

    def line(self, position: Position, most: int) -> tuple[str, ...]:
        """Best play of both, at most so many turns, to the end of the game."""
        turns: list[str] = []
        while not position.is_over and len(turns) < most:
            turns.append(self.best_turn(position))
            position = position.play_turn(turns[-1])
        return tuple(turns)

    def _solve(self, position: Position) -> tuple[str, tuple[int, ...] | None]:
        budget = Budget(self.max_nodes, self.seconds, self.cancel)
        solution = self._solver.solve(position, budget)
        if solution.value is None:
            raise UndecidedError(
                "The solver could not tell within its time what this turn leads to; "
                "try again, or try another turn."
            )
        return solution.value, solution.turn


def warm_up(game: str) -> None:
    """Compile the solver's kernels for a game, or load them from the disk cache."""
    for puzzle in collection(game)[:1]:
        warm_up_solver(puzzle.position)
