"""Pages that take a second to draw: each is drawn once, and one at a time."""

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)


class Drawn(Generic[Key]):
    """The latest pages of one kind, by what they were drawn from."""

    def __init__(self, most: int, drawing: threading.Lock) -> None:
        """Nothing is drawn yet.

        Args:
            most: characters of all pages that are kept; a longer page is drawn each time.
            drawing: held while one is drawn, since Matplotlib's state is the whole process's.
        """
        self._drawing = drawing
        self._kept: LRUCache[Key, str] = LRUCache(most, len)
        self._lock = threading.Lock()

    def get(self, key: Key, draw: Callable[[], str]) -> str:
        """The page, drawn unless it is kept; who finds it kept waits for nobody."""
        found = self._find(key)
        if found is not None:
            return found
        with self._drawing:
            found = self._find(key)
            if found is None:
                found = draw()
                with self._lock, suppress(ValueError):  # longer than all that may be kept
                    self._kept[key] = found
            return found

    def _find(self, key: Key) -> str | None:
        with self._lock:
            return self._kept.get(key)
