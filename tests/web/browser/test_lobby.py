"""The lobby in the browser: it shows what comes and goes by itself, and pairs two who wait."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, FloatRect, Page, Route, expect

from tests.web.browser.account_scenes import sign_up
from tests.web.browser.opponents import act, at_a_desk, make_challenge
from tests.web.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.stores]

LEAST_GAP = 8  # pixels
Pages = tuple[Page, Page]


@pytest.fixture
def two(chromium: Browser) -> Iterator[Pages]:
    with ExitStack() as ends:
        contexts = [at_a_desk(chromium) for _ in range(2)]
        for one in contexts:
            ends.callback(one.close)
        yield contexts[0].new_page(), contexts[1].new_page()


def test_a_challenge_comes_is_seen_while_its_maker_waits_and_leads_to_the_game(
    two: Pages, server: Server
) -> None:
    maker, visitor = two
    visitor.goto(f"{server.url}/lobby?game=byg")
    challenge = make_challenge(maker, server, "byg", time="5-min-3-s", listed="on", size="4")
    link = visitor.locator(f'a[href="{challenge.removeprefix(server.url)}"]')
    row = visitor.locator("#list .offer", has=link)  # others of this server may wait, too
    expect(row).to_have_count(1)  # by itself
    expect(row).to_contain_text("5 min + 3 s")
    maker.goto(challenge)
    expect(maker.locator("#waiting")).to_contain_text("as soon as somebody accepts")
    maker.goto("about:blank")
    expect(row).to_have_count(0)
    maker.goto(challenge)
    expect(row).to_have_count(1)
    row.locator("a").click()
    visitor.get_by_role("button", name="Accept and play").click()
    visitor.wait_for_url("**/game/*")
    maker.wait_for_url("**/game/*")
    assert maker.url == visitor.url


def test_two_who_want_the_same_are_paired(two: Pages, server: Server) -> None:
    first, second = two
    for page in two:
        sign_up(page, server)
        page.goto(f"{server.url}/lobby")
        page.check('input[value="kitaran"]')
        page.check('input[value="blitz"]')
        page.get_by_role("button", name="Find an opponent").click()
        if page is first:
            expect(page.locator("h1")).to_have_text("Looking for an opponent")
            expect(page.locator("#waited")).to_have_text("0:01")
    for page in two:
        page.wait_for_url("**/game/*")
    assert first.url == second.url
    expect(first.locator("#between-words")).to_contain_text("Rated game")
    expect(first.locator(".seat-rating")).to_have_text(["1500?", "1500?"])
    game = first.url
    mover = (
        first if first.request.get(game.replace("/game/", "/api/games/")).json()["mine"] else second
    )
    other = second if mover is first else first
    act(mover.request, mover, game, "play", actions=["a1"])
    act(other.request, other, game, "play", actions=["b2"])
    act(other.request, other, game, "resign")
    gains = first.locator(".seat-rating")
    expect(gains.first).to_contain_text("162)")
    assert sorted(text.split("(")[1][0] for text in gains.all_inner_texts()) == ["+", "−"]


def test_who_waits_can_stop(two: Pages, server: Server) -> None:
    page, other = two
    for one in two:
        one.goto(f"{server.url}/lobby")
        one.check('input[value="sytran"]')
        one.check('input[value="classical"]')
        one.get_by_role("button", name="Find an opponent").click()
        if one is page:
            page.get_by_role("button", name="Cancel").click()
            page.wait_for_url("**/lobby")
    expect(other.locator("h1")).to_have_text("Looking for an opponent")


def test_who_waits_reads_that_the_connection_is_cut(two: Pages, server: Server) -> None:
    maker, visitor = two
    challenge = make_challenge(maker, server, "byg", size="4")
    maker.goto(challenge)
    visitor.goto(challenge)
    for page in two:
        said = page.locator("#waiting")
        before = said.inner_text()
        page.context.set_offline(True)
        expect(said).to_have_text("No connection. Trying again…")
        page.context.set_offline(False)
        expect(said).to_have_text(before)


def test_on_a_little_phone_nothing_touches_what_is_beside_it(two: Pages, server: Server) -> None:
    maker, visitor = two
    visitor.set_viewport_size({"width": 360, "height": 640})

    def box(selector: str) -> FloatRect:
        found = visitor.locator(selector).bounding_box()
        assert found is not None
        return found

    visitor.goto(make_challenge(maker, server, "byg", size="4", time="5-min-3-s"))
    buttons, words = box("form.buttons"), box("#waiting")
    assert words["y"] - (buttons["y"] + buttons["height"]) >= LEAST_GAP
    visitor.goto(f"{server.url}/tournaments")
    trail, icon = box(".trail > :last-child"), box(".to-lobby svg")
    assert icon["x"] - (trail["x"] + trail["width"]) >= LEAST_GAP


PAGE_SHOWN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def test_a_double_click_sends_a_form_once(two: Pages, server: Server) -> None:
    page, _ = two
    page.goto(f"{server.url}/lobby")
    sent: list[str] = []

    def stay(route: Route) -> None:
        """Take the form, and leave the page where it is: no other one has come yet."""
        sent.append(route.request.method)
        route.fulfill(status=204)

    page.route("**/quick", stay)
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    button = page.get_by_role("button", name="Find an opponent")
    button.dblclick()
    button.click()
    page.evaluate(PAGE_SHOWN)
    with page.expect_request("**/quick"):
        button.click()
    page.clock.run_for(5000)
    with page.expect_request("**/quick"):
        button.click()
    assert sent == ["POST"] * 3
