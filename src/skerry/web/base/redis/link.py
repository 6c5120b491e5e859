"""Whether Redis is there: after a failure one thread finds out, in a while, and no other waits."""

import json
import logging
from collections.abc import Callable, Sequence
from functools import cache as once
from threading import Lock
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCacheClient

from skerry.web.base.patience import Outage

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds after a failure in which Redis is not asked
LONGEST = 10.0  # seconds that one thread has to find out whether it answers again
MOST_OUTDATED = 50_000  # keys

T = TypeVar("T")


class AwayError(Exception):
    """Redis does not answer, or takes nothing in."""


class JsonSerializer:
    """How values lie in Redis: as JSON. Django's pickles let who writes there run code here."""

    def dumps(self, obj: Any) -> bytes:
        """JSON; of a whole number its digits, with which Redis itself can count."""
        return json.dumps(obj).encode()

    def loads(self, data: Any) -> Any:
        """The value; None where it is not ours to read, as if there were none."""
        try:
            return json.loads(data)
        except ValueError:
            return None


class Link:
    """The way to one Redis, which all threads of a process share, and whether it is there."""

    def __init__(self, servers: Sequence[str], options: dict[str, Any]) -> None:
        self.client = RedisCacheClient(list(servers), JsonSerializer, **options)
        self._lock = Lock()
        self.outage = Outage(PAUSE, LONGEST)
        self._outdated: dict[str, None] = {}  # keys, the oldest first

    @property
    def is_away(self) -> bool:
        """Whether it has failed, so short a time ago that it is not asked."""
        return self.outage.is_recent

    def ask(self, question: Callable[[], T], changed: Sequence[str] = ()) -> T:
        """The answer to a question, by which the values of some keys change.

        Raises:
            AwayError: Redis is away. The changed keys are noted, to be deleted when it is back.
        """
        if not self.outage.may_ask():
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
            if self.outage.note_failure():
                log.warning("Redis is away, and the site goes on without it: %s", error)
            raise AwayError(str(error)) from error
        if self.outage.note_return():
            log.warning("Redis is there again.")
        return answer

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
