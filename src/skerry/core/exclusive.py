"""Objects that change in compiled code: one thread at a time may use them.

Kernels run without the interpreter's lock, so two threads in one tree or one batch would write over
each other, and spoil the memory of the process. Nobody waits here, since whoever shares such an
object by mistake should hear of it, and since a lock that was held when the process forked would
stay shut in the child for ever.
"""

from threading import Lock
from typing import Self

from ..errors import InUseError


class Exclusive:
    """Refuses a second use while the first one goes on: `with self._use: ...`."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        """Nobody uses it; `what` is its name in the refusal."""
        self._what = what
        self._lock = Lock()

    def __enter__(self) -> Self:
        """Raises InUseError: somebody is at it."""
        if not self._lock.acquire(blocking=False):
            raise in_use(self._what)
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        """A copy is of an object that nobody uses yet."""
        return type(self), (self._what,)


def in_use(what: str) -> InUseError:
    """What a second thread is told."""
    return InUseError(
        f"This {what} is in use already, by another thread or by a call that has not returned; "
        "give each thread one of its own, since two at once would spoil its memory."
    )
