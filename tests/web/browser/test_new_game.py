"""The form for a new game in a browser: one screen, presets, and what was chosen last."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.small import NAMES
from tests.web.browser.conftest import PHONE, Table

pytestmark = pytest.mark.browser

WINDOWS: tuple[ViewportSize, ...] = ({"width": 1440, "height": 900}, PHONE)


def lowest_of_play(page: Page) -> float:
    box = page.locator("button.large").bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("name", NAMES)
def test_play_is_seen_without_scrolling(table: Table, name: str) -> None:
    """By who has never played it, and who has."""
    page = table.page
    for is_first in (True, False):
        if not is_first:
            page.context.add_cookies(
                [{"name": "skerry_learned", "value": f"{name}-first", "url": table.server.url}]
            )
        page.goto(f"{table.server.url}/new/{name}")
        assert page.locator(".first-time").count() == is_first
        for window in WINDOWS:
            page.set_viewport_size(window)
            for opponent in ("2", "friend"):
                page.check(f'input[name="opponent"][value="{opponent}"]')
                assert lowest_of_play(page) <= window["height"], (window, opponent, is_first)


def test_words_on_an_opponent_stand_below_all_opponents(table: Table) -> None:
    page = table.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{table.server.url}/new/spry?opponent=online")
    chosen = page.locator(".levels .chip:has(:checked)").bounding_box()
    words = page.locator(".levels .chip:has(:checked) + .chip-words").bounding_box()
    assert chosen is not None
    assert words is not None
    assert words["y"] > chosen["y"] + chosen["height"]


def test_who_asks_for_others_gets_the_fair_board_and_back(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new/byg")
    chosen = page.locator('input[name="preset"]:checked')
    expect(chosen).to_have_value("Standard")
    page.check('input[name="opponent"][value="online"]')
    expect(chosen).to_have_value("Fair")
    expect(page.locator("[name=swap]")).to_be_checked()
    expect(page.locator("#first_stones")).to_have_value("2")
    expect(page.get_by_text("whoever moves second may take")).to_be_visible()
    page.check('input[name="opponent"][value="3"]')
    expect(chosen).to_have_value("Standard")
    page.check('input[name="preset"][value="Large"]')
    page.check('input[name="opponent"][value="online"]')
    expect(chosen).to_have_value("Large")  # a choice stays


def test_a_preset_fills_the_fields_and_fields_show_their_preset(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new/sytran")
    presets = page.locator('input[name="preset"]')
    expect(presets.nth(1)).to_be_checked()
    presets.nth(2).check()
    page.click("#options summary")
    expect(page.locator("#size")).to_have_value("8")
    expect(page.locator("[name=swap]")).to_be_checked()
    page.fill("#penalty", "5")
    expect(page.locator('input[name="preset"]:checked')).to_have_count(0)
    page.fill("#penalty", "4")
    page.fill("#size", "4")
    expect(presets.nth(0)).to_be_checked()
    page.click("button.large")
    page.wait_for_url("**/game/*")
    expect(page.locator("g.cell")).to_have_count(37)


def test_a_field_that_is_wrong_is_unfolded(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new/byg")
    page.click("#options summary")
    page.fill("#size", "99")
    page.wait_for_timeout(300)  # longer than until a board is drawn; for this one nobody is asked
    page.click("#options summary")
    expect(page.locator("#size")).not_to_be_visible()
    page.click("button.large")
    expect(page.locator("#size")).to_be_visible()
    expect(page.locator("#size")).to_be_focused()


def test_the_last_choice_comes_back_also_by_the_back_button(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new/kitaran")
    page.check('input[name="opponent"][value="4"]')
    page.locator('input[name="preset"]').nth(0).check()
    page.click("button.large")
    page.wait_for_url("**/game/*")
    page.goto(f"{table.server.url}/new/kitaran")
    for _ in ("fresh", "back"):
        expect(page.locator('input[name="opponent"][value="4"]')).to_be_checked()
        expect(page.locator('input[name="preset"]').nth(0)).to_be_checked()
        expect(page.locator("#size")).to_have_value("4")
        page.goto(f"{table.server.url}/rules/kitaran")
        page.go_back()


def test_the_picture_follows_what_is_chosen(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new/sytran")
    cells = page.locator("#new-picture .cell")
    expect(cells).to_have_count(91)
    page.locator("input[name=preset]").last.check(force=True)
    expect(cells).to_have_count(169)
    page.click("#options summary")
    page.fill("input[name=size]", "3")
    expect(cells).to_have_count(19)
    page.fill("input[name=size]", "99")  # none such: the last one stays
    table.settle()
    expect(cells).to_have_count(19)
