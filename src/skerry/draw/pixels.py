"""Positions as pixels, for those who learn from pictures or make films: plain, and without text.

The shapes and colours are those of the SVG; light and shadow are left out. Needs Pillow, which
comes with the extra `research`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..canvas.geometry import (
    APOTHEM,
    PITCH,
    RADIUS,
    Layout,
    groups,
    inset,
    layout,
    outline_loops,
)
from ..canvas.svg import Point
from ..errors import OptionError
from ..games.catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from ..games.dispatch import ring_numbers
from ..positions import Position
from .hex_boards import OUTLINE_INSET, outside_ring
from .labels import tower_colours
from .palette import COLOURS, tone, tones
from .spry import SIDE_COLOURS, half_cell
from .stones import STONE_RADIUS
from .view import View, view

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

LEAST_SIZE, MOST_SIZE = 16, 4096  # pixels along a side
FINER = 3  # times: painted larger, then made small, so that edges are smooth
MARGIN = 8.0  # user units around the board

_GROUNDS = {
    SPRY: "spry-slab",
    SYTRAN: "sytran-slab",
    BYG: "byg-slab",
    KITARAN: "kitaran-frame",
    SYRTIS: "sea",
}


def board_pixels(
    position: Position, *, size: int = 512, last: Sequence[int] = (), dark: bool = False
) -> NDArray[np.uint8]:
    """A square picture of a position.

    Args:
        position: what to paint.
        size: pixels along a side, 16 to 4096.
        last: actions of the last finished turn, to be marked.
        dark: in the colours of the dark theme.

    Returns:
        uint8 of shape (size, size, 3): red, green, blue.

    Raises:
        OptionError: a size out of bounds.
    """
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise OptionError(f"A picture is {LEAST_SIZE} to {MOST_SIZE} pixels wide, not {size}.")
    from PIL import Image, ImageDraw

    seen, found = view(position, last), layout(position.game.board)
    reach = _reach(seen, found)
    ground = COLOURS[_GROUNDS[seen.game.info.index]][dark]
    image = Image.new("RGB", (FINER * size, FINER * size), ground)
    brush = Brush(ImageDraw.Draw(image), FINER * size / (2 * reach), reach, dark)
    _PAINTERS[seen.game.info.index](brush, seen, found)
    small = image.resize((size, size), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.uint8).copy()


class Brush:
    """Paints in the board's own units, with the names of the palette."""

    def __init__(self, draw: "ImageDraw", scale: float, reach: float, dark: bool) -> None:
        self.draw = draw
        self._scale = scale  # pixels per user unit
        self._reach = reach  # user units from the centre to the picture's edge
        self.dark = dark

    def colour(self, name: str) -> str:
        """A colour of the palette, or one that is written out."""
        return COLOURS[name][self.dark] if name in COLOURS else name

    def _place(self, point: Point) -> Point:
        return (point[0] + self._reach) * self._scale, (point[1] + self._reach) * self._scale

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""
        self.draw.polygon([self._place(point) for point in points], fill=self.colour(fill))

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A closed line."""
        placed = [self._place(point) for point in (*points, points[0], points[1])]
        pixels = max(1, round(width * self._scale))
        self.draw.line(placed, fill=self.colour(colour), width=pixels, joint="curve")

    def disc(
        self, centre: Point, radius: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled circle, with or without a rim inside."""
        self.draw.ellipse(self._box(centre, radius), **self._ink(fill, rim, width))

    def square(
        self, centre: Point, half: float, fill: str, rim: str = "", width: float = 0.0
    ) -> None:
        """A filled square, with or without a rim inside."""
        bend = half * self._scale / 6
        self.draw.rounded_rectangle(
            self._box(centre, half), radius=bend, **self._ink(fill, rim, width)
        )

    def _box(self, centre: Point, half: float) -> tuple[float, float, float, float]:
        x, y = self._place(centre)
        far = half * self._scale
        return x - far, y - far, x + far, y + far

    def _ink(self, fill: str, rim: str, width: float) -> dict[str, Any]:
        outline = self.colour(rim) if rim else None
        return {
            "fill": self.colour(fill),
            "outline": outline,
            "width": round(width * self._scale),
        }


def _reach(seen: View, found: Layout) -> float:
    """From the centre of the board to the edge of the picture."""
    farthest = max(max(map(abs, found.centre(cell))) for cell in range(len(found.lattice)))
    outside = PITCH if seen.game.info.index == SPRY else 0.0
    return farthest + RADIUS + outside + MARGIN


def _cell(found: Layout, cell: int) -> list[Point]:
    x, y = found.centre(cell)
    return [(x + dx, y + dy) for dx, dy in found.shape]


