"""The games of a browser as its home page lists them, without a look at their records."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict

from ...games.catalogue import GAMES, info
from ...games.contract import GameInfo
from ...levels import LEVELS
from . import games
from .models import DRAWN, OVER, RUNNING, SavedGame

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
    game, page = query.get("game", ""), query.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 1
    return Wanted(game if any(one.name == game for one in GAMES) else "", min(number, MOST_PAGES))


@dataclass(frozen=True)
class Row:
    """A game in the list."""

    saved: SavedGame
    holder: str  # who looks at it

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
            return "friend here" if self.is_mine_alone else "friend"
        level = LEVELS.get(self.saved.level)
        return f"computer, level {self.saved.level if level is None else level.title}"

    @property
    def waits_for_me(self) -> bool:
        """Whether this browser is to act."""
        return self.saved.to_act in self.saved.seats.held_by(self.holder)

    @property
    def status(self) -> str:
        """Whose turn it is, or how it ended for who looks."""
        saved, mine = self.saved, self.saved.seats.held_by(self.holder)
        if saved.status != OVER:
            if saved.waits_for_computer:
                return "The computer has stopped" if saved.trouble else "The computer is thinking"
            is_plain = len(mine) > 1 or not self.waits_for_me
            return saved.summary if is_plain else "Your turn"
        if saved.winner is None or saved.winner == DRAWN or len(mine) != 1:
            return saved.summary
        return "You won" if saved.winner in mine else "You lost"

    @property
    def more(self) -> str:
        """How it ended, where `status` says only for whom."""
        over = self.saved.status == OVER
        return self.saved.summary if over and self.status != self.saved.summary else ""


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
    waiting: list[Row]
    running: list[Row]
    finished: Page[SavedGame] | None
    finished_rows: list[Row]
    filters: list[Filter]

    @property
    def is_empty(self) -> bool:
        """Whether this browser has no game at all."""
        return not self.filters

    @property
    def num_waiting(self) -> int:
        """How many games wait for this browser."""
        return len(self.waiting)

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
    # Not their records: sixty may be long, and a damaged one must not keep the others away.
    listed = games.games_of(holder).defer("record")
    shown = listed.filter(game=wanted.game) if wanted.game else listed
    rows = [Row(one, holder) for one in shown.filter(status=RUNNING)[:MOST_RUNNING]]
    page = Paginator(shown.filter(status=OVER), A_PAGE).get_page(wanted.page)
    return Listing(
        wanted,
        [row for row in rows if row.waits_for_me],
        [row for row in rows if not row.waits_for_me],
        page,
        [Row(one, holder) for one in page],
        _filters(listed, wanted),
    )


def _filters(listed: QuerySet[SavedGame], wanted: Wanted) -> list[Filter]:
    names = set(listed.order_by().values_list("game", flat=True).distinct())
    kinds = [Filter("All", "?", not wanted.game)] if names else []
    return kinds + [
        Filter(one.title, Wanted(one.name).query, one.name == wanted.game)
        for one in GAMES
        if one.name in names
    ]
