"""The computer's turns: asked of the engine, and passed on to who plays them."""

from collections.abc import Callable
from dataclasses import dataclass

from skerry.levels import LEVELS, recipe_of
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane
from skerry.web.thinking.unsaved import PAUSE, UnsavedAnswers

TURN = "turn"  # what the engine is asked for


@dataclass(frozen=True)
class OwedTurn:
    """A turn that the computer owes in a saved game."""

    game_id: str
    version: int  # of the saved game
    record: str  # GameRecord as JSON
    level: str
    game: str  # by name
    holder: str  # a browser that waits for it


class ComputerTurns:
    """Asks for turns. All methods may be called by any thread."""

    def __init__(
        self, engine: Engine, play: Callable[[Answer], None], pause: float = PAUSE
    ) -> None:
        """Nothing is asked for yet.

        Args:
            engine: finds the turns.
            play: plays the turn of an answer and saves the game, or raises OperationalError
                where it cannot be saved; it is then called again until it can.
            pause: seconds between two tries to save.
        """
        self._engine = engine
        self._unsaved = UnsavedAnswers(play, pause)

    def ask(self, owed: OwedTurn) -> None:
        """Ask for a turn, instead of any other that was asked for in the same game."""
        order = {"record": owed.record, "level": owed.level}
        lane = Lane.LONG if _takes_long(owed.game, owed.level) else Lane.SHORT
        self._engine.submit(
            Job(TURN, owed.game_id, owed.version, order, self.take, lane, owed.holder, owed.game)
        )

    def drop(self, game_id: str) -> None:
        """Ask for no turn in a game any more; nothing happens where none was asked for."""
        self._engine.cancel(TURN, game_id)

    def take(self, answer: Answer) -> None:
        """Have an answer played, now or as soon as that can be saved."""
        self._unsaved.save(answer)

    def is_unsaved(self, game_id: str) -> bool:
        """Whether a turn was found that cannot be saved yet."""
        return self._unsaved.holds(TURN, game_id)

    def is_below_level(self, game: str, level: str) -> bool:
        """Whether the computer does not play as well as its level says, for lack of kernels."""
        return self._engine.phase(game) != "ready" and _takes_long(game, level)


def _takes_long(game: str, level: str) -> bool:
    """Whether a turn at a level may take seconds."""
    known = LEVELS.get(level)
    return known is not None and recipe_of(game, known).takes_long
