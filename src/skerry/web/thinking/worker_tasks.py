"""What a worker knows how to do, by the kind of job; and what it keeps from one job to the next."""

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Generic, TypeVar

from cachetools import LRUCache

from skerry.levels import LevelPlayer
from skerry.levels import player as level_player
from skerry.players import warm_up
from skerry.positions import Position, position
from skerry.puzzles import UndecidedError, find_puzzle, judge, make_puzzle, puzzle_from_data
from skerry.puzzles.judge import Oracle
from skerry.puzzles.judge import warm_up as warm_up_solver
from skerry.record import GameRecord
from skerry.review import Exercise, answer, learn, review_stream
from skerry.search.analysis import Analysis, analyse_stream
from skerry.search.solver import Budget, Solution, Solver

Message = dict[str, object]
Cancel = Callable[[], bool]

ANALYSIS_STEP = 0.2  # seconds that an analysis thinks before another one's turn has come
ANALYSIS_MEMORY = 100_000_000  # bytes of its tree
SHOWN_TURNS = 3  # of an analysis
MOST_PLAYOUTS = 1_000_000_000  # no analysis comes so far: its time is over before
SOLVER_SECONDS = 6.0  # for one answer; nearly all take far less than one
SOLVER_MEMORY = 64 << 20  # bytes of its table
SHOWN_WINNERS = 4  # turns that win
LINE_SECONDS = 3.0  # for each turn of best play that a solution goes on with
LINE_TURNS = 12  # of it
REVIEW_STEP = 0.5  # seconds at least between two reports on a review
ADVICE_SEED = 0
REVIEW_SEED = 0  # a game gets the same review whenever it is asked for
REVIEW_NICENESS = 5  # of its threads: turns, analyses and pages get about three times as much
MOST_THOUGHTS = 4  # each may hold a tree of 100 MB
MOST_PLAYERS = 100  # of games under way
MOST_BYTES = 400_000_000  # of their trees

Value = TypeVar("Value")


class Thought:
    """An analysis of one position, step by step, and how long it has taken."""

    def __init__(self, text: str) -> None:
        self.cancel: Cancel = lambda: False  # changes with who asks for it
        self.found = analyse_stream(
            position(text),
            playouts=MOST_PLAYOUTS,
            num_turns=SHOWN_TURNS,
            memory=ANALYSIS_MEMORY,
            every=ANALYSIS_STEP,
            cancel=lambda: self.cancel(),
        )
        self.seconds = 0.0


