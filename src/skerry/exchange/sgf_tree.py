"""SGF as text, both ways: game trees of nodes with properties (FF[4]); what they mean is not asked.

(;FF[4]C[A comment]        a tree opens with its first node
;W[c3]                     each node follows the one before it
(;B[d4])                   the main line
(;B[e5]))                  a variation of it
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from skerry.exchange.remarks import Remark

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
MOST_NODES = 30_000  # of a tree: a record holds fewer turns
FIRST_TREE = re.compile(r"\(\s*;")


@dataclass
class Node:
    """A node of a game tree, with those that can follow it."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: "list[Node]" = field(default_factory=list)
    line: int = 0  # of the text, where it begins
    lines: dict[str, int] = field(default_factory=dict)  # where each property begins

    def line_of(self, name: str) -> int:
        """The line of the text in which a property begins."""
        return self.lines.get(name, self.line)


def plain_breaks(text: str) -> str:
    """Text with the line breaks of all systems as plain ones."""
    return LINE_BREAK.sub("\n", text)


def format_trees(roots: Iterable[Node]) -> str:
    """Game trees as text: a line for each node."""
    return "".join(f"({_format_branch(root)})\n" for root in roots)


def _format_branch(root: Node) -> str:
    parts: list[str] = []
    waiting: list[Node | str] = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        parts.append(_format_node(one))
        if len(one.children) == 1:
            waiting += (one.children[0], "\n")
        else:
            for child in reversed(one.children):
                waiting += (")", child, "\n(")
    return "".join(parts)


def _format_node(node: Node) -> str:
    written = (
        name + "".join(f"[{_escape(value)}]" for value in values)
        for name, values in node.properties.items()
    )
    return ";" + "".join(written)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def parse_trees(text: str, most: int | None = None) -> tuple[list[Node], list[Remark]]:
    """The first nodes of a text's game trees, at most so many, and what could not be read."""
    text = plain_breaks(text)
    begin = FIRST_TREE.search(text)
    if begin is None:
        return [], [Remark("line 1", "No game begins here: in SGF it would begin with '(;'.")]
    remarks = []
    if text[: begin.start()].strip("\ufeff \t\n"):
        remarks.append(Remark("line 1", "What stands before the first game is not SGF; left out."))
    reader = _TreeReader(text, begin.start(), most)
    remarks += reader.read()
    return reader.roots, remarks


class _TreeReader:
    """Reads one token after another; stops at the first that SGF does not allow there."""

    def __init__(self, text: str, begin: int, most: int | None) -> None:
        self.text, self.at, self.most = text, begin, most
        self.line, self.counted = 1, 0  # the line of a place in the text that was counted up to
        self.roots: list[Node] = []
        self.opened: list[Node | None] = []  # the node before each bracket that is still open
        self.node: Node | None = None
        self.num_nodes = 0  # of the tree
        self.name = ""  # of the property that values are read for
        self.is_open = False  # whether a bracket was opened and no node has followed

    def read(self) -> list[Remark]:
        end = len(self.text.rstrip("\0 \t\n\x1a"))
        while self.at < end:
            token = TOKEN.match(self.text, self.at, end)
            wrong = "this is not SGF" if token is None else self._take(token)
            if token is None and self.text[self.at : end].lstrip().startswith("["):
                wrong = "a '[' is not closed"
            if wrong:
                self.at += len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
                return [self._remark(f"{wrong}; from here on nothing was read.")]
            assert token is not None
            self.at = token.end()
        if self.opened:
            return [self._remark("the text ends before its brackets are closed, it may be cut.")]
        return []

    def _remark(self, sentence: str) -> Remark:
        column = self.at - self.text.rfind("\n", 0, self.at)
        sentence = sentence[0].upper() + sentence[1:]
        return Remark(f"line {self._line_at(self.at)}, column {column}", sentence)

    def _line_at(self, place: int) -> int:
        self.line += self.text.count("\n", self.counted, place)
        self.counted = place
        return self.line

    def _take(self, token: re.Match[str]) -> str:
        """Read a token; returns what is wrong with it, or ""."""
        sign, name, value = token.groups()
        if value is not None:
            return self._take_value(value)
        if name is not None:
            return self._take_name(name, token.start(2))
        self.name = ""
        if sign == "(":
            if self.is_open or (self.opened and self.node is None):
                return "'(' must be followed by a node, which begins with ';'"
            self.opened.append(self.node)
            self.is_open = True
        elif sign == ")":
            if not self.opened or self.is_open:
                return "')' closes nothing that holds a node"
            self.node = self.opened.pop()
        else:
            return self._begin_node(token.start(1))
        return ""

    def _begin_node(self, place: int) -> str:
        if not self.opened:
            return "a node must stand within brackets"
        if self.num_nodes >= MOST_NODES:
            return f"a game has at most {MOST_NODES:,} nodes"
        if self.node is None and len(self.roots) == self.most:
            return "another game begins here"
        node = Node(line=self._line_at(place))
        self.num_nodes += 1
        if self.node is None:
            self.num_nodes = 1
            self.roots.append(node)
        else:
            self.node.children.append(node)
        self.node, self.is_open = node, False
        return ""

    def _take_name(self, name: str, place: int) -> str:
        if self.node is None or self.is_open:
            return f"{name[:20]} belongs to no node"
        self.name = "".join(sign for sign in name if sign.isupper())  # older files have small ones
        if not self.name:
            return f"{name[:20]} is not a property: those have capital letters"
        self.node.lines.setdefault(self.name, self._line_at(place))
        self.node.properties.setdefault(self.name, [])
        return ""

    def _take_value(self, value: str) -> str:
        if not self.name or self.node is None:
            return "a value belongs to no property"
        plain = ESCAPED.sub(lambda match: match.group(1).strip("\n"), value)
        self.node.properties[self.name].append(plain)
        return ""
