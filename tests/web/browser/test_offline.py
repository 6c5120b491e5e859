"""The site without a network: pages kept, what is never kept, and what takes their place."""

import json
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.web.base import assets
from tests.web.browser.conftest import DESKTOP, PATIENCE, leave, new_context
from tests.web.browser.gate import Answer, Gate
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const names = (await caches.keys()).filter((one) => one.startsWith("skerry-pages"));
    const all = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search).sort();
}"""
LINE = re.compile(r"^No connection: this is the page as it was at \d\d:\d\d\.$")
PAGE = "<!doctype html><html lang='en'><title>{title}</title><p>{title}"


@pytest.fixture
def gate(server: Server) -> Iterator[Gate]:
    gate = Gate(server)
    gate.open()
    yield gate
    gate.shut()


@pytest.fixture
def page(chromium: Browser, gate: Gate) -> Iterator[Page]:
    """A page of a browser whose worker is there, and has kept the puzzles."""
    context = new_context(chromium, viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{gate.url}/puzzles")
    wait_until_kept(page, "/puzzles")
    yield page
    leave(context)


def wait_for(page: Page, script: str, is_enough: Callable[[list[str]], bool]) -> None:
    """Wait until a script gives what it should: the worker acts when a page has been shown."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not is_enough(found := page.evaluate(script)):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


def wait_until_kept(page: Page, *paths: str) -> None:
    wait_for(page, KEPT, lambda kept: set(paths) <= set(kept))


def test_pages_visited_open_without_the_server_and_say_so(page: Page, gate: Gate) -> None:
    page.goto(f"{gate.url}/rules/byg")
    wait_until_kept(page, "/rules/byg")
    expect(page.locator("#kept-line")).to_be_hidden()
    gate.shut()
    copy = page.reload()
    assert copy is not None
    assert "default-src 'self'" in copy.headers["content-security-policy"]
    expect(page.locator("h1")).to_have_text("Byg")
    expect(page.locator("#kept-words")).to_have_text(LINE)
    # It looks as it did: the style sheets were kept as well.
    assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex"
    gate.open()
    page.evaluate("document.getElementById('kept-again').click()")  # if it has not noticed itself
    expect(page.locator("#kept-line")).to_be_hidden()


def test_a_kept_page_is_loaded_again_when_the_server_is_back(page: Page, gate: Gate) -> None:
    """Though the network was there all the time, so that no event tells of it."""
    gate.shut()
    page.reload()
    expect(page.locator("#kept-line")).to_be_visible()
    gate.open()
    expect(page.locator("#kept-line")).to_be_hidden()


def test_the_first_page_of_all_is_kept(page: Page, gate: Gate) -> None:
    gate.shut()
    page.reload()
    expect(page.locator("h1")).to_have_text("Puzzles")
    expect(page.locator("#kept-words")).to_have_text(LINE)


def test_a_page_that_was_not_visited_says_so_and_names_those_that_were(
    page: Page, gate: Gate
) -> None:
    gate.shut()
    answer = page.goto(f"{gate.url}/rules/kitaran")
    assert answer is not None
    assert answer.status == 503
    expect(page.locator("h1")).to_have_text("No connection")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("#kept-words")).to_have_text(LINE)
    page.go_back()
    gate.open()
    page.click("#again")
    expect(page.locator("h1")).to_have_text("Kitaran")


def test_the_page_is_loaded_again_when_the_network_is_back(page: Page, gate: Gate) -> None:
    gate.shut()
    page.reload()
    expect(page.locator("#kept-line")).to_be_visible()
    gate.open()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#kept-line")).to_be_hidden()


def test_a_puzzle_opened_within_the_corner_is_kept_by_its_address(page: Page, gate: Gate) -> None:
    page.goto(f"{gate.url}/puzzles/byg")
    page.wait_for_selector("#corner:not([aria-busy='true']) svg.board")
    page.click(".chip >> nth=2")
    expect(page.locator(".chip").nth(2)).to_have_attribute("aria-current", "true")
    path = page.evaluate("location.pathname")
    wait_until_kept(page, path)
    gate.shut()
    page.reload()
    expect(page.locator("#number")).to_have_text(re.compile("Puzzle 3 of"))
    expect(page.locator("#kept-words")).to_have_text(LINE)


def test_nothing_old_is_shown_while_the_server_answers(page: Page, gate: Gate) -> None:
    before = page.content()
    for status, title in ((200, "Changed"), (500, "Failed"), (404, "Gone")):
        gate.own["/puzzles"] = Answer(status, PAGE.format(title=title))
        page.reload()
        assert page.title() == title
    assert "kept-words" in before


