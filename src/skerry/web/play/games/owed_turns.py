"""The turn that the computer owes in a saved game: asked for, and why it does not come."""

from skerry.web.base.errors import BrokenGameError
from skerry.web.base.services import shared
from skerry.web.board import words
from skerry.web.play.closed import CLOSED, may_computer_play
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from skerry.web.thinking.turns import ComputerTurns, OwedTurn

LONGEST_TROUBLE = 300  # characters that the column holds


def ask_computer(saved: SavedGame) -> None:
    """Drop what the engine may be thinking about this game, and ask for the turn it owes now.

    It owes none where two people play the position; the game says so until somebody asks again.
    """
    if not saved.level:  # people play it
        return
    turns = shared(ComputerTurns)
    turns.drop(saved.pk)
    if not saved.waits_for_computer:
        return
    if may_answer(saved):
        turns.ask(
            OwedTurn(saved.pk, saved.version, saved.record, saved.level, saved.game, saved.holder)
        )
    else:
        note_trouble(saved.pk, CLOSED, version=saved.version)
        saved.trouble = CLOSED


def may_answer(saved: SavedGame) -> bool:
    """Whether the computer may play its turn; in a damaged game, whose trouble is that, too."""
    try:
        return may_computer_play(saved, record_of(saved))
    except BrokenGameError:
        return True


def note_trouble(game_id: str, sentence: str, **where: int) -> None:
    """Say in a game why the computer does not answer."""
    SavedGame.objects.filter(pk=game_id, **where).update(trouble=sentence[:LONGEST_TROUBLE])


def thinking_words(saved: SavedGame) -> str:
    """What is said while the computer thinks in a game."""
    turns = shared(ComputerTurns)
    if turns.is_unsaved(saved.pk):
        return words.UNSAVED
    return words.thinking(below_level=turns.is_below_level(saved.game, saved.level))
