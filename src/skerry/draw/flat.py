"""Boards for programs that know little CSS: each element carries its own paint.

A page's board leaves its looks to a style sheet with variables, and holds much that waits to be
seen: a stone of each colour in every cell, dots, hints. Drawing programs and resvg would paint all
of it, black. Here the style sheet is applied once and for all, and what cannot be seen is left out.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from skerry.canvas.looks import OWN, PRINT
from skerry.draw.board import palette, stylesheet

if TYPE_CHECKING:
    from cssselect2 import ElementWrapper, Matcher

# Soft shadows without filters: some copies of a shape beneath it, each wider and fainter.
#
# Drawing programs do not know the filters of CSS, and resvg takes many times as long with them. A
# copy is a filling or a line and never both: what overlaps itself must be blended in a layer of its
# own, which takes long as well.

LAYERS = 8
REACH = 2.2  # deviations; beyond, nothing is seen
DEPTH = 1.2  # deviations; deeper within, the shape itself lies over its shadow

_SHADOW = re.compile(
    r"drop-shadow\((#\w+|rgba\([^()]*\)) ([-\d.]+)(?:px)? ([-\d.]+)(?:px)? ([\d.]+)px\)"
)
_RGBA = re.compile(r"rgba\(\s*(\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\s*\)")
_NUMBER = re.compile(r"-?[\d.]+")


def shadows(element: Element, css: str) -> Iterator[Element]:
    """What lies beneath a shape, from the widest to the narrowest.

    Args:
        element: a line, or a filled shape around the origin, such as a board; with its paint.
        css: of its `filter`; other filters than `drop-shadow` are left out.
    """
    for colour, *numbers in _SHADOW.findall(css):
        plain, darkness = _opaque(colour)
        right, down, deviation = map(float, numbers)
        for distance, opacity in _layers(darkness, deviation):
            scale, strength = 1.0, f"{opacity:.4f}"
            if element.get("fill") == "none":
                width = max(0.0, float(element.get("stroke-width", "1")) + 2 * distance)
                paint = {"stroke": plain, "stroke-width": f"{width:.2f}"}
                paint |= {"stroke-opacity": strength}
            else:
                scale += distance / _half_height(element)
                paint = {"fill": plain, "fill-opacity": strength, "stroke": "none"}
            if (right, down, scale) != (0.0, 0.0, 1.0):
                paint["transform"] = f"translate({right:g} {down:g}) scale({scale:.4f})"
            yield Element(element.tag, {**element.attrib, **paint})


def _opaque(colour: str) -> tuple[str, float]:
    """A colour without its alpha, and that."""
    mixed = _RGBA.fullmatch(colour)
    if mixed is None:
        return colour, 1.0
    red, green, blue = map(int, mixed.groups()[:3])
    return f"#{red:02x}{green:02x}{blue:02x}", float(mixed[4])


def _layers(darkness: float, deviation: float) -> Iterator[tuple[float, float]]:
    """How far each copy reaches, and how opaque it is, so that all of them make a blurred edge."""
    edge, seen = NormalDist(0, deviation), 0.0
    step = (REACH + DEPTH) * deviation / LAYERS
    for layer in range(LAYERS):
        distance = REACH * deviation - layer * step
        wanted = darkness * (1 - edge.cdf(distance - step / 2))
        yield distance, (wanted - seen) / (1 - seen)
        seen = wanted


def _half_height(element: Element) -> float:
    """How far a rectangle's or a polygon's lowest edge is from the origin."""
    if element.tag == "rect":
        return float(element.get("height", "1")) / 2
    return max(map(float, _NUMBER.findall(element.get("d", ""))[1::2]))


# Properties that SVG has as attributes too.
_PAINT = {
    *("display", "fill", "fill-opacity", "filter", "opacity", "stop-color", "stop-opacity"),
    *("stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity"),
    *("stroke-width", "dominant-baseline", "font-family", "font-size", "font-weight"),
    *("letter-spacing", "text-anchor", "transform"),
}
_SHAPES = {"circle", "path", "rect"}
_NOTHING = {"none", "transparent"}
_FOR_PAGES = re.compile(r"class|style|role|tabindex|aria-.*|data-.*")
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")
_REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]*)')

Paint = Mapping[str, str]  # by property


class Flattened:
    """What pictures have in common that are flattened one by one, such as those of a film.

    Most of a board stays the same from turn to turn, and to ask the style sheet takes most of the
    time. So an element is flattened once; later pictures share it, and nobody may change it. All
    must be of one game and one theme, and may not differ in what the style sheet asks by `:has`:
    overlays, and which cells are legal.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._used: frozenset[str] = frozenset()
        self._shared: dict[tuple[object, ...], Element] = {}
        self.paints: dict[int, Paint] = {}  # by `place`
        self.elements: dict[tuple[object, ...], tuple[Element, ...]] = {}  # by `content` and more
        self.content: dict[Element, int] = {}  # numbers of this picture's, the same for equal ones

    def begin(self, root: Element, used: frozenset[str]) -> None:
        """Another picture comes, in which something refers to the ids `used`."""
        if used != self._used:
            self._used = used
            self.elements.clear()
        self.content.clear()
        self._count(root)

    def place(self, element: Element, parent: int) -> int:
        """A number for an element and all above it, as far as the style sheet can tell."""
        said = (item for item in element.attrib.items() if not item[0].startswith("aria-"))
        return self._number(("place", parent, element.tag, *said))

    def shared(self, flat: Element) -> Element:
        """The one that stands for all that are equal to it; of those within this holds already."""
        key = (flat.tag, flat.text, tuple(flat), *flat.attrib.items())
        return self._shared.setdefault(key, flat)

    def _count(self, element: Element) -> int:
        within = tuple(self._count(child) for child in element)
        own = (element.tag, element.text, within, *element.attrib.items())
        number = self.content[element] = self._number(own)
        return number

    def _number(self, key: tuple[object, ...]) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)


