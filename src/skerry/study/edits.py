"""Edits of a study: values that can be sent, stored and undone.

An edit says what it takes to be there; where that has changed meanwhile it is refused, so that
nobody's work is replaced unseen (`applying.py`).
"""

from dataclasses import dataclass
from typing import TypeAlias

from skerry.record import Evaluation, Mark
from skerry.study.chapter import Chapter
from skerry.study.tree import Node


@dataclass(frozen=True)
class Add:
    """A turn after a position."""

    chapter: int
    parent: int
    turn: str
    number: int | None = None  # that it got


@dataclass(frozen=True)
class Remove:
    """A position and all below it; nothing if there are more positions than the edit knows."""

    chapter: int
    node: int
    size: int


@dataclass(frozen=True)
class Restore:
    """Positions that were removed, at their old place."""

    chapter: int
    rank: int
    branch: dict[int, Node]


@dataclass(frozen=True)
class Promote:
    """A position becomes a part of the main line."""

    chapter: int
    node: int


@dataclass(frozen=True)
class Move:
    """A position gets another rank among those after the same position."""

    chapter: int
    node: int
    rank: int


@dataclass(frozen=True)
class Arrange:
    """Other orders of the turns after some positions."""

    chapter: int
    orders: dict[int, tuple[int, ...]]


@dataclass(frozen=True)
class Comment:
    """Another comment on a position."""

    chapter: int
    node: int
    before: str
    after: str


@dataclass(frozen=True)
class Marks:
    """Other marks on a position."""

    chapter: int
    node: int
    before: tuple[Mark, ...]
    after: tuple[Mark, ...]


@dataclass(frozen=True)
class Evaluate:
    """What an engine found; less than what is known changes nothing."""

    chapter: int
    node: int
    evaluation: Evaluation


@dataclass(frozen=True)
class Retitle:
    """Another title of a chapter, or of the study."""

    chapter: int | None
    before: str
    after: str


@dataclass(frozen=True)
class AddChapter:
    """A chapter more."""

    content: Chapter
    rank: int


@dataclass(frozen=True)
class RemoveChapter:
    """A chapter less; nothing if it holds more positions than the edit knows."""

    chapter: int
    size: int


@dataclass(frozen=True)
class PlaceChapter:
    """Another place of a chapter."""

    chapter: int
    rank: int


Edit: TypeAlias = (
    Add
    | Remove
    | Restore
    | Promote
    | Move
    | Arrange
    | Comment
    | Marks
    | Evaluate
    | Retitle
    | AddChapter
    | RemoveChapter
    | PlaceChapter
)
