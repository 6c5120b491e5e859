"""What is done while nobody looks: at once when something is new, and again after faults."""

import logging
import threading
from typing import Any

from django.db import DatabaseError

from skerry.web.play.sweeps import Alarm, Sweeper

SECONDS = 30


class Work:
    """Counts how often it was done; fails as it is told to."""

    def __init__(self, *errors: Exception | None) -> None:
        self.errors, self.times = list(errors), 0
        self.done = threading.Semaphore(0)

    def __call__(self) -> None:
        self.times += 1
        self.done.release()
        error = self.errors.pop(0) if self.errors else None
        if error is not None:
            raise error

    def wait(self) -> None:
        assert self.done.acquire(timeout=SECONDS)


def test_it_works_at_once_and_when_it_is_woken(db: None) -> None:
    work, alarm = Work(), Alarm()
    sweeper = Sweeper("a test", work, pause=10 * SECONDS, alarm=alarm)
    sweeper.start()
    work.wait()
    alarm.ring()
    work.wait()
    sweeper.stop()
    assert work.times == 2


def test_it_works_again_after_a_while_without_being_woken(db: None) -> None:
    work = Work()
    sweeper = Sweeper("a test", work, pause=0.01)
    sweeper.start()
    for _ in range(3):
        work.wait()
    sweeper.stop()


def test_faults_are_told_and_end_nothing(db: None, caplog: Any) -> None:
    work = Work(DatabaseError("locked"), DatabaseError("locked"), RuntimeError("a fault"), None)
    sweeper = Sweeper("a test", work, pause=0.01)
    with caplog.at_level(logging.ERROR):
        sweeper.start()
        for _ in range(5):
            work.wait()
        sweeper.stop()
    told = [one.getMessage() for one in caplog.records]
    assert told == ["Waiting for the database, a test: locked", "A sweep has failed: a test."]


def test_what_never_began_can_be_stopped() -> None:
    Sweeper("a test", Work(), pause=1).stop()
