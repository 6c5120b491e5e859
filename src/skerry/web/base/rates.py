"""How many in how long: a sliding window, counted in the two windows of fixed length it overlaps.

Two counters for each key are all that is kept, and a cache can raise a counter in one step, so
several processes count together without a lock. What lies in the earlier fixed window is taken to
be spread evenly over it (Cloudflare, "How we built rate limiting capable of scaling to millions of
domains", 2017).

    | before          | now      .      |        seconds
            |<---- sliding ---->|
"""

import math
from typing import NamedTuple

from skerry.errors import OptionError


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


def parse_factor(text: str) -> float:
    """By what all quotas are multiplied, from SKERRY_QUOTAS; 0: there are none.

    Raises:
        OptionError: no such number.
    """
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not 0 <= factor < math.inf:
        raise OptionError(
            f"SKERRY_QUOTAS must be a number from 0, by which all quotas are multiplied; "
            f"{text[:40]!r} is none."
        )
    return factor
