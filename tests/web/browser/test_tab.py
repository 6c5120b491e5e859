"""The tab of a game calls when it is the turn of who has it open."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table

pytestmark = pytest.mark.browser

CALLING, QUIET = re.compile("^Your turn · "), re.compile("^Kitaran: ")
HIDE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
}"""


def icon(page: Page) -> str:
    return (page.get_attribute('link[rel="icon"]', "href") or "").rsplit("/", 1)[1]


def test_the_tab_calls_also_from_the_background_and_at_any_turn_shown(table: Table) -> None:
    page = table.page
    table.begin("kitaran", opponent="2", side="second", size="3")
    table.wait_for_turn(1)
    expect(page).to_have_title("Your turn · Kitaran: Computer against You · Skerry")
    assert icon(page) == "icon-turn.svg"
    assert page.request.get(page.locator('link[rel="icon"]').evaluate("it => it.href")).ok
    page.click("#first")
    table.settle()
    expect(page).to_have_title(CALLING)
    page.click("#latest")
    table.settle()
    page.route("**/api/games/*known=*", lambda route: route.fulfill(json={"same": True}))
    table.use(table.names("g.cell.is-legal")[0])
    table.confirm()
    expect(page).to_have_title(QUIET)
    assert icon(page) == "icon.svg"
    page.evaluate(HIDE)
    page.unroute("**/api/games/*known=*")
    expect(page).to_have_title(CALLING)
    assert icon(page) == "icon-turn.svg"


def test_a_tab_of_a_game_that_is_over_is_quiet(table: Table) -> None:
    table.begin("kitaran", size="3")
    expect(table.page).to_have_title(CALLING)
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page).to_have_title(QUIET)


def test_the_tab_of_home_is_quiet_where_nobody_else_waits(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.use("a1")
    table.confirm()
    table.page.goto(table.server.url)
    expect(table.page).to_have_title("Skerry")  # at one screen nobody waits for anybody
    assert icon(table.page) == "icon.svg"


def test_a_page_that_nobody_looks_at_asks_nothing_at_its_own_turn(table: Table) -> None:
    asked: list[str] = []
    table.begin("kitaran", size="3")
    table.page.evaluate(HIDE)
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.evaluate("dispatchEvent(new Event('focus'))")
    table.page.wait_for_timeout(700)  # two ticks and more
    assert asked == []
