"""Games as lists show them, without a look at their records: at home, and wherever games stand."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.db.models.functions import Substr
from django.http import QueryDict

from skerry.errors import OptionError
from skerry.games.catalogue import GAMES, info
from skerry.games.info import GameInfo
from skerry.levels import LEVELS
from skerry.sessions import Clock, clock_from_json, speed_of
from skerry.web.accounts.models import Player
from skerry.web.base.services import service
from skerry.web.play import queries
from skerry.web.play.forms import rules_words, short_time
from skerry.web.play.models import DRAWN, OVER, RUNNING, SavedGame
from skerry.web.play.moments import Moments

HEAD = 600  # characters of a record, in which its options stand
DAY, HOUR, MINUTE = 86_400, 3600, 60
SHORT = 0.25  # of the time for a turn: what is left then is said with emphasis
GONE = "somebody who is gone"


@dataclass(frozen=True)
class Time:
    """What the clock of who is to act shows."""

    words: str
    is_short: bool = False


@dataclass(frozen=True)
class ListedGame:
    """A game as a list shows it to somebody who plays in it."""

    saved: SavedGame
    holder: str  # who looks at it
    opponent: str = ""  # name of the other person; "" where nobody else plays
    time: Time | None = None  # of who is to act; None: nobody else plays, or it is over
    kind: str = ""  # its speed and its clock; "" where nobody else plays
    board: str = ""  # and options that are not usual; "" where they cannot be read

    @property
    def info(self) -> GameInfo:
        """The game that is played."""
        return info(self.saved.game)

    @property
    def is_mine_alone(self) -> bool:
        """Whether nobody else holds a seat: only then can it be deleted."""
        return self.saved.seats.are_all_held_by(self.holder)

    @property
    def against(self) -> str:
        """The opponent."""
        if self.saved.computer is None:
            return self.opponent or "friend here"
        return f"computer, {level_words(self.saved.level)}"

    @property
    def is_to_act(self) -> bool:
        """Whether who looks may play now."""
        return self.saved.to_act in self.saved.seats.held_by(self.holder)

    @property
    def status(self) -> str:
        """Whose turn it is, or how it ended for who looks."""
        saved, mine = self.saved, self.saved.seats.held_by(self.holder)
        if saved.status != OVER:
            if saved.waits_for_computer:
                return "The computer has stopped" if saved.trouble else "The computer is thinking"
            is_plain = len(mine) > 1 or not self.is_to_act
            return saved.summary if is_plain else "Your turn"
        if saved.winner is None or saved.winner == DRAWN or len(mine) != 1:
            return saved.summary
        return "You won" if saved.winner in mine else "You lost"

    @property
    def more(self) -> str:
        """How it ended, where `status` says only for whom."""
        over = self.saved.status == OVER
        return self.saved.summary if over and self.status != self.saved.summary else ""

    @property
    def waits_for_opponent(self) -> bool:
        """Whether the other person is to act."""
        return bool(self.opponent) and self.saved.status != OVER and not self.is_to_act


def level_words(level: str) -> str:
    """A level of the computer, which may be one of an older version."""
    return f"level {LEVELS[level].title if level in LEVELS else level}"


def without_records(found: "QuerySet[SavedGame]") -> "QuerySet[SavedGame]":
    """Games to be listed: of their records only the beginnings are read.

    Sixty may be long, and a damaged one must not keep the others away.
    """
    return found.defer("record").annotate(head=Substr("record", 1, HEAD))


def listed(found: Iterable[SavedGame], holder: str) -> list[ListedGame]:
    """Games that came `without_records`, as a list shows them to one of their players."""
    rows, now = list(found), service(Moments).now()
    others = [one for one in rows if not one.seats.are_all_held_by(holder)]
    names = names_in(others) if others else {}
    return [_listed(one, holder, names, now) for one in rows]


def _listed(saved: SavedGame, holder: str, names: dict[str, str], now: float) -> ListedGame:
    board = board_in_words(saved.game, getattr(saved, "head", ""))
    if saved.computer is not None or saved.seats.are_all_held_by(holder):
        return ListedGame(saved, holder, board=board)
    opponent = names.get(other_of(saved, holder), GONE)
    time = None if saved.status == OVER else time_of(saved, now)
    return ListedGame(saved, holder, opponent, time, kind_of(saved), board)


def listed_alone(saved: SavedGame, holder: str) -> ListedGame:
    """As `listed`, of one game."""
    return _listed(saved, holder, names_in([saved]), service(Moments).now())


def other_of(saved: SavedGame, holder: str) -> str:
    """Who plays against a holder."""
    first, second = saved.first_seat or "", saved.second_seat or ""
    return second if first == holder else first


def names_in(found: Iterable[SavedGame]) -> dict[str, str]:
    """The names of all who play in some games, by holder, as they are now."""
    holders = {seat for one in found for seat in (one.first_seat, one.second_seat) if seat}
    return dict(Player.objects.filter(holder__in=holders).values_list("holder", "name"))


def board_in_words(game: str, head: str) -> str:
    """The board of a record that begins so, and its options that are not usual; "" unreadable."""
    found = re.search(r'"options":\s*', head)
    if found is None:
        return ""
    about = info(game)
    try:
        sent, _ = json.JSONDecoder().raw_decode(head, found.end())
        options = about.complete(sent)
    except (ValueError, OptionError, TypeError, AttributeError):
        return ""
    return rules_words(about, options)


def kind_of(saved: SavedGame) -> str:
    """How quick a game is, and its clock: "Rapid, 10 min + 5 s"."""
    clock = clock_of(saved)
    if saved.clock is not None and clock is None:
        return ""
    control = None if clock is None else clock.control
    return f"{speed_of(control).capitalize()}, {short_time(control)}"


def clock_of(saved: SavedGame) -> Clock | None:
    """The clock of a game; None: it has none, or a damaged one."""
    try:
        return None if saved.clock is None else clock_from_json(saved.clock)
    except OptionError:  # damaged; the game's page says so
        return None


def time_of(saved: SavedGame, now: float) -> Time:
    """What is left to who is to act."""
    if saved.clock is None or saved.to_act is None:
        return Time("No clock")
    clock = clock_of(saved)
    if clock is None:
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


MOST_RUNNING = 60
A_PAGE = 12  # finished games
MOST_PAGES = 10_000


@dataclass(frozen=True)
class Wanted:
    """What part of the list an address asks for."""

    game: str = ""  # name of the only game; "" for all
    page: int = 1  # of the finished ones

    @property
    def query(self) -> str:
        """The query of an address, with its question mark; "" for what is shown anyhow."""
        fields = {"game": self.game, "page": self.page if self.page > 1 else ""}
        text = urlencode({name: value for name, value in fields.items() if value})
        return f"?{text}" if text else ""


def read_wanted(query: QueryDict) -> Wanted:
    """What a query asks for; whatever it cannot be is left out."""
    return Wanted(read_game(query), read_page(query.get("page", "")))


def read_game(query: QueryDict) -> str:
    """The only game that an address asks for; "" for all, and for what is none."""
    game = query.get("game", "")
    return game if any(one.name == game for one in GAMES) else ""


def read_page(text: str) -> int:
    """The number of a page; the first for what is no number."""
    is_number = text.isascii() and text.isdigit() and len(text) < 6
    return min(int(text), MOST_PAGES) if is_number else 1


@dataclass(frozen=True)
class Filter:
    """A link that shows the games of one kind, or all."""

    title: str
    query: str
    is_on: bool


@dataclass(frozen=True)
class Listing:
    """The list, in the parts that home shows."""

    wanted: Wanted
    waiting: list[ListedGame]  # for this browser, among games with others
    running: list[ListedGame]  # the others
    finished: Page[SavedGame] | None
    finished_rows: list[ListedGame]
    filters: list[Filter]
    num_waiting: int = 0  # of all games, also those that are not shown

    @property
    def is_empty(self) -> bool:
        """Whether this browser has no game at all."""
        return not self.filters

    @property
    def newer(self) -> str:
        """Query of the page with games that ended later; "" for none."""
        return self._beside(-1)

    @property
    def older(self) -> str:
        """Query of the page with games that ended before; "" for none."""
        return self._beside(1)

    def _beside(self, step: int) -> str:
        page = self.finished
        if page is None or not (page.has_next() if step > 0 else page.has_previous()):
            return ""
        return Wanted(self.wanted.game, page.number + step).query or "?"


def listing(holder: str | None, wanted: Wanted) -> Listing:
    """The games of a browser."""
    if holder is None:
        return Listing(wanted, [], [], None, [], [])
    own = without_records(queries.games_of(holder))
    waiting = without_records(queries.waiting_for(holder))
    shown, shown_waiting = own, waiting
    if wanted.game:
        shown, shown_waiting = shown.filter(game=wanted.game), waiting.filter(game=wanted.game)
    apart = queries.waiting_for(holder).order_by().values("pk")
    others = shown.filter(status=RUNNING).exclude(pk__in=apart)
    page = Paginator(shown.filter(status=OVER), A_PAGE).get_page(wanted.page)
    mine = listed(shown_waiting[:MOST_RUNNING], holder)
    are_all = not wanted.game and len(mine) < MOST_RUNNING
    return Listing(
        wanted,
        mine,
        listed(others[:MOST_RUNNING], holder),
        page,
        listed(page, holder),
        _filters(queries.games_of(holder), wanted),
        len(mine) if are_all else queries.waiting_for(holder).count(),
    )


def _filters(listed: QuerySet[SavedGame], wanted: Wanted) -> list[Filter]:
    names = set(listed.order_by().values_list("game", flat=True).distinct())
    kinds = [Filter("All", "?", not wanted.game)] if names else []
    return kinds + [
        Filter(one.title, Wanted(one.name).query, one.name == wanted.game)
        for one in GAMES
        if one.name in names
    ]
