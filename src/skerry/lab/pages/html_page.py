"""A page of the lab that needs nothing but itself, and the look that it shares with the site."""

from functools import cache
from importlib.resources import files

from ...draw.svg import escape, tag
from ...draw.theme import theme_css


def page(title: str, body: str) -> str:
    """A page that needs nothing but itself.

    Args:
        title: in plain text.
        body: what the site would put within an element of the class "lab".
    """
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{theme_css()}{_own_css()}{lab_css()}</style>"
    )
    main = tag("main", {"class": "lab"}, body)
    return (
        f'<!doctype html><html lang="en" data-theme="auto"><head>{head}</head>'
        f"<body>{main}</body></html>\n"
    )


def scrolled(table: str, label: str) -> str:
    """A table that a narrow page scrolls by itself, by finger, wheel or keys.

    Args:
        table: its markup.
        label: what it is called, in plain text; no two of a page have the same.
    """
    place = {"class": "scroll", "role": "region", "tabindex": "0", "aria-label": label}
    return tag("div", place, table)


@cache
def lab_css() -> str:
    """The look of what the lab shows, within the class "lab"; theme_css() has its colours."""
    return _file("lab.css")


@cache
def _own_css() -> str:
    return _file("page.css")


def _file(name: str) -> str:
    return (files("skerry.lab.pages") / name).read_text(encoding="utf-8")
