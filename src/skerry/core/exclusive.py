"""Objects that change in compiled code: one thread at a time may use them.

Kernels run without the interpreter's lock, so two threads in one tree or one batch would write over
each other, and spoil the memory of the process. Nobody waits here, since whoever shares such an
object by mistake should hear of it, and since a lock that was held when the process forked would
stay shut in the child for ever.
"""

from collections.abc import Callable, Generator, Iterator
from functools import wraps
from threading import Lock
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from skerry.errors import InUseError

Given = ParamSpec("Given")
Item = TypeVar("Item")


class Exclusive:
    """Refuses a second use while the first one goes on: `with self._use: ...`."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
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
        return type(self), (self._what,)


def in_use(what: str) -> InUseError:
    """What a second thread is told."""
    return InUseError(
        f"This {what} is in use already, by another thread or by a call that has not returned; "
        "give each thread one of its own, since two at once would spoil its memory."
    )


class Stream(Generator[Item, None, None]):
    """A generator that refuses a second thread in a sentence."""

    def __init__(self, what: str, items: Generator[Item, None, None]) -> None:
        """Nothing is asked of the generator yet; `what` is its name in the refusal."""
        self._use, self._items = Exclusive(what), items

    def send(self, value: None) -> Item:
        """The next item. Raises InUseError, StopIteration."""
        with self._use:
            return self._items.send(value)

    def throw(
        self,
        typ: type[BaseException] | BaseException,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
    ) -> Item:
        """Raise an error within. Raises InUseError."""
        error = typ if isinstance(typ, BaseException) else typ()
        with self._use:
            return self._items.throw(error)

    def close(self) -> None:
        """End it. Raises InUseError: it is at work in another thread."""
        with self._use:
            self._items.close()


def exclusive_stream(
    what: str,
) -> Callable[[Callable[Given, Iterator[Item]]], Callable[Given, Stream[Item]]]:
    """Let what a generator function gives be used by one thread at a time."""

    def decorate(function: Callable[Given, Iterator[Item]]) -> Callable[Given, Stream[Item]]:
        @wraps(function)
        def begin(*given: Given.args, **named: Given.kwargs) -> Stream[Item]:
            items = function(*given, **named)
            assert isinstance(items, Generator)
            return Stream(what, items)

        return begin

    return decorate
