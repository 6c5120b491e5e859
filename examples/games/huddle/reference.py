"""Huddle, read from HUD-1..3.

Distinct positions: both colours' cells and the colour to move.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import OneStoneGame, Outcome, PerftCase, StonePosition


class Huddle(OneStoneGame):
    """Option: `size` (default 4)."""

    name: ClassVar[str] = "huddle"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, size: int = 4) -> None:
        super().__init__(size, swap=False)

    def winning_colour(self, position: StonePosition) -> Outcome:
        """HUD-3."""
        if self.vacant(position):
            return None
        first, second = (
            sum(len(self.board.neighbours[cell] & stones) for cell in stones)
            for stones in position.stones
        )
        return "draw" if first == second else 0 if first > second else 1


PERFT = (PerftCase("huddle", {"size": 2}, 7), PerftCase("huddle", {"size": 3}, 2))
