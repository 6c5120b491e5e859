"""How long a request may wait for what is elsewhere: a database, an engine, a place to work in.

A site has few threads for requests, so one that waits keeps everybody waiting. Other threads, such
as those that write what the engine has found, may wait longer.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache as once
from threading import Lock

REQUEST_SECONDS = 2.0  # that a request waits for any one thing
FAILING_SECONDS = 0.1  # the same, while that thing has failed a short time ago
MEMORY_SECONDS = 3.0  # that a failure counts
PAUSE = 1.0  # after a failure, in which what is away is not asked
LONGEST = 10.0  # that one thread has to find out whether what was away answers again

_in_request: ContextVar[bool] = ContextVar("skerry_in_request", default=False)


@contextmanager
def in_request() -> Iterator[None]:
    """What this thread or task does from here is for somebody who waits for an answer."""
    token = _in_request.set(True)
    try:
        yield
    finally:
        _in_request.reset(token)


def is_in_request() -> bool:
    """Whether somebody waits for what this thread does."""
    return _in_request.get()


def seconds_to_wait(otherwise: float) -> float:
    """How long this thread may wait for one thing; `otherwise` where no request does."""
    return min(otherwise, REQUEST_SECONDS) if is_in_request() else otherwise


class Failures:
    """Whether something has failed a short time ago, so that nobody else waits long for it.

    Any thread may ask. Who waits briefly still gets an answer where there is one, so what works
    again is used at once.
    """

    def __init__(self) -> None:
        self._until = 0.0  # by time.monotonic()

    def note(self) -> None:
        """It has failed."""
        self._until = time.monotonic() + MEMORY_SECONDS

    def seconds_to_wait(self, otherwise: float) -> float:
        """As the function, and less after a failure."""
        if is_in_request() and time.monotonic() < self._until:
            return min(otherwise, FAILING_SECONDS)
        return seconds_to_wait(otherwise)


@once
def failures_of(what: str) -> Failures:
    """The failures of a database by its vendor's name, which all threads share."""
    return Failures()


class Outage:
    """Whether something is away: after a failure one thread finds out, and no other waits."""

    def __init__(self) -> None:
        self.pause = PAUSE
        self._lock = Lock()
        self._has_failed = False
        self._asked_from = 0.0  # by time.monotonic(), while it is away

    @property
    def is_recent(self) -> bool:
        """Whether it has failed, so short a time ago that it is not asked."""
        return self._has_failed and time.monotonic() < self._asked_from

    def may_ask(self) -> bool:
        """Whether this thread may ask; of an outage one thread may at a time."""
        if not self._has_failed:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._asked_from:
                return False
            self._asked_from = now + LONGEST
            return True

    def note_failure(self) -> bool:
        """It has failed; whether that is new."""
        with self._lock:
            was_away, self._has_failed = self._has_failed, True
            self._asked_from = time.monotonic() + self.pause
        return not was_away

    def note_return(self) -> bool:
        """It has answered; whether it was away before."""
        if not self._has_failed:
            return False
        with self._lock:
            was_away, self._has_failed = self._has_failed, False
        return was_away
