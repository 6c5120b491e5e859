"""Asking the engine for something and waiting for it, where it takes but a moment."""

import queue
from collections.abc import Mapping
from itertools import count

from skerry.web.base.background import Kind
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane

WAIT_SECONDS = 20.0
BUSY = "Many turns are being checked at the moment; try again in a little while."
# Each has a thread of its own that waits for the engine, which lets browsers take turns.
JUDGING = Kind("judging", BUSY, at_once=16, most=32, of_one=6)


class Questions:
    """What takes but a moment. Any thread may ask that is not a request's."""

    def __init__(self, engine: Engine) -> None:
        """Let an engine answer."""
        self._engine = engine
        self._numbers = count(1)

    def ask(
        self,
        kind: str,
        order: Mapping[str, object],
        *,
        game: str,
        owner: str,
        needs_compiled: bool = False,
        seconds: float = WAIT_SECONDS,
    ) -> Mapping[str, object]:
        """What a worker answers, which it does once.

        Args:
            kind: of the job; see worker/tasks.py.
            order: what the worker is told.
            game: by name.
            owner: the browser that it is for.
            needs_compiled: whether plain Python would be too slow.
            seconds: to wait.

        Raises:
            RequestError: the engine says in a sentence why there is no answer.
            BusyError: it has not answered in time.
        """
        answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        subject = str(next(self._numbers))
        job = Job(
            kind,
            subject,
            0,
            order,
            answers.put,
            Lane.JUDGE,
            owner,
            game,
            needs_compiled=needs_compiled,
        )
        self._engine.submit(job)
        try:
            answer = answers.get(timeout=seconds)
        except queue.Empty:
            self._engine.cancel(kind, subject)
            raise BusyError(BUSY) from None
        if answer.error is not None:
            raise RequestError(answer.error)
        return answer.content
