"""Positions to begin at once the set-up is done, for games that have one."""

from random import Random

from skerry.games.running.set_up import setup_module
from skerry.positions import Game, Position


def prepared_start(game: Game, seed: int) -> Position:
    """A position after the set-up, all of it drawn: person 0 has the first colour and moves.

    Args:
        game: one whose start is drawn.
        seed: the same gives the same position.

    Raises:
        OptionError: the game begins on an empty board.
    """
    position, rng = game.start(seed=seed), Random(seed)
    while position.phase != "play":
        for text in setup_module(game).prepare(game, position.phase, position.contents, rng):
            position = position.play(text)
    return position


def is_prepared(position: Position) -> bool:
    """Whether a position is one in which the set-up is done and nothing has been played."""
    if not position.game.info.has_setup or position.phase != "play":
        return False
    return position.turn == prepared_start(position.game, 0).turn
