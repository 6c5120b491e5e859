"""Chromium, and the page of a game as a person uses it."""

import random
import re
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.web.conftest import Server
from tools.get_chromium import find_shell

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
# Without a graphics card Chromium would play one, for pages that any processor can draw.
CHROMIUM_OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
MOST_TURNS = 400
COMPLETE = "The turn is complete: press “End turn”"
PATIENCE = 60_000  # milliseconds that a busy machine has for anything a test waits for

expect.set_options(timeout=PATIENCE)

# Run by a server before it starts: no answer of its engine ever arrives.
THINKS_FOR_EVER = """
from skerry.web.thinking import engine
engine._pass_on = lambda answer: None
"""

# What the lab plays for its pages to be looked at.
LAB_PLAN = """
games = 12
[[match]]
game = "spry"
options.size = 3
players = ["random", "playouts 20"]
[[match]]
game = "kitaran"
options.size = 3
players = ["random"]
openings = "each"
"""

# What a browser would send of the form of a new game as it comes.
FORM_FIELDS = """html => {
    const page = new DOMParser().parseFromString(html, "text/html");
    return Object.fromEntries(new FormData(page.querySelector("form.new-form")));
}"""

DEAD_CONTROLS = Path(__file__).with_name("dead_controls.js").read_text(encoding="utf-8")

# Of an element, in whole pixels.
BOX = (
    "element => { const box = element.getBoundingClientRect(); "
    "return [box.x, box.y, box.width, box.height].map(Math.round); }"
)


class OneBrowser:
    """The browser of all tests in this folder, begun by the first of them."""

    def __init__(self) -> None:
        self._browser: Browser | None = None
        self._ending = ExitStack()

    def get(self) -> Browser:
        """The browser, begun if need be."""
        if self._browser is None:
            path = find_shell()
            assert path is not None, "There is no Chromium; `make test` installs it."
            chromium = self._ending.enter_context(sync_playwright()).chromium
            self._browser = chromium.launch(executable_path=str(path), args=CHROMIUM_OPTIONS)
            self._ending.callback(self._browser.close)
        return self._browser

    def pages(self) -> list[Page]:
        """All that are open in it."""
        contexts = [] if self._browser is None else self._browser.contexts
        return [page for context in contexts for page in context.pages]

    def end(self) -> None:
        """End it, and the loop that drives it; does nothing where there is none."""
        self._browser = None
        self._ending.close()


ONE_BROWSER = OneBrowser()


