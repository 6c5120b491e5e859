"""Positions as small flat pictures: SVG for lists, pixels for learners and films."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from skerry.canvas import looks
from skerry.canvas.brush import MarkupBrush, PixelBrush
from skerry.canvas.colours import COLOURS
from skerry.canvas.geometry import RADIUS, Layout, layout
from skerry.canvas.looks import OWN
from skerry.canvas.svg import number, tag
from skerry.core.numbers import as_integer
from skerry.draw.board import view
from skerry.errors import OptionError, quoted
from skerry.games.contract import GameModule, game_module
from skerry.positions import Position

MARGIN = 8.0  # user units around the board
BEND = 1 / 16  # of a side, at the corners


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
    seen, found = view(position, last), layout(position.game.board)
    module = game_module(position.game.name)
    reach, colours = reach_of(module, found), palette(module, dark=dark, look=look)
    brush = MarkupBrush(colours)
    module.paint(brush, seen, found)
    side = 2 * reach
    box = " ".join(number(value) for value in (-reach, -reach, side, side))
    place = {"x": -reach, "y": -reach, "width": side, "height": side, "rx": side * BEND}
    ground = tag("rect", {**place, "fill": colours[module.GROUND]})
    root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
    return tag("svg", root, ground, *brush.elements)


def palette(module: GameModule, *, dark: bool, look: str = OWN) -> dict[str, str]:
    """The colours of a game's boards in a theme and a look, by name."""
    own = {**COLOURS, **module.COLOURS}
    found = own | {**looks.COLOURS[look], **module.LOOKS.get(look, {})}
    return {name: pair[dark] for name, pair in found.items()}


def reach_of(module: GameModule, found: Layout) -> float:
    """From the centre of a board to the edge of a square picture of it."""
    farthest = max(max(map(abs, found.centre(cell))) for cell in range(len(found.lattice)))
    return farthest + RADIUS + module.OUTSIDE + MARGIN


LEAST_SIZE, MOST_SIZE = 16, 4096  # pixels along a side
# Positions as pixels, for those who learn from pictures or make films: plain, and without text.
#
# The shapes and colours are those of the SVG; light and shadow are left out.

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
    module = game_module(position.game.name)
    reach, colours = reach_of(module, found), palette(module, dark=dark)
    image = Image.new("RGB", (FINER * size, FINER * size), colours[module.GROUND])
    brush = PixelBrush(ImageDraw.Draw(image), FINER * size / (2 * reach), reach, colours)
    module.paint(brush, seen, found)
    small = image.resize((size, size), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.uint8).copy()
