"""Positions of a tree, kept so that a step does not replay the line that leads to it."""

from threading import Lock

from cachetools import LRUCache

from skerry.errors import RecordError, SkerryError, quoted
from skerry.positions import Position
from skerry.study.tree import ROOT, Tree

MOST_KEPT = 500  # positions of one chapter


class KnownPositions:
    """The positions of a chapter that were asked for last. Any thread may ask.

    A node's number means the same position for good, so every version of a chapter can use them.
    """

    def __init__(self, start: Position) -> None:
        """Only the start is known."""
        self._start = start
        self._known: LRUCache[int, Position] = LRUCache(MOST_KEPT)
        self._lock = Lock()

    def at(self, tree: Tree, number: int) -> Position:
        """The position of a node.

        Raises:
            ConflictError: the tree has no such node.
            RecordError: a turn on the way is not legal.
        """
        way = tree.path(number)
        with self._lock:
            k = next((k for k in reversed(range(len(way))) if way[k] in self._known), 0)
            position = self._known[way[k]] if way[k] != ROOT else self._start
        for one in way[k + 1 :]:
            turn = tree.nodes[one].turn
            try:
                position = position.play_turn(turn)
            except SkerryError as error:
                raise RecordError(f"{quoted(turn)}: {error}", error.rule) from error
            with self._lock:
                self._known[one] = position
        return position
