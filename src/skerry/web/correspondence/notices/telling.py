"""Open pages are told of one's games, so that they show how many wait, and can notify."""

import hashlib

from skerry.games.catalogue import info
from skerry.web.base.services import shared
from skerry.web.base.websockets.announcer import Announcer
from skerry.web.correspondence.notices.noting import days_of
from skerry.web.play.listed import names_in, other_of
from skerry.web.play.models import OVER, SavedGame

ENDS = ("turn", "resigned", "flag", "forfeit", "drawn", "aborted")
UNCOUNTED = ("offer", "answer", "vacation")  # changes after which the same games wait
WORDS = {"begun": "A game has started", "turn": "Your turn", "taken_back": "Your turn"}


def player_group(holder: str) -> str:
    """The sockets of all pages of a holder; a group's name may not hold every letter."""
    return f"player.{hashlib.sha256(holder.encode()).hexdigest()[:40]}"


def tell_players(saved: SavedGame, what: str) -> None:
    """Tell the open pages of both players of a change, one of `play.signals.CHANGES`.

    All hear that it may be another number of games that waits for them; who is to act, or both of
    an end, also what is to be notified. Who has acted hears it too, of an end for one; their page
    of the game says it already.
    """
    if what in UNCOUNTED:
        return
    told, words = _notified(saved, what)
    names = names_in([saved]) if told else {}
    for person, holder in enumerate((saved.first_seat, saved.second_seat)):
        if not holder:
            continue
        opponent = names.get(other_of(saved, holder), "somebody")
        message = {
            "type": "happened",
            "game": saved.pk,
            "words": words if person in told else "",
            "more": f"{info(saved.game).title} against {opponent}" if person in told else "",
        }
        shared(Announcer).tell(player_group(holder), message)


def _notified(saved: SavedGame, what: str) -> tuple[tuple[int, ...], str]:
    """Which persons are notified of a change, and by which words."""
    if saved.deleted is not None or not saved.seats.are_apart():
        return (), ""
    if saved.status == OVER and what in ENDS:
        return (0, 1), f"Game over: {saved.summary}"
    if what in WORDS and saved.to_act is not None and saved.status != OVER:
        if what != "begun" and days_of(saved.clock) is None:
            return (), ""  # both sit at its page, which calls them
        return (saved.to_act,), WORDS[what]
    return (), ""


def tell_moved(old: str, new: str) -> None:
    """Let the pages of two holders look again: what was one's is the other's now."""
    for holder in (old, new):
        shared(Announcer).tell(player_group(holder), {"type": "moved"})
