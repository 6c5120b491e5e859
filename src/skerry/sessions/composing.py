"""A turn being composed: its actions in the order in which they were chosen, not played yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from skerry.errors import IllegalActionError, NotationError
from skerry.positions import Position


@dataclass(frozen=True)
class Composed:
    """A turn being composed: what has been chosen, and the position it leads to."""

    base: Position  # when the turn began
    position: Position
    actions: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the turn has ended by itself."""
        return self.position.turn > self.base.turn or self.position.is_over


def compose(base: Position, actions: Sequence[str], without: str | None = None) -> Composed:
    """Some actions of one turn, in the order they were chosen.

    Args:
        base: the position when the turn began.
        actions: texts.
        without: one of them, to be taken back together with what needed it.

    Raises:
        NotationError, GameOverError, IllegalActionError: as `Position.apply`; the last also for
            actions beyond the end of the turn.
    """
    if without is not None and without not in actions:
        raise NotationError(f"{without!r} is not among the actions of this turn.")
    composed = Composed(base, base, ())
    for action in actions:
        if action == without:
            continue
        try:
            composed = add_action(composed, action)
        except IllegalActionError:
            if without is None:
                raise
    return composed


def add_action(composed: Composed, text: str) -> Composed:
    """One action more. Raises as `compose`."""
    action = composed.base.game.parse_action(text)
    if composed.is_complete and not composed.position.is_over:
        raise IllegalActionError(
            "The turn is complete: end it, or take something of it back.", "C-2"
        )
    position = composed.position.apply(action)
    return Composed(composed.base, position, (*composed.actions, text))
