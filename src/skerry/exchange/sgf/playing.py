"""A turn as the actions it is played by, one after another."""

from typing import NamedTuple

from skerry.errors import IllegalActionError
from skerry.games.text.actions import words_of
from skerry.positions import Position


class Step(NamedTuple):
    """An action of a turn."""

    before: Position
    action: int


class Played(NamedTuple):
    """A turn, action by action."""

    steps: tuple[Step, ...]  # without a final `end`
    ended: bool  # whether `end` ended it, and not the rules
    after: Position


def steps_of(position: Position, turn: str) -> Played:
    """How a turn is played, in an order that the rules allow.

    Raises:
        IllegalActionError: there is none.
    """
    actions = list(position.game.parse_turn(turn))
    refusal = None
    for order in (actions, *_with_another_last(actions)):
        try:
            return _played(position, order)
        except IllegalActionError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _with_another_last(actions: list[int]) -> list[list[int]]:
    """Stones that win end the turn, so that they must be placed last; the rest is free (C-2)."""
    return [[*(one for one in actions if one != last), last] for last in reversed(actions)]


def _played(position: Position, actions: list[int]) -> Played:
    steps = []
    here = position
    for action in actions:
        if here.turn > position.turn:
            raise IllegalActionError("The turn goes on after its end.", "C-2")
        steps.append(Step(here, action))
        here = here.apply(action)
    if not here.may_end or here.turn > position.turn:
        return Played(tuple(steps), False, here)
    return Played(tuple(steps), True, here.apply(words_of(here.game)["end"]))
