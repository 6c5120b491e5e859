"""Analyses that were broken off: who comes back to a position goes on where it was left."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator

from skerry.search.analysis import Analysis

MOST = 4  # each may hold a tree of 100 MB


class Thought:
    """An analysis of one position, and how long it has taken."""

    def __init__(self, think: Callable[[Callable[[], bool]], Iterator[Analysis]]) -> None:
        """Begin one.

        Args:
            think: gives the analysis, by what it asks whether to stop; that changes with who
                asks for it.
        """
        self.cancel: Callable[[], bool] = lambda: False
        self.found = think(lambda: self.cancel())
        self.seconds = 0.0


class KeptAnalyses:
    """Thoughts by the text of their position, the latest used last. Any thread may ask."""

    def __init__(self, most: int = MOST) -> None:
        """None is kept."""
        self._most = most
        self._lock = threading.Lock()
        self._thoughts: OrderedDict[str, Thought] = OrderedDict()

    def take(self, text: str) -> Thought | None:
        """The thought about a position, which nobody else gets until it is kept again."""
        with self._lock:
            return self._thoughts.pop(text, None)

    def keep(self, text: str, thought: Thought) -> None:
        """Keep a thought, and drop the oldest where there are too many."""
        with self._lock:
            self._thoughts[text] = thought
            while len(self._thoughts) > self._most:
                self._thoughts.popitem(last=False)
