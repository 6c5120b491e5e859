"""What other rooms hear of saved games.

`game_changed` is sent once a change is stored and can no longer be undone, by whichever thread and
process made it. Arguments: `game_id`; `version`, of the game from then on; `what`, one of CHANGES.
A receiver's error is logged, and takes nothing back.

`game_ended` is sent within the transaction that stores the end of a game, for what must be stored
with it or not at all; a receiver's error takes the end back. Arguments: `game_id`; `winner`, as in
the game's column, None where it was called off; `how`, the reason of the result, or ABORTED.
"""

from django.db import transaction
from django.dispatch import Signal

CHANGES = (
    *("begun", "turn", "taken_back", "resigned", "flag", "forfeit", "aborted", "drawn"),
    *("offer", "answer", "vacation", "deleted", "restored"),
)

ABORTED = "aborted"

game_changed = Signal()
game_ended = Signal()


def announce(game_id: str, version: int, what: str) -> None:
    """Tell who listens that a game has changed, once the transaction under way is committed."""
    assert what in CHANGES, what
    transaction.on_commit(
        lambda: game_changed.send_robust(sender=None, game_id=game_id, version=version, what=what)
    )
