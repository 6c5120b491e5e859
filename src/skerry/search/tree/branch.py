"""The trees of several threads read as one: visits and results of like actions are added."""

from typing import NamedTuple

from skerry.core.layout import DRAWN, RUNNING, WON
from skerry.games.text.actions import words_of
from skerry.positions import Position
from skerry.search.tree.arrays import CLOSED, Tree

Proof = str  # "win", "draw" or "loss"
Nodes = tuple[tuple[Tree, int], ...]  # each tree that holds a node, and its row there


class Branch(NamedTuple):
    """A node as all trees had it when it was read."""

    nodes: Nodes
    action: int  # that leads here, -1 at the root
    visits: int  # playouts through it
    result: int  # what is proven, as a value of RESULT; RUNNING while it is open

    def value(self, person: int) -> float:
        """Expected result for a person, from 0 to 1; a half when nothing is known."""
        if self.result != RUNNING:
            return {"win": 1.0, "draw": 0.5, "loss": 0.0}[proof_for(self.result, person) or ""]
        if self.visits == 0:
            return 0.5
        mean = sum(float(tree.value[row]) for tree, row in self.nodes) / self.visits
        return mean if person == 0 else 1.0 - mean

    def weight(self, child: "Branch", swap: int | None) -> int:
        """How much a child's visits say for it.

        A swap is one choice of two, beside all other actions together: without half of the visits
        it is the worse one, however many any single one of the others has.
        """
        is_worse = child.action == swap and 2 * child.visits < self.visits
        return 0 if is_worse else child.visits

    def children(self) -> "list[Branch]":
        """One branch for each action that any of the trees knows here."""
        found: dict[int, Branch] = {}
        for tree, row in self.nodes:
            # Slices, since a search has hundreds of children and NumPy is slow with single numbers.
            first = int(tree.first_child[row])
            rows = slice(first, first + int(tree.num_children[row]) if first else first)
            actions, visits = tree.action[rows].tolist(), tree.visits[rows].tolist()
            results = tree.proven[rows].tolist()
            for child, (action, number, result) in enumerate(
                zip(actions, visits, results, strict=True), start=first
            ):
                if result == CLOSED:
                    continue
                nodes: Nodes = ((tree, child),)
                if (other := found.get(action)) is not None:
                    nodes, number = other.nodes + nodes, other.visits + number
                    result = other.result if other.result != RUNNING else result
                found[action] = Branch(nodes, action, number, result)
        return list(found.values())

    def best(self, person: int, swap: int | None = None) -> "Branch | None":
        """The child to play for a person; None where there are no children.

        A proven win; else the most visited that is not lost, or a proven draw when that promises
        less; among lost ones the most visited, which puts up the longest fight.

        Args:
            person: who acts here.
            swap: the action of a swap that may be made here.
        """
        by_proof: dict[Proof | None, Branch] = {}  # the most visited of each
        for child in sorted(self.children(), key=lambda child: -self.weight(child, swap)):
            by_proof.setdefault(proof_for(child.result, person), child)
        if "win" in by_proof:
            return by_proof["win"]
        still_open, drawn = by_proof.get(None), by_proof.get("draw")
        if still_open is not None and drawn is not None:
            return still_open if still_open.value(person) >= 0.5 else drawn
        return still_open or drawn or by_proof.get("loss")


def read_branch(nodes: Nodes, action: int = -1) -> Branch:
    """A node as the trees have it now."""
    visits = sum(int(tree.visits[row]) for tree, row in nodes)
    found = (int(tree.proven[row]) for tree, row in nodes)
    result = next((proven for proven in found if proven != RUNNING), RUNNING)
    return Branch(nodes, action, visits, result)


def swap_action(position: Position) -> int | None:
    """The action of a swap that may be made (C-3); None where there is none."""
    return words_of(position.game)["swap"] if position.may_swap else None


def proof_for(result: int, person: int) -> Proof | None:
    """A value of RESULT as a proof for a person; None while it is open."""
    if result == RUNNING:
        return None
    if result == DRAWN:
        return "draw"
    return "win" if result == WON + person else "loss"
