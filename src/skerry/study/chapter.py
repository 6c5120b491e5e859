"""One chapter of a study: a start, who played, and a tree."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from skerry.positions import Game, Position
from skerry.record import BESIDE_THE_RULES, GameRecord, RecordedTurn, Result
from skerry.study.positions import KnownPositions
from skerry.study.records import main_line, tree_of
from skerry.study.tree import Tree
from skerry.text.turns import checked_text

LONGEST_TITLE = 100  # characters


@dataclass(frozen=True)
class Chapter:
    """A tree of turns from any start of any game."""

    number: int  # stays as it is for good
    title: str
    head: GameRecord  # start, persons, date and result; it has no turns, the root has its comment
    tree: Tree
    known: KnownPositions = field(compare=False, repr=False)

    @classmethod
    def of(cls, number: int, title: str, record: GameRecord) -> "Chapter":
        """A chapter with all that a record holds; its turns are not replayed here."""
        head = replace(record, comment="", turns=(), continuations=(), marks=(), evaluation=None)
        return cls.begin(number, title, head, tree_of(record))

    @classmethod
    def begin(cls, number: int, title: str, head: GameRecord, tree: Tree) -> "Chapter":
        """A chapter of its parts."""
        return cls(number, title, head, tree, KnownPositions(head.start))

    @property
    def game(self) -> Game:
        """The game, with its options."""
        return self.head.game

    @cached_property
    def start(self) -> Position:
        """The position of the root."""
        return self.head.start

    def position(self, number: int) -> Position:
        """The position of a node. Raises ConflictError: there is none, or no longer."""
        return self.known.at(self.tree, number)

    def way(self, number: int) -> list[Position]:
        """The positions that lead to a node, the start first. Raises ConflictError: it is gone."""
        return [self.position(one) for one in self.tree.path(number)]

    def line(self, number: int) -> tuple[GameRecord, list[int]]:
        """The game that leads to a node and goes on with first children, and its nodes' numbers.

        Raises:
            ConflictError: there is no such node, or no longer.
        """
        way = [*self.tree.path(number)[:-1], *self.tree.line_from(number)]
        turns = [RecordedTurn(self.tree.nodes[one].turn) for one in way[1:]]
        record = self.head.played_through(turns, [self.position(one) for one in way])
        return record, way

    def record(self) -> GameRecord:
        """The chapter as a record, whose turns are the main line.

        Raises:
            RecordError: variations within variations, more than a record can hold.
        """
        root = self.tree.nodes[0]
        turns = main_line(self.tree)
        end = self.position(self.tree.line_from(0)[-1]).outcome
        result = None if end is None else Result(end.winner, end.reason)
        given = self.head.result
        if result is None and given is not None and given.reason in BESIDE_THE_RULES:
            result = given
        return replace(
            self.head,
            comment=root.comment or self.head.comment,
            turns=turns,
            result=result,
            marks=root.marks,
            evaluation=root.evaluation,
        )


def checked_title(text: str) -> str:
    """A title as it is kept: on one line, not empty, not too long. Raises NotationError."""
    return " ".join(checked_text(text, "A title", LONGEST_TITLE).split())
