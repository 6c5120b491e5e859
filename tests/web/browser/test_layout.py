"""No page cuts a text, prints one over another, or hides a control, at any size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from ..conftest import Server
from .conftest import PATIENCE
from .scenes import Scene, scenes

pytestmark = pytest.mark.browser

# Width, height in CSS pixels, and device pixels for each of them. The last is a laptop's 1440 by
# 900 at a zoom of 200 %.
SIZES = {
    "large": (1440, 900, 1),
    "small": (1280, 720, 1),
    "phone-sideways": (844, 390, 2),
    "phone": (390, 844, 2),
    "zoomed": (720, 450, 2),
}
# None: what the page asks for, which on a bare Debian is DejaVu Sans. The other one comes with it
# and is a fifth wider.
FONTS = (None, "DejaVu Sans Mono")

FAULTS = Path(__file__).with_name("layout_faults.js").read_text(encoding="utf-8")

USE_FONT = """font => {
    const sheet = new CSSStyleSheet();
    if (font) sheet.replaceSync(`*, .board { font-family: "${font}" !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""
RENDERED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Window:
    """One page of one browser, of any size and in any font."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session

    def resize(self, width: int, height: int, scale: int = 1) -> None:
        self.session.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False},
        )
        self.page.evaluate(RENDERED)

    def use_font(self, font: str | None) -> None:
        self.page.evaluate(USE_FONT, font)

    def faults(self, at_once: tuple[str, ...] = ()) -> list[str]:
        found: list[str] = self.page.evaluate(FAULTS, list(at_once))
        return found


@pytest.fixture(scope="module")
def window(chromium: Browser) -> Iterator[Window]:
    context = chromium.new_context(no_viewport=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    yield Window(page, context.new_cdp_session(page))
    context.close()


@pytest.mark.parametrize("scene", [pytest.param(one, id=one.name) for one in scenes()])
def test_every_page_fits_at_every_size(window: Window, server: Server, scene: Scene) -> None:
    window.resize(*SIZES["large"])
    scene.open(window.page, server)
    found = {}
    for font in FONTS:
        window.use_font(font)
        for name, size in SIZES.items():
            window.resize(*size)
            if faults := window.faults(scene.at_once):
                found[f"{name}, {font or 'own font'}"] = faults
    window.page.evaluate("localStorage.clear()")
    assert found == {}
