"""How much a client may ask of a public server: counters that all processes raise, and quotas.

django-ninja's throttles read a list of moments from the cache and write it back, so that requests
at once count as one; and they believe whatever header says who asks.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache as once
from functools import wraps
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from skerry.web.base.answers import Rest, View, refuse
from skerry.web.base.background import is_asked_again
from skerry.web.base.clients import client_address, network_of
from skerry.web.base.errors import QuotaError
from skerry.web.base.redis import RedisCache, UnavailableError
from skerry.web.base.seats import seat_of

# Counters of windows of time, which all processes of a site raise together in one question.
#
# They lie in Redis where the cache does, and else in the memory of the only process. A request
# raises several, and asked one by one they would take longer than all else that a turn needs. While
# Redis is away each process counts by itself, from nothing.

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
    """One of them; without a window before, it begins when something is counted."""

    key: str  # of the window that runs
    lasts: int  # seconds
    key_before: str = NONE  # of the window before it


class Counted(NamedTuple):
    """What one has counted."""

    before: int  # in the window before
    now: int  # in this one, with what was just added


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
    except UnavailableError:
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


# How many in how long: a sliding window, counted in the two windows of fixed length it overlaps.
#
# What lies in the earlier fixed window is taken to be spread evenly over it (Cloudflare, "How we
# built rate limiting capable of scaling to millions of domains", 2017).
#
# | before          | now      .      |        seconds
#           |<---- sliding ---->|


class Rate(NamedTuple):
    """At most so many within so many seconds."""

    most: int
    seconds: int

    def times(self, factor: float) -> "Rate":
        """As many times as much, at least one."""
        return Rate(max(1, round(self.most * factor)), self.seconds)


def window_of(rate: Rate, now: float) -> int:
    """The number of the fixed window that a moment lies in; seconds since the epoch."""
    return int(now // rate.seconds)


def seconds_to_wait(rate: Rate, now: float, before: int, counted: int) -> float:
    """How long it takes until one more fits; 0.0: it fits now.

    Args:
        rate: that is kept.
        now: seconds since the epoch.
        before: counted in the fixed window before this one.
        counted: in this one so far.
    """
    most, length = rate
    passed = (now % length) / length
    if before * (1 - passed) + counted + 1 <= most:
        return 0.0
    if counted + 1 <= most:  # once enough of the window before lies too far back
        return (1 - (most - counted - 1) / before - passed) * length
    return (1 - passed + 1 - (most - 1) / counted) * length  # when this is the window before


MINUTE, HOUR, DAY = 60, 3600, 86_400

# Counted are the seat or account that asks, and the address it asks from: whoever drops the cookie
# is a new guest each time, and a school sits behind one address. On one's own machine nothing is
# counted. Counters stand under keyed hashes of who asks, for two windows at most.

ADDRESS_FACTOR = 5  # as much as of one browser is taken from one address
RETRY_AFTER = "skerry.retry_after"  # key of a request's META: seconds


class Quota(NamedTuple):
    """What is counted, and how much of it is taken from one browser or account."""

    name: str
    what: str  # in words, several of them
    rates: tuple[Rate, ...]


REQUESTS = Quota("requests", "requests", (Rate(900, MINUTE),))
NEW_GAMES = Quota("games", "new games", (Rate(30, 10 * MINUTE), Rate(200, DAY)))
TOURNAMENTS = Quota("tournaments", "new tournaments", (Rate(5, HOUR), Rate(10, DAY)))
ENTRIES = Quota("entries", "acts in tournaments", (Rate(60, 10 * MINUTE),))
UPLOADS = Quota("uploads", "records, positions or studies", (Rate(30, 10 * MINUTE), Rate(300, DAY)))
HANDSHAKES = Quota("handshakes", "new connections of open pages", (Rate(120, MINUTE),))
TURNS = Quota("turns", "turns", (Rate(120, MINUTE),))
PREVIEWS = Quota("previews", "steps of a turn", (Rate(300, MINUTE),))
ANALYSES = Quota("analyses", "questions to the engine", (Rate(600, MINUTE),))
VERDICTS = Quota("verdicts", "turns to be judged", (Rate(120, MINUTE),))
REVIEWS = Quota("reviews", "reviews", (Rate(30, HOUR),))
EDITS = Quota("edits", "edits", (Rate(300, MINUTE),))
PICTURES = Quota("pictures", "pictures", (Rate(60, MINUTE),))
ACCOUNTS = Quota("accounts", "new accounts", (Rate(5, HOUR),))
TOKENS = Quota("tokens", "new tokens", (Rate(10, HOUR),))
LETTERS = Quota("letters", "letters", (Rate(5, HOUR),))
OWN_DATA = Quota("own data", "downloads of what is kept of you", (Rate(10, HOUR),))
CHAT = Quota("chat", "lines of chat", (Rate(20, MINUTE), Rate(300, HOUR)))
BOOKLETS = Quota("booklets", "booklets and moving pictures", (Rate(20, HOUR),))


def limited(quota: Quota, *methods: str) -> Callable[[View[Rest]], View[Rest]]:
    """Count the requests to a view by some methods (POST), and answer 429 beyond the quota.

    The view says as `counted_methods` which ones it counts: one that it does not answer would
    count nothing, and nobody would notice.
    """
    counted = methods or ("POST",)

    def decorate(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def answer(
            request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponse:
            if request.method in counted:
                try:
                    spend(request, quota)
                except QuotaError as error:
                    return refuse(request, error.status, str(error))
            return view(request, *args, **kwargs)

        answer.counted_methods = counted  # type: ignore[attr-defined]
        return answer

    return decorate


def spend(request: HttpRequest, quota: Quota) -> None:
    """Count one, unless that would be too much; what is refused does not count.

    Raises:
        QuotaError: it would; says when there is room again.
    """
    factor = settings.QUOTA_FACTOR
    if not factor or is_asked_again(request):
        return
    now = time.time()
    buckets = list(_buckets(request, quota, factor, now))
    counters = [one.counter for one in buckets]
    for bucket, counted in zip(buckets, raise_all(counters), strict=True):
        wait = seconds_to_wait(bucket.rate, now, counted.before, counted.now - 1)
        if wait > 0:
            lower_all(counters)
            raise _error(request, quota, bucket, wait)


class _Bucket(NamedTuple):
    """One counter: of a quota's rate, for one client."""

    rate: Rate
    counter: Counter
    of: str  # in words


