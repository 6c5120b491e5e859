"""How passwords are kept: Argon2id, of which a few are computed at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import TIMEOUT_MAX, BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from skerry.web.base.errors import BusyError
from skerry.web.base.patience import seconds_to_wait

MOST_AT_ONCE = 4  # each takes 19 MiB and some 30 ms of a core
BUSY = "Too many passwords are checked at the same time; try again in a moment."


class Argon2(Argon2PasswordHasher):
    """Argon2id with the least cost that OWASP's Password Storage Cheat Sheet recommends.

    Django's own default takes 100 MiB a hash, so that forty people who sign in at once, or one who
    guesses, would fill the memory of a small server.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def __init__(self) -> None:
        self._turns = BoundedSemaphore(MOST_AT_ONCE)

    def encode(self, password: str, salt: str) -> str:
        """The hash of a password, when it is its turn. Raises BusyError: that takes too long."""
        with self.turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether a password has a hash, when it is its turn. Raises BusyError, as `encode`."""
        with self.turn():
            return super().verify(password, encoded)

    def harden_runtime(self, password: str, encoded: str) -> Any:
        """Nothing: a hash of other costs is made anew when its owner signs in."""

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Compute with few others; a request waits a moment for that. Raises BusyError."""
        if not self._turns.acquire(timeout=seconds_to_wait(TIMEOUT_MAX)):
            raise BusyError(BUSY)
        try:
            yield
        finally:
            self._turns.release()
