"""The games in which it is one's turn, and how open pages are told of them."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache
from django.db import Error
from django.http import HttpRequest
from django.urls import reverse

from skerry.games.catalogue import info
from skerry.web.accounts.people import find_player
from skerry.web.base.consumers import Announcer
from skerry.web.base.seats import seat_of
from skerry.web.base.services import service
from skerry.web.correspondence.letters import takes_days
from skerry.web.play import queries
from skerry.web.play.lists import ListedGame, listed, names_in, other_of, without_records
from skerry.web.play.models import OVER, SavedGame
from skerry.web.tournaments import ladders
from skerry.web.tournaments.models import Ladder

MOST_SHOWN = 100  # of each kind
KEPT_SECONDS = 60  # of a number that no change of a game has made void; for a look, no query
NOBODY = -1  # is kept of who has not played with others yet


@dataclass(frozen=True)
class Lists:
    """The games of a holder with others, and the challenges on ladders that wait for an answer."""

    mine: list[ListedGame]  # in which it is to act
    theirs: list[ListedGame]  # in which the other one is
    num_mine: int = 0  # all of them, also those that are not shown
    asked: Sequence[ladders.Asked] = ()

    @property
    def num_waiting(self) -> int:
        """How much waits for the holder, as `num_waiting` counts it."""
        return self.num_mine + len(self.asked)


def lists(holder: str | None) -> Lists:
    """The games of a holder, those with the least time first."""
    if holder is None:
        return Lists([], [])
    mine = queries.waiting_for(holder)
    theirs = queries.games_between(holder).exclude(pk__in=mine.order_by().values("pk"))
    return Lists(
        listed(without_records(mine)[:MOST_SHOWN], holder),
        listed(without_records(theirs)[:MOST_SHOWN], holder),
        mine.count(),
        ladders.asked(holder),
    )


def num_waiting(holder: str | None, but: str = "") -> int:
    """In how many games with others a holder is to act, and how many challenges on ladders wait.

    Where a game is looked at, in how many other games alone: from there one goes on to the next.
    """
    if holder is None:
        return 0
    mine = queries.waiting_for(holder)
    return mine.exclude(pk=but).count() if but else mine.count() + len(ladders.asked(holder))


def counted(request: HttpRequest) -> int:
    """How much waits for who asks, kept for a while; NOBODY for who plays with no others."""
    with suppress(Error):  # on a page that says why the database fails
        holder = seat_of(request)
        if holder is not None:
            key = _key(holder)
            found = cache.get(key)
            if found is None:
                found = num_waiting(holder)
                if not found and find_player(holder) is None:
                    found = NOBODY
                cache.set(key, found, KEPT_SECONDS)
            return int(found)
    return NOBODY


def _key(holder: str) -> str:
    return f"waiting:{holder}"


def forget_counts(holders: Iterable[str | None]) -> None:
    """Count anew for who plays a game that has changed."""
    cache.delete_many([_key(holder) for holder in holders if holder])


def next_after(game_id: str, holder: str | None) -> str | None:
    """The id of the game to be looked at after another one, None where none waits."""
    if holder is None:
        return None
    others = queries.waiting_for(holder).exclude(pk=game_id)
    return others.values_list("pk", flat=True).first()


ENDS = ("turn", "resigned", "flag", "forfeit", "drawn", "aborted")
UNCOUNTED = ("offer", "answer", "vacation")  # changes after which the same games wait
WORDS = {"begun": "A game has started", "turn": "Your turn", "taken_back": "Your turn"}


def player_group(holder: str) -> str:
    """The sockets of all pages of a holder; a group's name may not hold every letter."""
    return f"player.{hashlib.sha256(holder.encode()).hexdigest()[:40]}"


def tell_players(saved: SavedGame, what: str) -> None:
    """Tell the open pages of both players of a change, one of `play.signals.CHANGES`.

    All hear that it may be another number of games that waits for them; who is to act, or both of
    a beginning and an end, also what is to be notified. Who has acted hears it too, of an end for
    one; their page of the game says it already.
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
            "path": reverse("game", args=[saved.pk]),
            "words": words if person in told else "",
            "more": f"{info(saved.game).title} against {opponent}" if person in told else "",
        }
        service(Announcer).tell(player_group(holder), message)


def _notified(saved: SavedGame, what: str) -> tuple[tuple[int, ...], str]:
    """Which persons are notified of a change, and by which words."""
    if saved.deleted is not None or not saved.seats.are_apart():
        return (), ""
    if saved.status == OVER and what in ENDS:
        return (0, 1), f"Game over: {saved.summary}"
    if what in WORDS and saved.to_act is not None and saved.status != OVER:
        if what == "begun":  # whoever does not move first may not know of it, and their clock runs
            return (0, 1), WORDS[what]
        if not takes_days(saved):
            return (), ""  # both sit at its page, which calls them
        return (saved.to_act,), WORDS[what]
    return (), ""


def tell_challenged(ladder: Ladder, asked: Sequence[str], settled: Sequence[str]) -> None:
    """Tell the open pages of those who are to answer on a ladder from now on, or were to."""
    forget_counts([*asked, *settled])
    for holder in (*asked, *settled):
        is_asked = holder in asked
        message = {
            "type": "happened",
            "game": "",
            "path": ladder.path,
            "words": "You were challenged" if is_asked else "",
            "more": f"Answer on {ladder.name}, or you lose your rung" if is_asked else "",
        }
        service(Announcer).tell(player_group(holder), message)


def tell_moved(old: str, new: str) -> None:
    """Let the pages of two holders look again: what was one's is the other's now."""
    for holder in (old, new):
        service(Announcer).tell(player_group(holder), {"type": "moved"})
