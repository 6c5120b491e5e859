"""Games that take days, in two browsers: vacation, from game to game, answers by themselves."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import Table, open_table
from tests.web.browser.correspondence_scenes import DAYS, add_turn, begin_notes
from tests.web.browser.opponents import accept, act, at_a_desk, make_challenge, open_game, tables
from tests.web.browser.scene import settle
from tests.web.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.stores]

# Notes what would be notified; a test's browser has no place to show it.
NOTING = """window.told = [];
window.Notification = class extends EventTarget {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(words, { body, tag }) { super(); window.told.push([words, body, tag]); }
};"""


def close(*opened: Table) -> None:
    for one in opened:
        assert one.complaints == []
        one.page.context.close()


def answer(page: Page, dialog: str, value: str) -> None:
    expect(page.locator(dialog)).to_be_visible()
    page.click(f'{dialog} button[value="{value}"]')


def test_a_vacation_is_asked_about_seen_by_both_and_ended(
    chromium: Browser, server: Server
) -> None:
    first, second = tables(chromium, server, "kitaran", time=DAYS, size="3")
    button, words = first.page.locator("#vacation"), second.page.locator("#between-words")
    button.click()
    expect(first.page.locator("#vacation-left")).to_have_text("14 days")
    answer(first.page, "#vacation-ask", "no")
    expect(button).to_have_text("Vacation")
    button.click()
    answer(first.page, "#vacation-ask", "yes")
    expect(button).to_have_text("End vacation")
    expect(words).to_have_text(re.compile(r"is on vacation, until \d+ \w+ at the latest\.$"))
    expect(second.page.locator("#seat-top .clock small")).to_have_text("on vacation")
    expect(first.page.locator("#between-words")).to_contain_text("You are on vacation")
    expect(first.page.locator("#days")).not_to_have_attribute("inert", "")
    button.click()
    expect(button).to_have_text("Vacation")
    expect(words).to_have_text("")
    expect(second.page.locator(".clock small", has_text="vacation")).to_have_count(0)
    close(first, second)


def test_games_with_minutes_have_no_vacation(chromium: Browser, server: Server) -> None:
    first, second = tables(chromium, server, "kitaran", time="10-min-5-s", size="3")
    expect(first.page.locator("#vacation, #plan")).to_have_count(0)
    close(first, second)


def test_one_goes_from_game_to_game_until_none_waits(chromium: Browser, server: Server) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    games = [
        accept(second.page, server, make_challenge(first.page, server, "kitaran", size="3", **time))
        for time in ({"time": DAYS}, {"time": "1-day-a-turn-7-days-of-vacation"})
    ]
    first.page.goto(f"{server.url}/puzzles")
    expect(first.page.locator("#waits")).to_have_text(re.compile(r"Your turn\s+2"))
    first.page.click("#waits")
    expect(first.page.locator("h1")).to_have_text("Your turn in 2 games")
    first.page.locator(".saved-open").first.click()
    first.page.wait_for_url(games[1])
    settle(first.page)
    expect(first.page.locator("#num-waits")).to_have_text("1")
    first.use("a1")
    first.page.click("#confirm")
    expect(first.page.locator("#seat-top")).to_have_class(re.compile("acts"))
    first.page.keyboard.press("n")
    first.page.wait_for_url(games[0])
    settle(first.page)
    expect(first.page.locator("#waits")).to_be_hidden()
    act(second.page.request, second.page, games[1], "play", actions=["b2"])
    first.page.reload()
    settle(first.page)
    expect(first.page.locator("#num-waits")).to_have_text("1")
    close(first, second)


def test_every_open_page_follows_the_games_that_wait(chromium: Browser, server: Server) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    games = [
        accept(second.page, server, make_challenge(first.page, server, "kitaran", size="3", **time))
        for time in ({"time": DAYS}, {"time": "10-min-5-s"})
    ]
    context = first.page.context
    puzzles, home, mine = first.page, context.new_page(), context.new_page()
    for page, path in ((puzzles, "/puzzles"), (home, "/"), (mine, "/my-turn")):
        page.goto(server.url + path)
    theirs = second.page
    theirs.goto(games[1])
    expect(puzzles.locator("#num-waits")).to_have_text("2")
    expect(home).to_have_title("(2) Skerry")
    expect(theirs.locator("#waits")).to_be_hidden()
    act(context.request, puzzles, games[0], "play", actions=["a1"])  # in none of these pages
    for page in (puzzles, home):
        expect(page.locator("#num-waits")).to_have_text("1")
    expect(home).to_have_title("(1) Skerry")
    expect(home.locator(".saved-status").filter(has_text="Waiting for")).to_have_count(1)
    expect(mine.locator("h1")).to_have_text("Your turn in 1 game")
    expect(theirs.locator("#num-waits")).to_have_text("1")  # another game than the one it shows
    act(theirs.request, theirs, games[1], "resign")
    expect(puzzles.locator("#waits")).to_be_hidden()
    expect(home).to_have_title("Skerry")
    expect(mine.locator("h1")).to_have_text("It is not your turn in any game")
    close(first, second)


def test_an_answer_is_prepared_by_keys_and_plays_by_itself(
    chromium: Browser, server: Server
) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    game = begin_notes(second.page, first.page, server, "kitaran", size="3")
    page = second.page
    expect(page.locator("#condition-words")).to_contain_text("your answer to a turn")
    for turn in ("a1", "b2"):
        add_turn(page, turn)
    expect(page.locator("#condition-label")).to_have_text("If 1. a1: play 2. b2")
    expect(page.locator("#condition-on")).to_be_enabled()
    page.keyboard.press("i")
    expect(page.locator("#condition-list li")).to_have_count(1)
    expect(page.locator("#tree .node-label")).to_have_text(["if", "then"])
    open_game(first, game)
    first.use("a1")
    first.page.click("#confirm")
    expect(first.page.locator("#turns .turn-text")).to_have_text(["Start", "a1", "b2"])
    assert "then" not in first.page.locator("#table").inner_text()
    expect(page.locator("#condition-list li")).to_have_count(0)
    close(first, second)


def test_what_is_waited_for_can_be_dropped_and_narrowed_to_some_stones(
    chromium: Browser, server: Server
) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    begin_notes(second.page, first.page, server, "sytran", size="4")
    page = second.page
    for turn in ("f2,f3", "a1,d1"):
        add_turn(page, turn)
    page.check("#condition-on")
    label = page.locator("#condition-label")
    page.uncheck("#condition-f2")
    expect(label).to_have_text("If 1. with f3: play 2. a1 d1")
    expect(page.locator("#condition-f3")).to_be_disabled()
    expect(page.locator("#condition-exact")).not_to_be_checked()
    page.check("#condition-exact")
    expect(label).to_have_text("If 1. f2 f3: play 2. a1 d1")
    expect(page.locator("#condition-f2")).to_be_checked()
    page.locator("#tree .node").first.click()
    settle(page)
    expect(page.locator("#condition-switch")).to_be_hidden()
    page.get_by_role("button", name="Delete: ").click()
    expect(page.locator("#condition-list li")).to_have_count(0)
    expect(page.locator("#tree .node-label")).to_have_count(0)
    close(first, second)


def test_from_another_chapter_an_answer_leads_to_its_own(chromium: Browser, server: Server) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    begin_notes(second.page, first.page, server, "kitaran", size="3")
    page = second.page
    for turn in ("a1", "b2"):
        add_turn(page, turn)
    page.check("#condition-on")
    expect(page.locator("#condition-list li")).to_have_count(1)
    page.click("#edit-chapters")
    page.click("#add-chapter button.primary")
    page.wait_for_url("**chapter=2*")
    settle(page)
    for turn in ("c3", "c1"):
        add_turn(page, turn)
    expect(page.locator("#tree .node-label")).to_have_count(0)
    page.locator("#condition-list button").first.click()
    page.wait_for_url("**chapter=1&node=2")
    settle(page)
    expect(page.locator("#tree .node-label")).to_have_text(["if", "then"])
    close(first, second)


def test_a_page_notifies_where_that_was_switched_on(chromium: Browser, server: Server) -> None:
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    first.page.add_init_script(NOTING)
    link = make_challenge(first.page, server, "kitaran", size="3", time=DAYS)
    with first.page.expect_websocket(lambda socket: socket.url.endswith("/ws/player")) as opened:
        first.page.goto(f"{server.url}/notices")
    opened.value.wait_for_event("framereceived")  # it is open
    first.page.evaluate("Notification.permission = 'default'")
    first.page.check("#notify-on")
    expect(first.page.locator("#notify-said")).to_contain_text("Notifications are on")
    game = accept(second.page, server, link)
    first.page.wait_for_function("told.length === 1")
    words, more, tag = first.page.evaluate("told[0]")
    assert words == "A game has started"
    assert more.startswith("Kitaran against ")
    assert game.endswith(tag)
    expect(first.page.locator("#num-waits")).to_have_text("1")
    first.page.uncheck("#notify-on")
    act(first.page.request, first.page, game, "resign")
    first.page.wait_for_timeout(500)
    assert first.page.evaluate("told.length") == 1
    close(first, second)
