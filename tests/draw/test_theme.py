"""The colours that all pages share: legible in both themes, and the same wherever they are used."""

import re
from pathlib import Path

import pytest

import skerry
from skerry.draw.theme import HEAT_COLOURS, THEME, theme_css
from skerry.lab.pages import page
from skerry.lab.plots import VARIABLES
from tests.draw.test_palette import contrast

LEAST = 4.5  # WCAG 2.2, 1.4.3: text of usual size
SOURCES = Path(skerry.__file__).parent
STYLES = [
    *sorted((SOURCES / "web").rglob("*.css")),
    *sorted((SOURCES / "lab").glob("*.css")),
]
BASE = SOURCES / "web" / "base" / "static" / "base" / "base.css"
LAYOUT = SOURCES / "web" / "board" / "static" / "board" / "layout.css"  # beside all of boards
both_themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


@both_themes
def test_words_are_legible_on_what_they_stand_on(dark: bool) -> None:
    grounds = ("ground", "panel", "tint")
    pairs = [
        *(("text", ground) for ground in grounds),
        *(("muted", ground) for ground in grounds[:2]),
        *(("accent", ground) for ground in grounds[:2]),
        *(("danger", ground) for ground in grounds[:2]),
        ("accent-strong", "panel"),
        ("on-accent", "accent"),
        ("on-accent", "accent-strong"),
        ("panel", "accent"),
        ("panel", "warm"),
        *(("heat-ink", heat) for heat in HEAT_COLOURS if heat != "heat-ink"),
    ]
    told = [(one, other, contrast(THEME[one][dark], THEME[other][dark])) for one, other in pairs]
    assert [pair for pair in told if pair[2] < LEAST] == []


@both_themes
def test_lines_of_a_picture_stand_out_from_its_ground(dark: bool) -> None:
    for colour in ("accent", "warm", "muted", "text"):
        assert contrast(THEME[colour][dark], THEME["panel"][dark]) >= 3


def test_the_style_holds_every_variable_for_both_themes() -> None:
    light, dark, automatic = theme_css().splitlines()
    assert light.startswith(":root{color-scheme:light;")
    assert dark.startswith('[data-theme="dark"]{color-scheme:dark;')
    assert automatic.startswith('@media (prefers-color-scheme: dark){[data-theme="auto"]{')
    for name, pair in THEME.items():
        assert f"--{name}:{pair[0]};" in light
        assert f"--{name}:{pair[1]};" in dark
        assert f"--{name}:{pair[1]};" in automatic
    assert theme_css().count("{") == theme_css().count("}")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_style_uses_a_variable_that_nobody_defines(path: Path) -> None:
    css = "".join(one.read_text("utf-8") for one in (path, BASE, LAYOUT))
    used = set(re.findall(r"var\(--([\w-]+)\)", css))
    defined = set(re.findall(r"--([\w-]+):", css)) | set(THEME)
    board = {"ratio", "after"}  # set by the page, for each board and for each stone that comes
    assert used - defined <= board


def test_plots_use_the_colours_of_the_theme() -> None:
    assert set(VARIABLES.values()) <= set(THEME)


@pytest.mark.parametrize("name", ["base.css", "pages.css", "lab.css", "page.css"])
def test_what_all_pages_load_has_no_colour_of_its_own(name: str) -> None:
    (path,) = (one for one in STYLES if one.name == name)
    assert re.findall(r"#[0-9a-f]{3,8}\b", path.read_text("utf-8")) == []


def test_a_page_of_its_own_has_the_same_colours() -> None:
    told = page("A & B", "<h1>C</h1>")
    assert theme_css() in told
    assert '<html lang="en" data-theme="auto">' in told
    assert '<main class="lab"><h1>C</h1></main>' in told
    assert "<title>A &amp; B</title>" in told


def test_the_look_of_the_lab_touches_nothing_outside_it() -> None:
    css = (SOURCES / "lab" / "lab.css").read_text("utf-8")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    selectors = [one.strip() for one in re.findall(r"([^{}]+)\{", css)]
    for selector in selectors:
        if not selector.startswith("@media"):
            for one in re.split(r",(?![^(]*\))", selector):
                assert one.strip().startswith(".lab"), selector
