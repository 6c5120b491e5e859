"""Answers of the engine that could not be saved, a full disk for instance: kept and tried again."""

import logging
import threading
from collections.abc import Callable

from django.db import OperationalError

from skerry.web.thinking.jobs import Answer

log = logging.getLogger(__name__)

PAUSE = 3.0  # seconds between two tries


class UnsavedAnswers:
    """What still has to be saved. All methods may be called by any thread."""

    def __init__(self, save: Callable[[Answer], None], pause: float = PAUSE) -> None:
        """Nothing waits.

        Args:
            save: saves an answer, or raises OperationalError where the database cannot.
            pause: seconds between two tries.
        """
        self._save = save
        self._pause = pause
        self._lock = threading.Lock()
        self._answers: dict[str, Answer] = {}  # by place; a later answer takes an earlier one's
        self._is_trying = False

    def save(self, answer: Answer) -> None:
        """Save an answer now or, where that fails, as soon as it can be."""
        try:
            self._save(answer)
        except OperationalError as error:
            log.error("An answer could not be saved, and is tried again: %s", error)
            with self._lock:
                self._answers[answer.job.place] = answer
                if not self._is_trying:
                    self._is_trying = True
                    threading.Thread(target=self._try_again, name="unsaved", daemon=True).start()

    def holds(self, kind: str, subject: str) -> bool:
        """Whether an answer of that kind waits to be saved."""
        with self._lock:
            return f"{kind}:{subject}" in self._answers

    def _try_again(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(self._pause)
            with self._lock:
                waiting = list(self._answers.values())
            for answer in waiting:
                if self._is_saved(answer):
                    self._drop(answer)
            with self._lock:
                if not self._answers:
                    self._is_trying = False
                    return

    def _is_saved(self, answer: Answer) -> bool:
        try:
            self._save(answer)
        except OperationalError:
            return False
        except Exception:  # it will never be: the others must not wait for it
            log.exception("An answer to %s could not be used.", answer.job.key)
        return True

    def _drop(self, answer: Answer) -> None:
        """Forget an answer, unless a later one has taken its place."""
        with self._lock:
            if self._answers.get(answer.job.place) is answer:
                del self._answers[answer.job.place]
