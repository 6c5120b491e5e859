"""What the pages of games and challenges are told, once it is stored."""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

from skerry.web.base.consumers import Announcer
from skerry.web.base.services import service
from skerry.web.online.models import Challenge

LOBBY = "lobby"  # the sockets of all pages that show the lobby

# Sent once a challenge for one player has been made or has ended. Argument: `holder`, of theirs.
invitations_changed = Signal()


def game_group(game_id: str) -> str:
    """The sockets of all pages that show a game."""
    return f"game.{game_id}"


def challenge_group(challenge_id: str) -> str:
    """The sockets of all pages that show a challenge."""
    return f"challenge.{challenge_id}"


def ticket_group(player_id: int) -> str:
    """The sockets of the pages on which a player waits to be paired."""
    return f"ticket.{player_id}"


def tell_of_game(*, game_id: str, version: int, **_: object) -> None:
    """Let the pages of a game show what is new; a receiver of `play.signals.game_changed`."""
    service(Announcer).tell(game_group(game_id), {"type": "changed", "version": version})


def tell_of_chat(game_id: str, *, afresh: bool = False, only: int | None = None) -> None:
    """Let the pages of a game's two players ask for its chat, once what is under way is committed.

    With `afresh` more has changed than that a line has come. `only` names the one person whose
    pages are told.
    """
    message = {"type": "chatted", "afresh": afresh, "only": only}
    transaction.on_commit(partial(service(Announcer).tell, game_group(game_id), message))


def tell_of_challenge(challenge: Challenge) -> None:
    """Let the pages that show a challenge ask for it, once what is under way is committed."""
    tell_later(challenge_group(challenge.pk))
    if challenge.is_listed or challenge.invited is not None:
        tell_of_lobby()
    if challenge.invited is not None:
        holder = challenge.invited.holder
        transaction.on_commit(partial(invitations_changed.send_robust, sender=None, holder=holder))


def tell_of_lobby() -> None:
    """Let the lobby's pages ask for what it shows, once what is under way is committed."""
    tell_later(LOBBY)


def tell_of_ticket(player_id: int) -> None:
    """Let the page of who waits for a game ask for it, once what is under way is committed."""
    tell_later(ticket_group(player_id))


def tell_later(group: str) -> None:
    """Let the pages of a group ask for what they show, once what is under way is committed."""
    message = {"type": "changed", "version": 0}
    transaction.on_commit(partial(service(Announcer).tell, group, message))
