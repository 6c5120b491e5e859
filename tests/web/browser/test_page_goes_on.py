"""Pages go on after what nobody thought of: errors, held keys, a focus elsewhere, no storage."""

import pytest
from playwright.sync_api import expect

from skerry.record import GameRecord
from tests.web.browser.conftest import Table
from tests.web.browser.study_scenes import open_study, record_with_variations

pytestmark = pytest.mark.browser

BOARDS = ["game", "puzzle", "lesson", "study", "editor"]
PATHS = {"puzzle": "/puzzles/kitaran", "lesson": "/learn/spry", "editor": "/editor/kitaran"}
ASKED = {"lesson": "**/try", "editor": "**/api/editor"}  # when a cell is used
STONES = "g.cell:not([data-content='0'])"
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
    const refuse = () => { throw new DOMException(name, "SecurityError"); };
    Object.defineProperty(window, name, { get: refuse });
}"""


def open_board(table: Table, kind: str) -> None:
    """A page with a board on which stones can be placed."""
    if kind == "game":
        table.begin("kitaran", size="3")
    elif kind == "study":
        open_study(table.page, table.server, GameRecord.begin(record_with_variations().game))
    else:
        table.page.goto(table.server.url + PATHS[kind])
        table.page.wait_for_selector("#board svg.board")
    table.settle()


def vacant(table: Table) -> str:
    """A cell on which a stone can be put, such as the lesson asks for."""
    if table.page.locator("#lesson").count():
        return str(table.page.evaluate("JSON.parse(document.all.state.textContent).answer[0]"))
    return table.names("g.cell.is-legal[data-content='0'], #editor g.cell[data-content='0']")[0]


@pytest.mark.parametrize("kind", BOARDS)
def test_a_page_goes_on_after_an_error(table: Table, kind: str) -> None:
    open_board(table, kind)
    page, asked, stones = table.page, ASKED.get(kind, "**/preview"), table.names(STONES)
    page.route(asked, lambda route: route.fulfill(body="null", content_type="application/json"))
    cell = vacant(table)
    page.click(f"#cell-{cell}")
    expect(page.locator("#toast")).to_contain_text("Something went wrong on this page")
    table.settle()  # nothing is busy any more
    assert table.names(STONES) == stones
    assert table.complaints != []  # who mends pages is told more
    table.complaints.clear()
    page.unroute(asked)
    page.focus(f"#cell-{cell}")
    table.press("Enter")
    if kind == "lesson":
        expect(page.locator("#said")).to_be_visible()  # of the step that is done
    else:
        assert table.names(STONES) != stones


@pytest.mark.parametrize("kind", BOARDS)
def test_a_page_needs_no_storage(table: Table, kind: str) -> None:
    table.page.add_init_script(NO_STORAGE)
    open_board(table, kind)
    table.use(vacant(table))
    if kind == "lesson":
        expect(table.page.locator("#said")).to_be_visible()
    else:
        assert table.names(STONES) != []
    if kind == "game":
        table.press("s")  # sounds, a setting, until the page is left
        assert table.text("#toast") == "Sounds are off"
        table.press("s")
        assert table.text("#toast") == "Sounds are on"
        table.confirm()
        assert table.num_turns == 1


@pytest.mark.parametrize("path", ["/", "/new/byg", "/lobby", "/puzzles", "/my-turn", "/studies"])
def test_pages_without_a_board_need_no_storage(table: Table, path: str) -> None:
    table.page.add_init_script(NO_STORAGE)
    answer = table.page.goto(table.server.url + path)
    assert answer is not None
    assert answer.ok


# --- keys -----------------------------------------------------------------------------------------


def hold(table: Table, key: str) -> None:
    """Hold a key down until it has repeated a few times."""
    *modifiers, last = key.split("+")
    for one in modifiers:
        table.page.keyboard.down(one)
    for _ in range(5):
        table.page.keyboard.down(last)
    for one in (last, *modifiers):
        table.page.keyboard.up(one)
    table.settle()


def test_a_held_key_plays_no_turn(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.page.focus("#cell-b2")
    hold(table, "Enter")
    assert table.names(STONES) == ["b2"]
    assert table.num_turns == 0  # it is asked about first
    hold(table, " ")
    assert table.num_turns == 1  # pressed once more, and once only
    table.page.focus("#cell-a1")
    table.press("Enter")
    hold(table, "Shift+Enter")
    assert table.num_turns == 2
    table.page.focus("#cell-a3")
    table.press("Enter")
    table.page.focus("#confirm")
    hold(table, "Enter")
    assert table.num_turns == 3
    table.page.focus("#take-back")
    hold(table, "Enter")
    assert table.num_turns == 2


def test_a_held_key_plays_one_turn_where_none_is_confirmed(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.page.evaluate("localStorage.setItem('skerry-ask-first', 'no')")
    table.page.reload()
    table.settle()
    table.page.focus("#cell-b2")
    hold(table, "Enter")
    assert table.num_turns == 1
    expect(table.page.locator("#toast")).to_be_hidden()  # nothing was tried after it


def test_a_held_key_checks_no_puzzle_and_ends_no_step(table: Table) -> None:
    for kind in ("puzzle", "lesson"):
        open_board(table, kind)
        cell = vacant(table)
        table.page.focus(f"#cell-{cell}")
        hold(table, "Enter")
        if kind == "puzzle":
            assert table.names("g.cell.is-pending") == [cell]
            assert table.page.get_attribute("#bar", "data-face") == "compose"


def test_held_arrows_step_and_held_letters_do_not(table: Table) -> None:
    open_board(table, "study")
    for cell in ("b2", "a2", "c2", "a1"):
        table.use(cell)
    table.page.evaluate("document.activeElement.blur()")
    table.press("Home")
    hold(table, "ArrowRight")
    assert table.page.get_attribute("#slider", "aria-valuetext") == "Turn 4 of 4"
    hold(table, "z")
    assert table.page.get_attribute("#slider", "max") == "3"  # one edit is undone
    hold(table, "Delete")
    assert table.page.get_attribute("#slider", "max") == "2"


def test_a_box_with_a_tick_leaves_the_keys_to_the_page(table: Table) -> None:
    open_board(table, "study")
    for cell in ("b2", "a2"):
        table.use(cell)
    shown = table.page.locator("#slider")
    for box in ("#explorer-on", "#review-on", "#analysis-on"):
        table.page.locator(f"label:has({box})").click()
        assert table.page.evaluate("document.activeElement.type") == "checkbox"
        table.press("Home")
        expect(shown).to_have_attribute("aria-valuetext", "Turn 0 of 2")
        table.press("ArrowRight")
        expect(shown).to_have_attribute("aria-valuetext", "Turn 1 of 2")
        table.press("End")
        expect(shown).to_have_attribute("aria-valuetext", "Turn 2 of 2")
        table.page.locator(f"label:has({box})").click()
    table.page.focus("#comment")  # where one writes
    table.press("Home")
    expect(shown).to_have_attribute("aria-valuetext", "Turn 2 of 2")


def test_the_tools_of_the_editor_are_chosen_by_keys_after_a_click(table: Table) -> None:
    open_board(table, "editor")
    chosen = "document.querySelector('input[name=tool]:checked').value"
    table.page.locator("label:has(input[name=tool])").first.click()
    before = table.page.evaluate(chosen)
    table.press("2")
    assert table.page.evaluate(chosen) != before


def test_what_fails_with_nobody_waiting_for_it_is_told(table: Table) -> None:
    open_board(table, "game")
    table.page.evaluate("() => void Promise.reject(new Error('unforeseen'))")
    expect(table.page.locator("#toast")).to_contain_text("Something went wrong on this page")
    assert table.complaints != []
    table.complaints.clear()
