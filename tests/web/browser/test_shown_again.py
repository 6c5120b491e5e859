"""Pages that a browser shows again, which it had put aside, or that lay behind others."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from skerry.puzzles import collection
from tests.web.browser.conftest import Table
from tests.web.browser.opponents import make_challenge

pytestmark = pytest.mark.browser

AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"


def expect_requests(page: Page, act: Callable[[], object], *addresses: str) -> None:
    """Something lets the page ask for addresses."""
    with ExitStack() as asking:
        for one in addresses:
            asking.enter_context(page.expect_request(re.compile(one)))
        act()


def test_what_others_change_is_asked_for_again(table: Table) -> None:
    page, url = table.page, table.server.url
    challenge = make_challenge(page, table.server, "spry")
    table.begin("kitaran", size="3")
    page.clock.install()
    page.clock.pause_at(time.time() + 60)  # so that nothing is asked for because time has passed
    for address, what in ((f"{url}/lobby", "/api/lobby"), (challenge, "/api/challenges/")):
        expect_requests(page, partial(page.goto, address), what)
        expect_requests(page, lambda: page.evaluate(AGAIN), what)
    page.goto(f"{url}/new/byg")
    page.evaluate("document.getElementById('size').value = '4'")  # as a browser that goes back does
    expect_requests(page, lambda: page.evaluate(AGAIN), "/api/new/byg/board.*size=4")
    page.goto(url)
    expect_requests(page, lambda: page.evaluate(AGAIN), f"^{url}/$", "/api/waiting")
    expect_requests(page, lambda: page.evaluate(SEEN), f"^{url}/$")
    table.complaints.clear()  # the browser notes sockets of pages that were left before they opened


def test_a_socket_opens_as_soon_as_the_network_is_back(table: Table) -> None:
    page = table.page
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    lobby = f"{table.server.url}/lobby"
    expect_requests(page, partial(page.goto, lobby), "/api/lobby")  # the socket is open
    with page.expect_websocket(lambda socket: socket.url.endswith("/ws/lobby")):
        page.evaluate("dispatchEvent(new Event('offline'))")
        page.evaluate("dispatchEvent(new Event('online'))")


def test_puzzles_solved_meanwhile_are_known(table: Table) -> None:
    page, puzzle = table.page, collection("byg")[1]
    page.goto(f"{table.server.url}/puzzles")
    words = page.locator('[data-puzzles-of="byg"] .solved-words')
    expect(words).to_contain_text("0 of")
    solve = f"localStorage['skerry-puzzles-byg'] = JSON.stringify({{ '{puzzle.key}': 'solved' }})"
    page.evaluate(solve)
    page.evaluate(AGAIN)
    expect(words).to_contain_text("1 of")
    page.evaluate("localStorage.clear()")
    page.goto(f"{table.server.url}/puzzles/byg")
    chip = page.locator(f'.chip[data-key="{puzzle.key}"]')
    expect(chip).to_have_attribute("data-how", "open")
    page.evaluate(solve)
    page.evaluate(AGAIN)
    expect(chip).to_have_attribute("data-how", "solved")
