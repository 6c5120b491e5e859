"""Plain exhaustive minimax: every action of every position, no bounds, no symmetry, no order.

It knows nothing of any game but legal actions, what they lead to and how the game ended, and of
the solver it checks not even the table: positions it has seen lie in a dictionary, as they are.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from tests.reference.common import ReferenceGame


class TooManyPositionsError(Exception):
    """The tree is larger than allowed."""


class Ending(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None: ...


class Playable(Protocol):
    """What minimax asks of a position."""

    @property
    def player(self) -> int | None: ...

    @property
    def outcome(self) -> Ending | None: ...

    def legal_actions(self) -> list[int]: ...

    def apply(self: "PlayableT", action: int) -> "PlayableT": ...


class Counting(Playable, Protocol):
    """What says besides where a turn ends."""

    @property
    def turn(self) -> int: ...


PlayableT = TypeVar("PlayableT", bound=Playable)
CountingT = TypeVar("CountingT", bound=Counting)
PositionT = TypeVar("PositionT", bound=Hashable)


class Minimax(Generic[PlayableT]):
    """Values of positions of one game, each worked out once."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most  # positions to look into; None: all of them
        self.entered = 0
        self.seen: dict[PlayableT, int] = {}

    def value(self, position: PlayableT) -> int:
        """What person 0 gets from best play of both: 1 a win, 0 a draw, -1 a loss.

        Every position must have risen on the way (turns or counters), so that none comes back.

        Raises:
            TooManyPositionsError: there are more than `most` positions.
        """
        if position in self.seen:
            return self.seen[position]
        ending = position.outcome
        if ending is not None:
            return 0 if ending.winner is None else 1 - 2 * ending.winner
        self.entered += 1
        if self.most is not None and self.entered > self.most:
            raise TooManyPositionsError
        values = [self.value(position.apply(action)) for action in position.legal_actions()]
        self.seen[position] = max(values) if position.player == 0 else min(values)
        return self.seen[position]


def for_mover(position: Playable, value: int) -> str:
    """A value of person 0 in the words of the person to act."""
    return ("loss", "draw", "win")[1 + (value if position.player == 0 else -value)]


@dataclass(frozen=True)
class End:
    """How a reference game ended."""

    winner: int | None


@dataclass(frozen=True)
class ByReference(Generic[PositionT]):
    """A position of a reference game between two turns; an action is the number of a whole turn."""

    game: ReferenceGame[PositionT] = field(compare=False)
    position: PositionT

    @property
    def player(self) -> int | None:
        return self.game.player(self.position)

    @property
    def outcome(self) -> End | None:
        outcome = self.game.outcome(self.position)
        return None if outcome is None else End(None if outcome == "draw" else outcome)

    def legal_actions(self) -> list[int]:
        return list(range(len(self._after)))

    def apply(self, action: int) -> "ByReference[PositionT]":
        return ByReference(self.game, self._after[action])

    @property
    def _after(self) -> list[PositionT]:
        return list(self.game.turns(self.position).values())


def whole_turns(position: CountingT, end: int | None) -> dict[frozenset[int], CountingT]:
    """Every whole turn as a set of actions without `end`, and what it leads to.

    For turns of one action, and of stones that may be placed in any order.
    """
    found: dict[frozenset[int], CountingT] = {}
    seen, left = {position}, [(position, frozenset[int]())]
    while left:
        now, done = left.pop()
        for action in now.legal_actions():
            after = now.apply(action)
            actions = done if action == end else done | {action}
            if after.turn != position.turn:
                found[actions] = after
            elif after not in seen:
                seen.add(after)
                left.append((after, actions))
    return found
