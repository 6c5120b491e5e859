"""What the pages of games and challenges are told, once it is stored."""

from functools import partial

from django.db import transaction

from ..base.services import shared
from ..base.websockets.announcer import Announcer


def game_group(game_id: str) -> str:
    """The sockets of all pages that show a game."""
    return f"game.{game_id}"


def challenge_group(challenge_id: str) -> str:
    """The sockets of all pages that show a challenge."""
    return f"challenge.{challenge_id}"


def tell_of_game(*, game_id: str, version: int, **_: object) -> None:
    """Let the pages of a game ask for it; a receiver of `play.signals.game_changed`."""
    shared(Announcer).tell(game_group(game_id), {"type": "changed", "version": version})


def tell_of_challenge(challenge_id: str) -> None:
    """Let the pages of a challenge ask for it, when the transaction under way is committed."""
    message = {"type": "changed", "version": 0}
    transaction.on_commit(partial(shared(Announcer).tell, challenge_group(challenge_id), message))