def _stones(brush: Brush, seen: View, found: Layout) -> None:
    """Stones, and a dot on those of the last turn and of this one."""
    for cell, content in enumerate(seen.contents):
        if content:
            name, centre = seen.game.info.colours[content - 1], found.centre(cell)
            brush.disc(centre, STONE_RADIUS, f"{name}-1", f"{name}-rim", 1.2)
            if cell in seen.last or cell in seen.pending:
                brush.disc(centre, 4.6, "accent")


def _rings(brush: Brush, seen: View, found: Layout) -> None:
    """Cells in the shade of their ring."""
    name, rings = seen.game.name, ring_numbers(seen.game.rules).tolist()
    shades = tones(name, dark=brush.dark)
    for cell, ring in enumerate(rings):
        shade = shades[tone(ring, max(rings))]
        brush.polygon(_cell(found, cell), shade)
        brush.line(_cell(found, cell), f"{name}-line", 0.8)


def _paint_spry(brush: Brush, seen: View, found: Layout) -> None:
    for side, places in enumerate(outside_ring(seen.game.board.size)):
        for step, place in enumerate(places):
            x, y = found.point(place)
            here = SIDE_COLOURS[side]
            before = SIDE_COLOURS[side - 1] if step == 0 else here
            brush.polygon([(x + dx, y + dy) for dx, dy in found.shape], f"spry-{here}")
            if before != here:  # the cell of a corner is half the one colour, half the other
                half = half_cell(found, side, later=False)
                brush.polygon([(x + dx, y + dy) for dx, dy in half], f"spry-{before}")
            brush.line([(x + dx, y + dy) for dx, dy in found.shape], "spry-line", 0.8)
    _rings(brush, seen, found)
    _stones(brush, seen, found)
    for loop in outline_loops(found, seen.winning):
        points = inset([found.point(corner) for corner in loop], OUTLINE_INSET)
        brush.line(points, "gold-edge", 5.0)
        brush.line(points, "gold", 3.0)


def _paint_sytran(brush: Brush, seen: View, found: Layout) -> None:
    _rings(brush, seen, found)
    _stones(brush, seen, found)


def _paint_byg(brush: Brush, seen: View, found: Layout) -> None:
    for cell in range(seen.game.rules.num_cells):
        brush.polygon(_cell(found, cell), "byg-ground")
        brush.line(_cell(found, cell), "byg-line", 0.8)
    _stones(brush, seen, found)
    for group in groups(seen.game.board, seen.contents):
        colour = "byg-white" if seen.contents[group[0]] == 1 else "byg-black"
        for loop in outline_loops(found, group):
            brush.line(inset([found.point(corner) for corner in loop], OUTLINE_INSET), colour, 2.4)


def _paint_kitaran(brush: Brush, seen: View, found: Layout) -> None:
    for cell in range(seen.game.rules.num_cells):
        brush.polygon(_cell(found, cell), "kitaran-ground")
        brush.line(_cell(found, cell), "kitaran-line", 1.2)
    _stones(brush, seen, found)
    for cell in seen.protected:
        brush.line(_frame(found, cell), "kitaran-lock", 1.6)


def _frame(found: Layout, cell: int) -> list[Point]:
    """The frame around a protected stone."""
    x, y = found.centre(cell)
    half = APOTHEM - 1.8
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _paint_syrtis(brush: Brush, seen: View, found: Layout) -> None:
    for cell, content in enumerate(seen.contents):
        if content:
            side = "light" if content in (1, 2) else "dark"
            centre = found.centre(cell)
            brush.square(centre, APOTHEM - 1.2, f"{side}-tile", f"{side}-side", 1.0)
            shape = brush.disc if content in (1, 3) else brush.square
            shape(centre, APOTHEM - 6.5, f"{side}-tile", f"{side}-cut", 2.2)
    for cell, side in zip(seen.position.towers, tower_colours(seen.position), strict=True):
        centre = found.centre(cell)
        if side == "light":
            brush.disc(centre, 9.5, "light-tower-far", "light-tower-rim", 1.8)
            brush.disc(centre, 3.0, "light-tower")
        else:
            brush.square(centre, 9.0, "dark-tower", "dark-tower-rim", 1.8)
            brush.square(centre, 3.0, "dark-tower-far")
    for cell in seen.last:
        brush.disc(found.centre(cell), 3.4, "accent")


_PAINTERS = {
    SPRY: _paint_spry,
    SYTRAN: _paint_sytran,
    BYG: _paint_byg,
    KITARAN: _paint_kitaran,
    SYRTIS: _paint_syrtis,
}
