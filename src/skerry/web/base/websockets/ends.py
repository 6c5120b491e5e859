"""Sockets end with what opened them: a session, or the token of a browser."""

from functools import partial

from django.db import transaction

from skerry.web.base.services import shared
from skerry.web.base.websockets.announcer import Announcer

CHECK = {"type": "check_holder"}  # names the method of `PageSocket`


def holder_group(holder: str) -> str:
    """All sockets that a holder has opened."""
    return f"holder.{holder.replace(':', '.')}"


def check_sockets_of(holder: str) -> None:
    """Let a holder's sockets look whether who opened them still counts, once this is committed."""
    transaction.on_commit(partial(announcer().tell, holder_group(holder), CHECK))


def announcer() -> Announcer:
    """What tells sockets: the site's, or one of a command beside it."""
    try:
        return shared(Announcer)
    except LookupError:
        return Announcer()
