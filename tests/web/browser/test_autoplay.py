"""A replay that goes on by itself."""

import random

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table

pytestmark = pytest.mark.browser


@pytest.fixture
def played(table: Table) -> Table:
    """A game of five turns, on a page whose time the test makes pass."""
    table.page.clock.install()
    table.begin("kitaran", size="3")
    rng = random.Random(6)
    for _ in range(5):
        table.play_turn(rng)
    table.page.clock.pause_at(table.page.evaluate("Date.now()") / 1000 + 60)
    return table


def shows(table: Table, turn: int) -> None:
    expect(table.page.locator("#slider")).to_have_js_property("value", str(turn))


def test_it_begins_at_the_start_and_ends_with_the_last_turn(played: Table) -> None:
    button = played.page.locator("#autoplay")
    button.click()
    for turn in range(6):
        shows(played, turn)
        assert (button.get_attribute("title") == "Stop the replay (P)") == (turn < 5)
        played.page.clock.run_for(1200)
    expect(button).to_have_attribute("title", "Replay turn by turn (P)")
    assert played.text("#heading") == "White to move"


def test_it_goes_as_fast_as_one_has_chosen_and_stops_by_its_key(played: Table) -> None:
    played.page.click("#help")
    played.page.select_option("#replay-speed", "fast")
    played.press("Escape")
    played.press("p")
    shows(played, 0)
    played.page.clock.run_for(500)
    shows(played, 1)
    played.press("p")
    played.page.clock.run_for(5000)
    shows(played, 1)
    played.page.reload()
    expect(played.page.locator("#replay-speed")).to_have_value("fast")


def test_a_step_by_hand_stops_it(played: Table) -> None:
    played.press("p")
    shows(played, 0)
    played.press("ArrowRight", 2)
    shows(played, 2)
    played.page.clock.run_for(5000)
    shows(played, 2)
    assert played.page.get_attribute("#autoplay", "title") == "Replay turn by turn (P)"
