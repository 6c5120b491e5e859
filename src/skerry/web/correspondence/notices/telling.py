"""Open pages are told when it is one's turn in another game, so that they can notify."""

import hashlib

from ....games.catalogue import info
from ...base.services import shared
from ...base.websockets.announcer import Announcer
from ...play.models import OVER, SavedGame
from ..waiting import names_in, other_of
from .noting import days_of

WORDS = {"begun": "A game has begun", "turn": "Your turn", "taken_back": "Your turn"}


def player_group(holder: str) -> str:
    """The sockets of all pages of a holder; a group's name may not hold every letter."""
    return f"player.{hashlib.sha256(holder.encode()).hexdigest()[:40]}"


def tell_players(saved: SavedGame, what: str) -> None:
    """Tell the open pages of players of a change, one of `play.signals.CHANGES`.

    Who has acted hears it too, of an end for one; their page of the game says it already.
    """
    if saved.deleted is not None or not saved.seats.are_apart():
        return
    persons: tuple[int, ...]
    if saved.status == OVER and what in ("turn", "resigned", "flag", "forfeit", "drawn", "aborted"):
        persons, words = (0, 1), f"Game over: {saved.summary}"
    elif what in WORDS and saved.to_act is not None:
        if what != "begun" and days_of(saved.clock) is None:
            return  # both sit at its page, which calls them
        persons, words = (saved.to_act,), WORDS[what]
    else:
        return
    names, seats = names_in([saved]), (saved.first_seat, saved.second_seat)
    for person in persons:
        holder = seats[person]
        if holder:
            opponent = names.get(other_of(saved, holder), "somebody")
            message = {
                "type": "happened",
                "game": saved.pk,
                "words": words,
                "more": f"{info(saved.game).title} against {opponent}",
            }
            shared(Announcer).tell(player_group(holder), message)
