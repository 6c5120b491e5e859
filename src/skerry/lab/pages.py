"""Pages of the lab: HTML from templates, and how players, shares and intervals are written."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from django.template import Context, Engine

from skerry.core.numbers import counted, format_count, format_percent_interval
from skerry.draw.theme import theme_css
from skerry.statistics import Estimate


def describe_player(player: str) -> str:
    """A contestant in a sentence, such as "1,000 playouts a turn" or "random players"."""
    kind, _, number = player.partition(" ")
    if kind == "playouts":
        return f"{counted(int(number), 'playout')} a turn"
    return f"{player} players"


def describe_players(players: Sequence[str]) -> str:
    """All contestants, such as "random players, 100 and 1,000 playouts a turn"."""
    others = [describe_player(one) for one in players if not one.startswith("playouts ")]
    searching = [one for one in players if one.startswith("playouts ")]
    if not searching:
        return ", ".join(others)
    last = describe_player(searching[-1])
    fewer = ", ".join(label_player(one) for one in searching[:-1])
    return ", ".join([*others, f"{fewer} and {last}" if fewer else last])


def label_player(player: str) -> str:
    """A contestant at an axis or in a table: its playouts alone, such as "1,000"."""
    kind, _, number = player.partition(" ")
    return format_count(int(number)) if kind == "playouts" else player


def format_share(share: Estimate) -> str:
    """A share in whole percent with its interval, such as "50% (44 to 56)"."""
    return format_percent_interval(share.value, share.low, share.high)


def format_wins(share: Estimate) -> str:
    """A share of won games without its interval, such as "66 of 100 games"."""
    number = round(100 * share.value)
    if number == 0 and share.value > 0:
        return "fewer than 1 of 100 games"
    if number == 100 and share.value < 1:
        return "more than 99 of 100 games"
    return f"{number} of 100 games"


def format_ends(share: Estimate) -> str:
    """The interval of a share in whole percent, such as "(44 to 56)"."""
    return f"({100 * share.low:.0f} to {100 * share.high:.0f})"


def format_interval(estimate: Estimate) -> str:
    """The ends of an interval of values, of which either may be infinite: "at least 1.5"."""
    low, high = format_number(estimate.low), format_number(estimate.high)
    if math.isinf(estimate.low):
        return "no bound on either side" if math.isinf(estimate.high) else f"at most {high}"
    return f"at least {low}" if math.isinf(estimate.high) else f"{low} to {high}"


def format_number(value: float) -> str:
    """With two decimals at most, more than any interval is good for."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


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
    """A self-contained page; the site would put its body within an element of the class "lab"."""
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
