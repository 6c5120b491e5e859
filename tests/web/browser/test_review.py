"""A game reviewed on the page: curves, mistakes in the tree, better turns, learning from them."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table
from tests.web.browser.scenes import open_record
from tests.web.browser.study_scenes import (
    UNTIL_REVIEWED,
    open_study,
    record_with_mistakes,
    review_here,
)

pytestmark = pytest.mark.browser

MISTAKES = ["a2 e6", "b1 d7"]


@pytest.fixture
def desk(table: Table) -> Table:
    """A study of a game with two mistakes, reviewed."""
    open_study(table.page, table.server, record_with_mistakes())
    review_here(table.page)
    return table


def here(table: Table) -> str:
    """The turn that leads to the position shown."""
    return table.text("#tree [aria-current] .node-text")


def signs(table: Table) -> list[str]:
    """The turns that carry the sign of a mistake."""
    marked = table.page.locator("#tree .node", has=table.page.locator(".node-sign"))
    return marked.locator(".node-text").all_text_contents()


def test_a_review_marks_mistakes_and_shows_the_better_turn(desk: Table) -> None:
    page = desk.page
    assert signs(desk) == MISTAKES
    for turn, begins in (
        ("b1 d7", "A blunder by White: Black’s chance to win rose from "),
        ("a2 e6", "A blunder: Black’s chance to win fell from "),
    ):
        page.locator("#tree .node", has_text=turn).click()
        desk.settle()
        assert desk.text("#review-summary").startswith(begins)
        assert desk.text("#bar-text") == desk.text("#review-summary")
    first = page.locator("#review-better button").first
    better = first.text_content()
    first.click()
    desk.settle()
    assert here(desk) == better
    assert page.locator("#tree .branch .node-text").all_text_contents() == [better]
    assert not page.is_visible("#review-turn")  # nobody has judged that one
    assert desk.text("#review-back") == "Back to turn 2"
    page.click("#review-back")
    desk.settle()
    assert here(desk) == "a2 e6"


def test_a_review_leads_to_the_first_mistake_and_on_to_the_next(desk: Table) -> None:
    page = desk.page
    assert here(desk) == "a2 e6"
    assert page.locator(".overlay-review .badge-worse").count() == 2
    assert page.locator(".overlay-review .badge-1").count() > 0
    better = page.locator("#review-better button").first.text_content()
    assert f"{better}, " in desk.text("#review-why") or f"{better} " in desk.text("#review-why")
    answer = page.locator("#review-answer button").first
    shown = answer.text_content()
    answer.click()
    desk.settle()
    assert here(desk) == shown


def test_all_chances_are_those_of_one_side(desk: Table) -> None:
    page = desk.page
    assert desk.text("#review-summary").startswith("A blunder: Black’s chance to win fell from")
    assert desk.text("#review-whose") == "Black’s chances"
    page.click('[aria-label="Tell the chances of White"]')
    summary = desk.text("#review-summary")
    assert summary.startswith("A blunder by Black: White’s chance to win rose from")
    assert desk.text("#review-whose") == "White’s chances"
    assert page.locator("#review-curve svg").get_attribute("aria-valuetext") is not None
    assert "White" in str(page.locator("#review-curve svg").get_attribute("aria-valuetext"))
    page.click("#review-next")
    desk.settle()
    assert here(desk) == "b1 d7"
    assert desk.text("#review-where") == "Mistake 1 of 1"


def test_who_only_reads_plays_the_lines_as_well(desk: Table) -> None:
    page = desk.page
    page.click("#share")
    page.check("#by-link", force=True)
    expect(page.locator("#share-said")).to_have_text("Anyone with the link can read it.")
    page.context.clear_cookies()
    page.reload()
    desk.settle()
    page.locator("#tree .node", has_text="a2 e6").click()
    desk.settle()
    assert page.locator(".overlay-review .badge-worse").count() == 2
    answer = page.locator("#review-answer button").first
    shown = str(answer.text_content())
    answer.click()
    desk.settle()
    assert desk.text("#bar-text") == f"White placed {', '.join(shown.split())}"
    assert here(desk) == "a2 e6"  # nothing was added
    assert page.locator("#tree .branch").count() == 0
    assert page.locator(".overlay-review .badge-worse").count() == 0
    page.click("#review-back")
    desk.settle()
    assert page.locator(".overlay-review .badge-worse").count() == 2


def test_the_curve_leads_to_the_turns_and_all_is_there_after_a_reload(desk: Table) -> None:
    page = desk.page
    page.locator("#review-curve svg").click()  # its middle
    desk.settle()
    assert desk.text("#tree [aria-current] .node-number") == "3."
    assert page.locator("#review-scores svg").is_visible()
    assert page.locator(".review-person").all_text_contents()[0].startswith("White")
    page.reload()
    desk.settle()
    assert signs(desk) == MISTAKES
    assert page.is_visible("#review-curve svg")
    page.keyboard.press("r")
    expect(page.locator("#review-body")).to_be_hidden()


def test_mistakes_are_drilled(desk: Table) -> None:
    page = desk.page
    page.click('[aria-label="Learn from the mistakes of White"]')
    desk.settle()
    assert desk.text("#heading").startswith("Mistake 1 of 1: turn 5")
    assert desk.text("#bar-text") == "b1 d7 was played. Find a better turn."
    assert not page.is_visible("#tree")
    for cell in ("b1", "d7"):
        desk.use(cell)
    if page.is_enabled("#confirm"):
        page.click("#confirm")
    expect(page.locator("#bar-text")).to_have_text("b1 d7 is what was played. Try another turn.")
    for cell in ("c5", "f2"):  # as the review has it
        desk.use(cell)
    if page.is_enabled("#confirm"):
        page.click("#confirm")
    expect(page.locator("#bar-text")).to_contain_text("Right. c5 f2")
    assert desk.text("#learn-next") == "Finish"
    page.click("#learn-next")
    desk.settle()
    assert desk.text("#toast").startswith("0 of 1 found at once.")
    assert page.is_visible("#tree")
    assert signs(desk) == MISTAKES


def test_a_review_is_cancelled_within_a_second(table: Table) -> None:
    open_study(table.page, table.server, record_with_mistakes())
    page = table.page
    page.check("#review-on")
    page.select_option("#review-depth", "deep")
    page.click("#review-begin")
    page.click("#review-cancel")
    expect(page.locator("#review-work")).to_be_hidden()
    expect(page.locator("#review-begin")).to_be_visible()
    review_here(page)  # the engine is free again
    assert signs(table) == MISTAKES


def test_a_finished_game_is_reviewed_by_its_button(table: Table) -> None:
    record = record_with_mistakes().resign(0)
    open_record(table.page, table.server, record)
    table.page.click("#review")
    table.page.wait_for_url("**/study/**")
    table.settle()
    assert table.page.is_checked("#review-on")
    done = table.page.locator("#review-begin")
    expect(done).to_be_visible(timeout=UNTIL_REVIEWED)
    assert len(signs(table)) > 0
