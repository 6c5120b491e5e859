"""Which prepared answers a game has come to: turns that were played against a tree of notes.

    3. d4  ─ if ──> 4. e5 ─ then     the turn is exactly d4
    3. a1 d1 ─ if a1 ──> 4. b2       the turn holds a1, whatever else there is

Turns are compared as sets: their canonical text (C-6) is the same in whatever order stones were
placed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from skerry.study.tree import ROOT, Tree


class Condition(NamedTuple):
    """If one turn is played, another one answers it."""

    node: int  # number of the other one's turn in the tree
    reply: int  # of the answer, which follows it there
    stones: frozenset[str] = frozenset()  # actions that it must hold; none: it is exactly that turn


def actions_of(turn: str) -> tuple[str, ...]:
    """The actions of a canonical turn."""
    return tuple(turn.split(","))


def reached(tree: Tree, played: Sequence[str], conditions: Iterable[Condition]) -> dict[int, int]:
    """The nodes of a tree to which the turns of a game have led.

    Args:
        tree: of the notes.
        played: canonical turns, from the game's start.
        conditions: whose stones let a node stand for other turns than its own.

    Returns:
        By node the number of turns on the way there that are not exactly the tree's.
    """
    wanted = {one.node: one.stones for one in conditions if one.stones}
    here = {ROOT: 0}
    for turn in played:
        stones, after = set(actions_of(turn)), dict[int, int]()
        for node, loose in here.items():
            for child in tree.nodes[node].children:
                if tree.nodes[child].turn == turn:
                    after[child] = loose
                elif child in wanted and wanted[child] <= stones:
                    after[child] = loose + 1
        here = after
    return here


def answers(tree: Tree, played: Sequence[str], conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that hold after some turns, the closest first.

    Those of exactly the turns that were played come before others, and those with more stones
    before those with fewer.
    """
    there = [one for one in conditions if _is_answer(tree, one)]
    here = reached(tree, played, there)
    holding = [one for one in there if one.node in here]
    exactly = {one.node for one in holding if tree.nodes[one.node].turn == played[-1]}
    return sorted(
        holding, key=lambda one: (here[one.node], one.node not in exactly, -len(one.stones))
    )


def _is_answer(tree: Tree, one: Condition) -> bool:
    """Whether both turns are still in the tree, and one below the other."""
    reply = tree.nodes.get(one.reply)
    return reply is not None and reply.parent == one.node
