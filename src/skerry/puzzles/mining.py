"""Puzzles made of positions, and looked for in games."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from skerry.core.numbers import integer, whole_seed
from skerry.errors import OptionError
from skerry.games.info import GameInfo, PuzzleSource
from skerry.players import Player, RandomPlayer
from skerry.positions import Game, Position
from skerry.puzzles.judge import (
    TABLE_BYTES,
    Difficulty,
    Oracle,
    UndecidedError,
    measure,
    plain_search,
)
from skerry.puzzles.puzzle import Puzzle, grade_of, key_of
from skerry.record import GameRecord, RecordedTurn, Result
from skerry.search.solver import Budget, Solver
from skerry.search.symmetry import rule_symmetries

# Making a puzzle of a position: its proof, what follows, and how hard it is.

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

    `before` is the game up to the puzzle's position. Raises UndecidedError: the oracle's budget was
    not enough.
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


PLAYOUTS = 60  # a turn, of both players: who plays better leaves fewer riddles
MAX_NODES = 8_000  # for the proof that one turn wins and no other: a blink of an eye
MINING_TABLE_BYTES = 64 << 20
MOST_UNDECIDED = 1  # positions too early for the solver, before a game is left
MOST_OF_A_GRADE = 0.5  # of the puzzles; a game that gives only more of it is passed over
MOST_AT_ONCE = 1 / 3  # of the puzzles: those whose solution ends the game, which are seen sooner


def source_of(info: GameInfo) -> PuzzleSource:
    """Where puzzles of a game are found. Raises OptionError: its folder does not say."""
    if info.puzzles is None:
        raise OptionError(f"{info.title} has no puzzles: its INFO names no board for them.")
    return info.puzzles


@dataclass(frozen=True)
class Progress:
    """How far the mining has come."""

    games: int  # played
    positions: int  # decided by the solver
    unique: int  # with exactly one winning turn
    puzzles: int


@dataclass
class Miner:
    """Finds puzzles of one game, the same ones for the same seed."""

    game: Game
    seed: int
    playouts: int = PLAYOUTS  # a turn, of both players
    max_nodes: int = MAX_NODES
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        self.seed = whole_seed(self.seed)
        self.playouts = integer("playouts", self.playouts, 1)
        self.max_nodes = integer("max_nodes", self.max_nodes, 1)
        self._source = source_of(self.game.info)
        self._grades: Counter[int] = Counter()
        self._seen: set[CanonicalForm] = set()
        self._at_once = 0
        self.games = self.positions = self.unique = 0

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(self.games, self.positions, self.unique, sum(self._grades.values()))

    @property
    def stopped(self) -> bool:
        """Whether somebody has asked to stop."""
        return self.cancel is not None and self.cancel()

    @property
    def _has_many_at_once(self) -> bool:
        return self._at_once + 1 > MOST_AT_ONCE * (sum(self._grades.values()) + 1)

    def _is_welcome(self, grade: int) -> bool:
        most = MOST_OF_A_GRADE * (sum(self._grades.values()) + 1)
        return self._grades[grade] + 1 <= max(2, most)

    def _rarity(self, found: "_Candidate") -> tuple[int, int]:
        playouts = found.difficulty.playouts
        return self._grades[grade_of(playouts)], -playouts

    def next_puzzle(self) -> Puzzle | None:
        """Play one game and take at most one puzzle from it, of a grade that is still rare."""
        record = self._self_play(self.games)
        self.games += 1
        found = [] if record is None else list(self._candidates(record))
        if not found or self.stopped:
            return None
        puzzle = min(found, key=self._rarity)
        complete = self._with_lines(puzzle)
        if complete is not None:
            self._grades[complete.grade] += 1
            self._seen.add(canonical_form(complete.position))
            self._at_once += not complete.line
        return complete

    def _self_play(self, number: int) -> GameRecord | None:
        rng = Random(f"{self.game} {self.seed} {number}")
        seed = rng.getrandbits(32) if self.game.info.has_setup else None
        start = GameRecord.begin(self.game, seed=seed)
        position, turns = start.position, list[str]()
        opening: Player = RandomPlayer(rng.getrandbits(32))
        search = plain_search(self.playouts, rng.getrandbits(32))
        while not position.is_over:
            player = opening if len(turns) < self._source.opening else search
            actions = player.choose(position, cancel=self.cancel)
            if self.stopped:
                return None
            turns.append(self.game.format_turn(actions))
            position = position.play_turn(turns[-1])
        outcome = position.outcome
        assert outcome is not None
        result = Result(outcome.winner, outcome.reason)
        return replace(start, turns=tuple(map(RecordedTurn, turns)), result=result)

    def _candidates(self, record: GameRecord) -> Iterator["_Candidate"]:
        """From the end of a game back to where the solver can no longer tell."""
        positions, undecided = record.replay(), 0
        solver = Solver(self.game, MINING_TABLE_BYTES)  # what it proves late helps it earlier
        for turn in range(len(record.turns) - 1, self._source.opening, -1):
            position = positions[turn]
            if (
                position.num_turns() < self._source.least_turns
                or canonical_form(position) in self._seen
            ):
                continue
            budget = Budget(max_nodes=self.max_nodes, cancel=self.cancel)
            winners = solver.winning_turns(position, budget, 2)
            if self.stopped:
                return
            if winners is None:
                undecided += 1
                if undecided == MOST_UNDECIDED:
                    return
                continue
            undecided = 0
            self.positions += 1
            if len(winners) == 1:
                self.unique += 1
                solution = self.game.format_turn(winners[0])
                if position.play_turn(solution).is_over and self._has_many_at_once:
                    continue
                difficulty = measure(position, solution, cancel=self.cancel)
                if self._is_welcome(grade_of(difficulty.playouts)):
                    before = record.take_back(len(record.turns) - turn)
                    yield _Candidate(before, solution, difficulty)

    def _with_lines(self, found: "_Candidate") -> Puzzle | None:
        """Add what follows the solution, and what refutes the natural wrong turns."""
        oracle = Oracle(self.game, 20 * self.max_nodes, cancel=self.cancel)
        try:
            return complete(found.record, found.solution, found.difficulty, oracle)
        except UndecidedError:
            return None


CanonicalForm = tuple[object, ...]


def canonical_form(position: Position) -> CanonicalForm:
    """A value that symmetric positions share, so that equal puzzles are found."""
    marked = [*position.contents]
    for cell in position.protected:
        marked[cell] += 10
    for number, cell in enumerate(position.towers):
        marked[cell] += 10 if number < 2 else 20
    ways = rule_symmetries(position.game)
    seen = min(tuple(marked[cell] for cell in images) for images in ways)
    return (position.game, position.colour, seen)


class _Candidate(NamedTuple):
    record: GameRecord  # up to the position
    solution: str
    difficulty: Difficulty


def mine(
    game: Game,
    *,
    count: int,
    seed: int,
    playouts: int = PLAYOUTS,
    max_nodes: int = MAX_NODES,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> list[Puzzle]:
    """Puzzles of a game, at most one from each game that is played.

    Args:
        game: with its options; smaller boards have richer endgames within the solver's reach.
        count: of puzzles to find.
        seed: the same seed finds the same puzzles.
        playouts: that both players spend on a turn.
        max_nodes: of the solver, for each position.
        on_progress: told after each game.
        cancel: asked now and then; when it says True, what was found so far is returned.
    """
    count = integer("count", count, 0)
    miner = Miner(game, seed, playouts, max_nodes, cancel)
    found: list[Puzzle] = []
    while len(found) < count and not miner.stopped:
        puzzle = miner.next_puzzle()
        if puzzle is not None:
            found.append(puzzle)
        if on_progress is not None:
            on_progress(miner.progress)
    return found
