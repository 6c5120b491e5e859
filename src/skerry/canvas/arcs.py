r"""Three arcs of colour outside a board of hexagons: yellow, blue and red, in SVG and in pixels.

              blue
          .-----------.
    red  /             \  blue         an outside cell at a corner where two arcs meet
        /               \              is half the one colour, half the other
        \               /
    red  \             /  yellow
          '-----------'
             yellow

Each arc carries a sign besides its colour: yellow suns, blue waves, red flames.
"""

from functools import lru_cache

from skerry.canvas.boards import label_places, outside_ring
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import HEX_CORNERS, HEX_STEPS, PITCH, Layout, label_size
from skerry.canvas.svg import Point, number, polygon, tag, text
from skerry.core.boards import Board

# The colour of each side of the outside ring, as hex_boards.outside_ring numbers them.
SIDE_COLOURS = ("blue", "blue", "red", "red", "yellow", "yellow")
ARC_NAMES = ("yellow", "blue", "red")

_SIGN_OUT = 8.6  # how far a sign moves outwards to leave room for a coordinate
_LABEL_IN = 5.4  # how far the coordinate moves inwards
_SIGNS = {
    "yellow": "m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
    "blue": "m-7 -1.8q1.75 -3 3.5 0t3.5 0t3.5 0t3.5 0m-14 4.4q1.75 -3 3.5 0t3.5 0t3.5 0t3.5 0",
    "red": "m0 -4.6l4.8 8.4h-9.6z",
}


@lru_cache(maxsize=64)
def arcs(found: Layout, size: int, *, labelled: bool) -> str:
    """The outside cells in SVG, with room for coordinates or without."""
    parts = "".join(_arc(found, size, name, labelled=labelled) for name in ARC_NAMES)
    return tag("g", {"class": "arcs"}, parts)


def _arc(found: Layout, size: int, colour: str, *, labelled: bool) -> str:
    """One arc's cells, and its signs."""
    cells, signs = [], []
    for side, places in enumerate(outside_ring(size)):
        for step, place in enumerate(places):
            here = SIDE_COLOURS[side]
            before = SIDE_COLOURS[side - 1] if step == 0 else here
            if colour not in (here, before):
                continue
            x, y = found.point(place)
            if here == before:
                cells.append(_moved(found.shape, (x, y)))
                signs.append(_sign(found, place, colour, side, step, labelled=labelled))
            else:
                cells.append(_moved(half_cell(found, side, later=colour == here), (x, y)))
    sign_class = f"sign sign-{colour}"
    return tag("path", {"class": f"arc arc-{colour}", "d": "".join(cells)}) + tag(
        "path", {"class": sign_class, "d": "".join(signs)}
    )


def _moved(points: tuple[Point, ...], by: Point) -> str:
    return polygon([(x + by[0], y + by[1]) for x, y in points])


def half_cell(found: Layout, corner: int, *, later: bool) -> tuple[Point, ...]:
    """Half of the outside cell at a corner of the board, cut along the line from the centre.

    `later` is the half towards the side that begins there, counter-clockwise.
    """
    # The cut passes through the middles of the edges that face the corner's direction and its
    # opposite; corners of a cell are numbered clockwise from the top.
    first = (1 - corner) % 6  # the cell's corner just counter-clockwise of the direction
    order = [(first - step) % 6 for step in range(3)]
    if not later:
        order = [(first + 1 + step) % 6 for step in range(3)]
    points = [found.point(HEX_CORNERS[index]) for index in order]
    dx, dy = found.point(HEX_STEPS[corner])
    start, end = (dx / 2, dy / 2), (-dx / 2, -dy / 2)
    return (start, *points, end)


def _sign(
    found: Layout, place: tuple[int, int], colour: str, side: int, step: int, *, labelled: bool
) -> str:
    x, y = found.point(place)
    if labelled and colour != "blue":  # no line of cells ends in a blue one
        dx, dy = _outwards(found, side, step)
        x, y = x + dx * _SIGN_OUT, y + dy * _SIGN_OUT
    return f"M{number(x)} {number(y)}{_SIGNS[colour]}"


def _outwards(found: Layout, side: int, step: int) -> Point:
    """The direction away from the board: across the side, or through the corner."""
    steps = (HEX_STEPS[side], HEX_STEPS[side if step == 0 else (side + 1) % 6])
    (ax, ay), (bx, by) = (found.point(one) for one in steps)
    length = ((ax + bx) ** 2 + (ay + by) ** 2) ** 0.5
    return (ax + bx) / length, (ay + by) / length


@lru_cache(maxsize=64)
def coordinates(board: Board, found: Layout) -> str:
    """Row letters and cell numbers, in the outside cells where their lines end."""
    outwards = {
        place: _outwards(found, side, step)
        for side, places in enumerate(outside_ring(board.size))
        for step, place in enumerate(places)
    }
    labels = []
    for word, (x, y) in label_places(board, found, PITCH):
        colour = "yellow" if word.isdigit() else "red"
        dx, dy = outwards[round(x / found.unit[0]), round(y / found.unit[1])]
        at = (x - dx * _LABEL_IN, y - dy * _LABEL_IN)
        labels.append(text(word, at, f"label label-{colour}"))
    size = min(14.0, label_size(2 * board.size + 2))
    return tag("g", {"class": "coordinates", "font-size": size}, *labels)


def paint_arcs(brush: Brush, found: Layout, size: int, line: str) -> None:
    """The outside cells in pixels, with lines of a colour."""
    for side, places in enumerate(outside_ring(size)):
        for step, place in enumerate(places):
            x, y = found.point(place)
            here = SIDE_COLOURS[side]
            before = SIDE_COLOURS[side - 1] if step == 0 else here
            brush.polygon([(x + dx, y + dy) for dx, dy in found.shape], f"arc-{here}")
            if before != here:  # the cell of a corner is half the one colour, half the other
                half = half_cell(found, side, later=False)
                brush.polygon([(x + dx, y + dy) for dx, dy in half], f"arc-{before}")
            brush.line([(x + dx, y + dy) for dx, dy in found.shape], line, 0.8)
