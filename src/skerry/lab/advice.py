"""The three rules of a guide as a player: of a few random turns it plays the one they like best.

What a guide tells a beginner is worth something if this player, who knows nothing else, beats a
random one, and the player who does the opposite loses.
"""

from random import Random

from skerry.lab.claims.texts import ADVICE
from skerry.positions import Position

TRIES = 12  # random turns to choose among


class AdvisedPlayer:
    """Follows the rules of a game's guide, the first one first, or does the opposite."""

    def __init__(self, seed: int, *, opposite: bool = False) -> None:
        self._rng, self._sign = Random(seed), -1 if opposite else 1

    def choose(self, position: Position) -> tuple[int, ...]:
        """The actions of a whole turn. Raises KeyError: there are no rules for the game."""
        rules, colour = ADVICE[position.game.name], (position.colour_index or 1) - 1

        def worth(turn: tuple[int, ...]) -> tuple[float, ...]:
            after = position
            for action in turn:
                after = after.apply(action)
            return tuple(self._sign * rule(position, after, colour) for rule in rules)

        turns = (tuple(position.sample_turn(self._rng)) for _ in range(TRIES))
        return max(turns, key=worth)
