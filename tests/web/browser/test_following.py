"""A game that goes on elsewhere: pages that were left, other tabs, those who watch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.web.browser.conftest import (
    CHROMIUM_OPTIONS,
    DESKTOP,
    THINKS_FOR_EVER,
    Table,
    new_context,
    open_table,
)
from tests.web.conftest import Server, StartServer
from tools.get_chromium import find_chromium

pytestmark = pytest.mark.browser


def play(table: Table, cell: str) -> None:
    table.use(cell)
    table.confirm()


# By a clock that goes fast a page asks as often as it must, and a test need not wait for it.
FAST_CLOCK = """
    const now = Date.now, start = now();
    Date.now = () => start + 8 * (now() - start);
"""


def look_at(context: BrowserContext, table: Table, *, waits: bool = False) -> Table:
    """The same game in another page, which asks for news quickly unless the test waits."""
    other = open_table(context, table.server)
    if not waits:
        other.page.add_init_script(FAST_CLOCK)
    other.page.goto(table.page.url)
    other.page.wait_for_selector("#board svg.board")
    other.settle()
    return other


@pytest.fixture
def watcher_context(chromium: Browser) -> Iterator[BrowserContext]:
    context = new_context(chromium, viewport=DESKTOP)
    yield context
    context.close()


def test_who_watches_sees_each_turn(table: Table, watcher_context: BrowserContext) -> None:
    table.begin("kitaran", size="3")
    watcher = look_at(watcher_context, table)
    for number, cell in enumerate(("a1", "b2"), 1):
        play(table, cell)
        watcher.wait_for_turn(number)
        expect(watcher.page.locator(f"#cell-{cell}")).not_to_have_attribute("data-content", "0")
        expect(watcher.page.locator("#announcement")).to_contain_text(f"placed {cell}")
    assert watcher.page.is_hidden("#toast")
    table.page.click("#take-back")
    watcher.wait_for_turn(1)
    assert watcher.complaints == []


def test_who_watches_an_earlier_turn_stays_there(
    table: Table, watcher_context: BrowserContext
) -> None:
    table.begin("kitaran", size="3")
    play(table, "a1")
    play(table, "b2")
    watcher = look_at(watcher_context, table, waits=True)
    watcher.page.click("#back")
    watcher.settle()
    play(table, "c3")
    watcher.wait_for_turn(3)
    watcher.settle()
    assert watcher.text("#heading") == "Turn 1 of 3"
    assert watcher.page.get_attribute("#cell-c3", "data-content") == "0"


def test_a_second_tab_of_the_player_follows_and_plays_on(table: Table) -> None:
    table.begin("kitaran", size="3")
    second = look_at(table.page.context, table)
    play(table, "a1")
    second.wait_for_turn(1)
    second.settle()
    play(second, "b2")
    table.wait_for_turn(2)
    assert second.complaints == []


def test_a_turn_under_way_is_dropped_with_words_when_the_game_goes_on(table: Table) -> None:
    table.begin("spry")
    second = look_at(table.page.context, table)
    second.use("a1")
    play(table, "b2")
    second.wait_for_turn(1)
    expect(second.page.locator("#toast")).to_contain_text("White placed b2")
    expect(second.page.locator("#toast")).to_contain_text("off the board")
    assert second.names("g.cell.is-pending") == []


def test_a_click_upon_an_old_view_shows_the_game_as_it_stands(table: Table) -> None:
    table.begin("kitaran", size="3")
    second = look_at(table.page.context, table)
    # It hears nothing.
    second.page.route("**/api/games/*known=*", lambda route: route.fulfill(json={"same": True}))
    play(table, "a1")
    second.use("b2")
    expect(second.page.locator("#toast")).to_have_text("The game has gone on: Black placed a1.")
    assert second.num_turns == 1
    assert second.page.get_attribute("#cell-a1", "data-content") == "1"
    play(second, "c3")  # and on it goes
    assert second.num_turns == 2


def leave_and_come_back(table: Table) -> None:
    """Open a game, leave its page for another one, play elsewhere, and go back."""
    table.begin("kitaran", size="3")
    game = table.page.url
    table.page.goto(f"{table.server.url}/puzzles")
    elsewhere = open_table(table.page.context, table.server)
    elsewhere.page.goto(game)
    play(elsewhere, "a1")
    elsewhere.page.close()
    table.page.go_back()
    assert table.page.url == game
    table.wait_for_turn(1)
    table.settle()
    play(table, "b2")
    assert table.num_turns == 2
    assert table.page.is_hidden("#toast")


def test_back_shows_the_game_as_it_stands(table: Table) -> None:
    leave_and_come_back(table)


@pytest.fixture
def keeping_table(chromium: Browser, server: Server) -> Iterator[Table]:
    """A browser that puts pages aside and shows them again as they were; by default none does."""
    browser = chromium.browser_type.launch(
        executable_path=str(find_chromium()),
        args=CHROMIUM_OPTIONS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    opened = open_table(new_context(browser, viewport=DESKTOP), server)
    yield opened
    assert opened.complaints == []
    browser.close()


def test_back_to_a_page_put_aside_shows_the_game_as_it_stands(keeping_table: Table) -> None:
    leave_and_come_back(keeping_table)


def test_back_to_puzzles_put_aside_counts_those_solved_since(keeping_table: Table) -> None:
    page, url = keeping_table.page, keeping_table.server.url
    page.goto(f"{url}/puzzles")
    place = page.locator('[data-puzzles-of="byg"] .solved-words')
    expect(place).to_contain_text("0 of")
    page.evaluate("window.isTheSame = true")
    page.goto(f"{url}/puzzles/byg")
    page.evaluate(
        """() => {
            const key = document.querySelector(".chip").dataset.key;
            localStorage.setItem("skerry-puzzles-byg", JSON.stringify({ [key]: "solved" }));
        }"""
    )
    page.evaluate("history.back()")  # to a page that is there already: nothing is loaded
    expect(place).to_contain_text("1 of")
    assert page.evaluate("window.isTheSame")


def test_the_list_of_games_is_never_an_old_one(table: Table) -> None:
    table.begin("kitaran", size="3")
    game = table.page.url
    play(table, "a1")
    table.page.goto(table.server.url)
    expect(table.page.locator(".saved-date").first).to_contain_text("turn 1,")
    table.page.goto(game)
    table.settle()
    play(table, "b2")
    table.page.go_back()
    expect(table.page.locator(".saved-date").first).to_contain_text("turn 2,")


def test_a_server_that_is_gone_is_told_once_and_found_again(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.page.route("**/api/games/*known=*", lambda route: route.abort())
    expect(table.page.locator("#toast")).to_contain_text("does not answer")
    table.page.unroute("**/api/games/*known=*")
    table.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(table.page.locator("#toast")).to_be_hidden()
    table.complaints.clear()  # the browser notes the requests that failed


def test_a_click_while_looking_at_an_earlier_turn_says_so_and_leads_back(table: Table) -> None:
    table.begin("kitaran", size="3")
    play(table, "a1")
    play(table, "b2")
    table.page.click("#back")
    table.settle()
    table.use("c3")
    toast = table.page.locator("#toast")
    expect(toast).to_contain_text("You are looking at turn 1 of 2.")
    assert toast.get_attribute("role") == "alert"
    toast.get_by_role("button", name="Back to the game").click()
    table.settle()
    assert table.text("#heading") == "Black to move"
    expect(toast).to_be_hidden()
    play(table, "a3")
    assert table.num_turns == 3


def test_a_click_in_a_game_that_is_over_or_anothers_says_so(
    table: Table, watcher_context: BrowserContext
) -> None:
    table.begin("kitaran", size="3")
    watcher = look_at(watcher_context, table)
    watcher.use("a1")
    expect(watcher.page.locator("#toast")).to_contain_text("You are watching")
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page.locator("#rematch")).to_be_visible()
    table.use("a1")
    expect(table.page.locator("#toast")).to_have_text(
        "The game is over: White wins by resignation."
    )


def test_a_click_while_the_computer_thinks_says_so(
    chromium: Browser, start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path, before=THINKS_FOR_EVER)
    context = new_context(chromium, viewport=DESKTOP)
    table = open_table(context, server)
    table.begin("kitaran", opponent="2", side="first", size="3")
    play(table, "a1")
    table.use("b2")
    expect(table.page.locator("#toast")).to_contain_text("It is not your turn yet. The computer")
    assert table.page.get_attribute("#cell-b2", "data-content") == "0"
    context.close()
    server.kill()
