"""The rest of a turn where a search has nothing to say about it."""

from random import Random

from skerry.games.running.turn_sets import may_circle
from skerry.positions import Position


def rest_of_turn(position: Position) -> tuple[int, ...]:
    """Actions that complete the turn, the same ones each time; the game must not be over.

    The first legal action, again and again, comes to an end where each takes a cell. Where it could
    go in a circle for ever, a way is drawn that returns to no position.
    """
    if may_circle(position.game.rules, position.state):
        return tuple(position.sample_turn(Random(0)))
    return tuple(position.complete_turn(lambda reached: reached.legal_actions()[0]))
