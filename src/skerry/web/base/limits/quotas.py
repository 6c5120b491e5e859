"""How much a client may ask of a public server, and what it hears when that was too much.

Counted are the seat or account that asks, and the address it asks from: whoever drops the cookie is
a new guest each time, and a school sits behind one address. On one's own machine nothing is
counted. Counters (`counters`) stand under keyed hashes of who asks, for two windows at most.
"""

import math
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from skerry.web.base.answers import refuse
from skerry.web.base.background import is_asked_again
from skerry.web.base.errors import QuotaError
from skerry.web.base.limits.clients import client_address, network_of
from skerry.web.base.limits.counters import Counter, lower_all, raise_all
from skerry.web.base.limits.rates import Rate, seconds_to_wait, window_of
from skerry.web.base.seats import seat_of

MINUTE, HOUR, DAY = 60, 3600, 86_400
ADDRESS_FACTOR = 5  # as much as of one browser is taken from one address
RETRY_AFTER = "skerry.retry_after"  # key of a request's META: seconds

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


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
LETTERS = Quota("letters", "letters", (Rate(5, HOUR),))
OWN_DATA = Quota("own data", "downloads of what is kept of you", (Rate(10, HOUR),))
CHAT = Quota("chat", "lines of chat", (Rate(20, MINUTE), Rate(300, HOUR)))
BOOKLETS = Quota("booklets", "booklets and moving pictures", (Rate(20, HOUR),))


def limited(quota: Quota, *methods: str) -> Callable[[View[Rest]], View[Rest]]:
    """Count the requests to a view, and answer 429 beyond the quota.

    Args:
        quota: that is counted against.
        methods: of the requests that count; POST where none is named.
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
            counter = Counter(f"{key}:{window}", f"{key}:{window - 1}", 2 * rate.seconds)
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
