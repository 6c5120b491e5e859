"""What the page of a game shows and does besides playing."""

import random
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.conftest import BOX, Table, new_context, open_table

pytestmark = pytest.mark.browser

PARTS = ("#board", "#bar", "#seat-top", "#seat-bottom", "#slider", "#confirm", "#take-back")


def test_stones_are_taken_back_in_any_order(table: Table) -> None:
    table.begin("spry")
    for cell in ("a1", "a2", "a3"):
        table.use(cell)
    assert table.text("#bar-text") == "3 placed, your innermost ring is 5: up to 2 more"
    table.use("a1")
    assert table.names("g.cell.is-pending") == ["a2", "a3"]
    table.press("Backspace")
    assert table.names("g.cell.is-pending") == ["a2"]
    table.press("Escape")
    assert table.names("g.cell.is-pending") == []
    assert not table.can_confirm()


def test_a_closed_cell_says_which_rule_closes_it(table: Table) -> None:
    table.begin("spry")
    table.use("a1")
    table.use("b2")
    table.page.click("#cell-e5")
    expect(table.page.locator("#toast")).to_contain_text("e5 is on ring 1")
    table.complaints.clear()  # the browser notes that the server refused


@pytest.mark.parametrize("name", ["spry", "kitaran", "syrtis"])  # a board of each shape
def test_nothing_jumps_while_a_turn_is_composed_and_played(table: Table, name: str) -> None:
    table.begin(name, seed="4")
    before = {part: table.page.eval_on_selector(part, BOX) for part in PARTS}
    rng = random.Random(4)
    for _ in range(3):
        table.use(rng.choice(table.names("g.cell.is-legal")))
        assert {part: table.page.eval_on_selector(part, BOX) for part in PARTS} == before
        table.press("Escape")
    for _ in range(3):
        table.play_turn(rng)
    sizes = {part: table.page.eval_on_selector(part, BOX) for part in PARTS}
    assert sizes == before


def test_replay_by_keys_slider_and_list(table: Table) -> None:
    table.begin("kitaran", size="3")
    rng = random.Random(6)
    for _ in range(4):
        table.play_turn(rng)
    full = table.page.inner_html("#board")
    table.page.focus("#main")
    table.press("ArrowLeft", 2)
    assert table.text("#heading") == "Turn 2 of 4"
    assert table.names("g.cell.is-legal") == []
    table.press("Home")
    assert table.names('g.cell[data-content="1"], g.cell[data-content="2"]') == []
    table.page.focus("#slider")
    table.press("ArrowRight", 3)
    assert table.text("#heading") == "Turn 3 of 4"
    for button, other in (("#latest", "#back"), ("#first", "#forward")):
        table.page.press(button, "Enter")
        table.settle()
        expect(table.page.locator(other)).to_be_focused()
    table.page.click("#turns li:nth-child(2) button")
    table.settle()
    assert table.text("#heading") == "Turn 1 of 4"
    table.page.press("#turns li:nth-child(2) button", "ArrowDown")
    expect(table.page.locator("#turns li:nth-child(3) button")).to_be_focused()
    table.page.click("#latest")
    table.settle()
    assert table.text("#heading") == "Black to move"
    assert _without_focus(table.page.inner_html("#board")) == _without_focus(full)


def _without_focus(markup: str) -> str:
    return markup.replace('tabindex="0"', 'tabindex="-1"')


def test_take_back_resign_and_rematch(table: Table) -> None:
    table.begin("kitaran", size="3", name="Ada", other_name="Grace")
    rng = random.Random(7)
    table.play_turn(rng)
    table.play_turn(rng)
    table.page.click("#take-back")
    table.settle()
    assert table.num_turns == 1
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=no]")
    assert not table.is_over
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page.locator("#heading")).to_have_text("Black won")
    assert table.text("#bar-text") == "Black wins by resignation."
    for button, first in (("#rematch", "Ada"), ("#other-colour", "Grace")):
        table.page.click(button)
        expect(table.page.locator("#heading")).to_have_text("Black to move")
        assert first in table.text("#seat-bottom")
        table.page.go_back()
        expect(table.page.locator("#heading")).to_have_text("Black won")


def test_syrtis_slides_and_sinks_keep_every_piece(table: Table) -> None:
    table.page.clock.install()
    table.begin("syrtis", board="minor", seed="5", prepared="off")
    rng = random.Random(12)
    for _ in range(7):
        if table.is_over:
            break
        table.play_turn(rng)
        table.page.clock.run_for(1100)  # until what sinks is gone and the rest has settled
        tiles = table.names(".tile")
        cells = table.names('g.cell:not([data-content="0"])')
        assert sorted(tiles) == sorted(cells)
        towers = table.names(".tower")
        assert len(towers) == 4
        assert set(towers) <= set(cells)
        ids = table.page.eval_on_selector_all(
            ".tile", "tiles => tiles.map(tile => tile.id === 'tile-' + tile.dataset.cell)"
        )
        assert all(ids)


