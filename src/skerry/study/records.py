"""A record's lines as a tree, and back.

In a record a variation stands at the turn that it replaces; in a tree both are children of the
position before it. No function here calls itself: lines may be thousands of turns long.
"""

from collections.abc import Iterable
from dataclasses import replace

from skerry.errors import RecordError
from skerry.record import GameRecord, RecordedTurn
from skerry.record.parts import Line
from skerry.study.tree import NO_PARENT, ROOT, Node, Tree

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
