"""The computer's thinking, in a process of its own: `python -m skerry.web.worker`.

It reads one JSON object a line and writes one a line:

    {"job": "k3x:12", "record": "...", "level": "easy"}   think
    {"cancel": "k3x:12"}                                  stop thinking
    <- {"ready": true}                                    the kernels are compiled
    <- {"job": "k3x:12", "turn": "c3,d4"}                 or "error" with a sentence

It ends when its input does, so that it never outlives the server.
"""

import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from ..errors import SkerryError
from ..players import player, warm_up
from ..record import GameRecord


class Worker:
    """Takes jobs, thinks on several at once (the kernels run without the GIL), and answers."""

    def __init__(self, answers: IO[str]) -> None:
        """Write answers to a stream."""
        self._answers = answers
        self._writing = threading.Lock()
        self._cancelled: dict[str, threading.Event] = {}
        threads = max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinker")

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
        job = message["job"]
        self._cancelled[job] = threading.Event()
        self._pool.submit(self._think, job, message["record"], message["level"])

    def _think(self, job: str, record: str, level: str) -> None:
        cancelled = self._cancelled[job]
        try:
            position = GameRecord.from_json(record).replay()[-1]
            if not cancelled.is_set():
                actions = player(level).choose(position, cancel=cancelled.is_set)
                turn = position.game.format_turn(actions)
                self._say({"job": job, "turn": turn or position.game.format_action(actions[0])})
        except SkerryError as error:
            self._say({"job": job, "error": str(error)})
        finally:
            self._cancelled.pop(job, None)

    def _say(self, message: dict[str, object]) -> None:
        with self._writing:
            print(json.dumps(message), file=self._answers, flush=True)


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
