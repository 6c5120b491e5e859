"""No page cuts a text, prints one over another, or hides a control, at any size, for anybody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, CDPSession, Page

from ..conftest import Server
from .conftest import PATIENCE
from .scene import Scene
from .scenes import NAMES, RICHEST_LAB_PAGE, scenes

pytestmark = pytest.mark.browser

# Width and height in CSS pixels. The last is a laptop's 1440 by 900 at a zoom of 200 %.
SIZES = {
    "large": (1440, 900),
    "small": (1280, 720),
    "phone sideways": (844, 390),
    "phone": (390, 844),
    "zoomed": (720, 450),
}
# None: what the page asks for, which on a bare Debian is DejaVu Sans. The other one comes with it
# and is a fifth wider.
FONTS = (None, "DejaVu Sans Mono")
AXE_SIZES = {"large": "light", "phone": "dark"}  # and the scheme in which axe looks, in FONTS[0]

AXE = Axe().axe_script  # half a megabyte, which a page needs once
# It would first fetch style sheets and sounds again, for rules that are off or have nothing to do.
RUN_AXE = """async () => {
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false });
    return violations;
}"""
FAULTS = Path(__file__).with_name("layout_faults.js").read_text(encoding="utf-8")
RATIO = """() => {
    const { width, height } = document.querySelector("svg.board").viewBox.baseVal;
    return width / height;
}"""
BOARD = "() => document.querySelector('svg.board').getBoundingClientRect().toJSON()"

USE_FONT = """font => {
    const sheet = new CSSStyleSheet();
    if (font) sheet.replaceSync(`*, .board { font-family: "${font}" !important; }`);
    document.adoptedStyleSheets = [sheet];
    return document.fonts.check(`16px "${font}"`);
}"""
PUT = "html => { document.querySelector('main').innerHTML = html; }"
KINDS = """html => {
    const told = one => `${one.tagName}.${one.getAttribute("class") ?? ""}`;
    const all = new DOMParser().parseFromString(html, "text/html").querySelectorAll("body *");
    return [...all].map(one => `${told(one.parentElement)} ${told(one)}`);
}"""
# The analysis that is shown stays as it is. The engine would search on while we look, for nobody.
HOLD_ANALYSIS = """async () => {
    if (!document.querySelector("#analysis-on:checked")) return;
    const ask = fetch;
    const isQuestion = (address) => String(address).endsWith("/analysis");
    window.fetch = (address, ...more) =>
        isQuestion(address) ? new Promise(() => {}) : ask(address, ...more);
    dispatchEvent(new Event("pagehide")); // as if it were left: the engine is told to stop
}"""
# A frame has been drawn, and whoever observes sizes has had a say in it.
RENDERED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"

BROKEN = {
    "is cut by": "<p style='width: 5em; overflow: hidden; white-space: nowrap'>cut at the side</p>",
    "is cut by #low": "<p id='low' style='height: 1em; overflow: hidden'>one<br>two</p>",
    "is cut by #slit": "<p id='slit' style='height: 2em; overflow: auto'>one<br>two<br>three</p>",
    "stands out of #card": "<p id='card' style='background: #fff; height: 1em'>one<br>two</p>",
    "overlap": "<p>one<p><p style='margin-top: -3em'>other</p>",
    "lie over each other": "<p class='top'><a href='/'>A</a><a href='/' style='margin: -2em'>B</a>",
    "leaves the window sideways": "<p style='margin-left: -3em'>too far to the left</p>",
    "the page scrolls sideways": "<div style='width: 9999px'>wide</div>",
    "is outside of the window": "<button style='position: fixed; left: 100vw'>gone</button>",
    "is not seen without scrolling": "<button id='send' style='margin-top: 200vh'>Send</button>",
}


class Window:
    """One page of one browser, of any size and in any font."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session

    def resize(self, width: int, height: int) -> None:
        self.session.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.page.evaluate(RENDERED)

    def use_font(self, font: str | None) -> None:
        there = self.page.evaluate(USE_FONT, font)
        self.page.evaluate(RENDERED)
        assert font is None or there, f"{font} is not installed (Debian: fonts-dejavu-core)"

    def faults(self, at_once: tuple[str, ...] = ()) -> list[str]:
        """What `layout_faults.js` finds; `at_once` must be seen without scrolling."""
        found: list[str] = self.page.evaluate(FAULTS, list(at_once))
        return found

    def hold_analysis(self) -> None:
        self.page.evaluate(HOLD_ANALYSIS)

    def barriers(self) -> list[str]:
        """What axe-core finds: each rule that is broken, and where."""
        if not self.page.evaluate("() => 'axe' in window"):
            # Said this way, it is compiled once for all pages.
            self.session.send("Runtime.evaluate", {"expression": AXE})
        violations: list[dict[str, Any]] = self.page.evaluate(RUN_AXE)
        return [f"{one['id']}: {node['target']}" for one in violations for node in one["nodes"]]


