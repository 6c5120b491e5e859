"""Whole games through the page: by clicks, by keys, by touch, against the computer."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.small import NAMES
from tests.web.browser.conftest import (
    COMPLETE,
    DESKTOP,
    THINKS_FOR_EVER,
    Table,
    new_context,
    open_table,
)
from tests.web.conftest import StartServer, small_form

pytestmark = pytest.mark.browser


def quick(name: str) -> dict[str, str]:
    """The form of a game that is soon over."""
    least = {"spry": {"size": "2"}, "sytran": {"size": "2"}, "byg": {"size": "2"}}
    return small_form(name, penalty=2, cap=2, stall_limit=9) | least.get(name, {})


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_clicks(table: Table, name: str) -> None:
    table.begin_through_the_pages(name, **quick(name))
    table.play_to_the_end(seed=2)
    assert re.search(r" won|^Drawn", table.text("#heading"))
    assert table.num_turns == table.page.locator("#turns li").count() - 1
    assert table.page.is_enabled("#rematch")
    table.page.goto(table.server.url)
    first = table.page.locator(".saved-game").first
    assert re.search(r" wins |Drawn", first.inner_text())


def test_a_whole_game_by_keyboard_alone(table: Table) -> None:
    page = table.page
    page.goto(table.server.url)
    table.tab_to("document.activeElement.getAttribute('href') === '/new/kitaran'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/kitaran")
    table.tab_to("document.activeElement.name === 'opponent'")
    while not page.is_checked('input[value="friend"]'):
        page.keyboard.press("ArrowDown")
    table.tab_to("document.activeElement.matches('summary')")
    page.keyboard.press("Enter")
    table.tab_to("document.activeElement.id === 'size'")
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    page.wait_for_selector("#board svg.board")
    table.tab_to("document.activeElement.matches('g.cell')")
    for turn in range(1, 10):
        vacant = table.names('g.cell.is-legal[data-content="0"]')
        table.walk_to(random.Random(turn).choice(vacant))
        table.press("Enter")
        expect(page.locator("#bar-text")).to_have_text(COMPLETE)
        table.press("Enter")
        assert table.num_turns == turn
    assert table.is_over
    assert " won" in table.text("#heading")


def test_the_phone_plays_by_touch_without_scrolling(phone: Table) -> None:
    page = phone.page
    phone.begin("spry", size="3")
    rng = random.Random(1)
    while not phone.is_over:
        phone.tap(f"#cell-{rng.choice(phone.names('g.cell.is-legal'))}")
        if phone.is_complete or rng.random() < 0.5:
            phone.tap("#confirm")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in ("#board svg", "#seat-top", "#seat-bottom", "#bar"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, part
    board = page.locator("#board svg").bounding_box()
    assert board is not None
    assert board["width"] > 350


@pytest.mark.parametrize("name", ["byg", "syrtis"])
def test_the_computer_answers(table: Table, name: str) -> None:
    table.begin(name, opponent="2", side="first", **quick(name))
    table.play_turn(random.Random(3))
    # It may have two turns in a row: Byg's second and third, or Syrtis's choice and light's first.
    expect(table.page.locator("#seat-bottom")).to_have_class(re.compile("acts"))
    assert table.num_turns in (2, 3)
    assert "Computer" in table.text("#seat-top")


def test_the_computer_begins_when_asked_to(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="second", size="3")
    table.wait_for_turn(1)
    expect(table.page.locator("#heading")).to_have_text("White to move")


def test_a_game_goes_on_after_the_server_was_killed(
    chromium: Browser, start_server: StartServer, tmp_path: Path
) -> None:
    first = start_server(tmp_path, before=THINKS_FOR_EVER)
    context = new_context(chromium, viewport=DESKTOP)
    table = open_table(context, first)
    table.begin("kitaran", opponent="1", side="first", size="4")
    table.play_turn(random.Random(8))
    first.kill()  # while the computer thinks
    assert table.num_turns == 1
    path = table.page.url.removeprefix(first.url)
    second = start_server(tmp_path)
    table.page.goto(second.url)
    assert table.page.locator(".saved-game").count() == 1
    table.page.click(".saved-open")
    expect(table.page).to_have_url(second.url + path)
    table.wait_for_turn(2)
    table.play_turn(random.Random(9))
    table.wait_for_turn(4)
    context.close()
