"""The engine's thinking, in a process of its own: `python -m skerry.web.worker`.

It reads one JSON object a line and writes one a line:

    {"job": "turn:k3x:12", "record": "...", "level": "easy"}    find a turn
    {"job": "view:5e2:7", "position": "...", "seconds": 20}     analyse
    {"cancel": "view:5e2:7"}                                    stop thinking
    <- {"ready": true}                                          the kernels are compiled
    <- {"job": "turn:k3x:12", "last": true, "turn": "c3,d4"}    or "error" with a sentence
    <- {"job": "view:5e2:7", "last": false, "analysis": {...}}  again and again
    <- {"job": "view:5e2:7", "last": true}                      it will not get better

Turns come first: while one is being found, analyses wait. Those take turns among themselves, so
that each gets its share whatever their number.

It ends when its input does, so that it never outlives the server.
"""

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import IO

from ..errors import SkerryError
from ..levels import player
from ..players import warm_up
from ..positions import position
from ..record import GameRecord
from ..search.analysis import analyse_stream
from .rota import Rota

log = logging.getLogger(__name__)

Message = dict[str, object]

ANALYSIS_STEP = 0.2  # seconds that an analysis thinks before another one's turn has come
ANALYSIS_MEMORY = 100_000_000  # bytes of its tree
SHOWN_TURNS = 3  # of an analysis
MOST_PLAYOUTS = 1_000_000_000  # no analysis comes so far: its time is over before


class Worker:
    """Takes jobs, thinks on several at once (the kernels run without the GIL), and answers."""

    def __init__(self, answers: IO[str]) -> None:
        """Write answers to a stream."""
        self._answers = answers
        self._writing = threading.Lock()
        self._cancelled: dict[str, threading.Event] = {}
        cores = os.cpu_count() or 2
        self._turns = ThreadPoolExecutor(max(1, cores - 1), thread_name_prefix="thinker")
        self._analyses = Rota(cores, "analyst")

    def prepare(self) -> None:
        """Compile or load the kernels, then say so."""
        warm_up()
        self._say({"ready": True})

    def take(self, line: str) -> None:
        """Start or cancel a job."""
        message = json.loads(line)
        if "cancel" in message:
            event = self._cancelled.get(message["cancel"])
            if event is not None:
                event.set()
            return
        cancelled = self._cancelled[message["job"]] = threading.Event()
        if "level" in message:
            self._analyses.hold()
            self._turns.submit(self._find_turn, message, cancelled)
        else:
            self._analyses.add(self._answer(message["job"], _analyse(message, cancelled)))

    def _find_turn(self, job: Message, cancelled: threading.Event) -> None:
        try:
            for _ in self._answer(str(job["job"]), _find_turn(job, cancelled)):
                pass
        finally:
            self._analyses.release()

    def _answer(self, key: str, thoughts: Iterator[Message]) -> Iterator[None]:
        """Say what a job comes to, step by step."""
        try:
            for thought in thoughts:
                self._say({"job": key, **thought})
                yield
        except SkerryError as error:
            self._say({"job": key, "last": True, "error": str(error)})
        except Exception:
            log.exception("The job %s failed.", key)
            self._say({"job": key, "last": True, "error": "The engine failed here."})
        finally:
            self._cancelled.pop(key, None)

    def _say(self, message: Message) -> None:
        with self._writing:
            print(json.dumps(message), file=self._answers, flush=True)


def _find_turn(job: Message, cancelled: threading.Event) -> Iterator[Message]:
    start = GameRecord.from_json(str(job["record"])).replay()[-1]
    if not cancelled.is_set():
        actions = player(str(job["level"])).choose(start, cancel=cancelled.is_set)
        turn = start.game.format_turn(actions)
        yield {"last": True, "turn": turn}


def _analyse(job: Message, cancelled: threading.Event) -> Iterator[Message]:
    """Think so many seconds, not counting those in which others have their turn."""
    found = analyse_stream(
        position(str(job["position"])),
        playouts=MOST_PLAYOUTS,
        num_turns=SHOWN_TURNS,
        memory=ANALYSIS_MEMORY,
        every=ANALYSIS_STEP,
        cancel=cancelled.is_set,
    )
    wanted, thought = float(str(job["seconds"])), 0.0
    while thought < wanted and not cancelled.is_set():
        began = time.monotonic()
        analysis = next(found, None)
        if analysis is None:
            break
        thought += time.monotonic() - began
        if not cancelled.is_set():
            rate = round(analysis.playouts / max(thought, 1e-3), 1)
            analysis = replace(analysis, seconds=round(thought, 3), playouts_per_second=rate)
            yield {"last": False, "analysis": analysis.to_json()}
    if not cancelled.is_set():
        yield {"last": True}


def main() -> None:
    """Prepare while already taking jobs; end with the input."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Whatever else may print must not be taken for an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    worker = Worker(answers)
    threading.Thread(target=_read, args=(worker,), daemon=True, name="reader").start()
    worker.prepare()
    threading.Event().wait()


def _read(worker: Worker) -> None:
    for line in sys.stdin:
        worker.take(line)
    # The server is gone: a compile or a search under way serves nobody any more.
    os._exit(0)


if __name__ == "__main__":
    main()
