"""The computer's turns, passed on to who plays them or kept; and short questions, waited for."""

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count

from django.db import OperationalError

from skerry.levels import LEVELS, recipe_of
from skerry.web.base.background import Kind
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane

log = logging.getLogger(__name__)

PAUSE = 3.0  # seconds between two tries


class RetriedSaves:
    """What still has to be saved. All methods may be called by any thread."""

    def __init__(self, save: Callable[[Answer], None], pause: float = PAUSE) -> None:
        """`save` saves an answer, or raises OperationalError where the database cannot."""
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
                    threading.Thread(target=self._try_again, name="retry-save", daemon=True).start()

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


TURN = "turn"  # what the engine is asked for


@dataclass(frozen=True)
class OwedTurn:
    """A turn that the computer owes in a saved game."""

    game_id: str
    version: int  # of the saved game
    record: str  # GameRecord as JSON
    level: str
    game: str  # by name
    holder: str  # a browser that waits for it


class ComputerTurns:
    """Asks for turns. All methods may be called by any thread."""

    def __init__(
        self, engine: Engine, play: Callable[[Answer], None], pause: float = PAUSE
    ) -> None:
        """Nothing is asked for yet.

        `play` plays the turn of an answer and saves the game, or raises OperationalError where it
        cannot be saved; it is then called again, after a pause of seconds, until it can.
        """
        self._engine = engine
        self._retries = RetriedSaves(play, pause)

    def ask(self, owed: OwedTurn) -> None:
        """Ask for a turn, instead of any other that was asked for in the same game."""
        order = {"record": owed.record, "level": owed.level}
        lane = Lane.LONG if _takes_long(owed.game, owed.level) else Lane.SHORT
        self._engine.submit(
            Job(TURN, owed.game_id, owed.version, order, self.take, lane, owed.holder, owed.game)
        )

    def drop(self, game_id: str) -> None:
        """Ask for no turn in a game any more; nothing happens where none was asked for."""
        self._engine.cancel(TURN, game_id)

    def take(self, answer: Answer) -> None:
        """Have an answer played, now or as soon as that can be saved."""
        self._retries.save(answer)

    def is_unsaved(self, game_id: str) -> bool:
        """Whether a turn was found that cannot be saved yet."""
        return self._retries.holds(TURN, game_id)

    def is_below_level(self, game: str, level: str) -> bool:
        """Whether the computer does not play as well as its level says, for lack of kernels."""
        return self._engine.phase(game) != "ready" and _takes_long(game, level)


def _takes_long(game: str, level: str) -> bool:
    """Whether a turn at a level may take seconds."""
    known = LEVELS.get(level)
    return known is not None and recipe_of(game, known).takes_long


WAIT_SECONDS = 20.0
BUSY = "Many turns are being checked at the moment; try again in a little while."
# Each has a thread of its own that waits for the engine, which lets browsers take turns.
JUDGING = Kind("judging", BUSY, at_once=16, most=32, of_one=6)


class Questions:
    """What takes but a moment. Any thread may ask that is not a request's."""

    def __init__(self, engine: Engine) -> None:
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
        """What a worker answers, which it does once, within so many seconds; see `Job`.

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
