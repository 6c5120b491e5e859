"""The list of games in a browser: thumbnails, filters, and a deletion that is undone."""

import random
import re
from dataclasses import replace

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.web.browser.conftest import Table

pytestmark = pytest.mark.browser

IS_DRAWN = "picture => picture.complete && picture.naturalWidth > 0"

NEW = re.compile("is-new")
COME_BACK = "document.dispatchEvent(new Event('visibilitychange'))"
# Notes whether the list was marked as new, with a link as such a list has them.
KEEP_NEW = """() => {
    const list = document.querySelector("#games");
    const note = () => { window.wasNew ||= list.matches(".is-new"); };
    new MutationObserver(note).observe(list, { attributes: true });
    const place = document.body.appendChild(document.createElement("div"));
    place.className = "is-new";
    window.probe = place.appendChild(document.createElement("a"));
}"""


def test_a_game_is_deleted_and_brought_back_by_keys_alone(table: Table) -> None:
    page = table.page
    for name in ("kitaran", "byg"):
        table.begin(name, size="4")
        table.play_turn(random.Random(1))
    page.goto(f"{table.server.url}/?game=byg")
    expect(page.locator(".saved-game")).to_have_count(1)
    page.locator(".saved-picture img").scroll_into_view_if_needed()
    page.wait_for_function(f"({IS_DRAWN})(document.querySelector('.saved-picture img'))")
    page.locator(".saved-game form button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".undo")).to_contain_text("Deleted: Byg, friend here.")
    expect(page.locator(".saved-game")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".saved-game")).to_have_count(1)
    expect(page.locator(".undo")).to_have_count(0)
    page.click(".filters >> text=All")
    expect(page.locator(".saved-game")).to_have_count(2)


def test_a_list_that_goes_on_keeps_the_focus_and_takes_no_click_at_once(table: Table) -> None:
    page = table.page
    table.begin("byg", size="4")
    table.play_turn(random.Random(1))
    page.goto(table.server.url)
    page.evaluate(KEEP_NEW)
    page.locator(".saved-game form button").focus()
    where = "document.activeElement.closest('form')?.getAttribute('action')"
    action = page.evaluate(where)
    other = replace(table, page=page.context.new_page())
    other.begin("kitaran", size="3")
    other.play_turn(random.Random(1))
    page.evaluate(COME_BACK)
    expect(page.locator(".saved-game")).to_have_count(2)
    assert page.evaluate(where) == action
    assert page.evaluate("window.wasNew")
    assert page.evaluate("getComputedStyle(probe).pointerEvents") == "none"
    expect(page.locator("#games")).not_to_have_class(NEW)

    # An answer that comes after a later one shows nothing.
    asked: list[Route] = []
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(f"{table.server.url}/", hold_the_first)
    with page.expect_request(f"{table.server.url}/"):
        page.evaluate(COME_BACK)
    page.wait_for_timeout(300)
    other.begin("spry", size="4")
    other.play_turn(random.Random(1))
    page.evaluate(COME_BACK)
    expect(page.locator(".saved-game")).to_have_count(3)
    ((route, answer),) = held
    route.fulfill(response=answer)
    page.wait_for_timeout(300)
    assert page.locator(".saved-game").count() == 3
