"""Studies, chapters and trees as plain JSON data, both ways: how the site keeps them.

A tree is a flat list, each node before its children: it may be deep, and is quick to read. What
others read is the record of a chapter.
"""

from collections.abc import Iterable, Mapping

from skerry.errors import SkerryError
from skerry.record import GameRecord, Mark
from skerry.record.parts import (
    Data,
    evaluation_from_data,
    evaluation_to_data,
    mark_from_data,
    mark_to_data,
)
from skerry.study.study import Chapter, Study
from skerry.study.tree import NO_PARENT, Node, StudyError, Tree

VERSION = 1  # of these data


def nodes_to_data(nodes: Mapping[int, Node], numbers: Iterable[int]) -> list[Data]:
    """Some nodes, in the order given, without what would say nothing."""
    return [node_to_data(number, nodes[number]) for number in numbers]


def node_to_data(number: int, node: Node) -> Data:
    """One node; its children follow from those that name it as their parent."""
    data: Data = {"number": number, "parent": node.parent, "turn": node.turn}
    if node.comment:
        data["comment"] = node.comment
    if node.marks:
        data["marks"] = marks_to_data(node.marks)
    if node.evaluation is not None:
        data["evaluation"] = evaluation_to_data(node.evaluation)
    return data


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
            evaluation_from_data(one["evaluation"]) if "evaluation" in one else None,
            tuple(children[one["number"]]),
        )
        for one in found
    }


def marks_to_data(marks: Iterable[Mark]) -> list[Data]:
    """Marks as data."""
    return [mark_to_data(mark) for mark in marks]


def marks_from_data(data: Iterable[Data]) -> tuple[Mark, ...]:
    """Marks of data that were written here."""
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
