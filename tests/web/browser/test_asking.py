"""What players ask of each other: buttons that name what they do, and keep their places."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import BOX
from tests.web.browser.test_online import ask_for, places, play, playing, press
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

GIVE_BACK, KEEP = "#request-take_back [data-accepts]", "#request-take_back [data-declines]"
ACCEPT, DECLINE = "#request-draw [data-accepts]", "#request-draw [data-declines]"


def middle(page: Page, selector: str) -> tuple[float, float]:
    x, y, width, height = page.eval_on_selector(selector, BOX)
    return x + width / 2, y + height / 2


def test_what_is_asked_keeps_its_place_whatever_else_is_asked(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, size="3", cycle="draw") as (first, second):
        play(first, "a1")
        second.wait_for_turn(1)
        second.settle()
        ask_for(first, "take-back")
        expect(second.page.locator(GIVE_BACK)).to_be_visible()
        there = places(second.page, (GIVE_BACK, KEEP))
        tools = places(second.page)
        ask_for(first, "draw")
        expect(second.page.locator(ACCEPT)).to_be_visible()
        assert second.text("#between-words").endswith("asks for the last turn back.")
        assert second.text("#draw-words").endswith("offers a draw.")
        assert places(second.page, (GIVE_BACK, KEEP)) == there
        assert places(second.page) == tools
        place = places(second.page, (ACCEPT, DECLINE))
        second.page.mouse.click(*middle(second.page, KEEP))
        expect(second.page.locator(GIVE_BACK)).to_be_hidden()
        assert places(second.page, (ACCEPT, DECLINE)) == place
        assert places(second.page) == tools
        # Where it was, nothing is: the draw is agreed on by its own button alone.
        x, y = there[GIVE_BACK][0] + 5, there[GIVE_BACK][1] + 5
        second.page.mouse.click(x, y)
        second.settle()
        assert not second.is_over
        press(second, "Accept draw")
        for one in (first, second):
            expect(one.page.locator("#heading")).to_have_text("Drawn")


def test_a_turn_is_given_back_though_a_draw_was_offered_meanwhile(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, size="3", cycle="draw") as (first, second):
        play(first, "a1")
        second.wait_for_turn(1)
        second.settle()
        ask_for(first, "take-back")
        expect(second.page.locator("#request-take_back:not([inert])")).to_be_visible()
        where = middle(second.page, GIVE_BACK)
        ask_for(first, "draw")
        expect(second.page.locator(ACCEPT)).to_be_visible()
        second.page.mouse.click(*where)
        first.wait_for_turn(0)
        assert not first.is_over


def test_an_answer_to_what_is_not_asked_any_more_does_nothing(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, size="3", cycle="draw") as (first, second):
        play(first, "a1")
        second.wait_for_turn(1)
        ask_for(first, "take-back")
        # From now on its page hears nothing, as on a slow line.
        second.page.route_web_socket("**/ws/game/*", lambda socket: None)
        second.page.route(re.compile(r"\?known="), lambda route: route.fulfill(json={"same": True}))
        second.page.reload()
        expect(second.page.locator("#request-take_back:not([inert])")).to_be_visible()
        press(first, "Withdraw request")
        expect(first.page.locator("#between-words")).to_have_text("")
        ask_for(first, "draw")
        expect(first.page.locator("#draw-words")).to_have_text("You have offered a draw.")
        press(second, "Give the turn back")
        expect(second.page.locator("#toast")).to_have_text(
            "That is not offered any more; the game has gone on meanwhile."
        )
        assert second.num_turns == 1
        assert not second.is_over
        expect(second.page.locator("#draw-words")).to_contain_text("offers a draw")
        second.complaints.clear()  # the browser notes the refusal


@pytest.mark.parametrize("what", ["draw", "take-back", "resign", "abort"])
def test_nothing_is_one_slip_away(chromium: Browser, server: Server, what: str) -> None:
    button = {"draw": "#offer-draw"}.get(what, f"#{what}")
    with playing(chromium, server, size="3", cycle="draw") as (first, second):
        play(first, "a1")
        second.wait_for_turn(1)
        version = state(first.page)["version"]
        dialog = first.page.locator(f"#{what}-ask")
        first.page.dblclick(button)
        expect(dialog).to_be_visible()
        first.page.keyboard.press("Escape")
        first.page.click(button)
        first.page.keyboard.press("Enter")  # what has the focus changes nothing
        expect(dialog).to_be_hidden()
        first.page.focus(button)
        for _ in range(6):  # held down
            first.page.keyboard.down("Enter")
        first.page.keyboard.up("Enter")
        expect(dialog).to_be_visible()
        first.settle()
        assert state(first.page)["version"] == version
        with first.page.expect_response(lambda it: it.request.method == "POST" and it.ok):
            first.page.click(f"#{what}-ask [value=yes]")
        assert state(first.page)["version"] == version + 1


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "fetch(document.getElementById('table').dataset.url).then((answer) => answer.json())"
    )
    return found


CLOCKS = "document.querySelector('link[rel=modulepreload][href$=\"online/clocks.js\"]').href"

# What whoever listens is told while one's own time runs down, second by second.
RUN_DOWN = """async ([url, control, from, periods]) => {
    const { LowTime } = await import(url);
    const told = [];
    const low = new LowTime((words) => told.push(words));
    const each = control.period_seconds ?? 0;
    for (let left = periods; left >= 0; left -= 1) {
        for (let seconds = left === periods ? from : each; seconds > 0; seconds -= 0.5) {
            low.follow(control, { seconds, periods: left, rest: seconds + left * each });
        }
    }
    return told;
}"""

LOW = ["Less than a minute left.", "Less than 20 seconds left.", "Less than 10 seconds left."]
TOLD = {
    "fischer": ({"kind": "fischer", "seconds": 300}, 300, 0, LOW),
    "a turn": ({"kind": "per_turn", "seconds": 15}, 15, 0, ["Less than 5 seconds left."]),
    "byo-yomi": (
        {"kind": "byoyomi", "seconds": 60, "periods": 3, "period_seconds": 30},
        60,
        3,
        [
            "Your main time is over: 3 periods of 30 seconds are left.",
            "Less than a minute left.",
            "Your last period has begun: 30 seconds.",
            *LOW[1:],
        ],
    ),
    "days": (
        {"kind": "correspondence", "days": 1, "vacation_days": 0},
        86_400,
        0,
        ["Less than 4 hours left.", "Less than an hour left."],
    ),
}


def test_whoever_listens_is_told_that_time_runs_low(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3", time="5-min-3-s") as (first, second):
        url = first.page.evaluate(CLOCKS)
        for control, begins, periods, told in TOLD.values():
            said = first.page.evaluate(RUN_DOWN, [url, control, begins, periods])
            assert said == told
        # On the page: four and a half minutes later, by its own clock.
        shift = "const now = performance.now.bind(performance); performance.now = () => now() + %d"
        for one in (first, second):
            one.page.evaluate(shift % 270_000)
        expect(first.page.locator("#time-words")).to_have_text("Less than a minute left.")
        assert first.page.get_attribute("#time-words", "role") == "status"  # which is polite
        assert second.text("#time-words") == ""  # the other one's time
