"""Two browsers chat beside their game: lines come by themselves, as text, and move nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browser.conftest import BOX, DESKTOP, Table
from tests.web.browser.opponents import at_a_desk, tables
from tests.web.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.stores]

HOSTILE = '<img src=x onerror="document.title = `taken`"><b>bold</b>'
# Keeps how the lines of the chat were said, as each of them came.
KEEP_HEARD = """addEventListener("DOMContentLoaded", () => {
    const lines = document.querySelector("#chat-lines");
    window.heard = [];
    new MutationObserver((changes) => {
        if (changes.some((one) => one.addedNodes.length)) window.heard.push(lines.ariaLive);
    }).observe(lines, { childList: true });
})"""
# A second is as good as the many that a page gives a line that has died.
SHORT_LIMIT = """{
    const given = AbortSignal.timeout;
    AbortSignal.timeout = () => given.call(AbortSignal, 1000);
}"""
# The lines of the chat, read from the first one on.
SCROLL_UP = """lines => new Promise((done) => {
    lines.addEventListener("scroll", done, { once: true });
    lines.scrollTop = 0;
})"""
# How many pixels of lines are above and below those in sight, once the page knows their new room.
UNSEEN = """lines => new Promise((done) => {
    new ResizeObserver(() => {
        done([lines.scrollTop, lines.scrollHeight - lines.clientHeight - lines.scrollTop]);
    }).observe(lines);
})"""
FIXED = ("#confirm", "#clear", "#take-back", "#resign", "#board", "#between-words")


@pytest.fixture
def two(chromium: Browser, server: Server) -> Iterator[tuple[Table, Table]]:
    first, second = tables(chromium, server, "kitaran", size="3")
    yield first, second
    for one in (first, second):
        one.page.context.close()


def places(page: Page) -> list[object]:
    """Where what one plays with is, in whole pixels."""
    return [page.eval_on_selector(name, BOX) for name in FIXED]


def write(page: Page, line: str) -> None:
    """Open the chat by its key, write, and send by another."""
    if not page.locator("#chat").is_visible():
        page.locator("#board").press("c")
    page.fill("#chat-text", line)
    page.keyboard.press("Enter")


def unseen(page: Page, height: int) -> tuple[float, float]:
    """Pixels of lines above and below those in sight, in a window of another height."""
    page.set_viewport_size({**DESKTOP, "height": height})
    page.wait_for_function(f"innerHeight === {height}")
    above, below = page.locator("#chat-lines").evaluate(UNSEEN)
    return above, below


def test_a_line_comes_as_text_and_is_counted_until_it_is_read(
    two: tuple[Table, Table],
) -> None:
    mine, theirs = two[0].page, two[1].page
    before = places(theirs)
    write(mine, HOSTILE)
    expect(mine.locator(".chat-words")).to_have_text(HOSTILE)
    expect(mine.locator("#chat-text")).to_have_value("")
    expect(theirs.locator("#chat-unread")).to_have_text("1")
    expect(theirs.locator("#chat-button")).to_have_attribute("aria-label", "Chat, 1 new line")
    theirs.locator("#board").press("c")
    expect(theirs.locator("#chat-text")).to_be_focused()
    expect(theirs.locator(".chat-words")).to_have_text(HOSTILE)
    expect(theirs.locator("#chat-lines img, #chat-lines a, .chat-words *")).to_have_count(0)
    expect(theirs.locator("#chat-unread")).to_be_hidden()
    assert "taken" not in theirs.title()
    assert places(theirs) == before
    theirs.reload()
    two[1].settle()
    expect(theirs.locator(".chat-line")).to_have_count(1)
    expect(theirs.locator("#chat-unread")).to_be_hidden()


def test_the_first_line_is_read_out_and_what_was_there_is_not(two: tuple[Table, Table]) -> None:
    mine, theirs = two[0].page, two[1].page
    theirs.context.add_init_script(KEEP_HEARD)
    theirs.reload()
    two[1].settle()
    expect(theirs.locator("#between-words")).not_to_contain_text("No connection")
    write(mine, "Hello")
    expect(theirs.locator(".chat-line")).to_have_count(1)
    assert theirs.evaluate("window.heard") == ["polite"]
    theirs.reload()
    two[1].settle()
    expect(theirs.locator(".chat-line")).to_have_count(1)
    assert theirs.evaluate("window.heard") == ["off"]


def test_in_a_window_of_another_height_the_same_lines_stay_in_sight(
    two: tuple[Table, Table],
) -> None:
    mine = two[0].page
    for count in range(1, 5):
        write(mine, f"{count} " * 100)
        expect(mine.locator("#chat-text")).to_have_value("")
    expect(mine.locator(".chat-line")).to_have_count(4)
    lines = mine.locator("#chat-lines")
    above, below = unseen(mine, height=700)
    assert above > 100
    assert below < 2
    lines.evaluate(SCROLL_UP)
    above, below = unseen(mine, height=600)
    assert above == 0
    assert below > 100


def test_a_question_that_nobody_answers_holds_up_no_later_line(two: tuple[Table, Table]) -> None:
    mine, theirs = two[0].page, two[1].page
    theirs.context.add_init_script(SHORT_LIMIT)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    theirs.route("**/chat?after=*", hold, times=1)
    with theirs.expect_request("**/chat?after=*"):
        theirs.reload()
    two[1].settle()
    write(mine, "Hello")
    expect(theirs.locator(".chat-words")).to_have_text("Hello")
    two[1].complaints.clear()  # the browser notes what was given up


def test_a_line_that_meets_a_cut_is_sent_again_and_said_once(two: tuple[Table, Table]) -> None:
    mine, theirs = two[0].page, two[1].page
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(str(route.fetch().status))
            route.abort()
        else:
            route.continue_()

    mine.route("**/chat", lose_the_answer)
    write(mine, "Once")
    expect(mine.locator(".chat-line")).to_have_count(1)
    expect(mine.locator("#chat-text")).to_have_value("")
    write(mine, "Twice")
    expect(theirs.locator("#chat-unread")).to_have_text("2")
    assert lost == ["201"]
    expect(mine.locator(".chat-words")).to_have_text(["Once", "Twice"])


def test_who_is_muted_is_not_read_and_off_is_off_in_the_whole_browser(
    two: tuple[Table, Table],
) -> None:
    mine, theirs = two[0].page, two[1].page
    write(theirs, "Boo")
    expect(mine.locator("#chat-unread")).to_have_text("1")
    mine.click("#chat-button")
    mine.click("#chat-mute")
    mine.click("#chat-mute-ask [value=yes]")
    expect(mine.locator("#chat-mute")).to_have_text("Unmute")
    expect(mine.locator(".chat-line")).to_have_count(0)
    write(theirs, "Boo again")
    expect(theirs.locator(".chat-line")).to_have_count(2)
    mine.click("#chat-mute")
    expect(mine.locator(".chat-line")).to_have_count(2)
    mine.uncheck("#chat-on")
    expect(mine.locator("#chat-lines")).to_be_hidden()
    mine.reload()
    two[0].settle()
    mine.locator("#board").press("c")
    expect(mine.locator("#chat-said")).to_have_text("Chat is off in this browser, in all games.")
    write(theirs, "Hello?")
    expect(theirs.locator(".chat-line")).to_have_count(3)
    expect(mine.locator("#chat-unread")).to_be_hidden()
    mine.check("#chat-on")
    expect(mine.locator(".chat-line")).to_have_count(3)


def test_who_watches_has_no_chat(two: tuple[Table, Table], chromium: Browser) -> None:
    write(two[0].page, "Between us")
    context = at_a_desk(chromium)
    page = context.new_page()
    page.goto(two[0].page.url)
    expect(page.locator("#heading")).not_to_be_empty()
    expect(page.locator("#chat, #chat-button")).to_have_count(0)
    assert "Between us" not in page.content()
    context.close()


def test_what_was_refused_stays_to_be_mended(two: tuple[Table, Table]) -> None:
    mine = two[0].page
    write(mine, "\u200b\u202e\u2066")
    expect(mine.locator("#chat-said")).to_have_text("Nothing can be seen in this line.")
    write(mine, "Hello")
    expect(mine.locator(".chat-words")).to_have_text("Hello")
    expect(mine.locator("#chat-said")).to_be_empty()
