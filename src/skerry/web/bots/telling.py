"""How a program that waits hears that it should look at its games."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from skerry.web.base.seats import ACCOUNT
from skerry.web.base.websockets.ends import announcer

AWAKE = {"type": "awake"}


def player_group(holder: str) -> str:
    """The streams of all programs that act for a holder."""
    return f"bot.{holder.replace(':', '.')}"


def wake_players(*, holders: Sequence[str | None], **_: object) -> None:
    """Let who plays in a game look at it; a receiver of `play.signals.game_changed`."""
    for holder in {one for one in holders if one is not None}:
        if holder.startswith(ACCOUNT):  # nobody else has tokens
            wake(holder)


def wake_invited(*, holder: str, **_: object) -> None:
    """Let who is asked for a game look; a receiver of `online.telling.invitations_changed`."""
    wake(holder)


def wake_later(holder: str) -> None:
    """As `wake`, once the transaction under way is committed; commands beside the site may ask."""
    transaction.on_commit(partial(wake, holder))


def wake(holder: str) -> None:
    """Let the programs of a holder look what is new, and whether their tokens still count."""
    announcer().tell(player_group(holder), AWAKE)
