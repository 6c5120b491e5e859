"""Help while one plays: the goal, what both are after, the rules over the board, hints, the end."""

import random
import re

import pytest
from playwright.sync_api import expect

from ..conftest import Server
from .conftest import Table
from .scenes import open_record, record_from, record_of

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


def test_a_hint_is_drawn_until_the_turn_is_played(table: Table) -> None:
    table.begin("spry", "1", size="3")
    table.press("h")
    heading = table.page.locator("#heading")
    expect(heading).to_have_text(re.compile("^Try "))
    cells = table.text("#heading").removeprefix("Try ").split()
    assert table.text("#bar-text").endswith(".")
    badges = table.page.locator(".overlay .badge-1")
    expect(badges).to_have_count(len(cells))
    for cell in cells:
        table.use(cell)
    expect(badges).to_have_count(len(cells))
    table.confirm()
    expect(badges).to_have_count(0)
    expect(table.page.locator("#hint")).to_be_enabled()  # the computer has answered


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
