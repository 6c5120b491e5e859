"""The nodes of an SGF game tree that play, each with what is said after it.

Other programs write nodes without a move, or a move into the first node; that is evened out here.
"""

from dataclasses import dataclass, field

from skerry.exchange.sgf import names
from skerry.exchange.sgf.notes import Notes, Remarks, read_notes
from skerry.exchange.sgf.text import Node
from skerry.positions import Game

KNOWN = frozenset({names.DEPTH})


@dataclass
class Move:
    """What one node plays: a turn or a part of one. The first of a tree plays nothing."""

    line: int
    letter: str = ""  # B or W
    text: str = ""  # actions between commas
    notes: Notes = field(default_factory=Notes)
    depth: int = 0  # how many variations deep it stands
    children: "list[Move]" = field(default_factory=list)

    def count(self) -> int:
        """How many there are from here on, this one included."""
        number, waiting = 0, [self]
        while waiting:
            number += 1
            waiting += waiting.pop().children
        return number


def moves_of(game: Game, root: Node, remarks: Remarks, known: frozenset[str]) -> Move:
    """The moves of a tree.

    Args:
        game: that is played.
        root: the tree's first node.
        remarks: to which what cannot be kept is added.
        known: properties of the first node that are read elsewhere.
    """
    top = Move(root.line)
    waiting = [(root, top, known)]
    while waiting:
        node, last, here = waiting.pop()
        remarks.unknown(node, here)
        for name in (name for name in node.properties if name in names.COLOURS):
            move = Move(node.line_of(name), name, ",".join(node.properties[name]))
            move.depth = _depth(node, len(last.children), remarks)
            last.children.append(move)
            last = move
        last.notes = last.notes.followed_by(read_notes(game, node, remarks))
        waiting += [(child, last, KNOWN) for child in reversed(node.children)]
    return top


def _depth(node: Node, index: int, remarks: Remarks) -> int:
    usual = min(index, 1)
    text = "".join(node.properties.get(names.DEPTH, ()))
    if not text:
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        remarks.add(node.line_of(names.DEPTH), f"{names.DEPTH} must be a small number.")
        return usual
    return int(text)
