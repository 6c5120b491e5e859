"""MutablePosition: a position that changes in place, for loops that step one game from Python.

game = skerry.MutablePosition(position)
while not game.is_over:
    game.apply(choose(game.legal_actions()))
"""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Self

from skerry.core.exclusive import in_use
from skerry.core.jit import entry_point
from skerry.core.layout import (
    DRAWN,
    NOBODY,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    WON,
    IntArray16,
    Rules,
    new_state,
)
from skerry.core.numbers import action_number
from skerry.games.stepping import advance, list_legal, new_buffer
from skerry.positions import Game, Outcome, Position

WHAT = "game"  # that is in use, for a sentence


@cache
def _advance_in(game: Game) -> Callable[[Rules, IntArray16, int, int], int]:
    """`advance` for a game's type of rules."""
    rules = game.rules
    return entry_point(advance, rules, new_buffer(rules, new_state(rules)), 0, 0)


class MutablePosition:
    """Like Position and several times as fast, but changed in place by `apply`.

    What it has no name for, `position()` answers. One thread at a time may use it.
    """

    __slots__ = ("_advance", "_buffer", "_legal", "_lock", "_num_legal", "_rules", "_state", "game")

    def __init__(self, position: Position) -> None:
        """A copy of a position; the position stays as it is."""
        self.game: Game = position.game
        self._rules = self.game.rules
        self._buffer = new_buffer(self._rules, position.state)
        self._look()
        self._advance = _advance_in(self.game)
        self._num_legal = list_legal(self._rules, self._buffer)

    def _look(self) -> None:
        self._lock = Lock()  # as Exclusive, without the call that a `with` would cost
        self._state = self._buffer[: self._rules.state_size]
        self._legal = self._buffer[self._rules.state_size :]

    @property
    def player(self) -> int | None:
        """The person to act, 0 or 1; None when the game is over."""
        person = int(self._state[PLAYER])
        return None if person == NOBODY else person

    @property
    def turn(self) -> int:
        """Whole turns played."""
        return int(self._state[TURN])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._num_legal == 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.position().outcome if self._num_legal == 0 else None

    def returns(self) -> list[float]:
        """What each person has: 1 won, -1 lost, 0 drawn or still under way."""
        result = int(self._state[RESULT])
        if result in (RUNNING, DRAWN):
            return [0.0, 0.0]
        return [1.0, -1.0] if result == WON else [-1.0, 1.0]

    @property
    def state(self) -> IntArray16:
        """The kernels' state itself, int16 of shape (state_size,): it changes with the position."""
        return self._state

    def legal_actions(self) -> list[int]:
        """All legal atomic actions, ascending; empty only when the game is over (C-8)."""
        if not self._lock.acquire(False):
            raise in_use(WHAT)
        try:
            actions: list[int] = self._legal[: self._num_legal].tolist()
            return actions
        finally:
            self._lock.release()

    def apply(self, action: int) -> None:
        """Carry out one action in place.

        Raises:
            NotationError, GameOverError, IllegalActionError: as `Position.apply`; nothing changes.
            InUseError: another thread is at it.
        """
        action = action_number(action)
        if not self._lock.acquire(False):
            raise in_use(WHAT)
        try:
            count = self._advance(self._rules, self._buffer, action, self._num_legal)
            if count < 0:
                Position(self.game, self._state.copy()).apply(action)  # which says why not
                raise AssertionError("an action was refused that is legal")
            self._num_legal = count
        finally:
            self._lock.release()

    def position(self) -> Position:
        """The position as it is now, as a value that stays."""
        if not self._lock.acquire(False):
            raise in_use(WHAT)
        try:
            return Position(self.game, self._state.copy())
        finally:
            self._lock.release()

    def __reduce__(self) -> tuple[type[Self], tuple[Position]]:
        """Pickled as its position: compiled code goes to no other process."""
        return type(self), (self.position(),)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        twin.game, twin._rules, twin._advance = self.game, self._rules, self._advance
        if not self._lock.acquire(False):
            raise in_use(WHAT)
        try:
            twin._num_legal, twin._buffer = self._num_legal, self._buffer.copy()
        finally:
            self._lock.release()
        twin._look()
        return twin
