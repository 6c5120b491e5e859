"""The rest of a turn where a search has nothing to say about it."""

from random import Random

from ..positions import Position


def rest_of_turn(position: Position) -> tuple[int, ...]:
    """Actions that complete the turn, the same ones each time; the game must not be over.

    The first legal action, again and again, comes to an end where each takes a cell. In Syrtis it
    could exchange a pair of tiles to and fro for ever (SYR-5), so a way is drawn that returns to no
    position.
    """
    if position.phase == "repair":
        return tuple(position.sample_turn(Random(0)))
    actions: list[int] = []
    turn = position.turn
    while not position.is_over and position.turn == turn:
        actions.append(position.legal_actions()[0])
        position = position.apply(actions[-1])
    return tuple(actions)
