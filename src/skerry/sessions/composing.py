"""A turn being composed, not played yet, and starts that are prepared."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from skerry.errors import IllegalActionError, NotationError
from skerry.games.contract import game_module
from skerry.positions import Game, Position

# A turn being composed: its actions in the order in which they were chosen, not played yet.


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
        for text in game_module(game.name).prepare(game, position.phase, position.contents, rng):
            position = position.play(text)
    return position


def is_prepared(position: Position) -> bool:
    """Whether a position is one in which the set-up is done and nothing has been played."""
    if not position.game.info.has_setup or position.phase != "play":
        return False
    return position.turn == prepared_start(position.game, 0).turn
