"""Kitaran, read from KIT-1..4.

Distinct positions: both colours' cells, the colour to move, which person has the first colour,
whether a swap is offered, the frozen cells (KIT-2: placed or converted in the previous turn; none
at the start and after a swap) and the number of conversions in a row (KIT-4). The frozen cells
count also where nobody could convert them, and when the game is over.
"""

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from tests.reference.common import InTurn, Outcome, PerftCase, ReferenceGame, Two, other, person_of
from tests.reference.hexhex import cell_order
from tests.reference.square import adjacent_cells, square_cells


class KitaranPosition(NamedTuple):
    """Kitaran between two turns."""

    stones: tuple[frozenset[str], frozenset[str]]  # Black's cells, White's
    colour: Two  # the colour to move: 0 Black, 1 White
    first_person: Two  # the person who has Black
    swap_offered: bool
    frozen: frozenset[str]  # what the previous turn placed or converted
    num_conversions: int  # in a row, up to now


class Kitaran(ReferenceGame[KitaranPosition]):
    """Options: `size` (5), `komi` (0 or 0.5), `swap` (off), `cycle_limit` (2 x cells), `cycle`.

    `cycle` is "place" or "draw", which it is where nothing is said: the games of older files.
    """

    name: ClassVar[str] = "kitaran"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(
        self,
        size: int = 5,
        komi: float | None = None,
        swap: bool = False,
        cycle_limit: int | None = None,
        cycle: str = "draw",
    ) -> None:
        self.cells = square_cells(ascii_lowercase[:size], range(1, size + 1))
        self.komi = (0.5 if size % 2 == 0 else 0) if komi is None else komi
        self.swap = swap
        self.cycle_limit = 2 * size * size if cycle_limit is None else cycle_limit
        if cycle not in ("place", "draw"):
            raise ValueError(f"cycle is place or draw, not {cycle}")
        self.limit_draws = cycle == "draw"

    def start(self, setup: Mapping[str, str] | None = None) -> KitaranPosition:
        if setup is not None:
            raise ValueError("kitaran starts on an empty board and takes no set-up")
        return KitaranPosition((frozenset(), frozenset()), 0, 0, False, frozenset(), 0)

    def vacant(self, position: KitaranPosition) -> frozenset[str]:
        return self.cells - position.stones[0] - position.stones[1]

    def scores(self, position: KitaranPosition) -> tuple[float, float]:
        """KIT-3, by colour: stones, and komi for White."""
        black, white = position.stones
        return len(black), len(white) + self.komi

    def outcome(self, position: KitaranPosition) -> Outcome:
        """KIT-3; KIT-4 with `draw`."""
        if not self.vacant(position):
            black, white = self.scores(position)
            if black == white:
                return "draw"
            return person_of(0 if black > white else 1, position.first_person)
        if self.limit_draws and position.num_conversions >= self.cycle_limit:
            return "draw"
        return None

    def player(self, position: KitaranPosition) -> int | None:
        if self.outcome(position) is not None:
            return None
        return person_of(position.colour, position.first_person)

    def turns(self, position: KitaranPosition) -> dict[str, KitaranPosition]:
        if self.outcome(position) is not None:
            return {}
        mine, theirs = position.stones[position.colour], position.stones[other(position.colour)]
        found = {}
        for cell in self.vacant(position):
            found[cell] = self._after(position, mine | {cell}, theirs, frozenset({cell}))
        must_place = position.num_conversions >= self.cycle_limit  # KIT-4 with `place`
        for cell in frozenset() if must_place else mine:
            converted = adjacent_cells(cell) & theirs
            if converted and not converted & position.frozen:
                found[f"{cell}*"] = self._after(
                    position, mine | converted, theirs - converted, converted
                )
        if position.swap_offered:
            found["swap"] = position._replace(
                first_person=1, swap_offered=False, frozen=frozenset()
            )
        return {turn: found[turn] for turn in sorted(found, key=turn_order)}

    def _after(
        self,
        position: KitaranPosition,
        mine: frozenset[str],
        theirs: frozenset[str],
        changed: frozenset[str],
    ) -> KitaranPosition:
        """The position once the mover has `mine` and the enemy `theirs`."""
        is_placement = not changed <= position.stones[other(position.colour)]
        is_first_turn = position == self.start()
        return KitaranPosition(
            stones=(mine, theirs) if position.colour == 0 else (theirs, mine),
            colour=other(position.colour),
            first_person=position.first_person,
            swap_offered=self.swap and is_first_turn,
            frozen=changed,
            num_conversions=0 if is_placement else position.num_conversions + 1,
        )

    def play(self, position: KitaranPosition, turn: str) -> KitaranPosition:
        legal = self.turns(position)
        if turn not in legal:
            raise ValueError(f"{turn} is not a legal turn here")
        return legal[turn]

    def legal_actions(self, now: InTurn[KitaranPosition]) -> list[str]:
        """A turn is always one action."""
        return sorted(self.turns(now.position))

    def step(self, now: InTurn[KitaranPosition], action: str) -> InTurn[KitaranPosition]:
        return InTurn(self.turns(now.position)[action])


def turn_order(turn: str) -> tuple[bool, bool, tuple[str, int]]:
    """Placements, conversions, swap; each by cell."""
    is_swap = turn == "swap"
    return is_swap, turn.endswith("*"), cell_order("a0" if is_swap else turn.rstrip("*"))


PERFT = (
    PerftCase("kitaran", {"size": 3}, 6),
    PerftCase("kitaran", {"size": 3, "komi": 2.5, "swap": True}, 6),
    PerftCase("kitaran", {"size": 4}, 4),
    PerftCase("kitaran", {"size": 4, "komi": 0, "swap": True}, 4),
    PerftCase("kitaran", {"size": 4, "komi": 0}, 6, "a2 a4 a3 c1 b2 a4* d4 c2 c3 b4 c3* a1 d2"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 2}, 8, "b3 c2 c1 b1 a1"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 2, "cycle": "place"}, 8, "b3 c2 c1 b1 a1"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 1, "cycle": "place"}, 6),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 1, "cycle": "draw"}, 6),
    PerftCase(
        "kitaran",
        {"size": 4, "swap": True, "cycle_limit": 3, "cycle": "place"},
        6,
        "a2 a4 a3 c1 b2 a4* d4 c2 c3 b4 c3* a1 d2",
    ),
    PerftCase("kitaran", {"size": 5}, 3, "c3 c5 a2 b5 e1 d5 d2 c2 e4 d3 c4 b3 d1 b1 b2 a4 d2* a3"),
)
