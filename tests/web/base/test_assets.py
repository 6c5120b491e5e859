"""Addresses of style sheets and scripts, and what a script imports."""

from pathlib import Path

import pytest
from django.templatetags.static import static

from skerry.web.base import assets
from tests.web.conftest import Browser, Server


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose files can be edited."""
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path)
    (tmp_path / "page.js").write_text("1")
    (tmp_path / "boards.py").write_text("2")
    return tmp_path


@pytest.mark.parametrize("name", ["page.js", "boards.py", "new.css"])
def test_an_edit_moves_them(package: Path, name: str) -> None:
    folder = assets.folder.__wrapped__
    before = folder()
    assert folder() == before
    (package / name).write_text("3")
    assert folder() != before


def test_a_renamed_file_moves_them(package: Path) -> None:
    before = assets.folder.__wrapped__()
    (package / "page.js").rename(package / "panel.js")
    assert assets.folder.__wrapped__() != before


def test_modules_are_found_through_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "_APPS", tmp_path)
    one, other = (tmp_path / name / "static" / name for name in ("one", "other"))
    one.mkdir(parents=True)
    other.mkdir(parents=True)
    (one / "a.js").write_text('import {\n  one,\n} from "./b.js";\nimport "../other/c.js";\n')
    (one / "b.js").write_text('export { one } from "../other/c.js";\n// import "./no.js"\n')
    (other / "c.js").write_text('import { two } from "../one/a.js";\n')
    assert assets.modules.__wrapped__("one/a.js") == ("one/a.js", "one/b.js", "other/c.js")


@pytest.mark.parametrize("name", ["theme.css", "board.css", "lab.css", "play/game.js"])
def test_they_are_kept_for_good(server: Server, name: str) -> None:
    import urllib.request

    address = server.url + (static(name) if "/" in name else f"/{assets.folder()}{name}")
    with urllib.request.urlopen(address) as answer:
        assert "immutable" in answer.headers["Cache-Control"]


def test_those_of_another_version_are_not_there(browser: Browser) -> None:
    assert browser.client.get("/static/0123456789abcdef/play/game.js").status_code == 404
