"""Whether Redis is there: after a failure one thread finds out, in a while, and no other waits."""

import logging
import time
from collections.abc import Callable, Sequence
from functools import cache as once
from threading import Lock
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCacheClient

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds after a failure in which Redis is not asked
LONGEST = 10.0  # seconds that one thread has to find out whether it answers again
MOST_OUTDATED = 50_000  # keys

T = TypeVar("T")


class AwayError(Exception):
    """Redis does not answer, or takes nothing in."""


class Link:
    """The way to one Redis, which all threads of a process share, and whether it is there."""

    def __init__(self, servers: Sequence[str], options: dict[str, Any]) -> None:
        self.client = RedisCacheClient(list(servers), **options)
        self._lock = Lock()
        self._has_failed = False
        self._asked_from = 0.0  # by time.monotonic(), while it is away
        self._outdated: dict[str, None] = {}  # keys, the oldest first

    @property
    def is_away(self) -> bool:
        """Whether it has failed, so short a time ago that it is not asked."""
        return self._has_failed and time.monotonic() < self._asked_from

    def ask(self, question: Callable[[], T], changed: Sequence[str] = ()) -> T:
        """The answer to a question, by which the values of some keys change.

        Raises:
            AwayError: Redis is away. The changed keys are noted, to be deleted when it is back.
        """
        if not self._may_ask():
            self._note(changed)
            raise AwayError("it failed a moment ago")
        return self.ask_now(question, changed)

    def ask_now(self, question: Callable[[], T], changed: Sequence[str] = ()) -> T:
        """As `ask`, however short a time ago Redis has failed."""
        try:
            if self._outdated:
                self._delete_outdated()
            answer = question()
        except failures() as error:
            self._note(changed)
            self._note_failure(error)
            raise AwayError(str(error)) from error
        if self._has_failed:
            self._note_return()
        return answer

    def _may_ask(self) -> bool:
        if not self._has_failed:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._asked_from:
                return False
            self._asked_from = now + LONGEST  # others need not wait with this one
            return True

    def _note_failure(self, error: Exception) -> None:
        with self._lock:
            was_away, self._has_failed = self._has_failed, True
            self._asked_from = time.monotonic() + PAUSE
        if not was_away:
            log.warning("Redis is away, and the site goes on without it: %s", error)

    def _note_return(self) -> None:
        with self._lock:
            was_away, self._has_failed = self._has_failed, False
        if was_away:
            log.warning("Redis is there again.")

    def _note(self, keys: Sequence[str]) -> None:
        with self._lock:
            self._outdated |= dict.fromkeys(keys)
            while len(self._outdated) > MOST_OUTDATED:
                del self._outdated[next(iter(self._outdated))]

    def _delete_outdated(self) -> None:
        with self._lock:
            keys, self._outdated = list(self._outdated), {}
        try:
            self.client.delete_many(keys)
        except failures():
            self._note(keys)
            raise


@once
def link_to(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Link:
    """The way to a Redis that all threads of this process use."""
    return Link(servers, dict(options))


@once
def failures() -> tuple[type[Exception], ...]:
    """What shows that Redis is away; none where there is none. An error of ours shows nothing."""
    try:
        from redis import exceptions
    except ImportError:
        return ()
    return (
        exceptions.ConnectionError,
        exceptions.TimeoutError,
        exceptions.ReadOnlyError,  # another one is the master now
        exceptions.OutOfMemoryError,
    )
