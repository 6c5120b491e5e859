"""Positions as pixels, for those who learn from pictures or make films: plain, and without text.

The shapes and colours are those of the SVG; light and shadow are left out.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from skerry.canvas.brush import PixelBrush
from skerry.canvas.geometry import layout
from skerry.core.numbers import as_integer
from skerry.draw.thumbnail import palette, reach_of
from skerry.draw.view import view
from skerry.errors import OptionError, quoted
from skerry.games.showing.view_module import view_of
from skerry.positions import Position

LEAST_SIZE, MOST_SIZE = 16, 4096  # pixels along a side
FINER = 3  # times: painted larger, then made small, so that edges are smooth


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
    number = as_integer(size)
    if number is None or not LEAST_SIZE <= number <= MOST_SIZE:
        raise OptionError(
            f"A picture is {LEAST_SIZE} to {MOST_SIZE} pixels wide, not {quoted(size)}."
        )
    size = number
    from PIL import Image, ImageDraw

    seen, found = view(position, last), layout(position.game.board)
    module = view_of(position.game.name)
    reach, colours = reach_of(module, found), palette(module, dark=dark)
    image = Image.new("RGB", (FINER * size, FINER * size), colours[module.GROUND])
    brush = PixelBrush(ImageDraw.Draw(image), FINER * size / (2 * reach), reach, colours)
    module.paint(brush, seen, found)
    small = image.resize((size, size), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.uint8).copy()
