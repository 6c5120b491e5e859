"""No page cuts a text, prints one over another, or hides a control, at any size, for anybody."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, CDPSession, Page

from tests.web.browser.conftest import new_context
from tests.web.browser.scene import Scene
from tests.web.browser.scenes import NAMES, RICHEST_LAB_PAGE, scenes
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

# Width and height in CSS pixels.
SIZES = {
    "large": (1440, 900),
    "phone": (390, 844),
    "zoomed": (720, 450),  # a laptop's 1440 by 900 at a zoom of 200 %
    "phone sideways": (844, 390),
    "laptop": (1366, 641),  # this and the next as the bars of a browser leave them
    "short phone": (375, 553),
    "little phone": (360, 640),
    "long phone": (412, 785),
    "tablet": (768, 1024),
    "netbook": (1024, 600),
    "small": (1280, 720),
    "huge": (2560, 1440),
}
# A page without a board is one column of text, which a few sizes try.
OF_TEXTS = ("large", "phone", "zoomed", "phone sideways", "laptop", "netbook", "little phone")
# None: what the page asks for, which on a bare Debian is DejaVu Sans. The other one comes with it
# and is a fifth wider.
FONTS = (None, "DejaVu Sans Mono")
OF_THE_WIDE_FONT = ("large", "phone", "zoomed", "phone sideways")  # where a width is used up first
LAPTOP = 1000  # pixels of width, of a window that is no phone's
LOW = 600  # pixels of height, of a phone that is shorter than nearly all
LONG = 1.8  # a phone of such a ratio has room below its board; of others, what acts is in reach
ACTS = (
    *("#confirm", "#clear", "#words button", ".swap", ".clock", ".seat.acts"),
    *("#request-draw button", "#request-take_back button", "#request-rematch button"),
    *("#check", "#after button", "#play", "#hint-play", "#palette", "#copy-study"),
)
SHOTS = os.environ.get("SKERRY_SHOTS")  # a folder for pictures of all that is walked
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

BOARD_OF = (
    "<div class='board-space'><svg class='board' viewBox='0 0 1 1' style='height: {0}; width: {0}'>"
)
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
    "the board has 4": BOARD_OF.format("48vh"),
    "the board is not seen whole": BOARD_OF.format("110vh"),
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

    def has_board(self) -> bool:
        return self.page.locator(".board-page").count() > 0

    def shoot(self, path: Path) -> None:
        """Save a picture in each theme."""
        for theme in ("light", "dark"):
            self.page.emulate_media(color_scheme=theme)
            self.page.screenshot(path=f"{path}-{theme}.png")

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
    context = new_context(chromium, no_viewport=True, reduced_motion="reduce")
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


def views(has_board: bool) -> Iterator[tuple[str, str | None]]:
    """Sizes and fonts; as laying a page out in another font takes long, it changes once."""
    for size in SIZES if has_board else OF_TEXTS:
        yield size, FONTS[0]
    for size in OF_THE_WIDE_FONT:
        yield size, FONTS[1]


def at_once(scene: Scene, size: str) -> tuple[str, ...]:
    """What must be seen at a size without scrolling."""
    width, height = SIZES[size]
    if width >= LAPTOP:
        return scene.at_once + scene.on_laptop
    if width > height or height > width * LONG:
        return scene.at_once
    scrolls = scene.may_scroll if height < LOW else ()
    return tuple(one for one in scene.at_once if one in ACTS and one not in scrolls)


@pytest.mark.parametrize("scene", [pytest.param(one, id=one.name) for one in scenes()])
def test_every_page_fits_and_has_no_barrier(fresh: Window, server: Server, scene: Scene) -> None:
    scene.open(fresh.page, server)
    fresh.hold_analysis()
    found: dict[str, list[str]] = {}
    shown: tuple[str, str | None] = ("large", FONTS[0])
    for size, font in views(fresh.has_board()):
        if font != shown[1]:
            fresh.use_font(font)
        if size != shown[0]:
            fresh.resize(*SIZES[size])
        shown = size, font
        found[f"{size}, {font or 'own font'}"] = fresh.faults(at_once(scene, size))
        if scene.is_for_axe and size in AXE_SIZES and font == FONTS[0]:
            fresh.page.emulate_media(color_scheme=AXE_SIZES[size])  # type: ignore[arg-type]
            found[f"{size}, axe"] = fresh.barriers()
        if SHOTS:
            wide = "-wide-font" if font else ""
            fresh.shoot(Path(SHOTS) / f"{scene.name}-{'x'.join(map(str, SIZES[size]))}{wide}")
    assert not any(found.values()), {view: faults for view, faults in found.items() if faults}


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


def test_the_walk_finds_a_board_that_is_small_on_a_phone(fresh: Window, server: Server) -> None:
    fresh.page.goto(f"{server.url}/no-such-page")
    fresh.resize(*SIZES["phone"])
    fresh.page.evaluate(PUT, BOARD_OF.format("88vw"))
    assert "the board has 88% of the window's width" in fresh.faults()
    fresh.page.evaluate(PUT, BOARD_OF.format("91vw"))
    assert fresh.faults() == []


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
