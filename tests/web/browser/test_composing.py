"""A turn that is being composed, while the other player does what is no turn."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browser.conftest import Table, open_table
from tests.web.browser.opponents import open_game
from tests.web.browser.test_online import ask_for, play, playing, press
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

RULES = {"size": "4", "penalty": "3", "swap": "off"}  # turns of two stones, and draws


def composed(table: Table) -> list[str]:
    """The stones that are on the board but not played yet."""
    return table.names("g.cell.is-pending")


def play_two(table: Table) -> None:
    """A turn of two stones on the outer ring."""
    for _ in range(2):
        outer = table.page.locator("g.cell.is-legal:has(.number:text-is('2')), g.cell.is-legal")
        table.use(str(outer.first.get_attribute("data-cell")))
    table.confirm()


# As on a busy machine: what a page has put off for less than a second has not come yet.
TIMERS_ARE_LATE = """() => {
    const given = window.setTimeout;
    window.setTimeout = (work, ms, ...more) => (ms < 1000 ? 0 : given(work, ms, ...more));
}"""


def test_a_half_placed_turn_outlasts_all_that_is_no_turn(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, "sytran", **RULES, time="10-min-5-s") as (first, second):
        play_two(first)
        second.wait_for_turn(1)
        second.settle()
        play_two(second)
        first.wait_for_turn(2)
        first.settle()
        first.use(first.names("g.cell.is-legal")[0])
        stones = composed(first)
        assert len(stones) == 1
        heard = first.text("#announcement")

        def check() -> None:
            first.settle()
            assert composed(first) == stones
            assert not first.page.is_visible("#toast")
            assert first.text("#announcement") == heard

        ask_for(second, "draw")
        expect(first.page.locator("#draw-words")).to_contain_text("offers a draw")
        check()
        ask_for(second, "take-back")
        expect(first.page.locator("#between-words")).to_contain_text("asks for the last turn back")
        check()
        press(first, "Decline draw")
        expect(second.page.locator("#draw-words")).to_have_text("")
        check()
        press(first, "Keep the turn")
        expect(second.page.locator("#between-words")).to_have_text("")
        check()
        first.page.context.set_offline(True)
        expect(first.page.locator("#between-words")).to_contain_text("No connection")
        first.page.evaluate("dispatchEvent(new Event('focus'))")  # it asks, in vain
        check()
        first.page.context.set_offline(False)
        expect(first.page.locator("#between-words")).to_have_text("")
        check()
        first.page.keyboard.press("ArrowLeft")
        first.settle()
        assert composed(first) == []
        first.page.wait_for_url("**turn=1")
        first.page.evaluate(TIMERS_ARE_LATE)
        first.page.keyboard.press("End")
        expect(first.page.locator("g.cell.is-pending")).to_have_count(1)
        assert "turn=" not in first.page.url  # else a reload would open the turn before
        first.page.reload()
        expect(first.page.locator("g.cell.is-pending")).to_have_count(1)
        first.settle()
        assert composed(first) == stones
        first.use(first.names("g.cell.is-legal")[0])
        first.confirm()
        second.wait_for_turn(3)
        first.complaints.clear()  # the browser notes the requests that failed


def test_a_page_that_shows_earlier_turns_forgets_no_half_placed_turn(
    chromium: Browser, server: Server
) -> None:
    """As a copy does that the browser has kept and shows where no answer came."""
    with playing(chromium, server, "kitaran", size="3") as (first, _):
        game_id = first.page.url.rpartition("/")[2]
        for version, is_kept in ((99, True), (-1, False)):
            first.page.evaluate(
                "([id, version]) => sessionStorage.setItem(`skerry-draft-${id}`, "
                'JSON.stringify({ version, actions: ["a1"] }))',
                [game_id, version],
            )
            first.page.reload()
            first.settle()
            left = first.page.evaluate(
                "id => sessionStorage[`skerry-draft-${id}`] ?? null", game_id
            )
            assert (left is not None) == is_kept
            assert composed(first) == []


def test_stones_that_could_not_be_put_back_at_once_are_so_later(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, "sytran", **RULES) as (first, _):
        first.use(first.names("g.cell.is-legal")[0])
        stones = composed(first)
        refused = []

        def refuse(route: Route) -> None:
            refused.append(route.request.post_data_json)
            route.fulfill(status=503, json={"error": "The games cannot be read now."})
            if len(refused) == 2:
                first.page.unroute("**/preview")

        first.page.route("**/preview", refuse)
        first.page.reload()
        expect(first.page.locator("#toast")).to_contain_text("cannot be read now")
        expect(first.page.locator("g.cell.is-pending")).to_have_count(1)
        assert composed(first) == stones
        assert len(refused) == 2
        first.complaints.clear()  # the browser notes the refusals


def test_a_chosen_piece_stays_chosen_while_something_is_asked(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, "kitaran", size="3", cycle="draw") as (first, second):
        first.use("a1")
        ask_for(second, "draw")
        expect(first.page.locator("#draw-words")).to_contain_text("offers a draw")
        first.settle()
        assert composed(first) == ["a1"]
        assert first.can_confirm()
        first.confirm()  # which answers it
        second.wait_for_turn(1)
        expect(second.page.locator("#draw-words")).to_have_text("")


def test_what_is_drawn_of_a_turn_being_composed_is_told_while_something_is_asked(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, "sytran", **RULES) as (first, second):
        first.press("g")
        before = first.text("#aims-words")
        first.use(first.names("g.cell.is-legal")[0])
        told = first.text("#aims-words")
        assert told != before
        ask_for(second, "draw")
        expect(first.page.locator("#draw-words")).to_contain_text("offers a draw")
        first.settle()
        assert first.text("#aims-words") == told


def test_a_turn_that_is_refused_for_something_else_than_a_turn_is_sent_again(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, "kitaran", size="3") as (first, second):
        refused = []

        def refuse(route: Route) -> None:
            refused.append(route.request.post_data_json)
            route.fulfill(status=409, json={"error": "The game has changed."})
            first.page.unroute("**/play")

        first.page.route("**/play", refuse)
        play(first, "a1")
        second.wait_for_turn(1)
        assert len(refused) == 1
        assert not first.page.is_visible("#toast")
        first.complaints.clear()  # the browser notes the refusal


def test_what_is_told_of_a_turn_taken_back_is_true(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, "kitaran", size="3") as (first, second):
        play(first, "a1")
        second.wait_for_turn(1)
        second.settle()
        play(second, "b2")
        first.wait_for_turn(2)
        first.settle()
        first.use("c1")
        ask_for(second, "take-back")
        tab = open_table(first.page.context, server)  # the same player, composing too
        open_game(tab, first.page.url)
        tab.use("c2")
        press(first, "Give the turn back")
        for one in (first, second, tab):
            one.wait_for_turn(1)
            # Not the turn before it, which everybody has heard long ago.
            expect(one.page.locator("#announcement")).to_contain_text("Turn 2 was taken back.")
        expect(tab.page.locator("#toast")).to_have_text(
            "Turn 2 was taken back. The turn you had begun was taken off the board."
        )
        assert tab.complaints == []


def test_a_turn_played_in_another_window_ends_what_is_composed(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, "kitaran", size="3") as (first, second):
        tab = open_table(first.page.context, server)
        open_game(tab, first.page.url)
        tab.use("c2")
        play(first, "a1")
        tab.wait_for_turn(1)
        expect(tab.page.locator("#toast")).to_have_text(
            "Black placed a1. The turn you had begun was taken off the board."
        )
        assert composed(tab) == []
        second.wait_for_turn(1)
        play(second, "b2")
        tab.wait_for_turn(2)
        expect(tab.page.locator("#announcement")).to_contain_text("White placed b2.")
        assert tab.complaints == []


def test_clicks_out_of_turn_say_whose_turn_it_is(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, "byg", size="3") as (_, second):
        name = second.page.evaluate("JSON.parse(document.all.state.textContent).persons[0].name")
        second.use("a1")
        expect(second.page.locator("#toast")).to_have_text(re.compile(r"^It is .+’s turn\.$"))
        assert name in second.text("#toast")
        second.press("Escape")
        second.page.click("#toast")
        second.press("Shift+Enter")
        expect(second.page.locator("#toast")).to_contain_text(name)
        assert second.page.locator("#offer-draw").count() == 0  # Byg always has a winner
