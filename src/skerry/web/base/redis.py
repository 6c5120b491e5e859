"""Redis: whether it is there, and the cache of a site that goes on while it is not."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import cache as once
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends import redis as django_redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCacheClient

from skerry.web.base.patience import Outage

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds after a failure in which Redis is not asked
LONGEST = 10.0  # seconds that one thread has to find out whether it answers again
MOST_OUTDATED = 50_000  # keys

# The cache in Redis, of a site that goes on while Redis is away.
#
# What the cache remembers the database knows too, or it may be forgotten. So while Redis does not
# answer, the cache is as if it were empty, and nothing waits for it.

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
            UnavailableError: Redis is away. The changed keys are noted, to be deleted when it is
                back.
        """
        if not self.outage.may_ask():
            self._note(changed)
            raise UnavailableError("it failed a moment ago")
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
            raise UnavailableError(str(error)) from error
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


class RedisCache(django_redis.RedisCache):
    """Django's, empty while Redis is away; what Django's can do beside that fails then.

    What is set or deleted meanwhile is deleted from Redis when it is there again: it may have been
    cut off, and remember what is not true any more.
    """

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        servers = server.replace(";", ",").split(",") if isinstance(server, str) else server
        options = params.get("OPTIONS", {})
        self._link = link_to(tuple(servers), tuple(sorted(options.items())))

    @property
    def _cache(self) -> django_redis.RedisCacheClient:
        return self._link.client

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What it remembers of a key, else the default."""
        return self._or(default, partial(super().get, key, default, version))

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """What it remembers of some keys."""
        wanted = list(keys)
        return self._or({}, partial(super().get_many, wanted, version))

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Remember a value, unless there is one; whether there was none."""
        return self._or(True, partial(super().add, key, value, timeout, version))

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Remember a value."""
        keys = [self.make_key(key, version)]
        self._or(None, partial(super().set, key, value, timeout, version), keys)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value; whether there was one."""
        keys = [self.make_key(key, version)]
        return self._or(False, partial(super().delete, key, version), keys)

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        """Forget some values."""
        given = list(keys)
        made = [self.make_key(key, version) for key in given]
        self._or(None, partial(super().delete_many, given, version), made)

    def _or(self, else_: T, question: Callable[[], T], changed: Sequence[str] = ()) -> T:
        try:
            return self._link.ask(question, changed)
        except UnavailableError:
            return else_

    def run(self, script: str, keys: Sequence[str], numbers: Sequence[int] = ()) -> list[int]:
        """What a script in Lua gives back, which Redis runs at once with nothing in between.

        Args:
            script: its text.
            keys: of this cache, which the script finds in KEYS.
            numbers: that it finds in ARGV.

        Raises:
            UnavailableError: Redis is away.
        """
        made = [self.make_key(key) for key in keys]

        def question() -> list[int]:
            client = self._cache.get_client(write=True)
            return list(client.register_script(script)(keys=made, args=numbers) or ())

        return self._link.ask(question)

    @property
    def is_away(self) -> bool:
        """Whether Redis has failed, so short a time ago that it is not asked."""
        return self._link.is_away

    def ping(self) -> None:
        """Ask whether Redis is there, also where it was not a moment ago.

        Raises:
            UnavailableError: it is not.
        """
        self._link.ask_now(self._cache.get_client().ping)


def is_away() -> bool:
    """Whether Redis has failed a moment ago; False where the cache lies elsewhere."""
    kept = caches["default"]
    return isinstance(kept, RedisCache) and kept.is_away
