"""The analysis switch on the page of a game."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.conftest import BOX, Table

pytestmark = pytest.mark.browser

NAMES = ["spry", "sytran", "byg", "kitaran", "syrtis"]

ESTIMATE = "About even|ahead|likely wins?|Proven"

# The three turns of the list, each with the number of its marks on the board, read at one moment;
# null while fewer are known. After a turn the old list stays, dimmed, until the first answer.
ADVICE = """() => {
    if (document.querySelector("#analysis").classList.contains("is-waiting")) return null;
    const rows = [...document.querySelectorAll(".advice-row:not(.is-empty)")];
    const told = rows.map((row, k) => ({
        text: row.querySelector(".advice-text").textContent,
        value: row.querySelector(".advice-value").textContent,
        goesOn: !row.querySelector(".advice-next").hidden,
        marks: document.querySelectorAll(`.overlay .advice-${k + 1} .badge-letter`).length,
    }));
    return told.length === 3 ? told : null;
}"""


def switch_on(table: Table) -> None:
    table.page.check("#analysis-on")
    expect(table.page.locator("#analysis-heading")).to_have_text(re.compile(ESTIMATE))


def advice(table: Table) -> list[dict[str, Any]]:
    """What is proposed: turns come and change places as long as the search goes on."""
    told: list[dict[str, Any]] = table.page.wait_for_function(ADVICE).json_value()
    return told


def begin_against_computer(table: Table, name: str) -> None:
    """A game whose first turn is ours, and is one of many."""
    table.begin(name, opponent="2", side="first", **({"seed": "5"} if name == "syrtis" else {}))


def finish(table: Table, name: str, num_turns: int, **fields: str) -> None:
    """A game between friends that ends by resignation."""
    table.begin(name, **fields)
    rng = random.Random(3)
    for _ in range(num_turns):
        table.play_turn(rng)
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page.locator("#table")).to_have_class(re.compile("is-over"))
    table.settle()


@pytest.mark.parametrize("name", NAMES)
def test_three_turns_are_proposed_on_the_board_and_in_a_list(table: Table, name: str) -> None:
    begin_against_computer(table, name)
    assert table.page.locator(".overlay").count() == 0
    switch_on(table)
    page = table.page
    for turn in advice(table):
        # A pass and its like have no cell, and so no mark.
        on_cells = [action for action in turn["text"].split() if re.search(r"\d", action)]
        assert turn["marks"] == len(on_cells), turn
        assert turn["text"]
        assert re.search(r"%|wins|loses|draws", turn["value"])
    assert re.search(r"playouts · .*/s", page.text_content("#analysis-effort") or "")
    assert page.get_attribute("#evaluation", "aria-valuetext") not in (None, "", "not known yet")
    page.uncheck("#analysis-on")
    assert page.locator(".overlay .advice").count() == 0
    expect(page.locator("#evaluation")).to_be_hidden()
    expect(page.locator("#turns")).to_be_visible()


def test_the_numbers_move_until_the_switch_is_turned_off(table: Table) -> None:
    # No other test looks at this board: what is known of it already would have to be surpassed.
    table.begin("sytran", opponent="2", side="first", size="5")
    switch_on(table)
    first = table.text("#analysis-effort")
    expect(table.page.locator("#analysis-effort")).not_to_have_text(first)
    with table.page.expect_request("**/analysis/stop"):
        table.page.uncheck("#analysis-on")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.wait_for_timeout(1200)
    # What was on its way is stopped once more.
    assert [url for url in asked if url.endswith("/analysis")] == []


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_that_is_left_or_not_seen_stops_the_search(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    switch_on(table)
    page = table.page
    with page.expect_request("**/analysis/stop"):
        page.evaluate(HIDE, True)
    page.wait_for_timeout(500)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1000)
    assert [url for url in asked if "/analysis" in url] == []
    with page.expect_request("**/analysis"):
        page.evaluate(HIDE, False)
    with page.expect_request("**/analysis/stop"):
        page.evaluate("window.dispatchEvent(new Event('pagehide'))")


def test_what_was_on_its_way_as_the_page_went_out_of_sight_is_stopped_too(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    page = table.page
    held: list[Route] = []
    page.route("**/analysis", lambda route: held.append(route))
    with page.expect_request("**/analysis"):
        page.check("#analysis-on")
    with page.expect_request("**/analysis/stop"):
        page.evaluate(HIDE, True)
    with page.expect_request("**/analysis/stop"):
        held[0].continue_()


def test_a_page_whose_switch_is_off_stops_nothing(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    page = table.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(HIDE, True)
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    page.evaluate(HIDE, False)
    switch_on(table)
    assert [url for url in asked if url.endswith("/analysis/stop")] == []


def test_an_answer_to_what_is_forgotten_is_not_taken(table: Table) -> None:
    """It may say that nothing is new beside what the page showed before the switch was off."""
    table.begin("kitaran", opponent="2", side="first", size="4")
    switch_on(table)
    advice(table)
    page = table.page
    held: list[Route] = []
    page.route("**/analysis", lambda route: held.append(route))
    with page.expect_request("**/analysis"):
        pass
    page.uncheck("#analysis-on")
    page.check("#analysis-on")
    held[0].fulfill(json={"same": True, "phase": "done", "words": "done"})
    page.unroute("**/analysis")
    advice(table)


def test_the_analysis_follows_the_game(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    switch_on(table)
    table.play_turn(random.Random(4))
    table.wait_for_turn(2)
    table.settle()
    # What is proposed can be played here: no badge lies on a stone unless the stone converts.
    for turn in advice(table):
        assert turn["marks"] == 1
        if not turn["text"].endswith("*"):
            assert table.page.get_attribute(f"#cell-{turn['text']}", "data-content") == "0"


def test_a_turn_of_the_list_is_looked_at_and_left(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    switch_on(table)
    page = table.page
    before = table.names('g.cell:not([data-content="0"])')
    # A search that has just begun may not know yet what follows: click at a moment when it does.
    page.wait_for_function(
        f"""() => {{
            const knows = ({ADVICE})()?.[0].goesOn;
            if (knows) document.querySelector("#advice-list .advice-main").click();
            return knows;
        }}"""
    )
    table.settle()
    assert table.text("#heading").startswith("Looking at A: ")
    assert len(table.names('g.cell:not([data-content="0"])')) == len(before) + 1
    assert page.locator(".overlay .advice").count() == 0
    following = page.locator("#advice-list li:nth-child(1) .advice-next").first
    following.click()
    table.settle()
    assert following.get_attribute("aria-pressed") == "true"
    assert len(table.names('g.cell:not([data-content="0"])')) == len(before) + 2
    page.focus("#main")
    table.press("Escape")
    assert table.text("#heading") == "Black to move"
    assert table.names('g.cell:not([data-content="0"])') == before
    expect(page.locator(".overlay .advice")).not_to_have_count(0)
    assert table.num_turns == 0


def test_the_list_stays_as_it_was_from_the_click_on(table: Table) -> None:
    """What is marked as looked at is what was clicked, however long its board takes to come."""
    table.begin("kitaran", opponent="2", side="first", size="6")
    switch_on(table)
    page = table.page
    held: list[Route] = []
    page.route("**/variation", lambda route: held.append(route))
    with page.expect_request("**/variation"):
        page.click("#advice-list li:nth-child(1) .advice-main")
    chosen = page.inner_text("#advice-list")
    effort = table.text("#analysis-effort")
    expect(page.locator("#analysis-effort")).not_to_have_text(effort)
    assert page.inner_text("#advice-list") == chosen
    held[0].continue_()
    table.settle()
    assert table.text("#heading").startswith("Looking at A: ")
    assert page.inner_text("#advice-list") == chosen
    page.click("#advice-list li:nth-child(1) .advice-main")
    page.wait_for_function(
        "chosen => document.getElementById('advice-list').innerText !== chosen", arg=chosen
    )


def test_rows_of_another_position_cannot_be_pressed(table: Table) -> None:
    begin_against_computer(table, "kitaran")
    switch_on(table)
    advice(table)
    page = table.page
    held: list[Route] = []
    page.route("**/analysis", lambda route: held.append(route))
    table.play_turn(random.Random(1))
    rows = page.locator(".advice-main")
    expect(rows.first).to_be_disabled()
    page.unroute("**/analysis")  # which lets go what was held
    rows.first.click()
    expect(page.locator("#heading")).to_have_text(re.compile("^Looking at A"))


def test_a_look_that_comes_after_the_switch_was_turned_off_is_dropped(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    switch_on(table)
    page = table.page
    held: list[Route] = []
    page.route("**/variation", lambda route: held.append(route))
    with page.expect_request("**/variation"):
        page.click("#advice-list li:nth-child(1) .advice-main")
    page.uncheck("#analysis-on")
    held[0].continue_()
    table.settle()
    assert table.text("#heading") == "Black to move"
    assert table.names('g.cell:not([data-content="0"])') == []


def test_a_composed_turn_is_still_there_after_a_look(table: Table) -> None:
    table.begin("spry", opponent="2", side="first", size="4")
    switch_on(table)
    table.use("a1")
    table.page.click("#advice-list li:nth-child(2) .advice-main")
    table.settle()
    table.page.click("#advice-list li:nth-child(2) .advice-main")
    table.settle()
    assert table.names("g.cell.is-pending") == ["a1"]
    table.page.click("#advice-list li:nth-child(1) .advice-main")
    table.settle()
    table.use("b1")  # the first click only leads back
    assert table.names("g.cell.is-pending") == ["a1"]


def test_pointing_at_a_turn_lets_it_stand_out(table: Table) -> None:
    table.begin("kitaran", opponent="2", side="first")
    switch_on(table)
    table.page.hover("#advice-list li:nth-child(2)")
    expect(table.page.locator(".overlay")).to_have_class("overlay overlay-analysis points-to-2")
    table.page.hover("#heading")
    expect(table.page.locator(".overlay")).to_have_class("overlay overlay-analysis")


def test_owners_are_shaded_when_asked_for(table: Table) -> None:
    table.begin("sytran", opponent="2", side="first", size="4")
    switch_on(table)
    shades = table.page.locator(".overlay .owner").first
    expect(shades).to_be_attached()
    expect(shades).to_be_hidden()
    table.page.check("#owners-on")
    expect(shades).to_be_visible()
    table.page.reload()
    table.settle()
    switch_on(table)
    expect(table.page.locator(".overlay .owner").first).to_be_visible()
    expect(table.page.locator("#analysis-scores")).to_contain_text("Likely points")


def test_the_curve_is_filled_and_leads_to_every_turn(table: Table) -> None:
    finish(table, "byg", 5, size="3")
    switch_on(table)
    page = table.page
    curve = page.locator(".curve-svg")
    line = page.locator(".curve-line")
    expect(line).to_have_attribute("d", re.compile(r"^M(?:[^L]+L){5}[^L]+$"))
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": 8, "y": box["height"] / 2})
    expect(page.locator("#heading")).to_have_text("Turn 0 of 5")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    curve.click(position={"x": 0.4 * box["width"], "y": 10})
    expect(page.locator("#heading")).to_have_text("Turn 2 of 5")
    curve.focus()
    table.press("ArrowRight")
    expect(page.locator("#heading")).to_have_text("Turn 3 of 5")
    expect(curve).to_have_attribute("aria-valuenow", "3")
    assert re.match(r"Turn 3 of 5\. Black .*%", curve.get_attribute("aria-valuetext") or "")


def test_there_is_no_switch_while_friends_play(table: Table) -> None:
    table.begin("kitaran", size="3")
    expect(table.page.locator("#analysis")).to_be_hidden()
    table.press("a")
    assert not table.page.is_checked("#analysis-on")
    for cell in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"):
        expect(table.page.locator("#analysis")).to_be_hidden()
        table.use(cell)
        table.confirm()
    expect(table.page.locator("#analysis")).to_be_visible()
    table.settle()
    table.page.focus("#main")
    table.press("a")
    assert table.page.is_checked("#analysis-on")


@pytest.mark.parametrize("name", ["sytran", "syrtis"])
def test_nothing_jumps_while_the_numbers_move(table: Table, name: str) -> None:
    begin_against_computer(table, name)
    switch_on(table)
    advice(table)
    parts = ("#board", "#bar", "#curve", "#advice-list", "#evaluation", "#slider", "#seat-bottom")

    def boxes() -> dict[str, object]:
        return {part: table.page.eval_on_selector(part, BOX) for part in parts}

    before = boxes()
    for _ in range(8):
        table.page.wait_for_timeout(200)
        assert boxes() == before


@pytest.mark.parametrize("words", ["thinking", "warming up", "waiting"])
def test_the_longest_numbers_begin_no_second_line(table: Table, words: str) -> None:
    longest = {"playouts": "785,880 playouts", "speed": "123,456/s", "words": words}

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), **longest})

    begin_against_computer(table, "syrtis")
    table.page.route("**/analysis", answer)
    switch_on(table)
    advice(table)
    effort = table.page.locator(".analysis-effort")
    expect(effort).to_have_text(f"785,880 playouts · 123,456/s · {words}")
    assert effort.evaluate("e => e.getBoundingClientRect().height") < 25  # pixels; a line has 19
    table.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("name", ["sytran", "syrtis"])
def test_the_phone_shows_it_all_without_scrolling_sideways(phone: Table, name: str) -> None:
    finish(phone, name, 3)
    page = phone.page
    phone.tap("#analysis-on")
    advice(phone)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in ("#evaluation", "#advice-list", "#curve", "#turns"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    board, bar = (page.locator(part).bounding_box() for part in ("#board svg", "#evaluation"))
    assert board is not None
    assert bar is not None
    assert board["width"] > 340
    assert bar["y"] + bar["height"] <= board["y"]
    phone.tap("#advice-list li:nth-child(1) .advice-main")
    assert phone.text("#heading").startswith("Looking at A: ")
    phone.tap("#curve")
    assert re.match(r"Turn [12] of 3", phone.text("#heading"))


@pytest.mark.parametrize("width", [1024, 1440, 2560])
def test_the_board_stays_the_largest_part(table: Table, width: int) -> None:
    height = {1024: 700, 1440: 900, 2560: 1440}[width]
    table.page.set_viewport_size({"width": width, "height": height})
    table.begin("spry", opponent="2", side="first")
    switch_on(table)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    assert table.page.evaluate("document.documentElement.scrollHeight") <= height + 1
    board = table.page.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] / width > 0.6
    curve = table.page.locator("#curve").bounding_box()
    assert curve is not None
    assert curve["height"] > 50
