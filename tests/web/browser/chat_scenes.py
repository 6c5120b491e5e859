"""Live games in which the two players write to each other."""

from collections.abc import Callable, Iterator

from playwright.sync_api import APIRequestContext, Page, expect

from tests.web.browser.correspondence_scenes import DAYS, elsewhere
from tests.web.browser.opponents import accept, act, make_challenge
from tests.web.browser.scene import Scene, settle
from tests.web.conftest import Server

AT_ONCE = ("#confirm", "#clear", "#take-back", "#chat-button")
THEIRS = (
    "Good luck!",
    "Have you played this opening before? I only know it from the other side, where it is harder.",
    "https://example.org/" + "a" * 120,
    "\u05e9\u05dc\u05d5\u05dd, <b>nice</b> move",
)
MINE = ("Thanks, have fun!", "Never. Let us see what comes of it…")


def chat_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("chat-open", _chatting("spry", "10-min-5-s", _open), AT_ONCE)
    yield Scene("chat-unread", _chatting("sytran", "10-min-5-30-s", _unread), AT_ONCE)
    yield Scene(
        "chat-asked",
        _chatting("byg", "10-min-5-s", _asked),
        (*AT_ONCE, "#request-take_back [data-accepts]"),
    )
    yield Scene("chat-muted", _chatting("kitaran", DAYS, _mute), AT_ONCE)
    yield Scene("chat-off", _chatting("syrtis", DAYS, _switch_off), AT_ONCE)
    yield Scene("chat-over", _chatting("kitaran", "10-min-5-s", _end))
    yield Scene("chat-reported", _chatting("kitaran", "10-min-5-s", _report))


def write(request: APIRequestContext, page: Page, game: str, *lines: str) -> None:
    """Say something in a game, in the seat that the requests have."""
    for line in lines:
        act(request, page, game, "chat", text=line)


def show(page: Page) -> None:
    """Open the chat if it is not."""
    expect(page.locator("#chat-button")).to_be_visible()
    if not page.locator("#chat").is_visible():
        page.click("#chat-button")
    expect(page.locator("#chat")).to_be_visible()


def _chatting(
    name: str, time: str, happens: Callable[[Page, Page, str], None]
) -> Callable[[Page, Server], None]:
    """A game as who moves second sees it, in which both have written."""

    def open_game(page: Page, server: Server) -> None:
        there = elsewhere(page)
        other = there.new_page()
        game = accept(page, server, make_challenge(other, server, name, time=time))
        write(other.request, other, game, THEIRS[0])
        write(page.request, page, game, *MINE)
        write(other.request, other, game, *THEIRS[1:])
        page.goto(game)
        settle(page)
        happens(other, page, game)
        there.close()

    return open_game


def _open(other: Page, page: Page, game: str) -> None:
    show(page)
    expect(page.locator(".chat-line")).to_have_count(6)


def _unread(other: Page, page: Page, game: str) -> None:
    """Closed, and more has come."""
    _open(other, page, game)
    page.click("#chat-button")
    write(other.request, other, game, "Hello?", "Are you there?")
    expect(page.locator("#chat-unread")).to_have_text("2")


def _asked(other: Page, page: Page, game: str) -> None:
    _open(other, page, game)
    act(other.request, other, game, "play", actions=["a1"])
    act(other.request, other, game, "offer", kind="take_back")
    expect(page.locator("#request-take_back")).to_be_visible()


def _mute(other: Page, page: Page, game: str) -> None:
    show(page)
    page.click("#chat-mute")
    page.click("#chat-mute-ask [value=yes]")
    expect(page.locator("#chat-said")).to_contain_text("You do not read")
    expect(page.locator(".chat-line")).to_have_count(2)


def _switch_off(other: Page, page: Page, game: str) -> None:
    show(page)
    page.uncheck("#chat-on")
    expect(page.locator("#chat-said")).to_contain_text("off")


def _end(other: Page, page: Page, game: str) -> None:
    _open(other, page, game)
    act(other.request, other, game, "resign")
    act(other.request, other, game, "offer", kind="rematch")
    expect(page.locator("#rematch")).to_be_visible()


def _report(other: Page, page: Page, game: str) -> None:
    """About to report a line, after another one was."""
    _open(other, page, game)
    page.locator(".chat-report").first.click()
    page.click("#chat-report-ask [value=yes]")
    expect(page.locator(".chat-line small")).to_have_count(1)
    page.locator(".chat-report").last.click()
    expect(page.locator("#chat-report-ask")).to_be_visible()
