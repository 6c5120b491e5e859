"""Pages of the lab: HTML from templates, which are given figures and tables as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from django.template import Context, Engine

from skerry.draw.theme import theme_css

# What templates are given: figures and tables as plain values.


@dataclass(frozen=True)
class PageFigure:
    """A picture with the words below it."""

    svg: str  # an element
    caption: str
    name: str = ""  # its id on the page; "": none
    heading: str = ""  # makes it a section of its own; "": none


@dataclass(frozen=True)
class PageTable:
    """A table that a narrow page scrolls by itself, by finger, wheel or keys."""

    label: str  # for screen readers; no two of a page have the same
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table(label: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> PageTable:
    """A table of anything that gives its words."""
    return PageTable(label, tuple(heads), tuple(tuple(row) for row in rows))


# HTML from templates: self-contained pages of the lab, and parts of pages.
#
# Templates are Django's and lie in `templates`; they need no settings. All values are escaped but
# pictures, which are SVG elements of our own.


def render(template: str, **values: object) -> str:
    """The HTML of a template, with its values: text, or what text can be looked up in."""
    # Numbers are written as Python does, whatever the settings of a site around us.
    context = Context(values, use_l10n=False)
    return str(_engine().get_template(template).render(context))


def page(title: str, body: str) -> str:
    """A self-contained page.

    Args:
        title: in plain text.
        body: HTML that the site would put within an element of the class "lab".
    """
    css = theme_css() + _read_css("page.css") + lab_css()
    return render("page.html", title=title, css=css, body=body)


@cache
def lab_css() -> str:
    """The style sheet of the lab, for elements of class "lab"; theme_css() has its colours."""
    return _read_css("lab.css")


def _read_css(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


@cache
def _engine() -> Engine:
    """Made at the first page; it keeps its templates compiled."""
    return Engine(dirs=[str(Path(__file__).with_name("templates"))])
