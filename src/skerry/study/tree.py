"""The tree of a study: turns with what is said of them, and the positions that they lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Lock
from typing import Any

from cachetools import LRUCache

from skerry.errors import RecordError, SkerryError, quoted
from skerry.positions import Position
from skerry.record import Evaluation, Mark

# What can go wrong with a study besides the rules of the games.


class StudyError(SkerryError):
    """An edit that means nothing: no such chapter or position, or more than a study holds."""


class ConflictError(StudyError):
    """An edit of something that was changed meanwhile, as by another window.

    Args:
        sentence: what has become of it.
        now: its value, where the edit would have replaced it.
    """

    def __init__(self, sentence: str, now: object = None) -> None:
        super().__init__(sentence)
        self.now = now


ROOT = 0
NO_PARENT = -1
MOST_NODES = 20_000  # of one tree


@dataclass(frozen=True, slots=True)
class Node:
    """One position of a tree: the turn that leads to it, what is said of it, what may follow."""

    parent: int  # its number; NO_PARENT of the root
    turn: str = ""  # canonical (C-6); "" of the root
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    evaluation: Evaluation | None = None
    children: tuple[int, ...] = ()  # numbers; the first goes on with the line


@dataclass(frozen=True)
class Tree:
    """All nodes by number."""

    nodes: Mapping[int, Node]
    next_number: int  # of a node that will be added

    @classmethod
    def begin(cls, root: Node | None = None) -> "Tree":
        """The root alone."""
        return cls({ROOT: root or Node(NO_PARENT)}, ROOT + 1)

    def __len__(self) -> int:
        """Positions, the root included."""
        return len(self.nodes)

    def node(self, number: int) -> Node:
        """The node of that number. Raises ConflictError: there is none, or no longer."""
        found = self.nodes.get(number)
        if found is None:
            raise ConflictError("This position is not in the chapter any more.")
        return found

    def path(self, number: int) -> list[int]:
        """Numbers from the root to a node, both included. Raises ConflictError."""
        way = []
        while number != NO_PARENT:
            way.append(number)
            number = self.node(number).parent
        return way[::-1]

    def line_from(self, number: int) -> list[int]:
        """A node and the first children that follow it."""
        line = [number]
        while children := self.node(line[-1]).children:
            line.append(children[0])
        return line

    def child(self, number: int, turn: str) -> int | None:
        """The child of a node to which a turn leads."""
        children = self.node(number).children
        return next((one for one in children if self.nodes[one].turn == turn), None)

    def branch(self, number: int) -> Iterator[int]:
        """A node and all below it, each before its children, in their order."""
        waiting = [number]
        while waiting:
            number = waiting.pop()
            yield number
            waiting += reversed(self.node(number).children)

    def add(self, parent: int, turn: str) -> "tuple[Tree, int]":
        """The tree with a turn after a position, and its number; it may have been there before.

        The turn is canonical text; whether it is legal is not asked.

        Raises:
            ConflictError: the position is gone.
            StudyError: the tree is full.
        """
        there = self.child(parent, turn)
        if there is not None:
            return self, there
        if len(self.nodes) >= MOST_NODES:
            raise StudyError(f"A chapter holds at most {MOST_NODES:,} positions.")
        number = self.next_number
        above = self.nodes[parent]
        nodes = {
            **self.nodes,
            number: Node(parent, turn),
            parent: replace(above, children=(*above.children, number)),
        }
        return Tree(nodes, number + 1), number

    def without(self, number: int) -> "Tree":
        """The tree without a node and all below it. Raises StudyError: it is the root."""
        node = self.node(number)
        if number == ROOT:
            raise StudyError("The start of a chapter cannot be deleted; delete the chapter.")
        nodes = dict(self.nodes)
        for gone in self.branch(number):
            del nodes[gone]
        above = nodes[node.parent]
        others = tuple(one for one in above.children if one != number)
        nodes[node.parent] = replace(above, children=others)
        return replace(self, nodes=nodes)

    def with_branch(self, branch: Mapping[int, Node], rank: int) -> "Tree":
        """The tree with a branch that it lacks, whose first node is below one of the tree's.

        The branch gets a rank among the children there; beyond them is after them.

        Raises:
            ConflictError: a number is taken, the place is gone, or the turn is there already.
            StudyError: the tree would be too large.
        """
        top = next(iter(branch))
        parent = branch[top].parent
        if self.child(parent, branch[top].turn) is not None:
            raise ConflictError("The turn has been added again meanwhile.")
        if not branch.keys().isdisjoint(self.nodes):
            raise ConflictError("What is to be put back is there already.")
        if len(self.nodes) + len(branch) > MOST_NODES:
            raise StudyError(f"A chapter holds at most {MOST_NODES:,} positions.")
        above = self.nodes[parent]
        children = (*above.children[:rank], top, *above.children[rank:])
        nodes = {**self.nodes, **branch, parent: replace(above, children=children)}
        return Tree(nodes, max(self.next_number, *(number + 1 for number in branch)))

    def ordered(self, parent: int, children: tuple[int, ...]) -> "Tree":
        """The tree with the children of a node in another order.

        Raises:
            ConflictError: the node has other children now.
        """
        above = self.node(parent)
        if sorted(children) != sorted(above.children):
            raise ConflictError("The turns here have changed meanwhile.")
        return self.changed(parent, children=children)

    def changed(self, number: int, **fields: Any) -> "Tree":
        """The tree with other values of a node's fields. Raises ConflictError: it is gone."""
        node = replace(self.node(number), **fields)
        return replace(self, nodes={**self.nodes, number: node})

    def orders_to_promote(self, number: int) -> dict[int, tuple[int, ...]]:
        """By parent, the order of children that makes a node a part of the main line."""
        orders = {}
        way = self.path(number)
        for parent, child in pairwise(way):
            children = self.nodes[parent].children
            if children[0] != child:
                orders[parent] = (child, *(one for one in children if one != child))
        return orders

    def order_to_move(self, number: int, rank: int) -> dict[int, tuple[int, ...]]:
        """By parent, the order of children that gives a node a rank.

        Raises:
            StudyError: it is the root.
        """
        parent = self.node(number).parent
        if parent == NO_PARENT:
            raise StudyError("The start of a chapter has no place among others.")
        others = [one for one in self.nodes[parent].children if one != number]
        others.insert(max(0, rank), number)
        return {parent: tuple(others)}


MOST_KEPT = 500  # positions of one chapter


class KnownPositions:
    """The positions of a chapter that were asked for last. Any thread may ask.

    A node's number means the same position for good, so every version of a chapter can use them.
    """

    def __init__(self, start: Position) -> None:
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
