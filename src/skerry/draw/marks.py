"""What somebody has marked on a board to show it to others; and stones with numbers.

The parts lie over a picture of the same position and have its coordinates:

    <g class="marks"> <g class="mark mark-red" data-cells="c3"> casing, line </g> ... </g>
    <g class="numbers"> <text class="stone-number stone-number-black">5</text> ... </g>

Areas lie at the bottom, then arrows, then what is on one cell, labels last.
"""

from collections.abc import Mapping, Sequence

from skerry.canvas.geometry import PITCH, Layout, layout, outline
from skerry.canvas.svg import Point, arrow, escape, number, polygon, tag, text
from skerry.positions import Position
from skerry.record.parts import Mark

LINES = ("case", "line")  # a line lies on its casing
ORDER = ("area", "arrow", "circle", "square", "triangle", "cross", "label")
REACH = 11.0  # of what is drawn in a cell, from its middle
AREA_INSET = 3.6
ARROW_GAP = 6.0  # before the middle of the cell that an arrow points to
PLATE_HEIGHT = 17.0
PLATE_WIDTH = 0.92 * PITCH  # the widest: a label stays in its cell
LETTER = 0.64  # width of a bold letter, in font sizes
LABEL_SIZE = 13.0
NUMBER_SIZES = (17.0, 16.0, 12.5, 9.5)  # of font, by the number of digits


def marks(position: Position, marked: Sequence[Mark]) -> str:
    """The marks of a position.

    Args:
        position: whose board it is.
        marked: what to draw; `record.parts.check_marks` says which fit a board.

    Raises:
        ValueError: a mark on a cell that the board lacks.
    """
    found, names = layout(position.game.board), position.game.board.names
    in_order = sorted(marked, key=lambda mark: ORDER.index(mark.kind))
    drawn = (
        tag(
            "g",
            {"class": f"mark mark-{mark.colour}", "data-cells": " ".join(mark.cells)},
            _drawn(found, mark, [names.index(cell) for cell in mark.cells]),
        )
        for mark in in_order
    )
    return tag("g", {"class": "marks", "aria-hidden": "true"}, *drawn)


def _drawn(found: Layout, mark: Mark, cells: Sequence[int]) -> str:
    if mark.kind == "area":
        return _lines(outline(found, set(cells), AREA_INSET))
    start, end = found.centre(cells[0]), found.centre(cells[-1])
    if mark.kind == "label":
        return _label(mark.text, end)
    if mark.kind == "arrow" and start != end:
        return _arrow(start, end)
    if mark.kind in ("circle", "arrow"):  # an arrow from a cell to itself goes around in it
        x, y = end
        place = {"cx": x, "cy": y, "r": REACH}
        return "".join(tag("circle", {"class": f"mark-{part}", **place}) for part in LINES)
    return _lines(_shape(mark.kind, end))


def _lines(path: str) -> str:
    return "".join(tag("path", {"class": f"mark-{part}", "d": path}) for part in LINES)


def _shape(kind: str, middle: Point) -> str:
    """Path data of a square, a triangle or a cross."""
    x, y = middle
    if kind == "triangle":
        low, half = 0.5 * REACH + 1.0, 0.95 * REACH
        return polygon([(x, y - REACH), (x + half, y + low), (x - half, y + low)])
    reach = 0.8 * REACH
    corners = [(x + dx * reach, y + dy * reach) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if kind == "square":
        return polygon(corners)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (map(number, corner) for corner in corners)
    return f"M{ax} {ay}L{cx} {cy}M{bx} {by}L{dx} {dy}"


def _arrow(start: Point, end: Point) -> str:
    made = arrow(start, end, ARROW_GAP)
    heads = (
        tag("path", {"class": f"mark-head mark-head-{part}", "d": head})
        for part in LINES
        for head in made.heads
    )
    case, *others = heads
    line = [tag("path", {"class": f"mark-{part}", "d": made.line}) for part in LINES]
    # The casings first, so that line and head are one shape.
    return "".join((line[0], case, line[1], *others))


def _label(word: str, place: Point) -> str:
    """A word on a plate; a long one is set smaller."""
    size = min(LABEL_SIZE, (PLATE_WIDTH - 6.0) / (LETTER * len(word)))
    width = max(PLATE_HEIGHT, min(PLATE_WIDTH, LETTER * size * len(word) + 6.0))
    plate = {"x": -width / 2, "y": -PLATE_HEIGHT / 2, "width": width, "height": PLATE_HEIGHT}
    return tag(
        "g",
        {
            "transform": f"translate({number(place[0])} {number(place[1])})",
            "font-size": round(size, 1),
        },
        tag("rect", {"class": "mark-plate", **plate, "rx": 5.0}),
        text(word, (0.0, 0.3), "mark-word"),
    )


def numbers(position: Position, numbered: Mapping[int, int]) -> str:
    """Numbers on stones.

    Args:
        position: what lies on the board.
        numbered: the number of each stone, by its cell.
    """
    found, tones = layout(position.game.board), position.game.info.tones
    words = []
    for cell, count in sorted(numbered.items()):
        x, y = found.centre(cell)
        word = str(count)
        attributes = {
            "class": f"stone-number stone-number-{tones[position.contents[cell] - 1]}",
            "x": x,
            "y": y,
            "font-size": NUMBER_SIZES[min(len(word), len(NUMBER_SIZES)) - 1],
        }
        words.append(tag("text", attributes, escape(word)))
    return tag("g", {"class": "numbers"}, *words)
