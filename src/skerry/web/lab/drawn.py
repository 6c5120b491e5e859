"""Pages that take a second to draw: each is drawn once, and one at a time."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Drawn(Generic[Key]):
    """The latest pages of one kind, by what they were drawn from."""

    def __init__(self, most: int, drawing: threading.Lock) -> None:
        """Nothing is drawn yet.

        Args:
            most: pages that are kept.
            drawing: held while one is drawn, since Matplotlib's state is the whole process's.
        """
        self._most = most
        self._drawing = drawing
        self._kept: dict[Key, str] = {}

    def get(self, key: Key, draw: Callable[[], str]) -> str:
        """The page, drawn unless it is kept; who finds it kept waits for nobody."""
        found = self._kept.get(key)
        if found is not None:
            return found
        with self._drawing:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = draw()
                while len(self._kept) > self._most:
                    del self._kept[next(iter(self._kept))]
            return found