def test_complete_turns_are_sent_at_once_when_asked(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.page.click("#help")
    table.page.uncheck("#ask-first")
    table.page.click("#help-dialog button.primary")
    table.use("a1")
    assert table.num_turns == 1
    table.page.reload()
    table.settle()
    table.use("b2")
    assert table.num_turns == 2


def test_a_click_on_a_complete_turn_says_what_to_do(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.use("a1")
    table.use("b2")
    expect(table.page.locator("#toast")).to_contain_text("press “End turn”")
    assert table.names('g.cell:not([data-content="0"])') == ["a1"]


def test_the_listener_hears_what_happened(table: Table) -> None:
    table.begin("spry")
    table.use("a1")
    assert (
        table.text("#announcement") == "a1 placed. 1 placed, your innermost ring is 5: up to 4 more"
    )
    label = table.page.get_attribute("#cell-a1", "aria-label") or ""
    for word in ("a1", "ring 5", "white", "placed this turn"):
        assert word in label
    table.confirm()
    assert table.text("#announcement") == "White placed a1."


def test_the_theme_is_kept(table: Table) -> None:
    table.page.goto(table.server.url)
    ground = "getComputedStyle(document.body).backgroundColor"
    seen = {table.page.evaluate(ground)}
    table.page.click("#theme-switch")
    table.page.click("#theme-switch")
    assert table.page.get_attribute("html", "data-theme") == "dark"
    seen.add(table.page.evaluate(ground))
    assert len(seen) == 2
    table.page.reload()
    assert table.page.get_attribute("html", "data-theme") == "dark"
    bars = table.page.locator("meta[name=theme-color]")
    assert [bar.get_attribute("media") for bar in bars.all()] == ["not all", "all"]


def test_another_browser_watches(table: Table, chromium: Browser) -> None:
    table.begin("byg")
    other = new_context(chromium)
    watcher = open_table(other, table.server)
    watcher.page.goto(table.page.url)
    watcher.page.wait_for_selector("svg.board")
    assert "watching" in watcher.text("#bar-text")
    for button in ("#confirm", "#take-back", "#resign"):
        assert not watcher.page.is_visible(button)  # it could do nothing with them
    other.close()


# Whether a part's text is cut off, and the boxes of what stands in a seat beside each other.
SEAT = """seat => {
    const name = seat.querySelector(".seat-name");
    const lines = seat.querySelectorAll(".seat-line:not(.explains), .seat-line.explains dd");
    const parts = [name, seat.querySelector(".seat-role"), ...lines];
    const boxes = parts.map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
    });
    const around = seat.getBoundingClientRect();
    return {
        words: name.innerText,
        cut: name.scrollWidth > name.clientWidth,
        outside: boxes.some((box) => box.top < around.top || box.bottom > around.bottom
            || box.left < around.left || box.right > around.right),
        overlaps: boxes.some((one, k) => boxes.slice(k + 1).some((other) =>
            one.left < other.right && other.left < one.right
            && one.top + 2 < other.bottom && other.top + 2 < one.bottom)),
    };
}"""


@pytest.mark.parametrize("name", ["spry", "syrtis"])  # colours of stones, and of sides
def test_the_phone_shows_the_level_of_the_computer(phone: Table, name: str) -> None:
    phone.begin(name, opponent="9", side="first")
    phone.play_turn(random.Random(1))
    expect(phone.page.locator("#seat-bottom")).to_have_class(re.compile("acts"))
    phone.settle()
    fits = {"cut": False, "outside": False, "overlaps": False}
    for width in (390, 360):
        phone.page.set_viewport_size({"width": width, "height": 844})
        seat = phone.page.eval_on_selector("#seat-top", SEAT)
        assert seat == {"words": "Computer 9 Dolphin", **fits}, width
        assert phone.page.eval_on_selector("#seat-bottom", SEAT) == {"words": "You", **fits}, width


def test_the_board_is_the_largest_part_at_every_width(table: Table) -> None:
    table.begin("sytran")
    for width, height in ((390, 844), (820, 1180), (1440, 900), (3840, 2160)):
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        board = table.page.locator("#board svg").bounding_box()
        assert board is not None
        assert min(board["width"] / width, 1) > 0.6
        assert board["y"] + board["height"] <= height
