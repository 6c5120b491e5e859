"""Small searches whose whole trees are pinned, and what the tests of the search share.

The weights stand here by themselves, so that tuning those of the games moves no test.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import skerry
from skerry.games.info import EVERY, Settings
from skerry.search.arrays import ROOT, Tree, new_tree
from skerry.search.search import LEAST_MEMORY, Branch, Search, read_branch
from tests.small import NAMES, small, start

TREES_FILE = Path(__file__).with_name("trees.json")

AMAF = Settings(
    exploration=0.0,
    puct=0.0,
    amaf_bias=0.01,
    amaf_prior=5.0,
    first_play=0.0,
    warm_up=8,
    expand_after=1,
    amaf=1,
    width=EVERY,
    widening=0.0,
)
BOUNDS = Settings(
    exploration=0.7,
    puct=0.0,
    amaf_bias=0.2,
    amaf_prior=0.0,
    first_play=9.0,
    warm_up=0,
    expand_after=1,
    amaf=1,
    width=EVERY,
    widening=0.0,
)
PLAIN_UCT = BOUNDS._replace(amaf=0, expand_after=2)
NARROW = AMAF._replace(exploration=0.2, width=3, widening=0.5)
LANES = AMAF._replace(lanes=1)

# As it was when the trees were made: without `cycle` the limit drew a game of Kitaran.
THREE = {"size": 3, "cycle": "draw"}

# Both sides have their towers, and Light is to move.
MINOR = (
    "syrtis board=minor stall_limit=100 | c1s1/cSCS/1sc1/sCs1 | player=0 first=0 turn=14 "
    "phase=play light=a3,a4 dark=c3,d3 sunk=0,1 passes=0,0 sinker=dark calm=2"
)


@dataclass(frozen=True)
class TreeCase:
    """One search: where it begins, and how."""

    name: str
    game: str
    settings: Settings
    options: dict[str, Any] = field(default_factory=dict)
    turns: str = ""  # played before it, parted by blanks
    text: str = ""  # of the position itself, in place of game and turns
    playouts: int = 40
    seed: int = 1

    @property
    def position(self) -> skerry.Position:
        """Where the search begins."""
        if self.text:
            return skerry.position(self.text)
        position = skerry.game(self.game, **self.options).start()
        for turn in self.turns.split():
            position = position.play(turn)
        return position

    def search(self) -> Search:
        """The search, after its playouts."""
        search = small_search(self.position, seed=self.seed, settings=self.settings)
        search.run(playouts=self.playouts)
        return search


CASES = (
    TreeCase("spry", "spry", AMAF, {"size": 2}),
    TreeCase("spry in mid turn", "spry", BOUNDS, {"size": 3}, "a1 b1"),
    TreeCase("sytran", "sytran", AMAF, {"size": 2}),
    TreeCase("sytran, bounds", "sytran", BOUNDS, {"size": 3, "swap": False}, "c3 a1,e1"),
    TreeCase("sytran, narrow", "sytran", NARROW, {"size": 3, "penalty": 2}, "c3"),
    TreeCase("byg", "byg", AMAF, {"size": 2}),
    TreeCase("byg, bounds", "byg", BOUNDS, {"size": 2, "swap": True}, "b2", seed=2),
    TreeCase("spry, lanes", "spry", LANES, {"size": 3}, "a1 b1"),
    TreeCase("sytran, lanes", "sytran", LANES, {"size": 3, "penalty": 1}, "c3 a1,e1"),
    TreeCase("byg, lanes", "byg", LANES, {"size": 3, "swap": True}),
    TreeCase("kitaran", "kitaran", BOUNDS, THREE),
    TreeCase("kitaran, plain", "kitaran", PLAIN_UCT, THREE, "b2 a2"),
    TreeCase("kitaran, narrow", "kitaran", NARROW, THREE, "b2 a2"),
    TreeCase("syrtis", "syrtis", BOUNDS, text=MINOR),
    TreeCase("syrtis, late", "syrtis", PLAIN_UCT, text=MINOR.replace("sunk=0,1", "sunk=0,3")),
)

WEIGHTS = {name: BOUNDS if name in ("kitaran", "syrtis") else AMAF for name in NAMES}


def begin(name: str, options: dict[str, Any] | None = None) -> skerry.Position:
    """The start of a game, on a small board unless options are given for it."""
    chosen = small(name) if options is None else options
    return start(skerry.game(name, **chosen), 2)  # Syrtis's board needs no repair


def seeded(name: str, threads: int = 1) -> Search:
    """A search that always goes the same way."""
    return small_search(begin(name), threads, seed=7, settings=WEIGHTS[name])


def tree_of(search: Search) -> Tree:
    """The tree of its first thread."""
    return search.strands[0].tree


Row = list[float]  # action, visits, value, proven, first child, children, AMAF visits and value


def rows(tree: Tree) -> list[Row]:
    """Every row in use, in the order of the file."""
    fields = (
        tree.action,
        tree.visits,
        tree.value,
        tree.proven,
        tree.first_child,
        tree.num_children,
        tree.amaf_visits,
        tree.amaf_value,
    )
    return [[round(float(f[row]), 4) for f in fields] for row in range(int(tree.used[0]))]


def small_search(position: skerry.Position, threads: int = 1, **options: Any) -> Search:
    """A search that asks for as little memory as a search may."""
    return Search(position, threads=threads, memory=threads * LEAST_MEMORY, **options)


def children(tree: Tree, node: int) -> range:
    """Rows of a node's children."""
    first = int(tree.first_child[node])
    return range(first, first + int(tree.num_children[node])) if first else range(0)


def nodes(tree: Tree) -> Iterator[int]:
    """Every node that hangs on the root, it included."""
    stack = [ROOT]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(tree, node))


def branch_of(*found: tuple[int, int, float]) -> Branch:
    """A node whose children have these proofs, visits and sums of results."""
    tree = new_tree(10)
    tree.first_child[ROOT], tree.num_children[ROOT] = 1, len(found)
    for i, (proven, visits, value) in enumerate(found, start=1):
        tree.action[i], tree.proven[i], tree.visits[i], tree.value[i] = i, proven, visits, value
    tree.visits[ROOT] = sum(visits for _, visits, _ in found)
    return read_branch(((tree, ROOT),))