def _buckets(request: HttpRequest, quota: Quota, factor: float, now: float) -> Iterator[_Bucket]:
    holder = seat_of(request)
    clients = [(f"address {network_of(client_address(request))}", "address", ADDRESS_FACTOR)]
    if holder is not None:
        of = "account" if holder.startswith("account:") else "browser"
        clients.insert(0, (f"holder {holder}", of, 1))
    for client, of, more in clients:
        name = salted_hmac("skerry.web.quotas", client).hexdigest()[:24]
        for rate in quota.rates:
            key, window = f"quota:{quota.name}:{rate.seconds}:{name}", window_of(rate, now)
            counter = Counter(f"{key}:{window}", 2 * rate.seconds, f"{key}:{window - 1}")
            yield _Bucket(rate.times(more * factor), counter, of)


def _error(request: HttpRequest, quota: Quota, bucket: _Bucket, wait: float) -> QuotaError:
    seconds = max(1, math.ceil(wait))
    request.META[RETRY_AFTER] = seconds
    return QuotaError(
        f"At most {bucket.rate.most:,} {quota.what} {_period(bucket.rate.seconds)} are taken from "
        f"one {bucket.of}, so that there is room for all; try again in {_duration(seconds)}."
    )


def _period(seconds: int) -> str:
    names = {MINUTE: "a minute", HOUR: "an hour", DAY: "a day"}
    return names.get(seconds) or f"in {_duration(seconds)}"


def _duration(seconds: int) -> str:
    """Rounded up to a plain number of seconds, minutes or hours."""
    for length, name in ((HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        if seconds >= 2 * length or length == 1:
            number = math.ceil(seconds / length)
            return f"{number} {name}{'' if number == 1 else 's'}"
    raise AssertionError("the last length is one second")