@pytest.mark.parametrize("status", [404, 410])
def test_what_is_gone_is_forgotten(page: Page, gate: Gate, status: int) -> None:
    gate.own["/puzzles"] = Answer(status, PAGE.format(title="Gone"))
    page.reload()
    page.goto(f"{gate.url}/rules/byg")
    wait_until_kept(page, "/rules/byg")
    assert page.evaluate(KEPT) == ["/rules/byg"]


def test_nothing_is_kept_for_a_guest_who_has_everything_deleted(page: Page, gate: Gate) -> None:
    page.goto(f"{gate.url}/new/kitaran")
    page.locator("form:has([name='opponent']) button.primary").click()
    page.wait_for_url("**/game/*")
    wait_until_kept(page, "/puzzles", page.evaluate("location.pathname"))
    page.goto(f"{gate.url}/account/delete")
    page.click("button.danger")
    expect(page.locator("h1")).to_have_text("Everything is deleted")
    wait_for(page, KEPT, lambda kept: kept == [])


def own_page(title: str) -> str:
    """As a page of the site, by the address of its style sheet."""
    link = f'<link rel="stylesheet" href="/{assets.folder()}theme.css">'
    return PAGE.format(title=title) + link


def test_only_whole_pages_of_this_site_are_kept(page: Page, gate: Gate) -> None:
    html = ("Content-Type", "text/html")
    refused = {
        "/failed": Answer(500, own_page("Failed")),
        "/busy": Answer(503, own_page("Busy")),
        "/refused": Answer(403, own_page("Refused")),
        "/nothing": Answer(404, own_page("Nothing")),
        "/data": Answer(200, "{}", (("Content-Type", "application/json"),)),
        "/file": Answer(200, own_page("File"), (html, ("Content-Disposition", "inline"))),
        "/stranger": Answer(200, PAGE.format(title="Of another site at this address")),
        "/moved": Answer(302, "", (("Location", "/rules/byg"),)),
    }
    gate.own |= refused
    for path in refused:
        page.goto(gate.url + path)
    assert page.url == f"{gate.url}/rules/byg"
    wait_until_kept(page, "/rules/byg")
    # Nor when a script asks for it, at this site or at another one.
    elsewhere = f"http://localhost:{gate.port}/rules/kitaran"
    asked = [*(gate.url + path for path in refused), elsewhere, f"{gate.url}/api/engine"]
    page.evaluate(
        "(all) => all.forEach((keep) => navigator.serviceWorker.controller.postMessage({ keep }))",
        [*asked, f"{gate.url}/rules/spry"],
    )
    wait_until_kept(page, "/rules/spry")
    page.goto(f"{gate.url}/rules/sytran")
    wait_until_kept(page, "/rules/sytran")
    assert page.evaluate(KEPT) == ["/puzzles", "/rules/byg", "/rules/spry", "/rules/sytran"]


def test_answers_to_scripts_are_never_kept(page: Page, gate: Gate) -> None:
    ask = "async () => (await fetch('/api/engine')).status"
    assert page.evaluate(ask) == 200
    gate.shut()
    assert page.evaluate(f"() => ({ask})().catch(() => 'no answer')") == "no answer"


def test_the_pages_visited_last_are_kept(page: Page, gate: Gate) -> None:
    paths = [f"/page-{number:02}" for number in range(22)]
    for path in paths:
        gate.own[path] = Answer(200, own_page(path))
    for path in paths:
        page.goto(gate.url + path)
        wait_until_kept(page, path)
    wait_for(page, KEPT, lambda kept: kept == paths[2:])


def test_a_new_version_takes_over_and_leaves_nothing_of_the_old_one(page: Page, gate: Gate) -> None:
    page.goto(f"{gate.url}/rules/byg")
    wait_until_kept(page, "/puzzles", "/rules/byg")
    true, new = assets.folder().split("/")[1], "0123456789abcdef"
    gate.version = (true, new)
    page.goto(f"{gate.url}/rules/spry")
    # To look into a cache makes it again: first its name must be gone.
    wait_for(page, "() => caches.keys()", lambda names: not any(true in name for name in names))
    wait_until_kept(page, "/rules/spry")  # though it came through the old one
    assert "/puzzles" not in page.evaluate(KEPT)
    gate.shut()
    page.reload()
    expect(page.locator("#kept-words")).to_have_text(LINE)
    assert new in page.content()


def test_the_manifest_names_icons_of_the_sizes_that_it_says(page: Page, gate: Gate) -> None:
    manifest = json.loads(gate.server.get("/manifest.webmanifest")[1])
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    painted = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in painted} == {
        *(("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
    }
    size = """async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
    }"""
    for icon in painted:
        assert page.evaluate(size, icon["src"]) == icon["sizes"]
    assert page.get_attribute("link[rel=manifest]", "href") == "/manifest.webmanifest"
    touch = page.get_attribute("link[rel=apple-touch-icon]", "href")
    assert page.evaluate(size, touch) == "180x180"
