"""What follows from a change of a game, and what games that take days need while nobody looks."""

import json
from collections.abc import Sequence
from functools import partial

from django.db import transaction

from skerry.study.edits import AddChapter
from skerry.web.base.services import service
from skerry.web.correspondence import letters
from skerry.web.correspondence.conditions import drop_unplayed, play_due
from skerry.web.correspondence.letters import send_due
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.correspondence.waiting import forget_counts, tell_challenged, tell_players
from skerry.web.online.notifications import tell_of_lobby
from skerry.web.play.models import OVER, SavedGame
from skerry.web.play.sweeps import Alarm, Sweeper
from skerry.web.study.models import SavedEdit
from skerry.web.tournaments.models import Ladder

# Seconds between two sweeps when nothing is heard: other processes may have changed games.
PAUSE = 2.0
LETTERS_PAUSE = 20.0


def sweepers() -> tuple[Sweeper, Sweeper]:
    """What plays conditional turns, and what sends letters, which no turn waits for."""
    return (
        Sweeper("conditional turns", play_due, pause=PAUSE, alarm=service(Alarm)),
        Sweeper("letters", send_due, pause=LETTERS_PAUSE),
    )


Holders = tuple[str | None, str | None]


def store_with(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Store what belongs to a change with it; a receiver of `play.signals.game_changing`."""
    if what == "vacation":
        letters.move_reminder(saved)
    if what not in letters.EVENTS or not _are_apart(holders):
        return
    if saved.status == OVER:
        drop_unplayed(saved.pk)
    letters.note(saved, what)


def look_again(*, instance: SavedEdit, **_: object) -> None:
    """Look again at what a chapter that is back in some notes answers; a receiver of `post_save`.

    An answer that came due while it was deleted would wait for the game's next change.
    """
    if json.loads(instance.edit)["kind"] == AddChapter.__name__:
        ConditionalTurn.objects.filter(study=instance.study_id, played=None).update(looked=None)


def tell_after(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Do what is due now and tell open pages; a receiver of `play.signals.game_changed`."""
    forget_counts(holders)
    if not _are_apart(holders):
        return
    service(Alarm).ring()
    tell_players(saved, what)


def note_challenged(
    *, ladder: Ladder, asked: Sequence[str], settled: Sequence[str], **_: object
) -> None:
    """Let who is challenged hear of it; a receiver of `tournaments.ladders.answers_wanted`."""
    letters.note_challenged(ladder, asked)
    tell_of_lobby()
    transaction.on_commit(partial(tell_challenged, ladder, asked, settled), robust=True)


def _are_apart(holders: Holders) -> bool:
    """Whether two play who are not the same, and neither is the computer."""
    return None not in holders and holders[0] != holders[1]
