"""Byg, read from BYG-1..4.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered. How far the opening (BYG-1) has come shows in the stones: on an empty
board White's first turn is due, without a black stone Black's, and from then on turns are free.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.reference.common import Outcome, PerftCase, StoneGame, StonePosition, Two, other
from tests.reference.hexhex import groups


class Byg(StoneGame):
    """Options: `size` (default 6), `cap` (3), `swap` (off), `first_stones` (1 by BYG-1)."""

    name: ClassVar[str] = "byg"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(
        self, size: int = 6, cap: int = 3, swap: bool = False, first_stones: int = 1
    ) -> None:
        super().__init__(size, swap)
        self.cap = cap
        self.first_stones = first_stones

    def most_stones(self, position: StonePosition) -> int:
        """BYG-1, BYG-2."""
        if not position.stones[0]:
            return self.first_stones
        if not position.stones[1]:
            return 1
        mine = position.stones[position.colour]
        return min(self.cap, len(groups(mine, self.board.neighbours)))

    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """BYG-2, BYG-3."""
        mine = position.stones[position.colour]
        return len(placed) <= self.most_stones(position) and all(
            len(group & placed) <= 1 for group in groups(mine | placed, self.board.neighbours)
        )

    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """A further stone never takes one out of a group, and stopping early is allowed."""
        return self.is_whole_turn(position, placed)

    def next_colour(self, position: StonePosition) -> Two:
        """BYG-1: White, Black, Black, White, and so on alternately."""
        is_first_of_black = position.colour == 1 and not position.stones[1]
        return 1 if is_first_of_black else other(position.colour)

    def group_sizes(self, position: StonePosition, colour: Two) -> list[int]:
        """Largest first."""
        found = groups(position.stones[colour], self.board.neighbours)
        return sorted(map(len, found), reverse=True)

    def winning_colour(self, position: StonePosition) -> Outcome:
        """BYG-4; comparing lists does as a missing group counting 0 would."""
        if self.vacant(position):
            return None
        first, second = self.group_sizes(position, 0), self.group_sizes(position, 1)
        if first == second:
            return "draw"
        return 0 if first > second else 1


BYG_MANY_GROUPS = "e3 e6 a3 d3 c2,d1 d5 b4,c1,g3 b3,g2 b5,e5,g4 a2,d4,f4 a1,d7,g1"
BYG_HIGH_CAP = "a4 b3 b4 e5 c5 d6,g4 f4 b1,f2,f5 c1,f1 a3,d5,e1,f3 b5,e2,g2 a2,d3 a1,c6,d1,e3,g3"
PERFT = (
    PerftCase("byg", {"size": 2, "cap": 1}, 7),
    PerftCase("byg", {"size": 2, "cap": 3, "swap": True}, 8),
    PerftCase("byg", {"size": 2, "cap": 5}, 7),
    PerftCase("byg", {"size": 2, "cap": 3, "swap": True, "first_stones": 2}, 7),
    PerftCase("byg", {"size": 3, "cap": 2, "swap": True, "first_stones": 2}, 3),
    PerftCase("byg", {"size": 3, "cap": 1}, 4),
    PerftCase("byg", {"size": 3, "cap": 3}, 4),
    PerftCase("byg", {"size": 3, "cap": 5, "swap": True}, 3),
    PerftCase("byg", {"size": 3, "cap": 5}, 3, "a2 b1 b2 d3 e2 a1,d2"),
    PerftCase("byg", {"size": 4, "cap": 3}, 2, BYG_MANY_GROUPS),
    PerftCase("byg", {"size": 4, "cap": 5}, 3, BYG_HIGH_CAP),
)
