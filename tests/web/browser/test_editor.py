"""Positions set up on the editor's page by mouse, finger and keys, then played and solved."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from skerry.puzzles import collection
from skerry.text import spaced
from tests.web.browser.conftest import PHONE, Table, leave, new_context, open_table
from tests.web.conftest import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Table]:
    context = new_context(
        chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield open_table(context, server)
    leave(context)


def open_editor(table: Table, name: str, text: str) -> None:
    table.page.goto(f"{table.server.url}/editor/{name}?{urlencode({'position': text})}")
    expect(table.page.locator("#heading")).to_have_text(re.compile(r"\S"))
    table.settle()


def position_of(table: Table) -> str:
    """The position in the page's address."""
    return parse_qs(urlsplit(table.page.url).query)["position"][0]


def choose(table: Table, tool: str) -> None:
    table.page.check(f'input[name="tool"][value="{tool}"]')


EMPTY = "y size=2 swap=on | 2/3/2 | player=0 first=0 turn=0"
SAND = (
    "syrtis board=minor stall_limit=100 | 4/4/4/4 | player=0 first=0 turn=2 phase=play light=- "
    "dark=- sunk=0,0 passes=0,0 sinker=- calm=0"
)


def test_a_stone_game_by_mouse_and_what_is_wrong_is_fixed_by_a_button(table: Table) -> None:
    open_editor(table, "y", EMPTY)
    page = table.page
    page.click("#cell-a1")
    table.settle()
    expect(page.locator("#heading")).to_have_text("One thing is wrong")
    expect(page.locator("#problems")).to_contain_text("White has 1 stone and Black 0")
    expect(page.locator("#play")).to_be_disabled()
    page.click(".fix")
    table.settle()
    expect(page.locator("#heading")).to_have_text("Black to move")
    page.uncheck("#controls input")  # who has swapped already
    table.settle()
    assert position_of(table) == "y size=2 swap=on | 2/3/w1 | player=0 first=1 turn=2"
    page.click("#undo")
    table.settle()
    assert position_of(table).endswith("player=1 first=0 turn=1")
    page.reload()
    expect(page.locator("#heading")).to_have_text("Black to move")
    page.click("#play")
    page.click("#play-dialog .primary")
    page.wait_for_url("**/game/*")
    expect(page.locator("#heading")).to_have_text(re.compile("Black to move"))


def test_tiles_and_towers_by_touch(phone: Table) -> None:
    open_editor(phone, "syrtis", SAND)
    for cell, tool in (("b2", "lc"), ("c2", "ds"), ("b3", "ls"), ("c3", "dc"), ("b4", "ls")):
        phone.tap(f'label:has([value="{tool}"])')
        phone.tap(f"#cell-{cell}")
    for cell, tool in (("b2", "light"), ("b3", "light"), ("c2", "dark"), ("c3", "dark")):
        phone.tap(f'label:has([value="{tool}-tower"])')
        phone.tap(f"#cell-{cell}")
    phone.settle()
    board = position_of(phone)
    assert "| 1s2/1sC1/1cS1/4 |" in board
    assert "light=b2,b3 dark=c2,c3" in board
    expect(phone.page.locator("#controls")).to_contain_text("Sank the last tile")
    phone.tap('label:has([value="light-tower"])')
    phone.tap("#cell-b4")
    phone.settle()
    expect(phone.page.locator("#toast")).to_contain_text("Take one away first")


