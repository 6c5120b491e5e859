"""Counters of windows of time, which all processes of a site raise together in one question.

They lie in Redis where the cache does, and else in the memory of the only process. A request raises
several, and asked one by one they would take longer than all else that a turn needs. While Redis
is away each process counts by itself, from nothing.
"""

from collections.abc import Sequence
from functools import cache as once
from typing import NamedTuple

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from skerry.web.base.redis.cache import RedisCache
from skerry.web.base.redis.link import AwayError

# For each counter two keys and the seconds that it lasts; gives back two numbers for each.
RAISE = """
local found = {}
for i = 1, #KEYS, 2 do
    local counted = redis.call("INCR", KEYS[i])
    if counted == 1 then redis.call("EXPIRE", KEYS[i], ARGV[(i + 1) / 2]) end
    found[i] = tonumber(redis.call("GET", KEYS[i + 1]) or 0)
    found[i + 1] = counted
end
return found
"""
LOWER = """
for i = 1, #KEYS do
    if redis.call("EXISTS", KEYS[i]) == 1 then redis.call("DECR", KEYS[i]) end
end
"""
MOST_COUNTED = 50_000  # counters of a process that counts by itself
NONE = "counter:none"  # a key under which nothing is counted


class Counter(NamedTuple):
    """One of them."""

    key: str  # of the window that runs
    key_before: str  # of the one before it
    lasts: int  # seconds


class Counted(NamedTuple):
    """What one has counted."""

    before: int  # in the window before
    now: int  # in this one, with what was just added


def single(key: str, lasts: int) -> Counter:
    """A counter of one window, which begins when something is counted."""
    return Counter(key, NONE, lasts)


def raise_all(counters: Sequence[Counter]) -> list[Counted]:
    """Add one to each, and say what they have counted."""
    keys = [key for one in counters for key in (one.key, one.key_before)]
    found = _run(RAISE, keys, [one.lasts for one in counters])
    if found is None:
        return [_raise(one) for one in counters]
    return [Counted(*pair) for pair in zip(found[::2], found[1::2], strict=True)]


def lower_all(counters: Sequence[Counter]) -> None:
    """Take one back from each."""
    if _run(LOWER, [one.key for one in counters]) is not None:
        return
    memory = _memory()
    for one in counters:
        if memory.get(one.key) is not None:
            memory.decr(one.key)


def forget_all(counters: Sequence[Counter]) -> None:
    """Let each begin at nothing."""
    keys = [one.key for one in counters]
    caches["default"].delete_many(keys)
    _memory().delete_many(keys)


def _run(script: str, keys: Sequence[str], numbers: Sequence[int] = ()) -> list[int] | None:
    """What Redis gives back; None where this process is to count by itself."""
    kept = caches["default"]
    if not isinstance(kept, RedisCache):
        return None
    try:
        return kept.run(script, keys, numbers)
    except AwayError:
        return None


def _raise(counter: Counter) -> Counted:
    memory = _memory()
    memory.add(counter.key, 0, counter.lasts)
    try:
        counted = memory.incr(counter.key)
    except ValueError:  # it was thrown out between the two, for lack of room
        memory.set(counter.key, 1, counter.lasts)
        counted = 1
    return Counted(int(memory.get(counter.key_before, 0)), counted)


def _memory() -> BaseCache:
    """Where this process counts by itself."""
    kept = caches["default"]
    return _own_memory() if isinstance(kept, RedisCache) else kept


@once
def _own_memory() -> LocMemCache:
    return LocMemCache("skerry-counters", {"OPTIONS": {"MAX_ENTRIES": MOST_COUNTED}})
