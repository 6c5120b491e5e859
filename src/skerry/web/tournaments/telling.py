"""What the pages of tournaments are told, once it is stored."""

from functools import partial

from django.db import transaction

from skerry.web.base.services import shared
from skerry.web.base.websockets.announcer import Announcer

MESSAGE = {"type": "changed", "version": 0}


def tournament_group(tournament_id: str) -> str:
    """The sockets of all pages that show a tournament or a ladder."""
    return f"tournament.{tournament_id}"


def tell_of(tournament_id: str) -> None:
    """Let the pages of a tournament ask for it, once what is under way is committed."""
    group = tournament_group(tournament_id)
    transaction.on_commit(partial(shared(Announcer).tell, group, MESSAGE))
