"""Y on the board of Spry, read from Y-1..3.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered. After the winning stone the other colour counts as the one to move.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import OneStoneGame, PerftCase, StonePosition, Two
from tests.reference.hexhex import groups


class Y(OneStoneGame):
    """Options: `size` (default 5), `swap` (default off). A turn is one stone (Y-2)."""

    name: ClassVar[str] = "y"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, size: int = 5, swap: bool = False) -> None:
        super().__init__(size, swap)
        board = self.board.sides
        self.sides = (  # Y-1
            board["bottom"] | board["lower right"],
            board["upper right"] | board["top"],
            board["upper left"] | board["lower left"],
        )

    def winning_colour(self, position: StonePosition) -> Two | None:
        """Y-3."""
        for colour in (0, 1):
            for group in groups(position.stones[colour], self.board.neighbours):
                if all(group & side for side in self.sides):
                    return 0 if colour == 0 else 1
        return None


PERFT = (
    PerftCase("y", {"size": 2}, 7),
    PerftCase("y", {"size": 2, "swap": True}, 8),
    PerftCase("y", {"size": 3, "swap": True}, 3),
    PerftCase("y", {"size": 4}, 2),
    PerftCase("y", {"size": 3, "swap": True}, 5, "c3 swap b2 c2 d2 b3 a1 d3 c5 e1"),
)