@pytest.hookimpl(trylast=True)  # when the test's own fixtures have gone
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End the browser after the last test here: its loop would keep others from the database."""
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        ONE_BROWSER.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """After a test here that shows a page at work no open page has a control that does nothing."""
    yield
    if item.path.is_relative_to(Path(__file__).parent) and not item.get_closest_marker("thorough"):
        for page in ONE_BROWSER.pages():
            dead = dead_controls(page)
            assert not dead, f"nothing happens at {page.url} by {dead}"


def dead_controls(page: Page, patience: int = PATIENCE) -> list[str]:
    """What `dead_controls.js` finds on a page that has so many ms to see to its controls."""
    session = page.context.new_cdp_session(page)
    wanted = {"expression": DEAD_CONTROLS, "includeCommandLineAPI": True, "returnByValue": True}
    ends = time.monotonic() + patience / 1000
    while True:
        found = session.send("Runtime.evaluate", wanted)
        assert "exceptionDetails" not in found, found
        dead: list[str] = found["result"]["value"]
        if not dead or time.monotonic() > ends:
            session.detach()
            return dead
        page.wait_for_timeout(100)


@pytest.fixture(scope="session")
def one_browser() -> Iterator[OneBrowser]:
    yield ONE_BROWSER
    ONE_BROWSER.end()  # also where the run was broken off


@pytest.fixture(scope="module")
def chromium(one_browser: OneBrowser, server: Server) -> Browser:
    server.wait_until_compiled()  # it is long up, as a rule
    return one_browser.get()


def tap(page: Page, selector: str) -> None:
    """Tap on something, and wait for the click, which comes a moment after the touch."""
    page.evaluate(
        """() => {
            window.heard = false;
            document.addEventListener("click", () => { window.heard = true; }, { once: true });
        }"""
    )
    page.tap(selector)
    page.wait_for_function("window.heard")


DIAGNOSIS = """() => ({
    kept: document.documentElement.dataset.kept ?? "",
    isWorkersPage: Boolean(navigator.serviceWorker?.controller),
    isOnline: navigator.onLine,
    heading: document.getElementById("heading")?.textContent ?? "",
    toast: document.getElementById("toast")?.textContent ?? "",
    tab: JSON.stringify(sessionStorage),
})"""


@dataclass
class Table:
    """A game's page, driven by mouse, finger or keys."""

    page: Page
    server: Server
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def diagnose(self) -> str:
        """What tells why something has failed on the page: what it says, and its browser noted."""
        try:
            seen = self.page.evaluate(DIAGNOSIS)
        except PlaywrightError as error:
            seen = str(error)
        return f"{self.page.url}: {seen}; noted: {self.complaints}"

    def begin(self, name: str, /, opponent: str = "friend", **fields: str) -> None:
        """Begin a game by what its form sends, without a look at the form.

        Other fields stay as the form has them; an "off" is a box without its tick.
        """
        address = f"{self.server.url}/new/{name}"
        form = self.page.evaluate(FORM_FIELDS, self.page.request.get(address).text())
        wanted = {**form, "opponent": opponent, **fields}
        sent = {key: value for key, value in wanted.items() if value != "off"}
        answer = self.page.request.post(address, form=sent, max_redirects=0)
        assert answer.status == 302, answer.text()
        self.page.goto(self.server.url + answer.headers["location"])
        self._wait_for_the_game()

    def begin_through_the_pages(
        self, name: str, /, opponent: str = "friend", **fields: str
    ) -> None:
        """Begin a game as a person does, from the first page on."""
        self.page.goto(f"{self.server.url}/")
        self.page.click(f'a[href="/new/{name}"]')
        self.page.check(f'input[name="opponent"][value="{opponent}"]')
        self.page.evaluate("document.querySelector('details').open = true")
        for key, value in fields.items():
            place = self.page.locator(f'[name="{key}"]').first
            if key == "board":
                place.select_option(value)
            elif key == "side":
                self.page.check(f'input[name="side"][value="{value}"]')
            elif key == "swap":
                place.set_checked(value == "on")
            else:
                place.fill(value)
        self.page.click("button.large")
        self._wait_for_the_game()

    def _wait_for_the_game(self) -> None:
        self.page.wait_for_url("**/game/*")
        # The words come with the page's script; before that the board is a picture.
        expect(self.page.locator("#heading")).to_have_text(re.compile(r"\S"))
        self.settle()

    def settle(self) -> None:
        """Wait until the page has nothing left to do."""
        self.page.wait_for_selector('main:not(:has([aria-busy="true"]))')

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector).strip()

    def names(self, selector: str) -> list[str]:
        """Cells that match, by name."""
        found: list[str] = self.page.eval_on_selector_all(
            selector, "cells => cells.map(cell => cell.dataset.cell)"
        )
        return found

    def use(self, cell: str) -> None:
        self.page.click(f"#cell-{cell}")
        self.settle()

    def tap(self, selector: str) -> None:
        tap(self.page, selector)
        self.settle()

    def double_tap(self, selector: str) -> None:
        """Tap twice within a tenth of a second by the events' own times, however busy we are."""
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        devtools = self.page.context.new_cdp_session(self.page)
        start = time.time()
        for after, kind, fingers in (
            (0.00, "touchStart", [finger]),
            (0.03, "touchEnd", []),
            (0.10, "touchStart", [finger]),
            (0.13, "touchEnd", []),
        ):
            devtools.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": fingers, "timestamp": start + after},
            )
        self.settle()

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
        self.settle()

    def tab_to(self, condition: str) -> None:
        """Press Tab until a condition on the page holds."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(condition):
                return
        raise AssertionError(f"the Tab key never leads to {condition}")

    def walk_to(self, goal: str) -> None:
        """Walk by arrow keys along the shortest way that the board describes."""
        ways: dict[str, dict[str, str]] = {
            one["cell"]: {way: one[way] for way in ("left", "right", "up", "down") if way in one}
            for one in self.page.eval_on_selector_all(
                "g.cell", "cells => cells.map(cell => ({...cell.dataset}))"
            )
        }
        start = self.page.evaluate("document.activeElement.dataset.cell")
        paths: dict[str, list[str]] = {start: []}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for way, end in ways[cell].items():
                if end not in paths:
                    paths[end] = [*paths[cell], way]
                    queue.append(end)
        for way in paths[goal]:
            self.press(f"Arrow{way.capitalize()}")
        assert self.page.evaluate("document.activeElement.dataset.cell") == goal

    def confirm(self) -> None:
        self.page.click("#confirm")
        self.settle()

    @property
    def num_turns(self) -> int:
        return int(self.page.get_attribute("#slider", "max") or 0)

    def wait_for_turn(self, number: int) -> None:
        """Wait until so many turns have been played."""
        expect(self.page.locator("#slider")).to_have_attribute("max", str(number))

    @property
    def is_over(self) -> bool:
        return "is-over" in (self.page.get_attribute("#table", "class") or "")

    @property
    def is_complete(self) -> bool:
        """Whether the turn has ended by itself and waits for the button."""
        return self.text("#bar-text") == COMPLETE

    def can_confirm(self) -> bool:
        return self.page.is_enabled("#confirm")

    def play_turn(self, rng: random.Random) -> None:
        """One turn by clicks on cells shown as legal, or on words where there are none."""
        while True:
            cells = self.names("g.cell.is-legal")
            if cells:
                self.use(rng.choice(cells))
                targets = self.names("g.cell.is-target")
                if targets:
                    self.use(rng.choice(targets))
            else:
                words = self.page.locator("#words button")
                words.nth(rng.randrange(words.count())).click()
                self.settle()
            if self.can_confirm() and (self.is_complete or rng.random() < 0.5):
                self.confirm()
                return

    def play_to_the_end(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(MOST_TURNS):
            if self.is_over:
                return
            self.play_turn(rng)
        raise AssertionError("the game does not end")


def new_context(chromium: Browser, **options: Any) -> BrowserContext:
    """A person's browser, as `Browser.new_context` makes it, with our patience."""
    context = chromium.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


def open_table(context: BrowserContext, server: Server) -> Table:
    return Table(context.new_page(), server)


def without_worker(context: BrowserContext) -> BrowserContext:
    """As on plain HTTP from another machine: there is no service worker, and nothing is kept.

    To install one takes each new browser a quarter of a second of the processor. Tests of two who
    play, of whole studies, of loading and of pages without a connection have it.
    """
    context.add_init_script("delete Navigator.prototype.serviceWorker;")
    return context


def leave(context: BrowserContext) -> None:
    """Leave its pages as a person does: a browser that is gone at once leaves analyses running."""
    for page in context.pages:
        page.goto("about:blank")
    context.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = without_worker(new_context(chromium, viewport=DESKTOP, reduced_motion="reduce"))
    yield context
    leave(context)


@pytest.fixture
def table(context: BrowserContext, server: Server) -> Iterator[Table]:
    """A page on a desk; it must have nothing to complain about in the end."""
    opened = open_table(context, server)
    yield opened
    assert opened.complaints == []


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Table]:
    context = without_worker(
        new_context(chromium, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    )
    opened = open_table(context, server)
    yield opened
    complaints = list(opened.complaints)
    leave(context)
    assert complaints == []
