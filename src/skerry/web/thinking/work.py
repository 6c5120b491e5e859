"""What a worker does: finds turns, judges turns of puzzles, analyses positions.

Several jobs go on at once, since compiled kernels let other threads run. Turns that are found in a
moment come before analyses; turns that take seconds leave analyses all cores but one.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import IO

from ...errors import SkerryError
from ...levels import player as level_player
from ...players import warm_up
from ...positions import position
from ...puzzles import find_puzzle, judge
from ...puzzles.judge import UndecidedError
from ...puzzles.judge import warm_up as warm_up_solver
from ...record import GameRecord
from ...search.tree.analysis import Analysis, analyse_stream
from .jobs import Lane
from .kept_analyses import KeptAnalyses, Thought
from .kept_players import KeptPlayers
from .rota import Rota

log = logging.getLogger(__name__)

Message = dict[str, object]

ANALYSIS_STEP = 0.2  # seconds that an analysis thinks before another one's turn has come
ANALYSIS_MEMORY = 100_000_000  # bytes of its tree
SHOWN_TURNS = 3  # of an analysis
MOST_PLAYOUTS = 1_000_000_000  # no analysis comes so far: its time is over before
SOLVER_SECONDS = 6.0  # for one answer; nearly all take far less than one


def load_kernels(game: str) -> None:
    """Compile all kernels that a worker needs for a game, or load them from the cache."""
    warm_up(game)
    warm_up_solver(game)


class Worker:
    """Takes jobs, does several at once, and answers."""

    def __init__(self, answers: IO[str], *, interpreted: bool = False) -> None:
        """Write answers to a stream.

        Args:
            answers: one line of JSON for each.
            interpreted: the kernels are plain Python: levels that would think for long think for
                a few seconds instead.
        """
        self._answers = answers
        self._interpreted = interpreted
        self._writing = threading.Lock()
        self._cancelled: dict[str, threading.Event] = {}
        self._players = KeptPlayers()
        self._thoughts = KeptAnalyses()
        cores = os.cpu_count() or 2
        # The server gives no more jobs than it wants done at once; see engine.py.
        self._pool = ThreadPoolExecutor(2 * cores + 2, thread_name_prefix="thinker")
        self._analyses = Rota(cores, "analyst")
        self._reserved = {Lane.SHORT: cores, Lane.LONG: min(1, cores - 1), Lane.JUDGE: 0}

    def take(self, line: str) -> None:
        """Start or cancel a job, or load a game's kernels."""
        message = json.loads(line)
        if "load" in message:
            self._pool.submit(self._load, str(message["load"]))
            return
        if "cancel" in message:
            event = self._cancelled.get(message["cancel"])
            if event is not None:
                event.set()
            return
        key, lane = str(message["job"]), Lane(message["lane"])
        cancelled = self._cancelled[key] = threading.Event()
        if lane is Lane.ANALYSIS:
            self._analyses.add(self._answer(key, self._analyse(message, cancelled)))
        else:
            self._analyses.reserve(self._reserved[lane])
            self._pool.submit(self._do, key, lane, message, cancelled)

    def send(self, message: Message) -> None:
        """Write a line; without a server to read it this process has nothing more to do."""
        with self._writing:
            try:
                print(json.dumps(message), file=self._answers, flush=True)
            except BrokenPipeError:
                os._exit(0)

    def _load(self, game: str) -> None:
        try:
            load_kernels(game)
        except Exception:
            log.exception("The kernels of %s cannot be loaded.", game)
        else:
            self.send({"loaded": game})

    def _do(self, key: str, lane: Lane, job: Message, cancelled: threading.Event) -> None:
        work = self._judge if lane is Lane.JUDGE else self._find_turn
        try:
            for _ in self._answer(key, work(job, cancelled)):
                pass
        finally:
            self._analyses.release(self._reserved[lane])

    def _answer(self, key: str, thoughts: Iterator[Message]) -> Iterator[None]:
        """Send the results of a job, step by step."""
        try:
            for thought in thoughts:
                self.send({"job": key, **thought})
                yield
        except SkerryError as error:
            self.send({"job": key, "last": True, "error": str(error)})
        except Exception:
            log.exception("The job %s failed.", key)
            self.send({"job": key, "last": True, "error": "The engine failed here."})
        finally:
            self._cancelled.pop(key, None)

    def _find_turn(self, job: Message, cancelled: threading.Event) -> Iterator[Message]:
        start = GameRecord.from_json(str(job["record"])).replay()[-1]
        if cancelled.is_set():
            return
        game, level = str(job["job"]).split(":")[1], str(job["level"])
        player = self._players.take(game, level) or level_player(level, hurry=self._interpreted)
        actions = player.choose(start, cancel=cancelled.is_set)
        self._players.keep(game, level, player)
        yield {"last": True, "turn": start.game.format_turn(actions)}

    def _judge(self, job: Message, cancelled: threading.Event) -> Iterator[Message]:
        puzzle = find_puzzle(str(job["game"]), str(job["puzzle"]))
        try:
            verdict = judge(
                puzzle, str(job["turn"]), seconds=SOLVER_SECONDS, cancel=cancelled.is_set
            )
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

    def _analyse(self, job: Message, cancelled: threading.Event) -> Iterator[Message]:
        """Think so many seconds, not counting those in which others have their turn.

        What was broken off goes on where it was left.
        """
        text = str(job["position"])
        thought = self._thoughts.take(text) or Thought(partial(_think_about, text))
        thought.cancel = cancelled.is_set
        wanted = float(str(job["seconds"]))
        while thought.seconds < wanted and not cancelled.is_set():
            began = time.monotonic()
            analysis = next(thought.found, None)
            if analysis is None:
                break
            thought.seconds += time.monotonic() - began
            if not cancelled.is_set():
                spent = thought.seconds
                rate = round(analysis.playouts / max(spent, 1e-3), 1)
                analysis = replace(analysis, seconds=round(spent, 3), playouts_per_second=rate)
                yield {"last": False, "analysis": analysis.to_json()}
        if cancelled.is_set():
            self._thoughts.keep(text, thought)
        else:
            yield {"last": True}


def _think_about(text: str, cancel: Callable[[], bool]) -> Iterator[Analysis]:
    """An analysis that tells what it has found step by step, for as long as it is asked."""
    return analyse_stream(
        position(text),
        playouts=MOST_PLAYOUTS,
        num_turns=SHOWN_TURNS,
        memory=ANALYSIS_MEMORY,
        every=ANALYSIS_STEP,
        cancel=cancel,
    )
