"""Flat shapes in a board's own units: as pixels, or as the elements of a small SVG."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from skerry.canvas.boards import STONE_RADIUS
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Point, number, tag

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


class Brush(ABC):
    """Paints with colours that have names."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours

    @abstractmethod
    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""

    @abstractmethod
    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A closed line."""

    @abstractmethod
    def disc(
        self, centre: Point, radius: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled circle, with or without a rim inside."""

    @abstractmethod
    def square(
        self, centre: Point, half: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled square, with or without a rim inside."""

    def cell(self, found: Layout, cell: int, fill: str, line: str, width: float) -> None:
        """A cell and the line around it."""
        x, y = found.centre(cell)
        points = [(x + dx, y + dy) for dx, dy in found.shape]
        self.polygon(points, fill)
        self.line(points, line, width)

    def stone(self, centre: Point, colour: str) -> None:
        """A stone, "white" or "black"."""
        self.disc(centre, STONE_RADIUS, f"{colour}-1", f"{colour}-rim", 1.2)


class PixelBrush(Brush):
    """Paints pixels with Pillow."""

    def __init__(
        self, draw: "ImageDraw", scale: float, reach: float, colours: Mapping[str, str]
    ) -> None:
        super().__init__(colours)
        self._draw = draw
        self._scale = scale  # pixels per user unit
        self._reach = reach  # user units from the centre to the picture's edge

    def _place(self, point: Point) -> Point:
        return (point[0] + self._reach) * self._scale, (point[1] + self._reach) * self._scale

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""
        self._draw.polygon([self._place(point) for point in points], fill=self._colours[fill])

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A closed line."""
        placed = [self._place(point) for point in (*points, points[0], points[1])]
        pixels = max(1, round(width * self._scale))
        self._draw.line(placed, fill=self._colours[colour], width=pixels, joint="curve")

    def disc(
        self, centre: Point, radius: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled circle, with or without a rim inside."""
        self._draw.ellipse(self._box(centre, radius), **self._ink(fill, rim, width))

    def square(
        self, centre: Point, half: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled square, with or without a rim inside."""
        bend = half * self._scale / 6
        self._draw.rounded_rectangle(
            self._box(centre, half), radius=bend, **self._ink(fill, rim, width)
        )

    def _box(self, centre: Point, half: float) -> tuple[float, float, float, float]:
        x, y = self._place(centre)
        far = half * self._scale
        return x - far, y - far, x + far, y + far

    def _ink(self, fill: str, rim: str, width: float) -> dict[str, Any]:
        return {
            "fill": self._colours[fill],
            "outline": self._colours[rim] if rim else None,
            "width": round(width * self._scale),
        }


class MarkupBrush(Brush):
    """Writes elements of SVG, with colours as attributes: no style sheet is needed."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        super().__init__(colours)
        self.elements: list[str] = []

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""
        self._add("path", {"d": _closed(points), "fill": self._colours[fill]})

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A closed line."""
        stroke = {"fill": "none", "stroke": self._colours[colour], "stroke-width": width}
        self._add("path", {"d": _closed(points), **stroke})

    def cell(self, found: Layout, cell: int, fill: str, line: str, width: float) -> None:
        """A cell and the line around it, as one element."""
        x, y = found.centre(cell)
        points = [(x + dx, y + dy) for dx, dy in found.shape]
        stroke = {"stroke": self._colours[line], "stroke-width": width}
        self._add("path", {"d": _closed(points), "fill": self._colours[fill], **stroke})

    def disc(
        self, centre: Point, radius: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled circle, with or without a rim inside."""
        x, y = map(_rounded, centre)
        place = {"cx": x, "cy": y, "r": _rounded(radius - width / 2)}
        self._add("circle", {**place, **self._ink(fill, rim, width)})

    def square(
        self, centre: Point, half: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled square, with or without a rim inside."""
        inner = half - width / 2
        side = _rounded(2 * inner)
        place = {"x": _rounded(centre[0] - inner), "y": _rounded(centre[1] - inner)}
        size = {"width": side, "height": side, "rx": _rounded(half / 6)}
        self._add("rect", {**place, **size, **self._ink(fill, rim, width)})

    def _ink(self, fill: str, rim: str, width: float) -> dict[str, object]:
        painted: dict[str, object] = {"fill": self._colours[fill]}
        return painted | ({"stroke": self._colours[rim], "stroke-width": width} if rim else {})

    def _add(self, name: str, attributes: Mapping[str, object]) -> None:
        self.elements.append(tag(name, attributes))


def _rounded(value: float) -> str:
    """A tenth of a unit is less than anybody sees in a small picture."""
    return number(round(value, 1))


def _closed(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_rounded(x)} {_rounded(y)}" for x, y in points) + "z"
