"""The few words of SVG that the pictures are made of, with everything escaped."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]

# What XML 1.0 cannot hold, not even escaped: most control characters, lone surrogates.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@dataclass(frozen=True)
class Ids:
    """How the elements of one picture are named, so that several fit on one page."""

    prefix: str
    game: str

    def id_for(self, name: str) -> str:
        """The id of an element that a page may look for."""
        return f"{self.prefix}{name}"

    def shared(self, name: str) -> str:
        """The id of a definition: a stone, a gradient; these differ from game to game."""
        return f"{self.prefix}{self.game}-{name}"

    def url(self, name: str) -> str:
        """A paint that refers to a definition."""
        return f"url(#{self.shared(name)})"

    def link(self, name: str) -> str:
        """The href of a definition."""
        return f"#{self.shared(name)}"


@lru_cache(maxsize=8192)  # most of a picture is said again in the next one
def escape(text: str) -> str:
    """Text safe as character data and as an attribute's value."""
    if text.isalnum() and text.isascii():
        return text
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, attributes: Mapping[str, object], *children: str) -> str:
    """An element; attributes that are None are left out, children are markup already."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            formatted = number(value) if isinstance(value, float) else escape(str(value))
            parts.append(f'{key}="{formatted}"')
    inside = "".join(children)
    start = " ".join(parts)
    return f"<{start}>{inside}</{name}>" if inside else f"<{start}/>"


def text(content: str, at: Point, css_class: str) -> str:
    """A word centred on a point."""
    return tag("text", {"class": css_class, "x": at[0], "y": at[1]}, escape(content))


def translate(to: Point) -> str:
    """The transform that moves what lies around (0, 0)."""
    return f"translate({number(to[0])} {number(to[1])})"


def polygon(points: Sequence[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def classes(*names: str) -> str:
    """A class attribute of the names that are not empty."""
    return " ".join(name for name in names if name)


HEAD = 8.0  # length of an arrow's head


class Arrow(NamedTuple):
    """Path data of an arrow's line and of its heads."""

    line: str
    heads: tuple[str, ...]


def arrow(start: Point, end: Point, gap: float, *, both: bool = False) -> Arrow:
    """An arrow that stops `gap` before its end, with a head at its start as well if `both`."""
    (x, y), (goal_x, goal_y) = start, end
    length = hypot(goal_x - x, goal_y - y)
    ux, uy = (goal_x - x) / length, (goal_y - y) / length
    tip = (goal_x - ux * gap, goal_y - uy * gap)
    neck = (tip[0] - ux * HEAD, tip[1] - uy * HEAD)
    first = (x + ux * HEAD, y + uy * HEAD) if both else start
    line = f"M{number(first[0])} {number(first[1])}L{number(neck[0])} {number(neck[1])}"
    heads = (_head(tip, neck, (ux, uy)),)
    return Arrow(line, (*heads, _head(start, first, (-ux, -uy))) if both else heads)


def _head(tip: Point, neck: Point, way: Point) -> str:
    half = HEAD * 0.62
    side = (-way[1] * half, way[0] * half)
    corners = [
        tip,
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    return polygon(corners)
