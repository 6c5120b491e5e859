"""Positions as small flat pictures: SVG for lists, pixels for learners and films.

Shapes and colours are those of the board's SVG; words, light and shadow are left out.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skerry.canvas.brush import Brush, Shape, draw_shape, format_shape
from skerry.canvas.geometry import RADIUS, layout
from skerry.canvas.looks import OWN
from skerry.canvas.svg import number, tag
from skerry.core.numbers import as_integer
from skerry.draw.board import palette, view
from skerry.errors import OptionError, quoted
from skerry.games.contract import game_module
from skerry.positions import Position

MARGIN = 8.0  # user units around the board
BEND = 1 / 16  # of a side, at the corners
LEAST_SIZE, MOST_SIZE = 16, 4096  # pixels along a side
FINER = 3  # times: painted larger, then made small, so that edges are smooth


class _Picture(NamedTuple):
    """A square around the centre of a board."""

    shapes: list[Shape]
    reach: float  # user units from the centre to the edge
    ground: str
    colours: Mapping[str, str]  # by name


def _painted(position: Position, last: Sequence[int], *, dark: bool, look: str = OWN) -> _Picture:
    seen, found = view(position, last), layout(position.game.board)
    module, brush = game_module(position.game.name), Brush()
    module.paint(brush, seen, found)
    farthest = max(max(map(abs, found.centre(cell))) for cell in range(len(found.lattice)))
    colours = palette(look, dark=dark)
    reach = farthest + RADIUS + module.OUTSIDE + MARGIN
    return _Picture(brush.shapes, reach, colours[module.GROUND], colours)


def thumbnail(
    position: Position, *, last: Sequence[int] = (), dark: bool = False, look: str = OWN
) -> str:
    """A position as a square SVG file.

    Args:
        position: what to paint.
        last: actions of the last finished turn, to be marked.
        dark: in the colours of the dark theme.
        look: one of canvas/looks.py.

    Raises:
        NotationError: a number in `last` is not an action of the game.
    """
    shapes, reach, ground, colours = _painted(position, last, dark=dark, look=look)
    side = 2 * reach
    box = " ".join(number(value) for value in (-reach, -reach, side, side))
    place = {"x": -reach, "y": -reach, "width": side, "height": side, "rx": side * BEND}
    root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
    elements = (format_shape(shape, colours) for shape in shapes)
    return tag("svg", root, tag("rect", {**place, "fill": ground}), *elements)


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
    side = as_integer(size)
    if side is None or not LEAST_SIZE <= side <= MOST_SIZE:
        raise OptionError(
            f"A picture is {LEAST_SIZE} to {MOST_SIZE} pixels wide, not {quoted(size)}."
        )
    from PIL import Image, ImageDraw

    shapes, reach, ground, colours = _painted(position, last, dark=dark)
    image = Image.new("RGB", (FINER * side, FINER * side), ground)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        draw_shape(shape, draw, FINER * side / (2 * reach), reach, colours)
    small = image.resize((side, side), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.uint8).copy()
