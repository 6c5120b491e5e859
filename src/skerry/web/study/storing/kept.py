"""Studies as values, kept in memory so that an edit does not read a whole study again."""

from threading import Lock

from cachetools import LRUCache

from ....study import Study

MOST_POSITIONS = 100_000  # of all studies kept; one takes some 500 bytes


def _size(kept: tuple[int, Study]) -> int:
    return 10 + sum(len(chapter.tree) for chapter in kept[1].chapters)


class KeptStudies:
    """The studies used last, each at the version it was asked for last. Any thread may ask."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        """Nothing is kept yet; at most so many positions of all studies ever are."""
        self._kept: LRUCache[str, tuple[int, Study]] = LRUCache(most, _size)
        self._most = most
        self._lock = Lock()

    def find(self, study_id: str) -> tuple[int, Study] | None:
        """A study and its version, if it is kept."""
        with self._lock:
            return self._kept.get(study_id)

    def keep(self, study_id: str, version: int, study: Study) -> None:
        """Keep a study, unless a later version of it is."""
        with self._lock:
            known = self._kept.get(study_id)
            if known is not None and known[0] > version:
                return
            if _size((version, study)) <= self._most:
                self._kept[study_id] = (version, study)
