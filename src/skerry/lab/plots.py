"""Plots as SVG for a page: their colours are the page's, so that they follow its theme.

Matplotlib paints with stand-ins, which become CSS variables; text stays text, in the page's font.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ..draw.svg import escape, tag

# Colours no plot uses by itself, and what they stand for.
INK, MUTED, LINE, ACCENT, TINT = "#010203", "#010204", "#010205", "#010206", "#010207"
VARIABLES = {INK: "text", MUTED: "muted", LINE: "line", ACCENT: "accent", TINT: "tint"}
WIDTH = 5.0  # inches; the page scales it
STYLE = {
    "svg.fonttype": "none",
    "font.size": 11,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
}


class _Plot:
    """A figure, and its SVG once it is painted."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.axes: Any = figure.subplots()
        self.svg = ""


@contextmanager
def _plot(name: str, height: float, title: str) -> Iterator[_Plot]:
    """A plot to paint into. The name must be its own on a page: ids are made of it."""
    style: Any = {**STYLE, "svg.hashsalt": name}
    with mpl.rc_context(style):
        plot = _Plot(Figure(figsize=(WIDTH, height), layout="constrained"))
        yield plot
        file = io.StringIO()
        plot.figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    plot.svg = _for_page(file.getvalue(), title)


def _for_page(svg: str, title: str) -> str:
    """An SVG file of Matplotlib's as an element of a page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>",
        rf'<svg class="plot" \1 role="img" aria-label="{_plain(title)}">',
        svg,
        count=1,
    )
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var(--{variable})")
    return svg


def figure(picture: str, caption: str) -> str:
    """A picture with the words below it."""
    return tag("figure", {}, picture, tag("figcaption", {}, escape(caption)))


def _plain(title: str) -> str:
    return re.sub(r"[&<>\"\\]", "", title)


def histogram(name: str, counts: Mapping[int, int], unit: str, title: str) -> str:
    """How often each number of steps occurred; many of them are put together."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    width = max(1, -(-(most - least + 1) // 40))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        begin = least + (value - least) // width * width
        bins[begin] = bins.get(begin, 0) + count
    with _plot(name, 2.3, title) as plot:
        heights = [100 * count / total for count in bins.values()]
        centres = [begin + (width - 1) / 2 for begin in bins]
        plot.axes.bar(centres, heights, width=0.9 * width, color=ACCENT)
        plot.axes.xaxis.get_major_locator().set_params(integer=True)
        plot.axes.set_xlabel(unit)
        plot.axes.set_ylabel("% of games")
        plot.axes.grid(axis="x", visible=False)
    return plot.svg


def course(name: str, shares: Sequence[tuple[float, float, float]], title: str) -> str:
    """A share over the course of a game, from its beginning to its end: mean, low, high."""
    with _plot(name, 2.5, title) as plot:
        middle, *band = ([100 * share for share in one] for one in zip(*shares, strict=True))
        steps = [100 * k / (len(middle) - 1) for k in range(len(middle))]
        plot.axes.fill_between(steps, *band, color=ACCENT, alpha=0.25, linewidth=0)
        plot.axes.plot(steps, middle, color=ACCENT, linewidth=2)
        plot.axes.axhline(50, color=INK, linewidth=1)
        plot.axes.set_ylim(0, 100)
        plot.axes.set_xlabel("% of the game")
        plot.axes.set_ylabel("winner's chances, %")
    return plot.svg
