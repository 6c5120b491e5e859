"""The games with somebody else that one plays at this moment, and the number of those that wait.

Which games wait for somebody, `play.games.waiting_for` says alone; home, this room's list, the
number at the top of each page, "Next game" and what open pages are told all ask it.
"""

from dataclasses import dataclass

from skerry.web.play import games
from skerry.web.play.listed import ListedGame, listed, without_records

MOST_SHOWN = 100  # of each kind


@dataclass(frozen=True)
class Lists:
    """The games of a holder with others."""

    mine: list[ListedGame]  # in which it is to act
    theirs: list[ListedGame]  # in which the other one is
    num_mine: int = 0  # all of them, also those that are not shown


def lists(holder: str | None) -> Lists:
    """The games of a holder, those with the least time first."""
    if holder is None:
        return Lists([], [])
    mine = games.waiting_for(holder)
    theirs = games.games_between(holder).exclude(pk__in=mine.order_by().values("pk"))
    return Lists(
        listed(without_records(mine)[:MOST_SHOWN], holder),
        listed(without_records(theirs)[:MOST_SHOWN], holder),
        mine.count(),
    )


def num_waiting(holder: str | None, but: str = "") -> int:
    """In how many games with others a holder is to act; one that is looked at may be left out."""
    return 0 if holder is None else games.waiting_for(holder).exclude(pk=but).count()


def next_after(game_id: str, holder: str | None) -> str | None:
    """The id of the game to be looked at after another one, None where none waits."""
    if holder is None:
        return None
    others = games.waiting_for(holder).exclude(pk=game_id)
    return others.values_list("pk", flat=True).first()