def flatten(
    svg: str, *, dark: bool = False, look: str = OWN, known: Flattened | None = None
) -> Element:
    """The SVG of a board without a style sheet, as it looks when nobody points at anything.

    Args:
        svg: of `board_svg` for a page.
        dark: in the colours of the dark theme.
        look: one of canvas/looks.py; what is printed has no shadows.
        known: the pictures before this one, with which it shares elements.
    """
    from cssselect2 import ElementWrapper

    source = ElementTree.fromstring(svg)
    used = frozenset(_REFERENCE.findall(svg))
    known = known or Flattened()
    known.begin(source, used)
    scope = _Scope(palette(look, dark=dark), used, known, look != PRINT)
    (found,) = _flat(ElementWrapper.from_xml_root(source), scope, 0, "black", "none")
    return found


class _Scope(NamedTuple):
    """What holds in the whole picture."""

    palette: Mapping[str, str]
    used: frozenset[str]  # ids that something refers to
    known: Flattened
    casts_shadows: bool

    def paint_of(self, wrapper: "ElementWrapper", place: int) -> Paint:
        """An element's own paint: attributes, then the style sheet, then the element's style."""
        paint = self.known.paints.get(place)
        if paint is None:
            element = wrapper.etree_element
            given = {name: value for name, value in element.attrib.items() if name in _PAINT}
            for *_, declared in _matcher().match(wrapper):
                given |= declared
            given |= _declarations(element.get("style", ""))
            paint = {
                name: _VARIABLE.sub(lambda found: self.palette[found[1]], value)
                for name, value in given.items()
            }
            self.known.paints[place] = paint
        return paint


def _flat(
    wrapper: "ElementWrapper", scope: _Scope, parent: int, fill: str, stroke: str
) -> tuple[Element, ...]:
    """An element with all that is seen of it, its shadows first. It inherits fill and stroke."""
    known = scope.known
    key = (known.content[wrapper.etree_element], parent, fill, stroke)
    found = known.elements.get(key)
    if found is None:
        flattened = _flattened(wrapper, scope, parent, fill, stroke)
        found = known.elements[key] = tuple(map(known.shared, flattened))
    return found


def _flattened(
    wrapper: "ElementWrapper", scope: _Scope, parent: int, fill: str, stroke: str
) -> Iterator[Element]:
    element = wrapper.etree_element
    own = scope.known.place(element, parent)
    paint = dict(scope.paint_of(wrapper, own))
    opacity = float(paint.pop("opacity", "1"))
    if paint.pop("display", "") == "none" or opacity == 0:
        return
    if opacity < 1:
        paint["opacity"] = f"{opacity:g}"
    if element.tag == "defs":
        fill = stroke = "whatever uses it says"
    fill, stroke = paint.get("fill", fill), paint.get("stroke", stroke)
    if element.tag in _SHAPES and {fill, stroke} <= _NOTHING:
        return
    if element.tag in _SHAPES and "opacity" in paint and {fill, stroke} & _NOTHING:
        # The same picture, without a layer of its own, which takes several times as long.
        part = "stroke-opacity" if fill in _NOTHING else "fill-opacity"
        paint[part] = f"{opacity * float(paint.get(part, '1')):g}"
        del paint["opacity"]
    if "transform" in paint:  # CSS has units there, SVG has none
        paint["transform"] = paint["transform"].replace("px", "")
    css_filter = paint.pop("filter", "")
    flat = Element(element.tag, {**_kept(element, scope.used), **paint})
    flat.text = element.text
    for child in wrapper.iter_children():
        flat.extend(_flat(child, scope, own, fill, stroke))
    if element.tag != "g" or len(flat):
        if scope.casts_shadows:
            yield from shadows(flat, css_filter)
        yield flat


def _kept(element: Element, used: frozenset[str]) -> dict[str, str]:
    """The attributes that make its shape, and the names that others know it by."""
    return {
        name: value
        for name, value in element.attrib.items()
        if name not in _PAINT and not _FOR_PAGES.fullmatch(name) and (name != "id" or value in used)
    }


@cache
def _matcher() -> "Matcher":
    """The style sheet's rules, each with its `_declarations`, for a board that nobody touches."""
    from cssselect2 import Matcher, compile_selector_list
    from tinycss2 import parse_stylesheet

    matcher = Matcher()
    for rule in parse_stylesheet(stylesheet(), skip_comments=True, skip_whitespace=True):
        # The others are for pointers, for motion, and for the theme, which is chosen here.
        declared = _declarations(rule.content) if rule.type == "qualified-rule" else {}
        if declared:
            for selector in compile_selector_list(rule.prelude):
                matcher.add_selector(selector, declared)
    return matcher


def _declarations(css: object) -> dict[str, str]:
    """The properties of a rule or of a style attribute that SVG has as attributes."""
    from tinycss2 import parse_blocks_contents, serialize

    return {
        one.lower_name: serialize(one.value).strip()
        for one in parse_blocks_contents(css)
        if one.type == "declaration" and one.lower_name in _PAINT
    }
