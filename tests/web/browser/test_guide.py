"""Help while one plays: the goal, what both are after, the rules over the board, hints, the end."""

import random
import re
from itertools import permutations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table
from tests.web.browser.scenes import open_record, record_from, record_of
from tests.web.conftest import Server

pytestmark = pytest.mark.browser


def test_what_both_are_after_is_drawn_until_it_is_turned_off(table: Table) -> None:
    table.begin("sytran", size="3")
    table.play_turn(random.Random(1))
    drawn = table.page.locator("svg.board > .aims")
    expect(drawn).to_have_count(0)
    assert table.text("#goal").startswith("Most points")
    assert not table.page.is_visible("#legend")
    table.page.click("#aims")
    table.settle()
    expect(drawn).to_have_count(1)
    assert table.page.get_attribute("#aims", "aria-pressed") == "true"
    assert table.page.is_visible("#legend")
    assert "points" in table.page.inner_text("#aims-words")
    table.page.reload()
    table.settle()
    expect(drawn).to_have_count(1)
    table.press("g")
    expect(drawn).to_have_count(0)


def test_a_turn_that_is_composed_stays_when_they_are_drawn(table: Table) -> None:
    table.begin("spry", size="3")
    table.use("a1")
    table.press("g")
    assert table.names("g.cell.is-pending") == ["a1"]
    expect(table.page.locator("svg.board > .aims .aim-label")).to_have_count(1)
    table.use("a2")
    assert table.page.get_attribute(".aims .aim", "data-cells") == "a1 a2"


def test_the_rules_open_over_the_board_and_leave_it_as_it_was(table: Table) -> None:
    table.begin("byg", size="3")
    table.use("a1")
    table.press("?")
    rules = table.page.locator("#rule-dialog")
    expect(rules.locator(".diagram svg").first).to_be_visible()
    expect(rules).to_contain_text("group")
    ids = table.page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))
    table.press("Escape")
    expect(rules).to_be_hidden()
    assert table.names("#board g.cell.is-pending") == ["a1"]


def asked_for_a_hint(table: Table) -> list[str]:
    """The cells of the hint, once it is there."""
    table.press("h")
    expect(table.page.locator("#hint-heading")).to_have_text(re.compile("^Try "))
    return table.text("#hint-heading").removeprefix("Try ").split()


def assert_hint_is(table: Table, cells: list[str]) -> None:
    """All parts of it are there, or none of them."""
    page = table.page
    stones = page.locator(".overlay-hint .proposed")
    expect(stones).to_have_count(len(cells))
    assert sorted(stones.evaluate_all("all => all.map(one => one.dataset.proposed)")) == sorted(
        cells
    )
    for part in ("#hint-box", "#hint-play", "#hint-words"):
        expect(page.locator(part)).to_be_visible(visible=bool(cells))
    if cells:
        assert table.text("#hint-words").endswith(".")


def test_a_hint_is_drawn_until_the_turn_is_played(table: Table) -> None:
    table.begin("spry", "1", size="3")
    cells = asked_for_a_hint(table)
    assert_hint_is(table, cells)
    for cell in cells:
        table.use(cell)
    assert_hint_is(table, cells)
    table.confirm()
    assert_hint_is(table, [])
    expect(table.page.locator("#hint")).to_be_enabled()  # the computer has answered


def test_play_it_plays_what_was_shown(table: Table) -> None:
    table.begin("sytran", "1", size="3")
    cells = asked_for_a_hint(table)
    free = next(name for name in table.names("g.cell") if name not in cells)
    table.use(free)  # something else was begun
    table.page.click("#hint-play")
    expect(table.page.locator("#turns li").nth(1)).to_contain_text(" ".join(cells))
    assert_hint_is(table, [])


def test_the_same_question_gets_the_same_hint_again(table: Table) -> None:
    table.begin("byg", "2", size="3")
    asked_for_a_hint(table)
    told = table.text("#hint-heading"), table.text("#hint-words")
    table.page.reload()
    table.settle()
    asked_for_a_hint(table)
    assert (table.text("#hint-heading"), table.text("#hint-words")) == told


def test_a_hint_stays_whole_whatever_else_is_drawn(table: Table) -> None:
    """What both are after, the analysis and its previews, on and off in all orders."""
    table.begin("sytran", "1", size="3")
    cells = asked_for_a_hint(table)
    page = table.page
    for keys in sorted(set(permutations("gagaa", 3))):
        for key in keys:
            table.press(key)
            table.settle()
            assert_hint_is(table, cells)
    if not page.is_checked("#analysis-on"):
        table.press("a")
    page.locator("#advice-list li:nth-child(1) .advice-main").click()
    expect(page.locator("#heading")).to_have_text(re.compile("^Looking at A"))
    assert_hint_is(table, [])
    table.press("Escape")
    assert_hint_is(table, cells)
    page.click("#hint-close")
    assert_hint_is(table, [])
    expect(page.locator(".overlay-analysis .advice").first).to_be_visible()


def test_no_hint_against_a_strong_level_nor_among_friends(table: Table) -> None:
    for opponent in ("4", "friend"):
        table.begin("kitaran", opponent, size="3")
        expect(table.page.locator("#hint")).to_be_hidden()


def test_a_blunder_is_noted_and_can_be_taken_back(table: Table, server: Server) -> None:
    """White wins by c3 or d2 and by no other stone."""
    record = record_from("y size=3 swap=off | 1w1/2b1/5/bwb1/1w1 | player=0 first=0 turn=6")
    open_record(table.page, server, record)
    table.use("a1")
    table.confirm()
    note = table.page.locator("#note")
    expect(note).to_contain_text("took your chances")
    table.page.click("#note-take-back")
    table.settle()
    expect(note).to_be_hidden()
    assert table.num_turns == 0


def test_a_won_game_leads_one_level_up(table: Table, server: Server) -> None:
    for seed in range(40):
        record = record_of("kitaran", 10_000, seed=seed, size=3)
        if record.result is not None and record.result.winner == 0:
            break
    open_record(table.page, server, record)
    expect(table.page.locator("#heading")).to_have_text(re.compile(r"^You won \d : \d$"))
    first = table.page.url
    assert table.page.get_attribute("#level-up", "title") == "Against level 3 Crab"
    table.page.click("#level-up")
    table.page.wait_for_url(lambda url: "/game/" in url and url != first)
    assert "3 Crab" in table.text("#seat-top")