class Cache(Generic[Value]):
    """What a later job goes on with, the latest kept last. Any thread may ask."""

    def __init__(
        self, most: int, most_bytes: int = 0, size: Callable[[Value], int] = lambda one: 0
    ) -> None:
        """Keep so many, and of all together so many bytes, as `size` gives them of each."""
        self._most = most
        self._lock = threading.Lock()
        self._kept: LRUCache[Hashable, Value] = LRUCache(most_bytes, size)

    def take(self, key: Hashable) -> Value | None:
        """What is kept under a key, which nobody else gets until it is kept again."""
        with self._lock:
            return self._kept.pop(key, None)

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep something, and drop the oldest ones that there is no room for."""
        with self._lock, suppress(ValueError):  # larger than all that may be kept
            self._kept[key] = value
            if len(self._kept) > self._most:
                self._kept.popitem()


def load_kernels(game: str) -> None:
    """Compile all kernels that a worker needs for a game, or load them from the cache."""
    warm_up(game)
    warm_up_solver(game)


class Tasks:
    """Does jobs, and keeps what the next one of their kind goes on with. Any thread may ask."""

    def __init__(self, cores: int, *, interpreted: bool = False) -> None:
        """Nothing is kept yet.

        Args:
            cores: that a review may use.
            interpreted: the kernels are plain Python: levels that would think for long think for
                a few seconds instead.
        """
        self._cores = cores
        self._interpreted = interpreted
        self._players = Cache[LevelPlayer](MOST_PLAYERS, MOST_BYTES, lambda one: one.num_bytes)
        self._thoughts = Cache[Thought](MOST_THOUGHTS)
        self._by_kind = {
            "turn": self._find_turn,
            "judge": self._judge,
            "advice": self._advise,
            "view": self._analyse,
            "curve": self._analyse,
            "review": self._review,
            "exercise": self._try_exercise,
            "solve": self._solve,
            "puzzle": self._make_puzzle,
        }

    def begin(self, key: str, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """The steps of an answer to a job, whose key begins with its kind; the last is marked so.

        Raises:
            SkerryError: by the first step, where there is no answer.
        """
        return self._by_kind[key.partition(":")[0]](job, cancelled)

    def _find_turn(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        start = GameRecord.from_json(str(job["record"])).replay()[-1]
        if cancelled():
            return
        game_id, level = str(job["job"]).split(":")[1], str(job["level"])
        player = self._players.take((game_id, level)) or level_player(
            level, hurry=self._interpreted
        )
        actions = player.choose(start, cancel=cancelled)
        self._players.keep((game_id, level), player)
        yield {"last": True, "turn": start.game.format_turn(actions)}

    def _judge(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        game = str(job["game"])
        if "own" in job:  # set up by somebody
            puzzle = puzzle_from_data(game, dict(_mapping(job["own"])))
        else:
            puzzle = find_puzzle(game, str(job["puzzle"]))
        try:
            verdict = judge(puzzle, str(job["turn"]), seconds=SOLVER_SECONDS, cancel=cancelled)
        except UndecidedError:
            if not self._interpreted:
                raise
            yield {"last": True, "undecided": True}
            return
        yield {
            "last": True,
            "right": verdict.right,
            "value": verdict.value,
            "turn": verdict.turn,
            "line": verdict.line,
        }

    def _analyse(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """Think so many seconds, not counting those in which others have their turn.

        What was broken off goes on where it was left.
        """
        text = str(job["position"])
        thought = self._thoughts.take(text) or Thought(text)
        thought.cancel = cancelled
        wanted = float(str(job["seconds"]))
        while thought.seconds < wanted and not cancelled():
            began = time.monotonic()
            analysis = next(thought.found, None)
            if analysis is None:  # proven, or broken off just now: there is nothing to go on with
                yield {"last": True}
                return
            thought.seconds += time.monotonic() - began
            if not cancelled():
                spent = thought.seconds
                rate = round(analysis.playouts / max(spent, 1e-3), 1)
                analysis = replace(analysis, seconds=round(spent, 3), playouts_per_second=rate)
                yield {"last": False, "analysis": analysis.to_json()}
        if cancelled():
            self._thoughts.keep(text, thought)
        else:
            yield {"last": True}

    def _advise(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """Analyse with a fixed budget and seed: the same position, the same answer, anywhere."""
        stream = analyse_stream(
            position(str(job["position"])),
            playouts=int(str(job["playouts"])),
            seed=ADVICE_SEED,
            num_turns=SHOWN_TURNS,
            memory=ANALYSIS_MEMORY,
            every=ANALYSIS_STEP,
            cancel=cancelled,
        )
        found: Analysis | None = None
        for one in stream:
            found = one
            yield {"last": False}  # others' analyses have their turn
        if found is not None and not cancelled():
            yield {"last": True, "analysis": found.to_json()}

    def _review(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """Review a game, with what is known so far now and then."""
        done, said = [0.0], 0.0
        stream = review_stream(
            GameRecord.from_json(str(job["record"])),
            playouts=int(str(job["playouts"])),
            seed=REVIEW_SEED,
            threads=self._cores,
            prepare=_make_way,
            progress=done.append,
            cancel=cancelled,
        )
        for found in stream:
            now = time.monotonic()
            report: Message = {"done": done[-1], "review": found.to_data()}
            if found.is_complete:
                yield {"last": True, "exercises": [one.to_data() for one in learn(found)], **report}
            elif now - said >= REVIEW_STEP:
                said = now
                yield {"last": False, **report}

    def _try_exercise(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """Judge a turn that was tried in place of a mistake."""
        exercise = Exercise.from_data(_mapping(job["exercise"]))
        playouts = int(str(job["playouts"]))
        verdict = answer(exercise, str(job["turn"]), playouts=playouts, cancel=cancelled)
        yield {"last": True, "answer": verdict.to_data()}

    def _solve(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """Prove what a position is worth, and play on from it."""
        asked = position(str(job["position"]))
        seconds = float(str(job["seconds"]))
        solver = Solver(asked.game, SOLVER_MEMORY)
        solution = solver.solve(asked, Budget(None, seconds, cancelled))
        winners: list[tuple[int, ...]] | None = []
        if solution.value == "win":  # most of the work is in the solver's table by now
            left = max(LINE_SECONDS, seconds - solution.seconds)
            budget = Budget(None, left, cancelled)
            winners = solver.winning_turns(asked, budget, SHOWN_WINNERS)
        line: tuple[str, ...] = ()
        if solution.value is not None:
            oracle = Oracle(asked.game, seconds=LINE_SECONDS, cancel=cancelled)
            line = _line_from(asked, solution, oracle)
        yield {
            "last": True,
            "value": solution.value,
            "winners": None if winners is None else [*map(asked.game.format_turn, winners)],
            "at_least": solution.at_least,
            "at_most": solution.at_most,
            "line": line,
            "nodes": solution.nodes,
            "slow": self._interpreted,
        }

    def _make_puzzle(self, job: Message, cancelled: Cancel) -> Iterator[Message]:
        """See whether exactly one turn wins, and make a puzzle of it."""
        seconds = float(str(job["seconds"]))
        made = make_puzzle(position(str(job["position"])), seconds=seconds, cancel=cancelled)
        puzzle = None if made.puzzle is None else made.puzzle.to_data()
        yield {"last": True, "winners": made.winners, "puzzle": puzzle}


def _line_from(start: Position, solution: Solution, oracle: Oracle) -> tuple[str, ...]:
    """Best play of both from a position that is solved, as far as it can be told."""
    turns: list[str] = []
    if solution.value != "loss" and solution.turn is not None:
        turns.append(start.game.format_turn(solution.turn))
        start = start.play_turn(turns[0])
    with suppress(UndecidedError):
        while not start.is_over and len(turns) < LINE_TURNS:
            turns.append(oracle.best_turn(start))
            start = start.play_turn(turns[-1])
    return tuple(turns)


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _make_way() -> None:
    """Let other threads of this machine come before this one, where threads can be told apart."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), REVIEW_NICENESS)