def test_by_keys_alone(table: Table) -> None:
    open_editor(table, "y", EMPTY)
    page = table.page
    page.focus("#cell-b2")
    for key in ("2", "Enter", "ArrowLeft", "1", "Enter", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
        table.settle()
    assert "| 2/wbw/2 |" in position_of(table)
    for key in ("0", "Enter", "Control+z", "Control+y"):
        page.keyboard.press(key)
        table.settle()
    assert position_of(table) == "y size=2 swap=on | 2/wb1/2 | player=0 first=0 turn=2"
    assert page.evaluate("document.activeElement.id") == "cell-b3"
    page.keyboard.press("Tab")
    page.focus("#analyse")
    page.keyboard.press("Enter")
    page.wait_for_url("**/study/*")
    expect(page.locator("#cell-b1")).to_have_attribute("data-content", "1")


def test_a_position_is_solved_and_made_a_puzzle_that_is_solved(table: Table) -> None:
    known, page = collection("spry")[0], table.page
    open_editor(table, "spry", known.position.text)
    page.click("#solve")
    expect(page.locator("#result")).to_contain_text(
        f"{spaced(known.solution)} wins, and no other turn"
    )
    page.click("#make-puzzle")
    expect(page.locator("#result-heading")).to_have_text("A sound puzzle")
    page.click("#puzzle-link")
    expect(page.locator("#number")).to_have_text("A puzzle set up by hand")
    for action in known.solution.split(","):
        table.use(action)
    page.click("#check")
    expect(page.locator("#heading")).to_have_text("Right!")


def test_an_undo_that_is_refused_can_be_asked_for_again(table: Table) -> None:
    open_editor(table, "y", EMPTY)
    page = table.page
    page.click("#cell-a1")
    table.settle()
    page.route("**/api/editor", lambda route: route.fulfill(status=429, json={"error": "Later."}))
    page.click("#undo")
    expect(page.locator("#toast")).to_have_text("Later.")
    page.unroute("**/api/editor")
    page.click("#undo")
    table.settle()
    assert position_of(table) == EMPTY
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#redo")
    table.settle()
    assert position_of(table) != EMPTY
    table.complaints.clear()  # the browser notes the refusal


def test_another_board_is_undone_with_what_lay_on_the_one_before(table: Table) -> None:
    open_editor(table, "y", EMPTY)
    page = table.page
    page.click("#cell-a1")
    table.settle()
    page.click("#options summary")
    page.fill("#size", "3")
    page.click("#options-form > button")
    table.settle()
    assert page.locator("g.cell").count() == 19
    page.click("#undo")
    table.settle()
    assert page.locator("g.cell").count() == 7
    expect(page.locator("#cell-a1")).to_have_attribute("data-content", "1")
    expect(page.locator("#size")).to_have_value("2")


def test_a_search_is_given_up_by_cancel_and_by_the_next_edit(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/editor/byg")
    page.click("#solve")
    expect(page.locator("#result-heading")).to_have_text("Solving…")
    page.click("#stop-solving")
    expect(page.locator("#result")).to_be_hidden()
    page.click("#solve")
    expect(page.locator("#result-heading")).to_have_text("Solving…")
    page.click("#cell-a1")
    expect(page.locator("#result")).to_be_hidden()


def test_two_windows_that_solve_do_not_end_each_others_search_for_ever(table: Table) -> None:
    first, second = table.page, table.page.context.new_page()
    for page in (first, second):
        page.goto(f"{table.server.url}/editor/byg")
    first.click("#solve")
    expect(first.locator("#result-words")).to_have_text(re.compile(r"\d s"))
    second.click("#make-puzzle")
    expect(first.locator("#result-heading")).to_have_text("No answer")
    expect(first.locator("#result-words")).to_contain_text("Another window")
    expect(second.locator("#result-words")).to_have_text(re.compile(r"\d s"))
    second.click("#stop-solving")
    second.close()
    assert len(table.complaints) == 1  # of the answer 409, which is wanted
    table.complaints.clear()


def test_a_text_that_cannot_be_read_stays_until_the_board_is_changed(table: Table) -> None:
    wrong = "y size=2 swap=on | 2/3 | player=0 first=0 turn=0"
    open_editor(table, "y", wrong)
    expect(table.page.locator("#text")).to_have_value(wrong)
    assert position_of(table) == wrong
    problem = table.page.locator("details .problem")
    expect(problem).to_be_visible()
    choose(table, "black")
    table.page.click("#cell-a1")
    table.settle()
    assert position_of(table) != wrong
    expect(table.page.locator("#text")).to_have_value(position_of(table))
    expect(problem).to_have_count(0)
    assert len(table.complaints) == 1  # of the answer 400, which is wanted
    table.complaints.clear()
