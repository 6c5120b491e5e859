"""The games of a browser as its home page lists them, without a look at their records."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict

from skerry.games.catalogue import GAMES
from skerry.web.play import games
from skerry.web.play.listed import ListedGame, listed, without_records
from skerry.web.play.models import OVER, RUNNING, SavedGame

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
    own = without_records(games.games_of(holder))
    waiting = without_records(games.waiting_for(holder))
    shown, shown_waiting = own, waiting
    if wanted.game:
        shown, shown_waiting = shown.filter(game=wanted.game), waiting.filter(game=wanted.game)
    apart = games.waiting_for(holder).order_by().values("pk")
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
        _filters(games.games_of(holder), wanted),
        len(mine) if are_all else games.waiting_for(holder).count(),
    )


def _filters(listed: QuerySet[SavedGame], wanted: Wanted) -> list[Filter]:
    names = set(listed.order_by().values_list("game", flat=True).distinct())
    kinds = [Filter("All", "?", not wanted.game)] if names else []
    return kinds + [
        Filter(one.title, Wanted(one.name).query, one.name == wanted.game)
        for one in GAMES
        if one.name in names
    ]
