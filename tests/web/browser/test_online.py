"""Two browsers play against each other, a third one watches."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.web.browser.conftest import BOX, Table, open_table
from tests.web.browser.opponents import at_a_desk, open_game, tables
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

ASKED = ("/offer", "/take-back")
SOON = 1000  # milliseconds in which pages agree
FIXED = ("#confirm", "#clear", "#resign", "#take-back", "#abort", "#share")

# Keeps what the clock at the top shows from now on.
KEEP_TIMES = """() => {
    const clock = document.querySelector("#seat-top .clock");
    window.times = [];
    const sees = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => window.times.push(clock.textContent)).observe(clock, sees);
}"""


@contextmanager
def playing(
    chromium: Browser, server: Server, name: str = "kitaran", /, **fields: str
) -> Iterator[tuple[Table, Table]]:
    both = tables(chromium, server, name, **fields)
    try:
        yield both
    except BaseException as error:
        for one in both:
            error.add_note(one.diagnose())
        raise
    for one in both:
        assert one.complaints == []
        one.page.context.close()


@contextmanager
def watching(chromium: Browser, server: Server, game: str) -> Iterator[Table]:
    watcher = open_table(at_a_desk(chromium), server)
    open_game(watcher, game)
    yield watcher
    assert watcher.complaints == []
    watcher.page.context.close()


@pytest.fixture(scope="module")
def on_time(chromium: Browser, server: Server) -> Iterator[tuple[Table, Table, Table]]:
    """Who plays with the shortest clock and who watches; it runs out while other tests run."""
    with (
        playing(chromium, server, size="3", time="15-s-a-turn") as (first, second),
        watching(chromium, server, first.page.url) as watcher,
    ):
        second.page.evaluate(KEEP_TIMES)
        yield first, second, watcher


def play(table: Table, cell: str) -> None:
    table.use(cell)
    table.confirm()


def ask_for(table: Table, what: str) -> None:
    """Ask the other one for a "draw" or a "take-back", by the button and the question after it.

    The game's server has answered when it returns, so that whoever asks it from then on is told.
    """
    table.page.click({"draw": "#offer-draw", "take-back": "#take-back"}[what])
    with table.page.expect_response(lambda answer: answer.url.endswith(ASKED) and answer.ok):
        table.page.click(f"#{what}-ask button[value=yes]")


def press(table: Table, words: str) -> None:
    """Press a button by its words."""
    table.page.get_by_role("button", name=words, exact=True).click()


def places(page: Page, names: tuple[str, ...] = FIXED) -> dict[str, list[int]]:
    """Where buttons are, in whole pixels."""
    return {name: page.eval_on_selector(name, BOX) for name in names}


def seconds_left(page: Page, seat: str) -> float:
    minutes, _, seconds = page.inner_text(f"{seat} .clock b").partition(":")
    return 60 * float(minutes) + float(seconds)


@pytest.mark.stores
def test_a_challenge_leads_both_into_the_game(chromium: Browser, server: Server) -> None:
    maker, other = (open_table(at_a_desk(chromium), server) for _ in range(2))
    maker.page.goto(f"{server.url}/new/kitaran")
    maker.page.check('input[name="opponent"][value="online"]')
    maker.page.select_option("#time", "5-min-3-s")
    maker.page.click("button.large")
    maker.page.wait_for_url("**/challenge/*")
    maker.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    maker.page.click("#copy-link")
    expect(maker.page.locator("#waiting")).to_contain_text("Link copied")
    link = maker.page.evaluate("navigator.clipboard.readText()")
    assert link == maker.page.url
    other.page.goto(link)
    other.page.click("text=Accept and play")
    other.page.wait_for_url("**/game/*")
    maker.page.wait_for_url("**/game/*")
    assert maker.page.url == other.page.url
    expect(maker.page.locator("#seat-bottom .clock")).to_have_class("clock is-running")
    expect(other.page.locator("#seat-top .clock")).to_have_class("clock is-running")
    for one in (maker, other):
        assert one.complaints == []
        one.page.context.close()


def test_a_late_answer_of_an_earlier_turn_sets_no_clock(chromium: Browser, server: Server) -> None:
    first, second = tables(chromium, server, "kitaran", size="3", time="5-min-3-s")
    play(first, "a1")
    held: list[tuple[Route, APIResponse]] = []
    first.page.route("**/api/games/*known=*", lambda route: held.append((route, route.fetch())))
    with first.page.expect_request("**/api/games/*known=*"):
        first.page.evaluate("dispatchEvent(new Event('focus'))")
    while not held:  # until the server has answered
        first.page.wait_for_timeout(20)
    play(second, "b2")
    mine = first.page.locator("#seat-bottom .clock")
    expect(mine).to_have_class("clock is-running")  # the socket has told
    for route, answer in held:
        assert answer.json()["same"]
        route.fulfill(response=answer)
    first.page.wait_for_timeout(300)
    assert mine.get_attribute("class") == "clock is-running"
    for one in (first, second):
        one.page.context.close()


def test_a_challenge_that_is_withdrawn_says_so_to_who_looks_at_it(
    chromium: Browser, server: Server
) -> None:
    from tests.web.browser.opponents import make_challenge

    maker, other = (open_table(at_a_desk(chromium), server) for _ in range(2))
    link = make_challenge(maker.page, server, "kitaran")
    for one in (maker, other):
        one.page.goto(link)
    maker.page.click("text=Withdraw")
    expect(other.page.locator(".problem")).to_contain_text("has been withdrawn")
    for one in (maker, other):
        assert one.complaints == []
        one.page.context.close()


@pytest.mark.usefixtures("on_time")  # begins that game, of which it needs nothing
@pytest.mark.parametrize(
    "name", ["spry", "sytran", "byg", pytest.param("kitaran", marks=pytest.mark.stores), "syrtis"]
)
def test_two_play_a_whole_game_with_a_clock(chromium: Browser, server: Server, name: str) -> None:
    import random

    rng = random.Random(5)
    size = {"board": "minor"} if name == "syrtis" else {"size": "4" if name == "sytran" else "3"}
    with playing(chromium, server, name, time="10-min-5-s", **size) as both:
        for _ in range(200):
            for one in both:
                expect(one.page.locator("#slider")).to_have_attribute(
                    "max", str(max(table.num_turns for table in both))
                )
                one.settle()
            if both[0].is_over:
                break
            acting = next(one for one in both if one.page.locator("#seat-bottom.acts").count())
            acting.play_turn(rng)
        for one in both:
            assert one.is_over
            expect(one.page.locator("#ending")).to_be_visible()
            assert one.page.locator(".clock.is-running").count() == 0


def test_pages_agree_within_a_second_and_show_who_is_here(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, time="10-min-5-s", size="3") as (first, second):
        for one in (first, second):
            expect(one.page.locator(".seat .here.is-here")).to_have_count(2)
        tab = open_table(first.page.context, server)
        open_game(tab, first.page.url)
        with watching(chromium, server, first.page.url) as watcher:
            for one in (first, second, tab, watcher):
                expect(one.page.locator("#between-words")).to_have_text("1 person is watching")
            first.use("a1")
            assert watcher.names("g.cell:not([data-content='0'])") == []
            assert second.names("g.cell:not([data-content='0'])") == []
            first.confirm()
            for one in (second, tab, watcher):
                expect(one.page.locator("#slider")).to_have_attribute("max", "1", timeout=SOON)
                assert (
                    abs(
                        seconds_left(first.page, "#seat-bottom")
                        - seconds_left(one.page, seat_of_first(one))
                    )
                    < 1.5
                )
            # Who watches sees nothing that only players can use.
            buttons = watcher.page.locator(":is(.dock, .tools) button:visible")
            expect(buttons).to_have_text(["Share", ""])
            expect(buttons.last).to_have_attribute("aria-label", "Keys and settings")
        expect(first.page.locator("#between-words")).to_have_text("")
        second.page.goto("about:blank")
        expect(first.page.locator("#seat-top .here.is-here")).to_have_count(0)
        expect(first.page.locator("#seat-bottom .here.is-here")).to_have_count(1)


def seat_of_first(table: Table) -> str:
    """Where a page shows who moved first."""
    is_first = table.page.evaluate(
        "JSON.parse(document.getElementById('state').textContent).you !== 1"
    )
    return "#seat-bottom" if is_first else "#seat-top"


@pytest.mark.stores
def test_a_draw_is_declined_then_accepted(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3", cycle="draw") as (first, second):
        ask_for(first, "draw")
        expect(first.page.locator("#draw-words")).to_have_text("You have offered a draw.")
        expect(first.page.locator("#request-draw button:visible")).to_have_count(0)
        expect(first.page.locator("#offer-draw")).to_be_disabled()
        expect(second.page.locator("#draw-words")).to_contain_text("offers a draw.")
        press(second, "Decline draw")
        expect(first.page.locator("#draw-words")).to_have_text("")
        expect(first.page.locator("#offer-draw")).to_be_disabled()  # not again before a turn
        play(first, "a1")
        second.wait_for_turn(1)
        second.settle()
        ask_for(second, "draw")
        press(first, "Accept draw")
        for one in (first, second):
            expect(one.page.locator("#heading")).to_have_text("Drawn")


@pytest.mark.stores
def test_a_turn_back_is_asked_for_and_given(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3") as (first, second):
        expect(first.page.locator("#take-back")).to_be_disabled()
        play(first, "a1")
        second.wait_for_turn(1)
        ask_for(first, "take-back")
        expect(first.page.locator("#request-take_back button:visible")).to_have_text(
            ["Withdraw request"]
        )
        words = second.page.locator("#between-words")
        expect(words).to_contain_text("asks for the last turn back")
        press(first, "Withdraw request")
        expect(words).to_have_text("")
        play(second, "b2")
        first.wait_for_turn(2)
        ask_for(first, "take-back")
        press(second, "Keep the turn")
        expect(first.page.locator("#between-words")).to_have_text("")
        ask_for(second, "take-back")
        press(first, "Give the turn back")
        for one in (first, second):
            one.wait_for_turn(1)
        play(second, "b2")
        first.wait_for_turn(2)
        ask_for(first, "take-back")
        press(second, "Give the turn back")
        for one in (first, second):
            one.wait_for_turn(0)
        play(first, "b2")
        second.wait_for_turn(1)


def test_no_button_takes_the_place_of_another(chromium: Browser, server: Server) -> None:
    rules = {"size": "3", "cycle": "draw"}
    with playing(chromium, server, **rules, time="10-min-5-30-s") as (first, second):
        expect(first.page.locator(".here.is-here")).to_have_count(2)
        before = places(first.page)
        first.use("a1")
        assert places(first.page) == before
        first.confirm()
        assert places(first.page) == before
        second.wait_for_turn(1)
        second.settle()
        ask_for(second, "draw")
        expect(first.page.locator("#request-draw")).to_be_visible()
        assert places(first.page) == before
        # What has just come cannot be clicked yet: such a click was meant for nothing, or for else.
        press(first, "Accept draw")
        expect(first.page.locator("#ending")).to_be_visible()
        assert first.page.evaluate("document.getElementById('ending').inert")
        tools = FIXED[2:]
        assert places(first.page, tools) == {name: before[name] for name in tools}


@pytest.mark.stores
def test_a_cut_network_loses_nothing(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3", time="10-min-5-s") as (first, second):
        expect(second.page.locator(".here.is-here")).to_have_count(2)
        first.use("a1")
        first.page.context.set_offline(True)
        first.page.click("#confirm")
        expect(first.page.locator("#between-words")).to_contain_text("No connection")
        second.page.wait_for_timeout(1500)
        assert second.num_turns == 0
        first.page.context.set_offline(False)
        second.wait_for_turn(1)
        first.wait_for_turn(1)
        first.settle()
        expect(first.page.locator("#between-words")).to_have_text("")
        first.page.context.set_offline(True)
        play(second, "b2")
        first.page.context.set_offline(False)
        first.wait_for_turn(2)
        expect(second.page.locator(".here.is-here")).to_have_count(2)
        first.complaints.clear()  # the browser notes the requests that failed


@pytest.mark.stores
def test_an_answer_that_is_lost_is_asked_for_again_and_the_turn_played_once(
    chromium: Browser, server: Server
) -> None:
    with playing(chromium, server, size="3") as (first, second):
        lost = []

        def lose(route: Route) -> None:
            route.fetch()  # the server has got it
            sent = route.request.post_data_json
            assert sent is not None
            lost.append(sent["id"])
            route.abort()
            first.page.unroute("**/play")

        first.page.route("**/play", lose)
        play(first, "a1")
        first.settle()
        assert len(lost) == 1
        for one in (first, second):
            one.wait_for_turn(1)
        play(second, "b2")
        first.wait_for_turn(2)
        first.complaints.clear()  # the browser notes the request that failed


@pytest.mark.stores
def test_a_flag_falls_for_all_pages(on_time: tuple[Table, Table, Table]) -> None:
    """Pages that were open before, and that nobody has touched."""
    _, second, _ = on_time
    for one in on_time:
        expect(one.page.locator("#table")).to_have_class(re.compile(r"\bis-over\b"))
        expect(one.page.locator("#bar-text")).to_contain_text("on time")
        expect(one.page.locator(".clock b", has_text="0:00.0")).to_have_count(1)
    assert second.text("#heading").startswith("You won")
    assert second.page.evaluate("times.some((time) => /0:0[1-9]/.test(time))")  # a countdown


@pytest.mark.stores
def test_a_game_is_called_off_and_begun_again(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3") as (first, second):
        game = first.page.url
        first.page.click("#abort")
        first.page.click("#abort-ask button[value=yes]")
        for one in (first, second):
            expect(one.page.locator("#heading")).to_have_text("Called off")
        first.page.click("#rematch")
        expect(second.page.locator("#between-words")).to_contain_text("asks for a rematch")
        press(second, "Accept rematch")
        for one in (first, second):
            one.page.wait_for_url(lambda url: url != game)
            one.page.wait_for_selector("#board svg.board")
            one.settle()
        assert first.page.url == second.page.url
        play(first, "a1")  # who calls a game off gains no other seat by it
        second.wait_for_turn(1)


def test_resigning_is_asked_about(chromium: Browser, server: Server) -> None:
    with playing(chromium, server, size="3") as (first, second):
        first.page.click("#resign")
        assert first.page.is_visible("#resign-ask")
        assert not first.is_over
        second.page.click("#share")
        expect(second.page.locator("#to-study")).to_be_hidden()
        first.page.click("#resign-ask button[value=yes]")
        expect(second.page.locator("#to-study")).to_be_visible()  # behind it the game is over
        second.page.keyboard.press("Escape")
        expect(second.page.locator("#heading")).to_contain_text("You won")
        for one in (first, second):  # what can be done no more is not offered
            expect(one.page.locator(".tools button:visible")).to_have_text(["Share", ""])


def test_each_page_says_who_one_is_and_whose_turn_it_is(chromium: Browser, server: Server) -> None:
    with (
        playing(chromium, server, size="3") as (first, second),
        watching(chromium, server, first.page.url) as watcher,
    ):
        heading = "#heading"
        for one in (first, second):
            expect(one.page.locator("#seat-bottom .seat-name")).to_contain_text("(you)")
            expect(one.page.locator("#seat-top .seat-name")).not_to_contain_text("(you)")
            expect(one.page.get_by_role("region", name="(you)")).to_have_count(1)
        expect(watcher.page.locator("#table")).not_to_contain_text("(you)")
        names = [
            (one.page.locator("#seat-bottom .seat-name").text_content() or "").split(" (you)")[0]
            for one in (first, second)
        ]
        expect(first.page.locator(heading)).to_have_text("Your turn")
        expect(second.page.locator(heading)).to_have_text(f"Waiting for {names[0]}")
        expect(second.page).to_have_title(re.compile(rf"^Waiting for {names[0]} · Kitaran: "))
        expect(watcher.page.locator(heading)).to_have_text(f"{names[0]} to move")
        play(first, "a1")
        expect(first.page.locator(heading)).to_have_text(f"Waiting for {names[1]}")
        expect(first.page.locator("#announcement")).to_contain_text(f"Waiting for {names[1]}")
        expect(second.page.locator(heading)).to_have_text("Your turn")
        expect(second.page.locator("#announcement")).to_contain_text("Your turn")
        expect(second.page).to_have_title(re.compile("^Your turn · Kitaran: "))
        expect(watcher.page.locator(heading)).to_have_text(f"{names[1]} to move")
        first.page.click("#resign")
        first.page.click("#resign-ask button[value=yes]")
        for one in (first, second, watcher):
            expect(one.page).to_have_title(re.compile("^Game over · Kitaran: "))
