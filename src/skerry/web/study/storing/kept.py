"""Studies as values, kept in memory so that an edit does not read a whole study again."""

from contextlib import suppress
from threading import Lock

from cachetools import LRUCache

from skerry.study import Chapter, Study
from skerry.study.tree import MOST_KEPT, Node
from skerry.web.board.sizes import OBJECT_BYTES, size_of_position

STUDIES_BYTES = 128_000_000  # of all studies kept
NODE_BYTES = 400  # of a node without words


def _size(kept: tuple[int, Study]) -> int:
    return sum(map(size_of_chapter, kept[1].chapters))


def size_of_chapter(chapter: Chapter) -> int:
    """About how many bytes a chapter takes with the positions it keeps; rather too many."""
    nodes = chapter.tree.nodes.values()
    positions = min(len(nodes), MOST_KEPT) * size_of_position(chapter.head.start)
    return positions + sum(map(_size_of_node, nodes))


def _size_of_node(node: Node) -> int:
    evaluated = 0 if node.evaluation is None else 1 + len(node.evaluation.turns)
    return (
        NODE_BYTES
        + len(node.turn)
        + 4 * len(node.comment)  # bytes of a letter, at most
        + 2 * OBJECT_BYTES * len(node.marks)
        + 5 * OBJECT_BYTES * evaluated
    )


class KeptStudies:
    """The studies used last, each at the version it was asked for last. Any thread may ask."""

    def __init__(self, most: int = STUDIES_BYTES) -> None:
        """Nothing is kept yet; at most so many bytes of all studies ever are."""
        self._kept: LRUCache[str, tuple[int, Study]] = LRUCache(most, _size)
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
            self._kept.pop(study_id, None)
            with suppress(ValueError):  # larger than all that may be kept
                self._kept[study_id] = (version, study)
