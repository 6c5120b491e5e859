"""How the stones of a turn come to the board, and what is heard of them."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.record import Person
from tests.web.browser.conftest import DESKTOP, Table, leave, new_context, open_table
from tests.web.browser.scenes import open_record, record_of
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

# Counts what is asked of the loudspeaker.
SPY = """() => {
    window.contexts = 0;
    window.started = [];
    window.AudioContext = class extends AudioContext {
        constructor() { super(); window.contexts += 1; }
    };
    for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (at) { window.started.push(at); start.call(this, at); };
    }
}"""
# Notes each stone that is told to wait, and the delay that it then has.
WATCH = """() => {
    window.arrivals = [];
    const note = (changes) => changes.forEach(({ target }) => {
        if (!target.classList.contains("arrives")) return;
        const stone = target.querySelector(`.stone-${target.dataset.content}`);
        window.arrivals.push([target.dataset.cell, getComputedStyle(stone).transitionDelay]);
    });
    const filter = { attributeFilter: ["style"], subtree: true };
    new MutationObserver(note).observe(document, filter);
}"""


@pytest.fixture
def moving(chromium: Browser, server: Server) -> Iterator[Table]:
    """A page that may move things, and counts its sounds."""
    context = new_context(chromium, viewport=DESKTOP, reduced_motion="no-preference")
    context.add_init_script(f"({SPY})(); ({WATCH})()")
    opened = open_table(context, server)
    yield opened
    complaints = list(opened.complaints)
    leave(context)
    assert complaints == []


def begin(table: Table, *turns: str) -> None:
    """A game between friends of which some turns have been played, with the board still empty."""
    record = record_of("spry", persons=(Person("Ada"), Person("Grace")), size=4)
    for turn in turns:
        record = record.add_turn(turn)
    open_record(table.page, table.server, record)
    table.press("Home")


def started(page: Page) -> list[float]:
    return list(page.evaluate("window.started"))


def arrivals(page: Page) -> list[list[str]]:
    return list(page.evaluate("window.arrivals"))


def test_the_stones_of_a_turn_come_one_after_another(moving: Table) -> None:
    begin(moving, "a1,b1,c1")
    moving.press("ArrowRight")
    assert arrivals(moving.page) == [["a1", "0s"], ["b1", "0.12s"], ["c1", "0.24s"]]
    expect(moving.page.locator(".arrives")).to_have_count(0)


def test_a_cell_is_taken_before_its_stone_is_seen(moving: Table) -> None:
    begin(moving, "a1,b1,c1")
    moving.page.evaluate("window.setTimeout = () => 0")  # and so it stays
    moving.page.keyboard.press("ArrowRight")
    expect(moving.page.locator("#cell-c1.arrives")).to_have_attribute("data-content", "1")
    assert moving.names("g.cell.arrives.is-legal") == []


def test_what_stones_make_is_drawn_when_all_have_come(moving: Table) -> None:
    begin(moving, "a1,b1,c1")
    moving.page.click("#aims")
    moving.settle()
    moving.page.clock.install(time=0)
    moving.page.clock.pause_at(60_000)
    moving.press("ArrowRight")
    moving.page.clock.run_for(3 * 120 - 10)
    expect(moving.page.locator("svg.board .aims")).to_be_hidden()
    moving.page.clock.run_for(10)
    expect(moving.page.locator("svg.board .aims")).to_be_visible()


def test_going_back_and_composing_wait_for_nothing(moving: Table) -> None:
    begin(moving, "a1,b1,c1", "d1,e1")
    moving.press("End")
    moving.press("ArrowLeft")
    moving.press("Home")
    moving.press("End")
    moving.use("d2")
    moving.use("c2")
    assert arrivals(moving.page) == []


def test_stones_come_together_for_who_wants_no_motion(moving: Table) -> None:
    moving.page.emulate_media(reduced_motion="reduce")
    begin(moving, "a1,b1,c1")
    moving.press("ArrowRight")
    assert arrivals(moving.page) == []


def test_the_replay_waits_for_the_stones_of_a_turn(moving: Table) -> None:
    moving.page.clock.install(time=0)
    begin(moving, "a1,b1,c1", "d1")
    moving.page.clock.pause_at(60_000)
    moving.press("p")
    assert moving.text("#heading") == "Turn 1 of 2"
    moving.page.clock.run_for(1200 + 3 * 120 - 10)
    moving.settle()
    assert moving.text("#heading") == "Turn 1 of 2"
    moving.page.clock.run_for(10)
    expect(moving.page.locator("#heading")).not_to_have_text("Turn 1 of 2")


def test_each_stone_is_heard_but_none_before_the_first_touch(moving: Table) -> None:
    begin(moving, "a1,b1,c1")
    moving.page.reload()
    moving.settle()
    moving.page.evaluate("document.querySelector('#first').click()")  # by nobody
    moving.settle()
    moving.page.evaluate("document.querySelector('#forward').click()")
    moving.settle()
    assert moving.page.evaluate("[window.contexts, window.started.length]") == [0, 0]
    moving.press("ArrowLeft")
    moving.press("ArrowRight")
    moments = sorted(set(started(moving.page)))
    assert len(moments) == 3
    gaps = [after - before for before, after in pairwise(moments)]
    assert gaps == pytest.approx([0.12, 0.12])
    assert moving.page.evaluate("window.contexts") == 1


def test_a_turn_played_is_heard_and_one_looked_at_is_not(moving: Table) -> None:
    moving.begin("kitaran", size="3")
    moving.use("a1")
    stone = len(started(moving.page))
    assert stone > 0
    moving.confirm()
    assert len(started(moving.page)) > stone  # the end of the turn
    heard = len(started(moving.page))
    moving.press("ArrowLeft")
    assert len(started(moving.page)) == heard


def test_the_end_of_a_game_is_heard_once(moving: Table) -> None:
    moving.begin("kitaran", opponent="1", side="first", size="3")
    moving.page.click("#resign")
    moving.page.click("#resign-ask button[value=yes]")
    expect(moving.page.locator("#heading")).to_have_text("You lost")
    heard = len(started(moving.page))
    assert heard == 3  # notes of a game lost
    moving.page.reload()
    moving.settle()
    moving.press("End")
    assert started(moving.page) == []


def test_key_s_turns_sounds_off_for_good(moving: Table) -> None:
    begin(moving, "a1,b1,c1")
    moving.press("s")
    expect(moving.page.locator("#toast")).to_have_text("Sounds are off")
    moving.press("ArrowRight")
    moving.page.reload()
    moving.settle()
    moving.press("ArrowLeft")
    moving.press("ArrowRight")
    assert started(moving.page) == []
    moving.page.click("#help")
    assert not moving.page.is_checked("#sound-on")
    moving.page.check("#sound-on")
    moving.page.click("#help-dialog button.primary")
    moving.press("ArrowLeft")
    moving.press("ArrowRight")
    assert started(moving.page) != []
