"""Pages that take a second to draw: each is drawn once, one at a time, in the background."""

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import LRUCache
from django.http import HttpRequest

from skerry.web.base.background import Background, Kind, Work

# One at a time, since Matplotlib's state is the whole process's; all for one client, since there
# are few of them and each is drawn once.
DRAWING = Kind(
    "lab", "Many pages of the lab are being drawn; ask again in a moment.", most=24, of_one=24
)

Key = TypeVar("Key", bound=Hashable)


class Drawn(Generic[Key]):
    """The latest pages of one kind, by what they were drawn from."""

    def __init__(self, most: int, background: Background) -> None:
        """Nothing is drawn yet.

        Args:
            most: characters of all pages that are kept; a longer page is drawn each time.
            background: where they are drawn.
        """
        self._background = background
        self._kept: LRUCache[Key, str] = LRUCache(most, len)
        self._lock = threading.Lock()

    def get(self, request: HttpRequest, key: Key, draw: Callable[[], str]) -> str:
        """The page, drawn unless it is kept.

        Raises:
            Unfinished: it is drawn in the background.
            BusyError: too many others wait for theirs.
            Exception: what `draw` raises.
        """
        with self._lock:
            found = self._kept.get(key)
        if found is not None:
            return found

        def make(work: Work) -> str:
            drawn = draw()
            with self._lock, suppress(ValueError):  # longer than all that may be kept
                self._kept[key] = drawn
            return drawn

        return self._background.ask(request, DRAWING, key, make)
