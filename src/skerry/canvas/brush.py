"""Flat shapes in a board's own units: as the elements of a small SVG, or as pixels.

They are a second, plainer picture beside the scene of a board. From one drawing, a list of forty
games would take a second to draw in place of a tenth, and 512 pixels a side, which learners want in
every step, 40 to 100 ms by resvg in place of 15 to 20 by Pillow.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from skerry.canvas.boards import STONE_RADIUS
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Point, number, tag

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


class Shape(NamedTuple):
    """A shape with a filling, a line, or both; colours are names, "" for none."""

    kind: str  # "polygon", "disc" or "square"
    points: Sequence[Point]  # the corners of a polygon, the centre of the others
    half: float  # from the centre to the edge
    fill: str
    line: str  # on the edge of a polygon, within that of the others
    width: float  # of the line


class Brush:
    """Collects shapes, from the bottom to the top."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []

    def polygon(
        self, points: Sequence[Point], fill: str, line: str = "", width: float = 0.0
    ) -> None:
        """A polygon, with or without a line around it."""
        self.shapes.append(Shape("polygon", points, 0.0, fill, line, width))

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A closed line."""
        self.polygon(points, "", colour, width)

    def cell(self, found: Layout, cell: int, fill: str, line: str, width: float) -> None:
        """A cell and the line around it."""
        x, y = found.centre(cell)
        self.polygon([(x + dx, y + dy) for dx, dy in found.shape], fill, line, width)

    def disc(
        self, centre: Point, radius: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled circle, with or without a rim inside."""
        self.shapes.append(Shape("disc", (centre,), radius, fill, rim, width))

    def square(
        self, centre: Point, half: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled square, with or without a rim inside."""
        self.shapes.append(Shape("square", (centre,), half, fill, rim, width))

    def stone(self, centre: Point, colour: str) -> None:
        """A stone, "white" or "black"."""
        self.disc(centre, STONE_RADIUS, f"{colour}-1", f"{colour}-rim", 1.2)


def format_shape(shape: Shape, colours: Mapping[str, str]) -> str:
    """An element of SVG with its colours as attributes: no style sheet is needed."""
    ink: dict[str, object] = {"fill": colours[shape.fill] if shape.fill else "none"}
    if shape.line:
        ink |= {"stroke": colours[shape.line], "stroke-width": shape.width}
    if shape.kind == "polygon":
        corners = "L".join(f"{_rounded(x)} {_rounded(y)}" for x, y in shape.points)
        return tag("path", {"d": f"M{corners}z", **ink})
    (x, y), inner = shape.points[0], shape.half - shape.width / 2
    if shape.kind == "disc":
        return tag("circle", {"cx": _rounded(x), "cy": _rounded(y), "r": _rounded(inner), **ink})
    side = _rounded(2 * inner)
    place = {"x": _rounded(x - inner), "y": _rounded(y - inner), "width": side, "height": side}
    return tag("rect", {**place, "rx": _rounded(shape.half / 6), **ink})


def _rounded(value: float) -> str:
    """A tenth of a unit is less than anybody sees in a small picture."""
    return number(round(value, 1))


def draw_shape(
    shape: Shape, draw: "ImageDraw", scale: float, reach: float, colours: Mapping[str, str]
) -> None:
    """Paint a shape, `scale` pixels to a unit, on a picture that reaches so far from its centre."""
    placed = [((x + reach) * scale, (y + reach) * scale) for x, y in shape.points]
    fill, line = (colours[name] if name else None for name in (shape.fill, shape.line))
    if shape.kind == "polygon":
        if fill is not None:
            draw.polygon(placed, fill=fill)
        if line is not None:
            pixels = max(1, round(shape.width * scale))
            draw.line([*placed, *placed[:2]], fill=line, width=pixels, joint="curve")
        return
    (x, y), far = placed[0], shape.half * scale
    box = (x - far, y - far, x + far, y + far)
    ink: dict[str, Any] = {"fill": fill, "outline": line, "width": round(shape.width * scale)}
    if shape.kind == "disc":
        draw.ellipse(box, **ink)
    else:
        draw.rounded_rectangle(box, radius=far / 6, **ink)
