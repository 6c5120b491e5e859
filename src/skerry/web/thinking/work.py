"""How a worker does several jobs at once, since compiled kernels let other threads run."""

import json
import logging
import os
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from skerry.errors import SkerryError
from skerry.web.thinking.jobs import Lane
from skerry.web.thinking.worker_tasks import Message, Tasks, load_kernels


class Rota:
    """Threads that do works in turns, a step of each; a work is an iterator of its steps.

    All methods are thread-safe.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Iterator[None]] = deque()
        self._free = threads  # that may begin a step; below zero while others need them all
        for number in range(threads):
            threading.Thread(target=self._run, daemon=True, name=f"{name}-{number}").start()

    def add(self, work: Iterator[None]) -> None:
        """Go through a work as well; it begins after one step of each that waits."""
        with self._changed:
            self._waiting.append(work)
            self._changed.notify()

    def reserve(self, threads: int) -> None:
        """Leave so many threads idle, until they are released; steps under way are finished."""
        with self._changed:
            self._free -= threads

    def release(self, threads: int) -> None:
        """Take a reservation back."""
        with self._changed:
            self._free += threads
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting and self._free > 0)
                work = self._waiting.popleft()
                self._free -= 1
            try:
                next(work)
            except StopIteration:
                ended = True
            else:
                ended = False
            with self._changed:
                self._free += 1
                if not ended:
                    self._waiting.append(work)
                self._changed.notify()


# Turns that are found in a moment come before analyses; turns that take seconds leave analyses all
# cores but one. A review goes on beside them with less of the machine. What is done for each kind
# of job: worker_tasks.py.

log = logging.getLogger(__name__)


class Worker:
    """Takes jobs, does several at once, and answers."""

    def __init__(self, answers: IO[str], *, interpreted: bool = False) -> None:
        """Write answers to a stream, a line of JSON for each; `interpreted`: see `Tasks`."""
        self._answers = answers
        self._writing = threading.Lock()
        self._cancelled: dict[str, threading.Event] = {}
        cores = os.cpu_count() or 2
        self._tasks = Tasks(cores, interpreted=interpreted)
        # The server gives no more jobs than it wants done at once; see engine.py.
        self._pool = ThreadPoolExecutor(2 * cores + 2, thread_name_prefix="thinker")
        self._analyses = Rota(cores, "analyst")
        self._reserved = {Lane.SHORT: cores, Lane.LONG: min(1, cores - 1)}

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
        answer = self._answer(key, self._tasks.begin(key, message, cancelled.is_set))
        if lane is Lane.ANALYSIS:
            self._analyses.add(answer)
        else:
            reserved = self._reserved.get(lane, 0)
            self._analyses.reserve(reserved)
            self._pool.submit(self._do, answer, reserved)

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

    def _do(self, answer: Iterator[None], reserved: int) -> None:
        try:
            for _ in answer:
                pass
        finally:
            self._analyses.release(reserved)

    def _answer(self, key: str, messages: Iterator[Message]) -> Iterator[None]:
        """Send the results of a job, step by step."""
        try:
            for message in messages:
                self.send({"job": key, **message})
                yield
        except SkerryError as error:
            self.send({"job": key, "last": True, "error": str(error)})
        except Exception:
            log.exception("The job %s failed.", key)
            self.send({"job": key, "last": True, "error": "The engine failed here."})
        finally:
            self._cancelled.pop(key, None)
