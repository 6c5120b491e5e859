"""Observations and masks of legal actions, the same in all adapters."""

import numpy as np

from skerry.core.layout import new_work
from skerry.games.running.observe import ByteArray, grid_of, observe, planes_of, shape_of
from skerry.mutable import MutablePosition
from skerry.positions import Game


class Observations:
    """Positions of one game as planes (games/running/observe.py), and masks of legal actions."""

    def __init__(self, game: Game) -> None:
        self.planes = planes_of(game)
        self.shape: tuple[int, int, int] = (len(self.planes), *shape_of(game.board))
        self._rules = game.rules
        self._grid, self._work = grid_of(game.board), new_work(game.rules)

    def of(self, play: MutablePosition, person: int) -> ByteArray:
        """A person's observation: uint8 of shape (planes, rows, columns), the caller's own."""
        seen = np.empty(self.shape, dtype=np.uint8)
        observe(self._rules, self._grid, play.state, person, seen.reshape(-1), self._work)
        return seen

    def mask(self, play: MutablePosition, person: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        """Which actions a person may take now: ones and zeros, all zeros when it is not theirs."""
        mask = np.zeros(self._rules.num_actions, dtype=np.int8)
        if play.player == person:
            mask[play.legal_actions()] = 1
        return mask
