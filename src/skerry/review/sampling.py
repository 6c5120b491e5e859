"""Searches for a review: each with a seed of its own, all of them stopped by one cancel."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock

from skerry.positions import Position
from skerry.review.estimates import Samples
from skerry.search.tree.analysis import Analysis, read
from skerry.search.tree.search import Search

Cancel = Callable[[], bool]

MEMORY = 100_000_000  # bytes of one search's tree; a full one is searched on
PROVEN = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class StoppedError(Exception):
    """The review was cancelled. It ends the jobs under way, and never leaves this package."""


@dataclass
class Sampler:
    """Makes the searches, from any thread; equal keys give equal searches."""

    seed: int
    cancel: Cancel
    spent: int = 0  # playouts so far
    _lock: Lock = field(default_factory=Lock, repr=False)

    def search(self, position: Position, playouts: int, key: str) -> Search:
        """A finished search of a position that is not over.

        Raises:
            StoppedError: the review was cancelled.
        """
        if self.cancel():
            raise StoppedError
        seed = Random(f"{self.seed} {key}").getrandbits(63)
        search = Search(position, seed=seed, memory=MEMORY)
        made = search.run(playouts=playouts, cancel=self.cancel)
        with self._lock:
            self.spent += made
        if self.cancel():
            raise StoppedError
        return search

    def analysis(self, position: Position, playouts: int, key: str, num_turns: int) -> Analysis:
        """What such a search tells of a position that is not over. Raises as `search`."""
        return read(self.search(position, playouts, key), playouts, 0.0, num_turns)

    def draw(self, position: Position, person: int, count: int, playouts: int, key: str) -> Samples:
        """A person's chance to win in any position, by so many searches. Raises as `search`."""
        outcome = position.outcome
        if outcome is not None:
            share = 0.5 if outcome.winner is None else float(outcome.winner == person)
            return Samples((), playouts, share)
        return self.more(Samples((), playouts), position, person, count, key)

    def more(
        self, samples: Samples, position: Position, person: int, count: int, key: str
    ) -> Samples:
        """Samples with so many others of the same depth added; exact ones stay as they are."""
        for _ in range(count):
            if samples.exact is not None:
                break
            number = len(samples.values)
            search = self.search(position, samples.playouts, f"{key} {number}")
            root = search.root
            exact = root.value(person) if root.result else None
            value = root.value(person)
            samples = replace(samples, values=(*samples.values, value), exact=exact)
        return samples
