"""What a change of a game means for this room, in the transaction of the change and after it."""

from ..base.services import shared
from ..play.models import OVER, SavedGame
from .answers.conditions import drop_unplayed
from .context import forget_counts
from .notices import noting
from .notices.telling import tell_players
from .sweeping import Alarm

Holders = tuple[str | None, str | None]

COLUMNS = (
    *("first_seat", "second_seat", "computer", "level"),
    *("to_act", "status", "clock", "turns_version"),
)


def store_with(*, game_id: str, what: str, holders: Holders, **_: object) -> None:
    """Store what belongs to a change with it; a receiver of `play.signals.game_changing`."""
    forget_counts(holders)
    if what not in noting.WHATS or not _are_apart(holders):
        return
    saved = SavedGame.objects.filter(pk=game_id).only(*COLUMNS).get()
    if saved.status == OVER:
        drop_unplayed(game_id)
    noting.note(saved, what)


def tell_after(*, game_id: str, what: str, holders: Holders, **_: object) -> None:
    """Do what is due now and tell open pages; a receiver of `play.signals.game_changed`."""
    forget_counts(holders)  # once more: somebody may have counted before it was stored
    if not _are_apart(holders):
        return
    shared(Alarm).ring()
    saved = SavedGame.objects.filter(pk=game_id).defer("record").first()
    if saved is not None:
        tell_players(saved, what)


def _are_apart(holders: Holders) -> bool:
    """Whether two play who are not the same, and neither is the computer."""
    return None not in holders and holders[0] != holders[1]
