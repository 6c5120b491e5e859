"""Counters of windows of time, which all processes of a site raise together in one question.

They lie in Redis where the cache does, and else in the memory of the only process. A request raises
several, and asked one by one they would take longer than all else that a turn needs.
"""

from collections.abc import Sequence
from functools import cache as once
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.core.cache import cache

if TYPE_CHECKING:
    from redis.commands.core import Script

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


class Counter(NamedTuple):
    """One of them."""

    key: str  # of the window that runs
    key_before: str  # of the one before it
    lasts: int  # seconds


class Counted(NamedTuple):
    """What one has counted."""

    before: int  # in the window before
    now: int  # in this one, with what was just added


def raise_all(counters: Sequence[Counter]) -> list[Counted]:
    """Add one to each, and say what they have counted."""
    scripts = _scripts()
    if scripts is None:
        return [_raise(one) for one in counters]
    keys = [f"{PREFIX}{key}" for one in counters for key in (one.key, one.key_before)]
    found = scripts[0](keys=keys, args=[one.lasts for one in counters])
    return [Counted(*pair) for pair in zip(found[::2], found[1::2], strict=True)]


def lower_all(counters: Sequence[Counter]) -> None:
    """Take one back from each."""
    scripts = _scripts()
    if scripts is not None:
        scripts[1](keys=[f"{PREFIX}{one.key}" for one in counters])
        return
    for one in counters:
        if cache.get(one.key) is not None:
            cache.decr(one.key)


def _raise(counter: Counter) -> Counted:
    cache.add(counter.key, 0, counter.lasts)
    try:
        counted = cache.incr(counter.key)
    except ValueError:  # it was thrown out between the two, for lack of room
        cache.set(counter.key, 1, counter.lasts)
        counted = 1
    return Counted(int(cache.get(counter.key_before, 0)), counted)


PREFIX = "skerry-counter:"


def _scripts() -> "tuple[Script, Script] | None":
    kept: dict[str, Any] = settings.CACHES["default"]
    if "redis" not in kept["BACKEND"].lower():
        return None
    return _scripts_at(kept["LOCATION"], tuple(sorted(kept.get("OPTIONS", {}).items())))


@once
def _scripts_at(url: str, options: tuple[tuple[str, Any], ...]) -> "tuple[Script, Script]":
    from redis import Redis

    client = Redis.from_url(url, **dict(options))
    return client.register_script(RAISE), client.register_script(LOWER)
