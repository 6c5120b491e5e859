"""Tide, read from TIDE-1..3.

Distinct positions: both colours' cells, the colour to move, who has which, whether a swap is
offered, and how many stones the turn may have.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import Outcome, PerftCase, StoneGame, StonePosition
from tests.reference.hexhex import groups


class Tide(StoneGame):
    """Options: `size` (default 4), `swap` (default off)."""

    name: ClassVar[str] = "tide"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, size: int = 4, swap: bool = False) -> None:
        super().__init__(size, swap)

    def first_number(self) -> int:
        """TIDE-2: stones that the first turn may have."""
        return 1

    def next_number(self, position: StonePosition, placed: frozenset[str]) -> int:
        """TIDE-2."""
        if placed == self.vacant(position):
            return 0
        return 3 if len(placed) == 1 else 2

    def most_stones(self, position: StonePosition) -> int:
        """TIDE-2."""
        return position.number

    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """TIDE-2."""
        return len(placed) <= position.number

    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """A turn may stop after any stone."""
        return self.is_whole_turn(position, placed)

    def winning_colour(self, position: StonePosition) -> Outcome:
        """TIDE-3."""
        if self.vacant(position):
            return None
        first, second = (
            max(map(len, groups(stones, self.board.neighbours)), default=0)
            for stones in position.stones
        )
        return "draw" if first == second else 0 if first > second else 1


PERFT = (
    PerftCase("tide", {"size": 2}, 4),
    PerftCase("tide", {"size": 2, "swap": True}, 4),
    PerftCase("tide", {"size": 3}, 2),
)
