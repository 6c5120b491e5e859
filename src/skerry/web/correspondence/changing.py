"""What a change of a game means for this room, in the transaction of the change and after it."""

from skerry.web.base.services import shared
from skerry.web.correspondence.answers.conditions import drop_unplayed
from skerry.web.correspondence.context import forget_counts
from skerry.web.correspondence.notices import noting
from skerry.web.correspondence.notices.telling import tell_players
from skerry.web.correspondence.sweeping import Alarm
from skerry.web.play.models import OVER, SavedGame

Holders = tuple[str | None, str | None]


def store_with(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Store what belongs to a change with it; a receiver of `play.signals.game_changing`."""
    if what not in noting.WHATS or not _are_apart(holders):
        return
    if saved.status == OVER:
        drop_unplayed(saved.pk)
    noting.note(saved, what)


def tell_after(*, saved: SavedGame, what: str, holders: Holders, **_: object) -> None:
    """Do what is due now and tell open pages; a receiver of `play.signals.game_changed`."""
    forget_counts(holders)
    if not _are_apart(holders):
        return
    shared(Alarm).ring()
    tell_players(saved, what)


def _are_apart(holders: Holders) -> bool:
    """Whether two play who are not the same, and neither is the computer."""
    return None not in holders and holders[0] != holders[1]
