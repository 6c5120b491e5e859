"""The trees of several threads read as one: visits and results of like actions are added."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.layout import DRAWN, RUNNING, WON
from ...games.text.actions import words_of
from ...positions import Position
from .arrays import CLOSED, Tree

Proof = str  # "win", "draw" or "loss"


@dataclass(frozen=True)
class Branch:
    """A node as all trees have it."""

    nodes: tuple[tuple[Tree, int], ...]  # each tree that holds it, and its row there
    action: int = -1  # that leads here

    @property
    def visits(self) -> int:
        """Playouts through it."""
        return sum(int(tree.visits[row]) for tree, row in self.nodes)

    @property
    def result(self) -> int:
        """What is proven, as a value of RESULT; RUNNING while it is open."""
        found = (int(tree.proven[row]) for tree, row in self.nodes)
        return next((proven for proven in found if proven != RUNNING), RUNNING)

    def value(self, person: int) -> float:
        """Expected result for a person, from 0 to 1; a half when nothing is known."""
        result = self.result
        if result != RUNNING:
            return {"win": 1.0, "draw": 0.5, "loss": 0.0}[proof_for(result, person) or ""]
        visits = self.visits
        if visits == 0:
            return 0.5
        mean = sum(float(tree.value[row]) for tree, row in self.nodes) / visits
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
        found: dict[int, list[tuple[Tree, int]]] = {}
        for tree, row in self.nodes:
            for child in _rows(tree, row):
                if tree.proven[child] == CLOSED:
                    continue
                found.setdefault(int(tree.action[child]), []).append((tree, child))
        return [Branch(tuple(nodes), action) for action, nodes in found.items()]

    def best(self, person: int, swap: int | None = None) -> "Branch | None":
        """The child to play for a person; None where there are no children.

        A proven win; else the most visited that is not lost, or a proven draw when that promises
        less; among lost ones the most visited, which puts up the longest fight.

        Args:
            person: who acts here.
            swap: the action of a swap that may be made here.
        """
        children = sorted(self.children(), key=lambda child: -self.weight(child, swap))
        proofs = [proof_for(child.result, person) for child in children]
        by_proof = dict(reversed(list(zip(proofs, children, strict=True))))
        if "win" in by_proof:
            return by_proof["win"]
        still_open, drawn = by_proof.get(None), by_proof.get("draw")
        if still_open is not None and drawn is not None:
            return still_open if still_open.value(person) >= 0.5 else drawn
        return still_open or drawn or by_proof.get("loss")


def swap_action(position: Position) -> int | None:
    """The action of a swap that may be made (C-3); None where there is none."""
    return words_of(position.game)["swap"] if position.may_swap else None


def _rows(tree: Tree, row: int) -> Iterator[int]:
    first = int(tree.first_child[row])
    return iter(range(first, first + int(tree.num_children[row])) if first else ())


def proof_for(result: int, person: int) -> Proof | None:
    """A value of RESULT as a proof for a person; None while it is open."""
    if result == RUNNING:
        return None
    if result == DRAWN:
        return "draw"
    return "win" if result == WON + person else "loss"
