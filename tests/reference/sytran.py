"""Sytran, read from SYT-1..5.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered. The penalty decides who wins but neither ends a game nor tells
positions apart, so the counts of positions and turns do not depend on it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import Outcome, PerftCase, StoneGame, StonePosition
from tests.reference.hexhex import groups


class Sytran(StoneGame):
    """Options: `size` (default 6), `penalty` (default 4), `swap` (default on)."""

    name: ClassVar[str] = "sytran"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, size: int = 6, penalty: int = 4, swap: bool = True) -> None:
        super().__init__(size, swap)
        self.penalty = penalty
        # SYT-1
        self.number = {cell: at // 2 + 1 for cell, at in self.board.distance.items()}

    def lowest(self, cells: frozenset[str]) -> int:
        return min(self.number[cell] for cell in cells)

    def most_stones(self, position: StonePosition) -> int:
        return max(self.number.values())

    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """SYT-2, or SYT-3 when too few cells are vacant."""
        vacant = self.vacant(position)
        if len(vacant) < self.lowest(vacant):
            return placed == vacant
        return len(placed) == self.lowest(placed)

    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """SYT-4: for some number t, t stones can be completed of whose numbers t is the lowest."""
        vacant = self.vacant(position)
        if len(vacant) < self.lowest(vacant):
            return True
        for target in range(len(placed), self.lowest(placed) + 1):
            num_missing = target - len(placed)
            others = {cell for cell in vacant - placed if self.number[cell] >= target}
            has_target = self.lowest(placed) == target or (
                num_missing > 0 and any(self.number[cell] == target for cell in others)
            )
            if has_target and len(others) >= num_missing:
                return True
        return False

    def scores(self, position: StonePosition) -> tuple[int, int]:
        """SYT-5, by colour: stones less the penalty for each group."""
        first, second = (
            len(stones) - self.penalty * len(groups(stones, self.board.neighbours))
            for stones in position.stones
        )
        return first, second

    def winning_colour(self, position: StonePosition) -> Outcome:
        if self.vacant(position):
            return None
        first, second = self.scores(position)
        if first == second:
            return "draw"
        return 0 if first > second else 1


# Eight cells of number 3 are left: a turn of three, one of three, and the last two at once (SYT-3).
SYTRAN_NEAR_END = (
    "a3,g6 e6 e4 c4,d6 e5 d4 f4 d8,f8,h1 d5 f6,i1 f5 g4,h2 f3,g2 b2,e7 b3,e3 c2,e8 c3,d7 d3,h6"
    " d2,i4 f2,h5 f7,h4 g5,h3 b5,e2 c5,g3 b4,c6 a2,e1,g7 b1,g1,i3 c7,d1,f1"
)
PERFT = (
    PerftCase("sytran", {"size": 2, "penalty": 1}, 8),
    PerftCase("sytran", {"size": 2, "penalty": 0, "swap": False}, 7),
    PerftCase("sytran", {"size": 3, "penalty": 2, "swap": False}, 3),
    PerftCase("sytran", {"size": 3, "penalty": 3, "swap": True}, 2),
    PerftCase("sytran", {"size": 4, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 5, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 6, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 3, "penalty": 1}, 6, "b4,e1 swap d1,e3 b1,c5 b3 a1,c1 a2,e2 c4"),
    PerftCase("sytran", {"size": 5, "penalty": 1}, 3, SYTRAN_NEAR_END),
)
