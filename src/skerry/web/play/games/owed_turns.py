"""The turn that the computer owes in a saved game: asked for, and why it does not come."""

from ...base.services import shared
from ...board import words
from ...thinking.turns import ComputerTurns, OwedTurn
from ..models import SavedGame

LONGEST_TROUBLE = 300  # characters that the column holds


def ask_computer(saved: SavedGame) -> None:
    """Drop what the engine may be thinking about this game, and ask for the turn it owes now."""
    if not saved.level:  # people play it
        return
    turns = shared(ComputerTurns)
    turns.drop(saved.pk)
    if saved.waits_for_computer:
        turns.ask(
            OwedTurn(saved.pk, saved.version, saved.record, saved.level, saved.game, saved.holder)
        )


def note_trouble(game_id: str, sentence: str, **where: int) -> None:
    """Say in a game why the computer does not answer."""
    SavedGame.objects.filter(pk=game_id, **where).update(trouble=sentence[:LONGEST_TROUBLE])


def thinking_words(saved: SavedGame) -> str:
    """What is said while the computer thinks in a game."""
    turns = shared(ComputerTurns)
    if turns.is_unsaved(saved.pk):
        return words.UNSAVED
    return words.thinking(below_level=turns.is_below_level(saved.game, saved.level))
