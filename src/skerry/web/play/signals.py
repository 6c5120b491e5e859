"""What other rooms hear of saved games.

`game_changed` is sent once a change is stored and can no longer be undone, by whichever thread and
process made it. Arguments: `game_id`; `version`, of the game from then on; `what`, one of CHANGES;
`holders`, of the seats of person 0 and person 1, None for the computer's; `saved`, the row as it is
stored then, to be read and not to be saved. A receiver's error is logged, and takes nothing back.

`game_changing` is sent with the same arguments within the transaction that stores the change, for
what must be stored with it or not at all; a receiver's error takes the change back.

`game_ended` is sent within the transaction that stores the end of a game, for what must be stored
with it or not at all; a receiver's error takes the end back. Arguments: `game_id`; `winner`, as in
the game's column, None where it was called off; `how`, the reason of the result, or ABORTED.
"""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

from skerry.web.play.models import SavedGame

CHANGES = (
    *("begun", "turn", "taken_back", "resigned", "flag", "forfeit", "aborted", "drawn"),
    *("offer", "answer", "vacation", "deleted", "restored", "renamed"),
)

ABORTED = "aborted"

game_changed = Signal()
game_changing = Signal()
game_ended = Signal()


def announce(saved: SavedGame, what: str) -> None:
    """Tell who listens that a game has changed, once the transaction under way is committed."""
    assert what in CHANGES, what
    told = {
        "game_id": saved.pk,
        "version": saved.version,
        "what": what,
        "saved": saved,
        "holders": (saved.first_seat, saved.second_seat),
    }
    game_changing.send(sender=None, **told)
    transaction.on_commit(partial(game_changed.send_robust, sender=None, **told))
