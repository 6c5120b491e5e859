"""PostgreSQL's pool while PostgreSQL is away."""

from typing import Any

import psycopg
import psycopg_pool.pool
import pytest
from psycopg_pool import ConnectionPool

from skerry.web.site.environment import POOL


class Away(psycopg.Connection[Any]):
    """A connection to a PostgreSQL that is away."""

    @classmethod
    def connect(cls, *_: object, **__: object) -> "Away":
        raise psycopg.OperationalError("it is away")


class PoolByAClock(ConnectionPool[Away]):
    """A pool whose attempts are made when `go_on` says so, at moments of a clock of its own."""

    now = 0.0

    def run_task(self, task: Any) -> None:
        self.schedule_task(task, 0.0)

    def schedule_task(self, task: Any, delay: float) -> None:
        self.due: list[tuple[float, Any]]
        self.due = [*getattr(self, "due", []), (self.now + delay, task)]

    def go_on(self) -> None:
        """Make the attempt that is due next."""
        self.due.sort(key=lambda one: one[0])
        (self.now, task), *self.due = self.due
        task._run(self)


def test_postgresql_is_asked_for_every_second_however_long_it_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = PoolByAClock("", connection_class=Away, open=False, **POOL)
    monkeypatch.setattr(psycopg_pool.pool, "monotonic", lambda: pool.now)
    pool.check()  # as one does who asks for a connection
    waits = []
    while pool.now < 600.0:
        before = pool.now
        pool.go_on()
        waits.append(pool.now - before)
    assert max(waits) < 1.2
    assert len(waits) < 1_800  # and not without a pause
