"""What stands beside the board: buttons, names, the list of turns, the analysis, the marks."""

import io
import re

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.conftest import PHONE, Table, new_context
from tests.web.browser.scene import analyse, settle
from tests.web.browser.scenes import COMPUTER, YOU, compose, open_record, record_of
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

FOCUSED = "() => document.activeElement.id || document.activeElement.className"

# Of each open cell with a number: whether its mark is a ring that leaves the number to be seen.
RINGS = """() => [...document.querySelectorAll(".is-legal[data-content='0']")].flatMap((cell) => {
    const number = cell.querySelector(".number")?.getBoundingClientRect();
    if (!number) return [];
    const dot = cell.querySelector(".dot");
    const style = getComputedStyle(dot);
    const ring = dot.getBoundingClientRect(); // of the circle without its line
    const line = parseFloat(style.strokeWidth) * parseFloat(style.scale) * ring.width / (2 * 4.6);
    return [{
        shown: Number(style.opacity) > 0.5,
        open: style.fill === "none",
        apart: Math.hypot(0.6 * number.height, number.width) + line <= ring.width,
    }];
})"""


def stops_to(page: Page, goal: str, most: int) -> int:
    """How often Tab must be pressed to get somewhere; one more than `most` when it takes longer."""
    for count in range(1, most + 1):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == goal:
            return count
    return most + 1


def test_the_keys_get_from_the_board_to_the_buttons_at_once(table: Table) -> None:
    open_record(table.page, table.server, record_of("kitaran", 60, size=9))
    compose(table.page)
    table.page.focus("g.cell[tabindex='0']")
    assert stops_to(table.page, "confirm", 2) == 2  # "Clear" comes before it
    assert stops_to(table.page, "slider", 20) <= 14  # past the whole list of turns, which is one


def test_the_list_of_turns_is_walked_with_arrows(table: Table) -> None:
    open_record(table.page, table.server, record_of("kitaran", 8))
    stops = table.page.locator("#turns .turn-button[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    table.press("ArrowUp", 3)
    expect(stops).to_be_focused()  # the Tab key leaves the list from there, and comes back there
    shown = table.page.locator("#slider").get_attribute("max") or ""
    assert table.page.evaluate("document.activeElement.innerText").startswith(str(int(shown) - 3))
    table.press("ArrowDown")
    table.press("Enter")
    expect(table.page.locator("#heading")).to_have_text(f"Turn {int(shown) - 2} of {shown}")
    expect(stops).to_have_count(1)
    table.page.click("#help")
    expect(table.page.locator("#help-dialog")).to_contain_text("in the list of turns")


@pytest.mark.parametrize("name", ["spry", "sytran", "byg", "kitaran"])
def test_the_page_says_what_a_swap_does(table: Table, name: str) -> None:
    open_record(table.page, table.server, record_of(name, 1, human=1, swap=True))
    first, second = ("Black", "White") if name == "kitaran" else ("White", "Black")
    expect(table.page.locator("#bar-text")).to_contain_text(
        f"Or swap: you take over {first} and its stones; your opponent moves next, as {second}"
    )
    expect(table.page.locator("#words .swap")).to_have_text("Swap")


def test_the_analysis_is_on_again_in_the_next_game(table: Table) -> None:
    page = table.page
    open_record(page, table.server, record_of("kitaran", 6))
    analyse(page)
    open_record(page, table.server, record_of("spry", 4))
    expect(page.locator("#analysis-on")).to_be_checked()
    expect(page.locator("#advice-list")).to_be_visible()
    page.uncheck("#analysis-on")
    open_record(page, table.server, record_of("byg", 4))
    expect(page.locator("#analysis-on")).not_to_be_checked()


def test_a_game_between_friends_does_not_forget_the_analysis(table: Table) -> None:
    page = table.page
    open_record(page, table.server, record_of("kitaran", 6))
    analyse(page)
    friends = (YOU, YOU)
    open_record(page, table.server, record_of("kitaran", 4, persons=friends))
    expect(page.locator("#analysis")).to_be_hidden()
    open_record(page, table.server, record_of("kitaran", 8, persons=(YOU, COMPUTER)))
    expect(page.locator("#analysis-on")).to_be_checked()


def test_a_game_that_is_over_keeps_no_empty_rows(table: Table) -> None:
    open_record(table.page, table.server, record_of("kitaran", 10_000))
    analyse(table.page)
    expect(table.page.locator(".advice-row:visible")).to_have_count(0)
    table.page.click("#back")
    settle(table.page)
    expect(table.page.locator(".advice-row:visible:not(.is-empty)")).not_to_have_count(0)
    expect(table.page.locator("#analysis:not(.is-waiting) .is-empty:visible")).to_have_count(0)


def test_the_analysis_leaves_the_curve_and_the_turns_their_place(table: Table) -> None:
    """And there is no stop of the Tab key at what is not seen."""
    for width, height in ((1280, 720), (1366, 768), (1440, 900), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        open_record(table.page, table.server, record_of("byg", 14))
        analyse(table.page)
        least = {"#curve": 64, ".turns": 130, "#advice-list": 100}
        for part, room in least.items():
            box = table.page.locator(part).bounding_box()
            assert box is not None
            assert box["height"] >= room, (part, width)
            assert box["y"] + box["height"] <= height, (part, width)
        lost = table.page.locator(".advice-next:visible").evaluate_all(
            "rows => rows.filter(one => one.offsetTop >= one.parentElement.offsetTop"
            " + one.parentElement.clientHeight).length"
        )
        assert lost == 0


@pytest.mark.parametrize("name", ["spry", "kitaran", "syrtis"])
def test_both_sides_are_told_apart_in_forced_colours(table: Table, name: str) -> None:
    open_record(table.page, table.server, record_of(name, 9))
    table.page.emulate_media(forced_colors="active")
    tones = [_tone(one) for one in table.page.locator(".seat .swatch").all()]
    assert abs(tones[0] - tones[1]) > 40


def _tone(place: Locator) -> float:
    """How light a place is on the whole, 0 to 255."""
    with Image.open(io.BytesIO(place.screenshot())) as picture:
        return float(ImageStat.Stat(picture.convert("L")).mean[0])


def test_a_phone_marks_open_cells_around_their_numbers(chromium: Browser, server: Server) -> None:
    for name in ("spry", "sytran"):
        context = new_context(
            chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        page = context.new_page()
        open_record(page, server, record_of(name, 6))
        compose(page)
        rings = page.evaluate(RINGS)
        assert len(rings) > 2
        for ring in rings:
            assert ring == {"shown": True, "open": True, "apart": True}
        context.close()


def test_all_groups_and_their_number_are_told(table: Table) -> None:
    open_record(table.page, table.server, record_of("byg", 20))
    for seat in ("#seat-top", "#seat-bottom"):
        said = table.text(f"{seat} .seat-lines").replace("\N{NO-BREAK SPACE}", " ")
        told = re.fullmatch(r"(\d+) groups:\s*(.+)", said)
        assert told
        sizes = [re.fullmatch(r"(\d+)(?: \((\d+)×\))?", one) for one in told[2].split(" · ")]
        assert sum(int(size[2] or 1) for size in sizes if size) == int(told[1])
        colour = 2 if seat == "#seat-top" else 1
        stones = table.page.locator(f'g.cell[data-content="{colour}"]').count()
        assert sum(int(size[1]) * int(size[2] or 1) for size in sizes if size) == stones
