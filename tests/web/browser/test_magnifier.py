"""A lens for fingers on boards whose cells are small."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table

pytestmark = pytest.mark.browser


def middle(table: Table, cell: str) -> tuple[float, float]:
    box = table.page.locator(f"#cell-{cell} .ground").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """One finger on a phone."""

    def __init__(self, table: Table) -> None:
        self.session = table.page.context.new_cdp_session(table.page)

    def send(self, kind: str, *places: tuple[float, float]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_that_stays_sees_the_cell_and_may_slide_to_another(phone: Table) -> None:
    phone.begin("sytran", size="10")
    finger, lens = Finger(phone), phone.page.locator(".lens")
    finger.send("touchStart", middle(phone, "a1"))
    expect(lens).to_be_visible()
    shown = lens.locator("g.is-selected")
    expect(shown).to_have_attribute("data-cell", "a1")
    finger.send("touchMove", middle(phone, "b3"))
    expect(shown).to_have_attribute("data-cell", "b3")
    menu = "dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }))"
    assert not phone.page.evaluate(f"document.getElementById('board').{menu}")
    ids = phone.page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))
    finger.send("touchEnd")
    expect(lens).to_have_count(0)
    expect(phone.page.locator("#board g.is-pending")).to_have_attribute("data-cell", "b3")
    phone.settle()
    assert phone.names("#board g.is-pending") == ["b3"]
    finger.send("touchStart", middle(phone, "a1"))
    expect(lens).to_be_visible()
    finger.send("touchCancel")  # as by a call that comes in
    expect(lens).to_have_count(0)
    assert phone.names("#board g.is-pending") == ["b3"]


def test_a_tap_places_a_stone_without_the_lens(phone: Table) -> None:
    phone.begin("sytran", size="10")
    phone.tap("#cell-c4")
    assert phone.names("#board g.is-pending") == ["c4"]
    expect(phone.page.locator(".lens")).to_have_count(0)


def test_a_finger_that_leaves_the_board_places_nothing(phone: Table) -> None:
    phone.begin("byg", size="13")
    finger, lens = Finger(phone), phone.page.locator(".lens")
    finger.send("touchStart", middle(phone, "a1"))
    expect(lens).to_be_visible()
    finger.send("touchMove", (5.0, 5.0))
    finger.send("touchEnd")
    expect(lens).to_have_count(0)
    phone.settle()
    assert phone.names("#board g.is-pending") == []


def test_large_cells_need_no_lens(phone: Table) -> None:
    phone.begin("kitaran", size="5")
    finger = Finger(phone)
    finger.send("touchStart", middle(phone, "a1"))
    phone.page.wait_for_timeout(400)  # twice as long as a lens takes
    expect(phone.page.locator(".lens")).to_have_count(0)
    finger.send("touchEnd")
