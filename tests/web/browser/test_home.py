"""The list of games in a browser: thumbnails, filters, and a deletion that is undone."""

import random

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table

pytestmark = pytest.mark.browser

IS_DRAWN = "picture => picture.complete && picture.naturalWidth > 0"


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