@pytest.fixture(scope="module")
def window(chromium: Browser) -> Iterator[Window]:
    context = chromium.new_context(no_viewport=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    yield Window(page, context.new_cdp_session(page))
    context.close()


@pytest.fixture
def fresh(window: Window, server: Server) -> Iterator[Window]:
    """The window without what an earlier page left in it."""
    window.resize(*SIZES["large"])
    window.page.emulate_media(color_scheme="light")
    window.page.context.clear_cookies(name="skerry_session")
    yield window
    window.page.evaluate("localStorage.clear()")


def views() -> Iterator[tuple[str, str | None]]:
    """Each size in each font; as laying a page out takes long, one thing changes at a time."""
    for number, size in enumerate(SIZES):
        for font in FONTS if number % 2 == 0 else reversed(FONTS):
            yield size, font


@pytest.mark.parametrize("scene", [pytest.param(one, id=one.name) for one in scenes()])
def test_every_page_fits_and_has_no_barrier(fresh: Window, server: Server, scene: Scene) -> None:
    scene.open(fresh.page, server)
    fresh.hold_analysis()
    found: dict[str, list[str]] = {}
    shown: tuple[str, str | None] = ("large", FONTS[0])
    for size, font in views():
        if font != shown[1]:
            fresh.use_font(font)
        if size != shown[0]:
            fresh.resize(*SIZES[size])
        shown = size, font
        found[f"{size}, {font or 'own font'}"] = fresh.faults(scene.at_once)
        if scene.is_for_axe and size in AXE_SIZES and font == FONTS[0]:
            fresh.page.emulate_media(color_scheme=AXE_SIZES[size])  # type: ignore[arg-type]
            found[f"{size}, axe"] = fresh.barriers()
    assert not any(found.values()), found


def test_axe_looks_at_a_page_of_the_lab_that_has_what_the_others_have(
    fresh: Window, server: Server
) -> None:
    """Elements of the same kinds; the colours of its numbers are all tested in tests/draw."""
    kinds = {}
    for name in NAMES:
        html = fresh.page.request.get(f"{server.url}/lab/{name}").text()
        kinds[name] = set(fresh.page.evaluate(KINDS, html))
    assert set().union(*kinds.values()) == kinds[RICHEST_LAB_PAGE]


@pytest.mark.parametrize("fault", BROKEN)
def test_the_walk_finds_what_is_broken(fresh: Window, server: Server, fault: str) -> None:
    fresh.page.goto(f"{server.url}/no-such-page")
    assert fresh.faults() == []
    fresh.page.evaluate(PUT, BROKEN[fault])
    assert any(fault in one for one in fresh.faults(("#send",)))


def test_axe_finds_what_is_broken(fresh: Window, server: Server) -> None:
    fresh.page.goto(f"{server.url}/no-such-page")
    fresh.page.evaluate(PUT, "<img src='/icon.svg'><button></button>")
    found = " ".join(fresh.barriers())
    assert "image-alt" in found
    assert "button-name" in found


@pytest.mark.parametrize("name", ["spry", "sytran", "byg", "kitaran", "syrtis"])
def test_the_board_is_as_high_as_the_window_allows(
    fresh: Window, server: Server, name: str
) -> None:
    """Least shares of the window's height, or on a phone of its width."""
    (scene,) = (one for one in scenes() if one.name == f"composing-{name}")
    scene.open(fresh.page, server)
    least = {"large": 0.88, "small": 0.88, "phone sideways": 0.87, "zoomed": 0.8}
    for size, share in least.items():
        fresh.resize(*SIZES[size])
        board = fresh.page.evaluate(BOARD)
        drawn = min(board["height"], board["width"] / fresh.page.evaluate(RATIO))
        assert drawn / SIZES[size][1] > share, size
    fresh.resize(*SIZES["phone"])
    assert fresh.page.evaluate(BOARD)["width"] / SIZES["phone"][0] > 0.9
