"""Whether the site can answer requests; asked of its database and cache once a second at most."""

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.core.cache import caches
from django.db import connection

from skerry.web.base.redis.cache import RedisCache
from skerry.web.base.services import shared
from skerry.web.thinking.engine import Engine

log = logging.getLogger(__name__)

T = TypeVar("T")

FRESH_SECONDS = 1.0  # in which an answer is given again
OLD_SECONDS = 10.0  # after which it is no answer any more, even while a new one is found


class Recent(Generic[T]):
    """The latest answer to a question that anybody may ask as often as they like.

    It is asked anew now and then, by one thread; others meanwhile get the answer before.
    """

    def __init__(
        self,
        ask: Callable[[], T],
        fresh_seconds: float = FRESH_SECONDS,
        old_seconds: float = OLD_SECONDS,
    ) -> None:
        """It was not asked yet."""
        self._ask, self._fresh_seconds, self._old_seconds = ask, fresh_seconds, old_seconds
        self._kept: tuple[float, T] | None = None  # when, by time.monotonic(), and what
        self._asking = Lock()

    def answer(self) -> T:
        """What was found a moment ago, or is found now."""
        found = self._within(self._fresh_seconds)
        if found is None:
            known = self._within(self._old_seconds)
            if not self._asking.acquire(blocking=known is None):
                assert known is not None
                return known[1]
            try:
                found = self._within(self._fresh_seconds)  # by whom it was waited for
                if found is None:
                    found = self._kept = (time.monotonic(), self._ask())
            finally:
                self._asking.release()
        return found[1]

    def _within(self, seconds: float) -> tuple[float, T] | None:
        kept = self._kept
        return kept if kept is not None and time.monotonic() - kept[0] < seconds else None


class Condition(NamedTuple):
    """How the site is."""

    parts: dict[str, bool]  # whether each that requests need answers, by its name
    engine: str  # how far it is

    @property
    def is_well(self) -> bool:
        """Whether requests can be answered. Games go on while the engine gets ready."""
        return all(self.parts.values())


class Health:
    """How the site is. Any thread may ask; the log says once what has begun to fail, or ended."""

    def __init__(self, fresh_seconds: float = FRESH_SECONDS) -> None:
        """Nothing fails yet."""
        self._recent = Recent(self._look, fresh_seconds)
        self._failing: set[str] = set()  # used by one thread at a time

    def condition(self) -> Condition:
        """As it was within the last seconds."""
        return self._recent.answer()

    def _look(self) -> Condition:
        questions = {"database": _ask_database, "cache": _ask_cache}
        parts = {name: self._answers(name, ask) for name, ask in questions.items()}
        return Condition(parts, shared(Engine).phase())

    def _answers(self, name: str, ask: Callable[[], object]) -> bool:
        try:
            ask()
        except Exception as error:  # of whichever library: whatever it is, that is the answer
            if name not in self._failing:
                log.warning("The %s fails: %s", name, " ".join(str(error).split()))
            self._failing.add(name)
            return False
        if name in self._failing:
            log.warning("The %s answers again.", name)
        self._failing.discard(name)
        return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_cache() -> None:
    kept = caches["default"]
    if isinstance(kept, RedisCache):  # which answers as if it were empty while Redis is away
        kept.ping()
