"""Files dropped on a page: on home they are opened, on the studies' page they become a study."""

import pytest
from playwright.sync_api import Page, expect

from skerry.exchange import write
from tests.web.browser.conftest import Table
from tests.web.browser.scenes import record_of
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

# An event of a mouse that holds some files over an element; `files` are pairs of names and texts.
HOLD = """([kind, selector, files]) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
    const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(event);
    return event.defaultPrevented;
}"""


def hold(page: Page, kind: str, selector: str, *files: tuple[str, str]) -> bool:
    """Whether the page has taken the event, so that the browser does not open the files itself."""
    return bool(page.evaluate(HOLD, [kind, selector, list(files)]))


@pytest.fixture
def whole() -> tuple[str, str]:
    return "whole.sgf", write(record_of("kitaran", 3), "sgf").text


BROKEN = "broken.json", "{"


def test_files_dropped_on_home_wait_for_the_button(
    table: Table, server: Server, whole: tuple[str, str]
) -> None:
    table.page.goto(server.url)
    assert hold(table.page, "drop", "h1", whole, BROKEN)
    table.page.locator(".open-game form button:focus").press("Enter")
    expect(table.page.locator(".opened h2")).to_have_text(["whole.sgf", "broken.json"])
    table.page.click("a.button.primary")
    expect(table.page.locator("#heading")).to_be_visible()


def test_files_dropped_on_the_studies_become_chapters(
    table: Table, server: Server, whole: tuple[str, str]
) -> None:
    other = "other.json", record_of("spry", 2).to_json()
    table.page.goto(f"{server.url}/studies")
    assert hold(table.page, "drop", "main", whole, other)
    table.page.wait_for_url("**/study/*")
    table.settle()
    assert table.page.locator("#chapters option").count() == 2


def test_of_dropped_files_the_broken_ones_are_told(
    table: Table, server: Server, whole: tuple[str, str]
) -> None:
    table.page.goto(f"{server.url}/studies")
    hold(table.page, "drop", "main", BROKEN)
    expect(table.page.locator("[role=alert] p")).to_contain_text("broken.json: ")
    table.complaints.clear()  # Chromium notes the answer 400
    hold(table.page, "drop", "#text", BROKEN, whole)
    expect(table.page.locator("h2")).to_have_text("broken.json")
    table.page.click("text=To the study")
    table.page.wait_for_url("**/study/*")


def test_a_sign_says_what_becomes_of_files_that_are_held_over_the_page(
    table: Table, server: Server, whole: tuple[str, str]
) -> None:
    table.page.goto(f"{server.url}/studies")
    sign = table.page.locator("#drop-here")
    assert hold(table.page, "dragover", "main", whole)
    expect(sign).to_be_visible()
    hold(table.page, "dragleave", "main", whole)
    expect(sign).to_be_hidden()
    assert not hold(table.page, "dragover", "main")  # a text goes where it is dropped
    expect(sign).to_be_hidden()
