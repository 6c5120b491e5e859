"""The look of the board, chosen on the page of a game and remembered."""

import time

import pytest
from playwright.sync_api import Page, expect

from skerry.draw.board import colours
from tests.web.browser.conftest import PATIENCE, Table

pytestmark = pytest.mark.browser

SLAB = "getComputedStyle(document.querySelector('#board .slab')).fill"
DOT = "getComputedStyle(document.querySelector('#board .is-last > .dot')).opacity"


def rgb(look: str, name: str, *, dark: bool = False) -> str:
    text = colours(look)[name][dark]
    return f"rgb({', '.join(str(int(text[at : at + 2], 16)) for at in (1, 3, 5))})"


def wait_for_cookie(page: Page, text: str) -> None:
    """A browser's network may hear of a cookie after it was asked for the next page."""
    deadline = time.monotonic() + PATIENCE / 1000
    while text not in {one.get("value") for one in page.context.cookies()}:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_look_is_chosen_and_kept(table: Table) -> None:
    page = table.page
    table.begin("byg", size="3")
    assert page.evaluate(SLAB) == rgb("own", "byg-slab")
    page.click("#help")
    page.select_option("#look", "paper")
    assert page.evaluate(SLAB) == rgb("paper", "byg-slab")
    wait_for_cookie(page, "paper.on.on")
    page.reload()
    table.settle()
    assert page.evaluate(SLAB) == rgb("paper", "byg-slab")
    expect(page.locator("#look")).to_have_value("paper")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(SLAB) == rgb("paper", "byg-slab", dark=True)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(SLAB) == rgb("paper", "byg-slab")


def test_coordinates_and_marks_are_switched_off(table: Table) -> None:
    page = table.page
    table.begin("byg", size="3")
    table.use("c3")
    table.confirm()
    label = page.locator("#board .label").first
    expect(label).to_be_visible()
    assert page.evaluate(DOT) == "1"
    page.click("#help")
    page.uncheck("#labels")
    page.uncheck("#marks")
    for _ in ("at once", "later"):
        expect(label).to_be_hidden()
        assert page.evaluate(DOT) == "0"
        page.reload()
        table.settle()
