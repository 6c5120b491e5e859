"""Sytran, read from SYT-1..5.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered. The penalty decides who wins but neither ends a game nor tells
positions apart, so the counts of positions and turns do not depend on it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import Outcome, StoneGame, StonePosition
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
