"""The games with somebody else that one plays at this moment, and how much time there is."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ...errors import OptionError
from ...games.catalogue import info
from ...games.contract import GameInfo
from ...sessions import clock_from_json
from ..accounts.models import Player
from ..base.services import shared
from ..play import games
from ..play.models import SavedGame
from ..play.moments import Moments

MOST_SHOWN = 100  # of each kind
DAY, HOUR, MINUTE = 86_400, 3600, 60
SHORT = 0.25  # of the time for a turn: what is left then is said with emphasis


@dataclass(frozen=True)
class Time:
    """What the clock of who is to act shows."""

    words: str
    is_short: bool = False


@dataclass(frozen=True)
class Row:
    """A game in the list."""

    saved: SavedGame
    opponent: str
    time: Time

    @property
    def info(self) -> GameInfo:
        """The game that is played."""
        return info(self.saved.game)


@dataclass(frozen=True)
class Lists:
    """The games of a holder with others."""

    mine: list[Row]  # in which it is to act
    theirs: list[Row]  # in which the other one is


def lists(holder: str | None) -> Lists:
    """The games of a holder, those with the least time first."""
    if holder is None:
        return Lists([], [])
    running = games.games_between(holder).defer("record")
    mine = games.waiting_for(holder).defer("record")[:MOST_SHOWN]
    theirs = running.exclude(pk__in=mine.values("pk"))[:MOST_SHOWN]
    return Lists(_rows(mine, holder), _rows(theirs, holder))


def next_after(game_id: str, holder: str | None) -> str | None:
    """The id of the game to be looked at after another one, None where none waits."""
    if holder is None:
        return None
    others = games.waiting_for(holder).exclude(pk=game_id)
    return others.values_list("pk", flat=True).first()


def _rows(found: Iterable[SavedGame], holder: str) -> list[Row]:
    listed, now = list(found), shared(Moments).now()
    names = names_in(listed)
    return [
        Row(one, names.get(other_of(one, holder), "somebody"), time_of(one, now)) for one in listed
    ]


def other_of(saved: SavedGame, holder: str) -> str:
    """Who plays against a holder."""
    first, second = saved.first_seat or "", saved.second_seat or ""
    return second if first == holder else first


def names_in(found: Iterable[SavedGame]) -> dict[str, str]:
    """The names of all who play in some games, by holder."""
    holders = {seat for one in found for seat in (one.first_seat, one.second_seat) if seat}
    return dict(Player.objects.filter(holder__in=holders).values_list("holder", "name"))


def time_of(saved: SavedGame, now: float) -> Time:
    """What is left to who is to act."""
    if saved.clock is None or saved.to_act is None:
        return Time("No clock")
    try:
        clock = clock_from_json(saved.clock)
    except OptionError:  # damaged; the game's page says so
        return Time("The clock cannot be read")
    seconds = clock.shown(saved.to_act, now, is_to_act=True).seconds
    if clock.vacations[saved.to_act].is_away(now):
        return Time(f"{words_of(seconds)} left, on vacation")
    return Time(f"{words_of(seconds)} left", seconds < SHORT * clock.limit(saved.to_act))


def words_of(seconds: float) -> str:
    """A length of time in words, rounded down: "2 days 4 hours", "3 hours 5 minutes"."""
    rest = max(0, int(seconds))
    units = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second"))
    for (long, name), (short, part) in pairwise(units):
        if rest >= long:
            number, more = divmod(rest, long)
            return " ".join(filter(None, (_many(number, name), _many(more // short, part))))
    return _many(rest, "second") or "no time"


def _many(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}" if number else ""
