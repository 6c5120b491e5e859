"""A report of the lab in the browser: it fits, on the phone too, and asks nobody for anything."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize

from skerry.cli import main
from tests.web.browser.conftest import DESKTOP, LAB_PLAN, PHONE, new_context

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    (folder / "plan.toml").write_text(LAB_PLAN)
    results = folder / "results"
    assert main(["lab", "run", str(folder / "plan.toml"), "--out", str(results)]) == 0
    assert main(["lab", "report", str(results)]) == 0
    return results / "report.html"


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)
def test_the_report_fits_and_asks_nobody(
    chromium: Browser, page_file: Path, viewport: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    context = new_context(chromium, viewport=viewport, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".plot").count() >= 3
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(22, 25, 28)") == (scheme == "dark")
    for selector in (".plot", ".heat-map", ".forest-row svg"):
        for box in (one.bounding_box() for one in page.locator(selector).all()):
            assert box is not None
            assert box["width"] > 100
    assert asked == [page_file.as_uri()]
    assert said == []
    context.close()
