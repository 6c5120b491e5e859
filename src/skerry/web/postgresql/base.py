"""PostgreSQL: a request waits a moment for a connection, and for an answer, and then says so."""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import IsolationLevel
from psycopg_pool import ConnectionPool

from skerry.web.base.patience import failures_of, is_in_request

ANSWER_SECONDS = 2.0  # that a request waits for one statement
LOOK_SECONDS = 0.1  # between two looks at the clock

T = TypeVar("T")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that a request does not wait for longer than for any other thing.

    Whoever keeps a row locked, or a machine that is not there any more, says nothing at all. A
    connection that is given up is closed: its server then takes back what was not committed.
    """

    def wait(self, gen: Generator[Any, Any, T], *how: Any, **named: Any) -> T:
        """What comes of asking the server something."""
        if not is_in_request():
            return super().wait(gen, *how, **named)
        try:
            return super().wait(_in_time(gen, ANSWER_SECONDS), LOOK_SECONDS)
        except SlowError:
            failures_of("postgresql").note()  # so that another connection is not waited for as long
            self.close()
            raise


class SlowError(psycopg.OperationalError):
    """The server has not answered in time."""


def _in_time(gen: Generator[Any, Any, T], seconds: float) -> Generator[Any, Any, T]:
    """The steps of asking something, until it has taken too long."""
    end = time.monotonic() + seconds
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise SlowError(f"no answer within {seconds:g} s")
            wanted = gen.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result


def _is_alive(found: psycopg.Connection[Any]) -> bool:
    """Whether the server has not ended a connection; one that it has is closed.

    The pool's own check sleeps a second after each that has been ended, which a request has not,
    and all of them are when a server comes back.
    """
    try:
        ConnectionPool.check_connection(found)
    except psycopg.OperationalError:
        found.close()
        return False
    return True


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, whose pool hands a request a connection soon or not at all."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection of the pool's. Raises psycopg.OperationalError: none is free."""
        pool = self.pool
        if pool is None:
            return super().get_new_connection(conn_params)
        self.isolation_level = IsolationLevel.READ_COMMITTED  # as Django's own
        failures = failures_of(self.vendor)
        pool.open()
        end = time.monotonic() + failures.seconds_to_wait(pool.timeout)
        while True:
            try:
                found = pool.getconn(end - time.monotonic())
            except psycopg.OperationalError:
                failures.note()
                raise
            if _is_alive(found):
                return found
            pool.putconn(found)  # which sees that it is closed, and makes another
