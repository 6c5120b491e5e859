"""A study and its chapters, made of records or of JSON data, and turned back into them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from skerry.errors import RecordError, SkerryError
from skerry.positions import Game, Position
from skerry.record import BESIDE_THE_RULES, GameRecord, Mark, RecordedTurn
from skerry.record.game_record import result_of
from skerry.record.parts import (
    Data,
    Line,
    evaluation_in,
    mark_from_data,
    mark_to_data,
    notes_to_data,
)
from skerry.study.tree import NO_PARENT, ROOT, ConflictError, KnownPositions, Node, StudyError, Tree
from skerry.text import checked_text

# A record's lines as a tree, and back.
#
# In a record a variation stands at the turn that it replaces; in a tree both are children of the
# position before it. No function here calls itself: lines may be thousands of turns long.

DEEPEST = 20  # variations within variations that a record's text can hold


def tree_of(record: GameRecord) -> Tree:
    """The tree of a record: its turns, the lines in place of them, and those that could follow.

    What the record says of the game as a whole, the root says.
    """
    nodes = {ROOT: Node(NO_PARENT, "", record.comment, record.marks, record.evaluation)}
    children: dict[int, list[int]] = {ROOT: []}
    waiting: list[tuple[int, Line]] = [(ROOT, record.turns)]
    while waiting:
        parent, line = waiting.pop()
        for turn in line:
            number = _same(nodes, children[parent], turn)
            if number is None:
                number = len(nodes)
                nodes[number] = Node(parent, turn.text, turn.comment, turn.marks, turn.evaluation)
                children[number] = []
                children[parent].append(number)
            waiting += [(parent, variation) for variation in reversed(turn.variations)]
            parent = number
        if line is record.turns:
            waiting += [(parent, line) for line in reversed(record.continuations)]
    whole = {
        number: replace(node, children=tuple(children[number])) for number, node in nodes.items()
    }
    return Tree(whole, len(whole))


def _same(nodes: dict[int, Node], children: Iterable[int], turn: RecordedTurn) -> int | None:
    """The child that a turn leads to already; what it says is kept where nothing was said."""
    for number in children:
        if nodes[number].turn == turn.text:
            node = nodes[number]
            nodes[number] = replace(
                node,
                comment=node.comment or turn.comment,
                marks=node.marks or turn.marks,
                evaluation=node.evaluation or turn.evaluation,
            )
            return number
    return None


def main_line(tree: Tree) -> Line:
    """The main line of a tree, with its variations.

    Raises:
        RecordError: variations within variations, more than a record's text can hold.
    """
    _check_depth(tree)
    lines: dict[int, Line] = {}  # by their first node, until the turn in whose place they stand
    heads = [
        child
        for number in tree.branch(ROOT)
        for rank, child in enumerate(tree.nodes[number].children)
        if rank > 0 or number == ROOT
    ]
    for head in reversed(heads):  # those within a line come before it
        lines[head] = tuple(
            _turn(tree, number, lines, is_head=number == head) for number in tree.line_from(head)
        )
    root = tree.nodes[ROOT]
    if not root.children:
        return ()
    first, *others = root.children
    start, *rest = lines[first]
    variations = tuple(lines[one] for one in others)
    return (replace(start, variations=variations), *rest)


def _turn(tree: Tree, number: int, lines: dict[int, Line], *, is_head: bool) -> RecordedTurn:
    """The turn that leads to a node, with the lines in its place if it goes on with its line."""
    node = tree.nodes[number]
    variations: tuple[Line, ...] = ()
    if not is_head:
        variations = tuple(lines.pop(one) for one in tree.nodes[node.parent].children[1:])
    return RecordedTurn(node.turn, node.comment, variations, node.marks, node.evaluation)


def _check_depth(tree: Tree) -> None:
    depth = {ROOT: 0}
    for number in tree.branch(ROOT):
        for rank, child in enumerate(tree.nodes[number].children):
            depth[child] = depth[number] + (rank > 0)
            if depth[child] > DEEPEST:
                raise RecordError(
                    f"A record holds at most {DEEPEST} variations within each other, and this tree "
                    "has more; make one of them the main line, or a chapter of its own."
                )


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
        result = result_of(self.position(self.tree.line_from(0)[-1]))
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


MOST_CHAPTERS = 64


@dataclass(frozen=True)
class Study:
    """Chapters in their order. Every change gives a new study."""

    title: str
    chapters: tuple[Chapter, ...]
    next_chapter: int  # number of a chapter that will be added

    def chapter(self, number: int) -> Chapter:
        """The chapter of that number. Raises ConflictError: there is none, or no longer."""
        for chapter in self.chapters:
            if chapter.number == number:
                return chapter
        raise ConflictError("This chapter is not in the study any more.")

    def rank(self, number: int) -> int:
        """The place of a chapter, from 0. Raises ConflictError."""
        return self.chapters.index(self.chapter(number))

    def new_chapter(self, title: str, record: GameRecord) -> Chapter:
        """A chapter with a record, numbered to be added. Raises NotationError: the title."""
        return Chapter.of(self.next_chapter, checked_title(title), record)

    def with_chapter(self, chapter: Chapter) -> "Study":
        """The study with another value of a chapter. Raises ConflictError: it is gone."""
        rank = self.rank(chapter.number)
        chapters = (*self.chapters[:rank], chapter, *self.chapters[rank + 1 :])
        return replace(self, chapters=chapters)


# Studies as plain JSON data, both ways: how the site keeps them.
#
# A tree is a flat list, each node before its children: it may be deep, and is quick to read. What
# others read is the record of a chapter.

VERSION = 1  # of these data


def nodes_to_data(nodes: Mapping[int, Node], numbers: Iterable[int]) -> list[Data]:
    """Some nodes, in the order given, without what would say nothing."""
    return [node_to_data(number, nodes[number]) for number in numbers]


def node_to_data(number: int, node: Node) -> Data:
    """One node; its children follow from those that name it as their parent."""
    data: Data = {"number": number, "parent": node.parent, "turn": node.turn}
    if node.comment:
        data["comment"] = node.comment
    return data | notes_to_data(node.marks, node.evaluation)


def nodes_from_data(data: Iterable[Data]) -> dict[int, Node]:
    """Nodes by number, with their children in the order in which they came."""
    found = list(data)
    children: dict[int, list[int]] = {one["number"]: [] for one in found}
    for one in found:
        if one["parent"] in children:
            children[one["parent"]].append(one["number"])
    return {
        one["number"]: Node(
            one["parent"],
            one["turn"],
            one.get("comment", ""),
            marks_from_data(one.get("marks", ())),
            evaluation_in(one),
            tuple(children[one["number"]]),
        )
        for one in found
    }


def marks_to_data(marks: Iterable[Mark]) -> list[Data]:
    """Marks as data."""
    return [mark_to_data(mark) for mark in marks]


def marks_from_data(data: Iterable[Data]) -> tuple[Mark, ...]:
    """The marks of data that fit the schema of records."""
    return tuple(mark_from_data(one) for one in data)


def chapter_to_data(chapter: Chapter) -> Data:
    """A chapter with its whole tree."""
    return {
        "number": chapter.number,
        "title": chapter.title,
        "head": chapter.head.to_json(),
        "nodes": nodes_to_data(chapter.tree.nodes, chapter.tree.branch(0)),
        "next": chapter.tree.next_number,
    }


def chapter_from_data(data: Data) -> Chapter:
    """The chapter that `chapter_to_data` wrote."""
    head = GameRecord.from_json(data["head"])
    tree = Tree(nodes_from_data(data["nodes"]), data["next"])
    return Chapter.begin(data["number"], data["title"], head, tree)


def study_to_data(study: Study) -> Data:
    """A study with all its chapters."""
    return {
        "version": VERSION,
        "title": study.title,
        "chapters": [chapter_to_data(chapter) for chapter in study.chapters],
        "next": study.next_chapter,
    }


def study_from_data(data: Data) -> Study:
    """The study that `study_to_data` wrote. Raises StudyError: the data are damaged."""
    try:
        chapters = tuple(chapter_from_data(one) for one in data["chapters"])
        for chapter in chapters:
            _check_tree(chapter.tree)
        return Study(data["title"], chapters, data["next"])
    except (KeyError, TypeError, AttributeError, SkerryError) as error:
        raise StudyError(f"The study is damaged: {error}") from error


def _check_tree(tree: Tree) -> None:
    """Whether every node but the root is below one that comes before it."""
    seen: set[int] = set()
    for number, node in tree.nodes.items():
        if node.parent not in seen and not (node.parent == NO_PARENT and not seen):
            raise StudyError(f"position {number} is below none that is there.")
        seen.add(number)
