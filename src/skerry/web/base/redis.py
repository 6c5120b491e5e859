"""Redis: whether it is there, and the cache of a site that goes on while it is not.

Django's cache fails with Redis, and redis-py tries again, so that all requests would wait for a
Redis that hangs. Neither lets one thread find out whether it answers, nor remembers what has to be
deleted there when it does.
"""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import cache as once
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends import redis as django_redis

from skerry.web.base.patience import Outage

log = logging.getLogger(__name__)

MOST_OUTDATED = 50_000  # keys

T = TypeVar("T")


class UnavailableError(Exception):
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


class PatientClient(django_redis.RedisCacheClient):
    """Django's way to one Redis, which all threads of a process share; empty while that is away.

    What the cache remembers the database knows too, or it may be forgotten. What is set or deleted
    meanwhile is deleted from Redis when it is there again: it may have been cut off, and remember
    what is not true any more. What Django's client can do beside that fails then.
    """

    def __init__(self, servers: Sequence[str], **options: Any) -> None:
        super().__init__(list(servers), JsonSerializer, **options)
        self.outage = Outage()
        self._lock = Lock()
        self._outdated: dict[Any, None] = {}  # keys, the oldest first

    def get(self, key: Any, default: Any) -> Any:
        """What it remembers of a key, else the default."""
        return self._or(default, partial(super().get, key, default))

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """What it remembers of some keys."""
        return self._or({}, partial(super().get_many, keys))

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Remember a value, unless there is one; whether there was none."""
        return self._or(True, partial(super().add, key, value, timeout))

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Remember a value."""
        self._or(None, partial(super().set, key, value, timeout), [key])

    def delete(self, key: Any) -> bool:
        """Forget a value; whether there was one."""
        return self._or(False, partial(super().delete, key), [key])

    def delete_many(self, keys: Iterable[Any]) -> None:
        """Forget some values."""
        self._or(None, partial(super().delete_many, keys), list(keys))

    def _or(self, else_: T, question: Callable[[], T], changed: Sequence[Any] = ()) -> T:
        try:
            return self.ask(question, changed)
        except UnavailableError:
            return else_

    def ask(self, question: Callable[[], T], changed: Sequence[Any] = ()) -> T:
        """The answer to a question, by which the values of some keys change.

        Raises UnavailableError: Redis is away; the keys are noted, to be deleted when it is back.
        """
        if not self.outage.may_ask():
            self._note(changed)
            raise UnavailableError("it failed a moment ago")
        return self.ask_now(question, changed)

    def ask_now(self, question: Callable[[], T], changed: Sequence[Any] = ()) -> T:
        """As `ask`, however short a time ago Redis has failed."""
        try:
            if self._outdated:
                self._delete_outdated()
            answer = question()
        except failures() as error:
            self._note(changed)
            if self.outage.note_failure():
                log.warning("Redis is away, and the site goes on without it: %s", error)
            raise UnavailableError(str(error)) from error
        if self.outage.note_return():
            log.warning("Redis is there again.")
        return answer

    def _note(self, keys: Sequence[Any]) -> None:
        with self._lock:
            self._outdated |= dict.fromkeys(keys)
            while len(self._outdated) > MOST_OUTDATED:
                del self._outdated[next(iter(self._outdated))]

    def _delete_outdated(self) -> None:
        with self._lock:
            keys, self._outdated = list(self._outdated), {}
        try:
            super().delete_many(keys)
        except failures():
            self._note(keys)
            raise


@once
def client_of(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> PatientClient:
    """The way to a Redis that all threads of this process use."""
    return PatientClient(servers, **dict(options))


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


class RedisCache(django_redis.RedisCache):
    """Django's, by a patient client."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        servers = server.replace(";", ",").split(",") if isinstance(server, str) else server
        self.client = client_of(tuple(servers), tuple(sorted(params.get("OPTIONS", {}).items())))

    @property
    def _cache(self) -> PatientClient:
        return self.client

    def run(self, script: str, keys: Sequence[str], numbers: Sequence[int] = ()) -> list[int]:
        """What a script in Lua gives back: KEYS are keys of this cache, ARGV the numbers.

        Redis runs it at once with nothing in between. Raises UnavailableError: Redis is away.
        """
        made = [self.make_key(key) for key in keys]

        def question() -> list[int]:
            client = self.client.get_client(write=True)
            return list(client.register_script(script)(keys=made, args=numbers) or ())

        return self.client.ask(question)

    def ping(self) -> None:
        """Ask whether Redis is there, even if it was not just now. Raises UnavailableError."""
        self.client.ask_now(self.client.get_client().ping)


def is_away() -> bool:
    """Whether Redis has failed a moment ago; False where the cache lies elsewhere."""
    kept = caches["default"]
    return isinstance(kept, RedisCache) and kept.client.outage.is_recent
