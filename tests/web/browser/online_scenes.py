"""Pages of games with somebody elsewhere: challenges, and live games as each person sees them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

from playwright.sync_api import Browser, BrowserContext, Page, expect

from skerry.web.accounts.models import Player
from skerry.web.play.models import SavedGame
from skerry.web.site.data import DATABASE_FILE
from tests.web.browser.conftest import new_context
from tests.web.browser.opponents import accept, act, make_challenge
from tests.web.browser.scene import Scene, analyse, settle
from tests.web.conftest import Server

Open = Callable[[Page, Server], None]

TURNS = ((0, "a1"), (1, "b2"), (0, "c3"), (1, "d2"), (0, "e5"))  # by whom, in Kitaran
PLAYERS, GAMES = Player._meta.db_table, SavedGame._meta.db_table
AT_ONCE = ("#confirm", "#clear", "#take-back", ".clock", ".seat.acts")


def online_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("new-online", _open_form)
    yield Scene("challenge-made", _open_own_challenge)
    yield Scene("challenge-seen", _open_challenge)
    yield Scene("challenge-ended", _open_ended)
    both = (*AT_ONCE, "#offer-draw", "#request-draw button", "#request-take_back button")
    # A board of 90% of the width and two requests leave 553 pixels of height no room for the bar.
    asked = _live("kitaran", "10-min-5-s", _ask_both, cycle="draw")
    yield Scene("live-asked", asked, both, may_scroll=("#confirm", "#clear"))
    answers = (*AT_ONCE, "#request-take_back button")
    yield Scene("live-byoyomi", _live("byg", "10-min-5-30-s", _ask_back), answers)
    yield Scene("live-days", _live("syrtis", "3-days-a-turn-14-days-of-vacation"), AT_ONCE)
    ending = ("#rematch", "#request-rematch button")
    yield Scene("live-over", _live("kitaran", "10-min-5-s", _end), ending)
    yield Scene("live-running", _live("kitaran", "10-min-5-s", _play), AT_ONCE)
    yield Scene("live-analysed", _open_analysed, ("#rematch",))
    yield Scene("live-watched", _open_watched, (".clock", ".seat.acts"))
    yield Scene("live-analysis-kept", _open_with_analysis_left_on, AT_ONCE)


def _open_form(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new/syrtis")
    page.check('input[name="opponent"][value="online"]')


def _open_own_challenge(page: Page, server: Server) -> None:
    page.goto(make_challenge(page, server, "syrtis", time="10-min-5-30-s"))


def _elsewhere(page: Page) -> BrowserContext:
    """A browser of somebody else; it ends with the page's own."""
    browser: Browser | None = page.context.browser
    assert browser is not None
    return new_context(browser)


def _open_challenge(page: Page, server: Server) -> None:
    there = _elsewhere(page)
    challenge = make_challenge(there.new_page(), server, "sytran", time="5-min-3-s", size="5")
    there.close()
    page.goto(challenge)


def _open_ended(page: Page, server: Server) -> None:
    page.goto(make_challenge(page, server, "kitaran"))
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator(".problem")).to_be_visible()


def _live(
    name: str,
    time: str,
    happens: Callable[[Page, Page, str], None] | None = None,
    **fields: str,
) -> Open:
    """A game as who moves second sees it, after something that the other one has done."""

    def open_game(page: Page, server: Server) -> None:
        there = _elsewhere(page)
        other = there.new_page()
        game = accept(page, server, make_challenge(other, server, name, time=time, **fields))
        if happens is not None:
            happens(other, page, game)
        _lengthen_names(server)
        page.goto(game)
        settle(page)
        there.close()

    return open_game


def _lengthen_names(server: Server) -> None:
    """Give every guest a name that is as long and about as wide as a name may be."""
    with closing(sqlite3.connect(server.folder / DATABASE_FILE, timeout=60)) as database, database:
        guests = database.execute(f"SELECT id, name FROM {PLAYERS} WHERE user_id IS NULL")
        for key, name in guests.fetchall():
            long = f"Wilhelmina Wu {key:06}"
            database.execute(f"UPDATE {PLAYERS} SET name = ? WHERE id = ?", (long, key))
            database.execute(f"UPDATE {GAMES} SET record = replace(record, ?, ?)", (name, long))


def _ask_both(other: Page, page: Page, game: str) -> None:
    _ask_back(other, page, game)
    act(other.request, other, game, "offer", kind="draw")


def _ask_back(other: Page, page: Page, game: str) -> None:
    act(other.request, other, game, "play", actions=["a1"])
    act(other.request, other, game, "offer", kind="take_back")


def _end(other: Page, page: Page, game: str) -> None:
    act(other.request, other, game, "resign")
    act(other.request, other, game, "offer", kind="rematch")


def _play(other: Page, page: Page, game: str) -> None:
    """Some turns; it is for the page's browser to go on."""
    for who, turn in TURNS:
        one = (other, page)[who]
        act(one.request, one, game, "play", actions=[turn])


def _play_to_the_end(other: Page, page: Page, game: str) -> None:
    _play(other, page, game)
    act(other.request, other, game, "resign")


def _open_analysed(page: Page, server: Server) -> None:
    """A live game that is over, analysed afterwards; of a size that no scene leaves running."""
    _live("kitaran", "10-min-5-s", _play_to_the_end, size="7")(page, server)
    analyse(page)


def _open_with_analysis_left_on(page: Page, server: Server) -> None:
    """The next live game, in a browser in which the analysis of another one was left on."""
    _open_analysed(page, server)
    _live("spry", "10-min-5-30-s")(page, server)


def _open_watched(page: Page, server: Server) -> None:
    """Somebody else's game that goes on."""
    _live("kitaran", "10-min-5-s", _play)(page, server)
    page.context.clear_cookies()
    page.reload()
    settle(page)
