"""Soft shadows without filters: some copies of a shape beneath it, each wider and fainter.

Drawing programs do not know the filters of CSS, and resvg takes many times as long with them. A
copy is a filling or a line and never both: what overlaps itself must be blended in a layer of its
own, which takes long as well.
"""

import re
from collections.abc import Iterator, Mapping
from statistics import NormalDist
from typing import NamedTuple
from xml.etree.ElementTree import Element

LAYERS = 8
REACH = 2.2  # deviations; beyond, nothing is seen
DEPTH = 1.2  # deviations; deeper within, the shape itself lies over its shadow

_SHADOW = re.compile(
    r"drop-shadow\((#\w+|rgba\([^()]*\)) ([-\d.]+)(?:px)? ([-\d.]+)(?:px)? ([\d.]+)px\)"
)
_RGBA = re.compile(r"rgba\(\s*(\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\s*\)")
_NUMBER = re.compile(r"-?[\d.]+")


class _Shadow(NamedTuple):
    colour: str
    darkness: float
    right: float
    down: float
    deviation: float


def shadows(element: Element, css: str) -> Iterator[Element]:
    """What lies beneath a shape, from the widest to the narrowest.

    Args:
        element: a line, or a filled shape around the origin, such as a board; with its paint.
        css: of its `filter`; other filters than `drop-shadow` are left out.
    """
    for colour, right, down, deviation in _SHADOW.findall(css):
        plain, darkness = _opaque(colour)
        shadow = _Shadow(plain, darkness, float(right), float(down), float(deviation))
        copy = _wider_line if element.get("fill") == "none" else _larger_shape
        for distance, opacity in _layers(shadow):
            yield copy(element, shadow, distance, f"{opacity:.4f}")


def _opaque(colour: str) -> tuple[str, float]:
    """A colour without its alpha, and that."""
    mixed = _RGBA.fullmatch(colour)
    if mixed is None:
        return colour, 1.0
    red, green, blue = map(int, mixed.groups()[:3])
    return f"#{red:02x}{green:02x}{blue:02x}", float(mixed[4])


def _layers(shadow: _Shadow) -> Iterator[tuple[float, float]]:
    """How far each copy reaches, and how opaque it is, so that all of them make a blurred edge."""
    edge, seen = NormalDist(0, shadow.deviation), 0.0
    step = (REACH + DEPTH) * shadow.deviation / LAYERS
    for layer in range(LAYERS):
        distance = REACH * shadow.deviation - layer * step
        wanted = shadow.darkness * (1 - edge.cdf(distance - step / 2))
        yield distance, (wanted - seen) / (1 - seen)
        seen = wanted


def _wider_line(element: Element, shadow: _Shadow, distance: float, opacity: str) -> Element:
    width = max(0.0, float(element.get("stroke-width", "1")) + 2 * distance)
    paint = {"stroke": shadow.colour, "stroke-width": f"{width:.2f}", "stroke-opacity": opacity}
    return _copy(element, paint, (shadow.right, shadow.down), 1.0)


def _larger_shape(element: Element, shadow: _Shadow, distance: float, opacity: str) -> Element:
    paint = {"fill": shadow.colour, "fill-opacity": opacity, "stroke": "none"}
    scale = 1 + distance / _half_height(element)
    return _copy(element, paint, (shadow.right, shadow.down), scale)


def _half_height(element: Element) -> float:
    """How far a rectangle's or a polygon's lowest edge is from the origin."""
    if element.tag == "rect":
        return float(element.get("height", "1")) / 2
    return max(map(float, _NUMBER.findall(element.get("d", ""))[1::2]))


def _copy(
    element: Element, paint: Mapping[str, str], offset: tuple[float, float], scale: float
) -> Element:
    place = f"translate({offset[0]:g} {offset[1]:g}) scale({scale:.4f})"
    moved = {} if (offset, scale) == ((0.0, 0.0), 1.0) else {"transform": place}
    return Element(element.tag, {**element.attrib, **paint, **moved})
