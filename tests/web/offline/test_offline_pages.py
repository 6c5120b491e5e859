"""What a browser is given to install the site, and to open pages without it."""

from pathlib import Path

import pytest

from skerry.draw.theme import THEME
from skerry.web.base import assets
from skerry.web.offline import views
from tests.web.conftest import Browser

WORKER = "/service-worker.js"
FILES = Path(views.__file__).parent / "static" / "offline"


def test_the_worker_serves_the_whole_site_in_one_version(browser: Browser) -> None:
    answer = browser.client.get(WORKER)
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert f'FOLDER = "/{assets.folder()}"' in text
    assert f'OFFLINE = "/{assets.folder()}offline.html"' in text


def test_the_page_shown_offline_is_of_that_version_and_needs_no_other(browser: Browser) -> None:
    answer = browser.client.get(f"/{assets.folder()}offline.html")
    assert "no-store" in answer["Cache-Control"]
    assert b"does not answer" in answer.content
    assert b"csrf" not in answer.content


@pytest.mark.parametrize("path", [WORKER, "/manifest.webmanifest"])
def test_nothing_is_sent_to_them(browser: Browser, path: str) -> None:
    assert browser.client.post(path, headers={"X-CSRFToken": browser.token()}).status_code == 405


def test_the_manifest_and_the_pages_name_the_grounds_of_both_themes(browser: Browser) -> None:
    answer = browser.client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    light, dark = THEME["ground"]
    assert answer.json()["background_color"] == answer.json()["theme_color"] == light
    page = browser.client.get("/new/spry").content.decode()
    for scheme, ground in (("light", light), ("dark", dark)):
        assert f'media="(prefers-color-scheme: {scheme})" content="{ground}"' in page


def test_every_icon_is_a_file(browser: Browser) -> None:
    there = {path.name for path in FILES.glob("*.png")}
    named = {name for name, _, _ in views.ICONS} | {"icon-touch.png"}
    assert named == there
    assert sum((FILES / name).stat().st_size for name in named) < 64 * 1024
