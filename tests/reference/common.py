"""What the reference games share: persons, colours, turns, actions, swap (C-1 to C-3).

A *position* is a NamedTuple of plain values and stands between two whole turns. Two positions are
the same exactly when all their fields are equal. The fields hold what matters for the future or
the result and nothing else; no field tells how the position came about. A finished game's
position keeps all its fields, just as an unfinished one's does.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from tests.reference.hexhex import HexHex, sorted_cells

Two = Literal[0, 1]  # one of two persons, of two colours, or of two sides
Outcome = Two | Literal["draw"] | None
PositionT = TypeVar("PositionT", bound=Hashable)


class InTurn(NamedTuple, Generic[PositionT]):
    """A position and the actions taken since, in order, by the person who is composing a turn."""

    position: PositionT
    actions: tuple[str, ...] = ()


class ReferenceGame(ABC, Generic[PositionT]):
    """One game with its options; unknown options raise TypeError, bad values ValueError."""

    name: ClassVar[str]

    @abstractmethod
    def start(self, setup: Mapping[str, str] | None = None) -> PositionT:
        """The first position; only Syrtis takes (and needs) a set-up."""

    @abstractmethod
    def player(self, position: PositionT) -> int | None:
        """The person to act, or None when the game is over."""

    @abstractmethod
    def outcome(self, position: PositionT) -> Outcome:
        """The person who has won, "draw", or None while the game goes on."""

    @abstractmethod
    def turns(self, position: PositionT) -> dict[str, PositionT]:
        """All whole legal turns: canonical text (C-6) -> the position after it."""

    @abstractmethod
    def play(self, position: PositionT, turn: str) -> PositionT:
        """The position after one whole turn in canonical text; ValueError if it is illegal."""

    @abstractmethod
    def legal_actions(self, now: InTurn[PositionT]) -> list[str]:
        """The sorted atomic actions, read directly from what the rule says of unfinished turns."""

    @abstractmethod
    def step(self, now: InTurn[PositionT], action: str) -> InTurn[PositionT]:
        """After one action, which must be legal. A turn that ends leaves `actions` empty."""


class StonePosition(NamedTuple):
    """Spry, Sytran and Byg between two turns.

    Byg's opening (BYG-1) needs no field of its own: it lasts while a colour has no stone.
    """

    stones: tuple[frozenset[str], frozenset[str]]  # the first colour's cells, the second's
    colour: Two  # the colour to move: 0 the first, 1 the second
    first_person: Two  # the person who has the first colour
    swap_offered: bool
    number: int = 0  # whatever else matters and is not seen on the board


class StoneGame(ReferenceGame[StonePosition]):
    """A game whose turn is a set of vacant cells of a hexhex board, all filled with one colour."""

    def __init__(self, size: int, swap: bool) -> None:
        if not 2 <= size <= 13:
            raise ValueError(f"size {size} is not between 2 and 13 (C-4)")
        self.board = HexHex(size)
        self.swap = swap

    # What each game tells of itself.

    @abstractmethod
    def most_stones(self, position: StonePosition) -> int:
        """No turn from here places more stones than this; bounds the enumeration only."""

    @abstractmethod
    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """Whether this set of vacant cells is a legal whole turn."""

    @abstractmethod
    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """Whether some legal whole turn holds all of these (direct reading, not enumerated).

        All but one of them have been placed legally, and the game has not ended yet.
        """

    @abstractmethod
    def winning_colour(self, position: StonePosition) -> Outcome:
        """The colour that has won, "draw", or None."""

    def ends_at_once(self, position: StonePosition, placed: frozenset[str]) -> bool:
        """Whether the game is over, in mid turn, as soon as these lie on the board."""
        return False

    def next_colour(self, position: StonePosition) -> Two:
        return other(position.colour)

    def first_number(self) -> int:
        return 0

    def next_number(self, position: StonePosition, placed: frozenset[str]) -> int:
        return 0

    # What follows for all of them.

    def start(self, setup: Mapping[str, str] | None = None) -> StonePosition:
        if setup is not None:
            raise ValueError(f"{self.name} starts on an empty board and takes no set-up")
        return StonePosition((frozenset(), frozenset()), 0, 0, False, self.first_number())

    def vacant(self, position: StonePosition) -> frozenset[str]:
        return frozenset(self.board.cells) - position.stones[0] - position.stones[1]

    def outcome(self, position: StonePosition) -> Outcome:
        return outcome_for_persons(self.winning_colour(position), position.first_person)

    def player(self, position: StonePosition) -> int | None:
        if self.outcome(position) is not None:
            return None
        return person_of(position.colour, position.first_person)

    def after(self, position: StonePosition, placed: frozenset[str]) -> StonePosition:
        """The position after a whole turn; C-3 for when a swap is then offered."""
        first, second = position.stones
        stones = (first, second | placed) if position.colour else (first | placed, second)
        is_first_turn = not first and not second
        return StonePosition(
            stones,
            self.next_colour(position),
            position.first_person,
            self.swap and is_first_turn,
            self.next_number(position, placed),
        )

    def swapped(self, position: StonePosition) -> StonePosition:
        """C-3: the persons exchange colours, the board stays, the second colour moves next."""
        return position._replace(first_person=1, swap_offered=False)

    def whole_turns(self, position: StonePosition) -> list[frozenset[str]]:
        """Every set of vacant cells that is a legal whole turn, swap aside."""
        if self.outcome(position) is not None:
            return []
        vacant = sorted_cells(self.vacant(position))
        candidates = (
            frozenset(cells)
            for num_stones in range(1, self.most_stones(position) + 1)
            for cells in combinations(vacant, num_stones)
        )
        return [placed for placed in candidates if self.is_whole_turn(position, placed)]

    def turns(self, position: StonePosition) -> dict[str, StonePosition]:
        found = {
            format_cells(placed): self.after(position, placed)
            for placed in self.whole_turns(position)
        }
        if position.swap_offered and self.outcome(position) is None:
            found["swap"] = self.swapped(position)
        return found

    def play(self, position: StonePosition, turn: str) -> StonePosition:
        over = self.outcome(position) is not None
        if turn == "swap" and position.swap_offered and not over:
            return self.swapped(position)
        placed = frozenset(turn.split(","))
        if over or not placed <= self.vacant(position) or not self.is_whole_turn(position, placed):
            raise ValueError(f"{turn} is not a legal turn here")
        return self.after(position, placed)

    def _with_words(self, now: InTurn[StonePosition], cells: Iterable[str]) -> list[str]:
        actions = set(cells)
        if now.actions and actions and self.is_whole_turn(now.position, frozenset(now.actions)):
            actions.add("end")
        if not now.actions and now.position.swap_offered:
            actions.add("swap")
        return sorted(actions)

    def legal_actions(self, now: InTurn[StonePosition]) -> list[str]:
        if self.outcome(now.position) is not None:
            return []
        placed = frozenset(now.actions)
        left = self.vacant(now.position) - placed
        cells = [cell for cell in left if self.may_become_whole(now.position, placed | {cell})]
        return self._with_words(now, cells)

    def legal_actions_from_sets(
        self, now: InTurn[StonePosition], whole_turns: Iterable[frozenset[str]]
    ) -> list[str]:
        """C-2 word for word: the first cells of every way from here to some whole turn.

        `whole_turns` is what the method of that name gives for the position, handed in so that a
        caller need not enumerate it anew for each action of a turn.
        """
        placed = frozenset(now.actions)
        cells: set[str] = set()
        for whole in whole_turns:
            if placed <= whole:
                cells |= self._first_cells(now.position, placed, whole)
        return self._with_words(now, cells)

    def _first_cells(
        self, position: StonePosition, placed: frozenset[str], whole: frozenset[str]
    ) -> set[str]:
        """The cells with which to go on from `placed`, without the game ending before `whole`."""
        missing = whole - placed
        if not self.ends_at_once(position, whole):
            return set(missing)
        return {
            order[0]
            for order in permutations(missing)
            if not any(
                self.ends_at_once(position, placed | set(order[:num]))
                for num in range(1, len(order))
            )
        }

    def step(self, now: InTurn[StonePosition], action: str) -> InTurn[StonePosition]:
        if action == "swap":
            return InTurn(self.swapped(now.position))
        if action == "end":
            return InTurn(self.after(now.position, frozenset(now.actions)))
        longer = InTurn(now.position, (*now.actions, action))
        placed = frozenset(longer.actions)
        if self.ends_at_once(now.position, placed) or not self.legal_actions(longer):
            return InTurn(self.after(now.position, placed))
        return longer


class OneStoneGame(StoneGame):
    """A stone game whose turn is one stone on any vacant cell."""

    def most_stones(self, position: StonePosition) -> int:
        return 1

    def is_whole_turn(self, position: StonePosition, placed: frozenset[str]) -> bool:
        return len(placed) == 1

    def may_become_whole(self, position: StonePosition, placed: frozenset[str]) -> bool:
        return len(placed) == 1


def other(one: Two) -> Two:
    return 0 if one == 1 else 1


def person_of(colour: Two, first_person: Two) -> Two:
    """The person who has a colour, told who has the first one (C-1)."""
    return first_person if colour == 0 else other(first_person)


def outcome_for_persons(winner: Outcome, first_person: Two) -> Outcome:
    """An outcome that names a person, from one that names a colour."""
    return winner if winner is None or winner == "draw" else person_of(winner, first_person)


def format_cells(cells: Iterable[str]) -> str:
    """C-6: stones by row letter, then number."""
    return ",".join(sorted_cells(cells))


def play_all(game: ReferenceGame[Any], position: Any, turns: Iterable[str]) -> Any:
    """The position after several whole turns."""
    for turn in turns:
        position = game.play(position, turn)
    return position


class Counts(NamedTuple):
    """What `count_positions` finds 1, 2, ... whole turns from a position."""

    distinct: list[int]  # different positions
    sequences: list[int]  # different sequences of whole turns
    finished: list[list[int]]  # of the distinct positions: won by person 0, by person 1, drawn


def count_positions(game: ReferenceGame[PositionT], position: PositionT, depth: int) -> Counts:
    """Counts all that whole turns can reach; a finished game goes no further."""
    counts = Counts([], [], [])
    reached: Counter[PositionT] = Counter([position])
    for _ in range(depth):
        further: Counter[PositionT] = Counter()
        for before, num_ways in reached.items():
            for after in game.turns(before).values():
                further[after] += num_ways
        reached = further
        outcomes = Counter(game.outcome(after) for after in reached)
        counts.distinct.append(len(reached))
        counts.sequences.append(reached.total())
        counts.finished.append([outcomes[0], outcomes[1], outcomes["draw"]])
    return counts


def perft(game: ReferenceGame[PositionT], position: PositionT, depth: int) -> list[int]:
    """How many *distinct* positions lie exactly 1, 2, ... `depth` whole turns from here."""
    return count_positions(game, position, depth).distinct


@dataclass(frozen=True)
class PerftCase:
    """A position, given by the whole turns that lead to it, and how far to look ahead from it."""

    game: str
    options: Mapping[str, Any]
    depth: int
    turns: str = ""  # whole turns that lead from the start to the position, a space between them
    setup: Mapping[str, str] | None = None
