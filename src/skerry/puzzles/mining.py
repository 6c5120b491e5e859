"""Puzzles made of positions, and looked for in games."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from skerry.core.numbers import integer, whole_seed
from skerry.errors import OptionError
from skerry.games.contract import game_module
from skerry.games.info import GameInfo, PuzzleSource
from skerry.players import Player, RandomPlayer
from skerry.positions import Game, Position
from skerry.puzzles.judge import (
    TABLE_BYTES,
    Difficulty,
    Oracle,
    UndecidedError,
    is_first_idea,
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
        theme=theme_of(position, solution),
    )


def theme_of(position: Position, solution: str) -> str:
    """The name of the theme of a solution, which the game says."""
    colour = position.colour_index
    assert colour is not None
    after = position.play_turn(solution)
    return game_module(position.game.name).theme(position, after, colour).name


PLAYOUTS = 60  # a turn, of both players: who plays better leaves fewer riddles
MAX_NODES = 8_000  # for the proof that one turn wins and no other: a blink of an eye
MINING_TABLE_BYTES = 64 << 20
MOST_UNDECIDED = 1  # positions too early for the solver, before a game is left
# Shares of the puzzles found so far that may be alike; a game that gives only more is passed over.
MOST_OF_A_GRADE = 0.5
MOST_OF_A_THEME = 0.5
MOST_FIRST_IDEAS = 0.2  # those that a beginner would try first
MOST_AT_ONCE = 0.25  # those whose solution ends the game, which are seen sooner
# So many may come first, whatever their share: of a grade or a theme, and of the other two.
FEW, FEWER = 10, 2


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
    """Finds puzzles of one game, the same ones for the same seed.

    What is found in a game depends on the puzzles that were found before: with the first of them,
    and the number of games played, another miner goes on from there.
    """

    game: Game
    seed: int
    playouts: int = PLAYOUTS  # a turn, of both players
    max_nodes: int = MAX_NODES
    cancel: Cancel | None = None
    games: int = 0  # played before
    found: list[Puzzle] = field(default_factory=list)  # in these games, in their order

    def __post_init__(self) -> None:
        self.seed = whole_seed(self.seed)
        self.playouts = integer("playouts", self.playouts, 1)
        self.max_nodes = integer("max_nodes", self.max_nodes, 1)
        self._source = source_of(self.game.info)
        self.positions = self.unique = 0
        before, self.found = self.found, []
        self._grades: Counter[int] = Counter()
        self._themes: Counter[str] = Counter()
        self._seen: set[CanonicalForm] = set()
        self._at_once = self._first_ideas = 0
        for puzzle in before:
            self._take(puzzle)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(self.games, self.positions, self.unique, len(self.found))

    @property
    def stopped(self) -> bool:
        """Whether somebody has asked to stop."""
        return self.cancel is not None and self.cancel()

    def next_puzzle(self) -> Puzzle | None:
        """Play one game and take at most one puzzle from it, of a kind that is still rare.

        Where it is stopped meanwhile, the game does not count as played.
        """
        record = self._self_play(self.games)
        candidates = [] if record is None else list(self._candidates(record))
        found = None
        if candidates and not self.stopped:
            found = self._with_lines(min(candidates, key=self._frequency))
        if self.stopped:
            return None
        self.games += 1
        if found is not None:
            self._take(found)
        return found

    def _take(self, puzzle: Puzzle) -> None:
        self.found.append(puzzle)
        self._grades[puzzle.grade] += 1
        self._themes[puzzle.theme] += 1
        self._seen.add(canonical_form(puzzle.position))
        self._at_once += not puzzle.line
        self._first_ideas += puzzle.is_first_idea

    def _may_have(self, number: int, share: float, at_first: int) -> bool:
        """Whether one more of what there are so many is still within a share of all."""
        return number + 1 <= max(at_first, share * (len(self.found) + 1))

    def _frequency(self, one: "_Candidate") -> tuple[int, int]:
        """How many there are like it already; the hardest of equally rare ones comes first."""
        alike = self._grades[grade_of(one.difficulty.playouts)] + self._themes[one.theme]
        return alike, -one.difficulty.playouts

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
                before = record.take_back(len(record.turns) - turn)
                candidate = self._candidate(before, self.game.format_turn(winners[0]))
                if candidate is not None:
                    yield candidate

    def _candidate(self, before: GameRecord, solution: str) -> "_Candidate | None":
        """The only turn that wins, unless there are enough puzzles like it.

        What costs little is looked at first.
        """
        position = before.position
        at_once = position.play_turn(solution).is_over
        if at_once and not self._may_have(self._at_once, MOST_AT_ONCE, FEWER):
            return None
        theme = theme_of(position, solution)
        if not self._may_have(self._themes[theme], MOST_OF_A_THEME, FEW):
            return None
        is_first = is_first_idea(position, solution)
        if is_first and not self._may_have(self._first_ideas, MOST_FIRST_IDEAS, FEWER):
            return None
        difficulty = measure(position, solution, cancel=self.cancel)
        grade = grade_of(difficulty.playouts)
        if not self._may_have(self._grades[grade], MOST_OF_A_GRADE, FEW):
            return None
        return _Candidate(before, solution, difficulty, theme, is_first)

    def _with_lines(self, found: "_Candidate") -> Puzzle | None:
        """Add what follows the solution, and what refutes the natural wrong turns."""
        oracle = Oracle(self.game, 20 * self.max_nodes, cancel=self.cancel)
        try:
            puzzle = complete(found.record, found.solution, found.difficulty, oracle)
        except UndecidedError:
            return None
        return replace(puzzle, is_first_idea=found.is_first_idea, game_number=self.games)


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
    theme: str
    is_first_idea: bool


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
    for now in go_on(miner, count):
        if on_progress is not None:
            on_progress(now)
    return miner.found


def go_on(miner: Miner, count: int) -> Iterator[Progress]:
    """Mine until there are so many puzzles; gives its progress after each game."""
    while len(miner.found) < count and not miner.stopped:
        miner.next_puzzle()
        yield miner.progress


def mined_again(miner: Miner, puzzles: Sequence[Puzzle], number: int) -> Puzzle | None:
    """What a miner finds in the game of a number, given the puzzles that were found before it.

    It is what the mining has found there, as long as rules, search and solver are what they were.
    """
    before = sorted(
        (one for one in puzzles if one.game_number < number), key=lambda one: one.game_number
    )
    return replace(miner, games=number, found=before).next_puzzle()
