"""A chapter as lines of text: the main line, with what could be played instead below each turn."""

from collections.abc import Iterator

from skerry.core.formatting import format_count, format_percent
from skerry.errors import clipped
from skerry.mcp.words import mover
from skerry.positions import Position
from skerry.record import Evaluation
from skerry.record.parts import seen_by
from skerry.study import ROOT, Chapter, Node

MOST_LINES = 1_000
LONGEST_COMMENT = 1_000  # characters
DEEPEST = 20  # levels of indentation


def tree_text(chapter: Chapter) -> str:
    """All turns with their numbers, variations indented by their depth, comments in brackets.

    A long tree ends with a line that says how much is left out.
    """
    tree = chapter.tree
    lines = []
    root = _notes(chapter, ROOT)
    if root:
        lines.append(f"Start:{root}")
    for shown, (number, depth) in enumerate(_in_order(chapter)):
        if shown == MOST_LINES:
            lines.append(f"... and {len(tree) - 1 - shown:,} more turns.")
            break
        node = tree.node(number)
        before = chapter.position(node.parent)
        indent = "    " * min(depth, DEEPEST)
        lines.append(
            f"{indent}{before.turn + 1}. {mover(before)} {node.turn}{_notes(chapter, number)}"
        )
    return "\n".join(lines) or "No turn has been played."


def _in_order(chapter: Chapter) -> Iterator[tuple[int, int]]:
    """Numbers of nodes with their depths; after a turn the others in its place, then what follows.

    A tree may be thousands of turns deep, so nothing calls itself here.
    """
    tree = chapter.tree
    waiting = _following(tree.node(ROOT), 0)
    while waiting:
        number, depth, others = waiting.pop()
        yield number, depth
        waiting += _following(tree.node(number), depth)
        for other in reversed(others):
            waiting.append((other, depth + 1, ()))


def _following(node: Node, depth: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """The first child of a node, with the others that could be played instead."""
    if not node.children:
        return []
    return [(node.children[0], depth, node.children[1:])]


def _notes(chapter: Chapter, number: int) -> str:
    node = chapter.tree.node(number)
    notes = ""
    if node.evaluation is not None:
        notes += f" ({_opinion(chapter.position(number), node.evaluation)})"
    if node.comment:
        notes += f" [{clipped(' '.join(node.comment.split()), LONGEST_COMMENT)}]"
    return notes


def _opinion(position: Position, found: Evaluation) -> str:
    """Who an engine gives which chances; its numbers are person 0's."""
    first = position.game.info.colours[0]
    person = 0 if position.persons is None else position.persons[0]
    who = "the first player" if position.persons is None else first
    value, proven = seen_by(person, found.value, found.proven)
    if proven is not None:
        return f"a proven {proven} for {who}"
    return f"{who} {format_percent(value)}, {format_count(found.playouts)} playouts"
