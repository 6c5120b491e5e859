"""What another connection does to the database while a transaction of ours is under way."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import sleep

from django.db import OperationalError, connection


def begun_beside(pool: ThreadPoolExecutor, work: Callable[[], object]) -> Future[None]:
    """Work that is done by now, or waits for our transaction, which has changed something."""

    def do() -> None:
        try:
            while True:
                try:
                    work()
                    return
                except OperationalError:
                    if connection.vendor != "sqlite":
                        raise
                    sleep(0.01)  # SQLite in memory does not wait for another's lock
        finally:
            connection.close()

    begun = pool.submit(do)
    wait([begun], 1)
    return begun
