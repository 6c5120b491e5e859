"""Pages from templates: what is text stays text, and nothing of a site is needed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.template import Engine, TemplateDoesNotExist

from skerry.lab import pages
from skerry.lab.claims.page import claims_html
from skerry.lab.claims.texts import findings
from skerry.lab.pages import PageFigure, page, render, table
from skerry.lab.results import kept
from skerry.lab.study_page import study_body

TEMPLATES = Path(pages.__file__).with_name("templates")


def test_text_is_escaped_and_pictures_are_not() -> None:
    figure = PageFigure("<svg/>", "<b>Caption</b>", 'a"b', "A & B")
    assert render("titled_figure.html", figure=figure).replace("\n", "") == (
        '<section><h2>A &amp; B</h2><figure id="a&quot;b"><svg/>'
        "<figcaption>&lt;b&gt;Caption&lt;/b&gt;</figcaption></figure></section>"
    )


def test_a_title_is_text() -> None:
    assert "<title>&lt;b&gt;</title>" in page("<b>", "<h1>A</h1>")
    assert '<main class="lab"><h1>A</h1></main>' in page("<b>", "<h1>A</h1>")


def test_a_table_has_its_label_and_its_numbers_on_the_right() -> None:
    made = render("table.html", table=table("<i>", ("a", "b"), [("x < y", "1")]))
    assert 'aria-label="&lt;i&gt;"' in made
    assert '<tr><th>a</th><th class="number">b</th></tr>' in made
    assert '<tr><td>x &lt; y</td><td class="number">1</td></tr>' in made


def test_pages_need_no_settings_of_a_site() -> None:
    program = """
from django.conf import settings
from skerry.lab.pages import page, render
from skerry.lab.pages import table
assert "<td>1</td>" in render("table.html", table=table("T", ["H"], [["1"]]))
assert "12345" in render("figure.html", figure={"name": 12345})
assert page("A", "B")
assert not settings.configured
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_there_is_no_other_template() -> None:
    with pytest.raises(TemplateDoesNotExist):
        render("other.html")


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_only_pictures_styles_and_bodies_are_taken_as_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    raw = {name.rpartition(".")[2] for name in re.findall(r"{{ ([\w.]+)\|safe }}", text)}
    assert raw <= {"svg", "css", "body"}
    assert text.count("safe") == len(re.findall(r"\|safe }}", text))
    assert "autoescape" not in text


@pytest.mark.parametrize("name", ["kitaran", "syrtis"])  # together they have all parts
def test_no_template_asks_for_what_there_is_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = Engine(dirs=[str(TEMPLATES)], string_if_invalid="MISSING")
    monkeypatch.setattr(pages, "_engine", lambda: strict)
    assert "MISSING" in render("page.html")
    assert "MISSING" not in page("A", study_body(kept(name)))
    assert "MISSING" not in claims_html(findings())
