"""Spry, read from SPRY-1..4.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered. After the winning turn the other colour counts as the one to move.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import PerftCase, StoneGame, StonePosition, Two
from tests.reference.hexhex import groups


class Spry(StoneGame):
    """Options: `size` (default 5), `swap` (default off)."""

    name: ClassVar[str] = "spry"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, size: int = 5, swap: bool = False) -> None:
        super().__init__(size, swap)
        sides = self.board.sides
        self.arcs = (
            sides["bottom"] | sides["lower right"],  # yellow
            sides["upper right"] | sides["top"],  # blue
            sides["upper left"] | sides["lower left"],  # red
        )

    def ring_side(self, cell: str) -> int:
        """SPRY-1: how many cells one side of the cell's ring has."""
        return self.board.distance[cell] + 1

    def connects(self, stones: frozenset[str]) -> bool:
        """SPRY-4: whether one group of these stones touches all three colours."""
        return any(
            all(group & arc for arc in self.arcs) for group in groups(stones, self.board.neighbours)
        )

    def ends_at_once(self, position: StonePosition, placed: frozenset[str]) -> bool:
        return self.connects(position.stones[position.colour] | placed)

    def most_stones(self, position: StonePosition) -> int:
        return self.board.size

    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """SPRY-2; and in some order of these stones none before the last wins (SPRY-4)."""
        if len(placed) > min(self.ring_side(cell) for cell in placed):
            return False
        if not self.ends_at_once(position, placed):
            return True
        return any(not self.ends_at_once(position, placed - {last}) for last in placed)

    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """SPRY-2: "a cell is open when k+1 <= the side of the innermost ring used"."""
        return len(placed) <= min(self.ring_side(cell) for cell in placed)

    def winning_colour(self, position: StonePosition) -> Two | None:
        first, second = position.stones
        if self.connects(first):
            return 0
        return 1 if self.connects(second) else None


PERFT = (
    PerftCase("spry", {"size": 2}, 7),
    PerftCase("spry", {"size": 2, "swap": True}, 8),
    PerftCase("spry", {"size": 3}, 2),
    PerftCase("spry", {"size": 3, "swap": True}, 2),
    PerftCase("spry", {"size": 4}, 1),
    PerftCase("spry", {"size": 3}, 3, "a1,b1,e2 c1,e1,e3 b4,c5"),
    PerftCase("spry", {"size": 3, "swap": True}, 3, "a1,c5 swap b1,b2 a2,d1 c1,d3"),
)
