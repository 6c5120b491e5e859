"""Shapes as pixels, in a board's own units."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .geometry import Layout
from .stones import STONE_RADIUS
from .svg import Point

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


class Brush:
    """Paints with colours that have names."""

    def __init__(
        self, draw: "ImageDraw", scale: float, reach: float, colours: Mapping[str, str]
    ) -> None:
        self._draw = draw
        self._scale = scale  # pixels per user unit
        self._reach = reach  # user units from the centre to the picture's edge
        self._colours = colours

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

    def cell(self, found: Layout, cell: int, fill: str, line: str, width: float) -> None:
        """A cell and the line around it."""
        x, y = found.centre(cell)
        points = [(x + dx, y + dy) for dx, dy in found.shape]
        self.polygon(points, fill)
        self.line(points, line, width)

    def stone(self, centre: Point, colour: str) -> None:
        """A stone, "white" or "black"."""
        self.disc(centre, STONE_RADIUS, f"{colour}-1", f"{colour}-rim", 1.2)

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
