"""What lies over a board: what the colours are after, what somebody has marked, stones' numbers.

The parts lie over a picture of the same position and have its coordinates:

    <g class="aims"> <g class="aim aim-1" data-cells="a1 a2"> line, label </g> ... signs </g>
    <g class="marks"> <g class="mark mark-red" data-cells="c3"> casing, line </g> ... </g>
    <g class="numbers"> <text class="stone-number stone-number-black">5</text> ... </g>

Of marks areas lie at the bottom, then arrows, then what is on one cell, labels last.
"""

from collections.abc import Mapping, Sequence

from skerry.canvas.geometry import PITCH, Layout, layout, outline
from skerry.canvas.svg import Point, arrow, classes, escape, number, polygon, tag, text, translate
from skerry.games.aims import Area, Pip
from skerry.games.aims import Mark as Sign
from skerry.games.contract import game_module
from skerry.positions import Position
from skerry.record.parts import Mark

LINES = ("case", "line")  # a line lies on its casing, so that it stands out from all beneath it

INSETS = (2.2, 5.4)  # of the outlines of both colours: where they share cells both are seen
LABEL_HEIGHT = 15.0
DIGIT = 7.4  # width
PIP, PIP_PITCH = 3.9, 10.4  # radius of a pip, from one to the next
SIGN_AT = (9.6, -9.6)  # of a sign, from the middle of its cell
SIGNS = {  # around (0, 0), within a disc of radius 7.4
    "turns": "M3.6-1.7A4 4 0 1 0 3.9 1.2M4.6-4.4V-1.2H1.3",
    "holds": "M-3.4-0.6H3.4V3.7H-3.4ZM-2-0.6V-2.4A2 2 0 0 1 2-2.4V-0.6",
}


def aims(position: Position) -> str:
    """The marks of what both colours are after; at the end of a game, of what decided it."""
    found, shown = layout(position.game.board), game_module(position.game.name).aims(position)
    names = position.game.board.names
    areas = [_area(found, area, names) for area in shown.areas]
    labels = _labels(found, shown.areas)
    signs = [_sign(found, mark) for mark in shown.marks]
    return tag("g", {"class": "aims", "aria-hidden": "true"}, *areas, *labels, *signs)


def aims_words(position: Position) -> list[str]:
    """The same in words, for who cannot see it."""
    shown = game_module(position.game.name).aims(position)
    return [area.words for area in shown.areas] + [mark.words for mark in shown.marks]


def _area(found: Layout, area: Area, names: Sequence[str]) -> str:
    is_lone = len(area.cells) == 1 and not area.decides  # its label says enough
    lines = "" if is_lone else _lines("aim", outline(found, area.cells, INSETS[area.colour - 1]))
    cells = " ".join(names[cell] for cell in area.cells)
    return tag("g", {"class": _class("aim", area), "data-cells": cells}, lines)


def _class(name: str, area: Area) -> str:
    return classes(name, f"aim-{area.colour}", "aim-decides" if area.decides else "")


def _labels(found: Layout, areas: Sequence[Area]) -> list[str]:
    """Each at the cell nearest to the middle of its area at which no other label is in its way."""
    taken: list[tuple[Point, float]] = []
    made = []
    for area in areas:
        if area.label or area.pips:
            width = _width(area)
            places = _from_middle([found.centre(cell) for cell in area.cells])
            free = (one for one in places if not any(_meet(one, width, *it) for it in taken))
            place = next(free, places[0])
            taken.append((place, width))
            inside = _pips(area.pips) if area.pips else text(area.label, (0.0, 0.3), "aim-word")
            plate = _plate("aim", width, LABEL_HEIGHT, LABEL_HEIGHT / 2)
            where = {"class": _class("aim-label", area), "transform": translate(place)}
            made.append(tag("g", where, plate, inside))
    return made


def _width(area: Area) -> float:
    if area.pips:
        return PIP_PITCH * len(area.pips) + 4.0
    return max(LABEL_HEIGHT, DIGIT * len(area.label) + 7.0)


def _from_middle(places: Sequence[Point]) -> list[Point]:
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return sorted(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)


def _meet(one: Point, width: float, other: Point, other_width: float) -> bool:
    (x, y), (other_x, other_y) = one, other
    return abs(x - other_x) < (width + other_width) / 2 + 2 and abs(y - other_y) < LABEL_HEIGHT + 2


def _pips(pips: Sequence[Pip]) -> str:
    """Always in the same order, so that colour need not tell them apart."""
    first = -PIP_PITCH * (len(pips) - 1) / 2
    shown = (f"pip pip-{pip.name}" if pip.is_reached else "pip" for pip in pips)
    return "".join(
        tag("circle", {"class": name, "cx": first + PIP_PITCH * k, "cy": 0.0, "r": PIP})
        for k, name in enumerate(shown)
    )


def _sign(found: Layout, sign: Sign) -> str:
    x, y = found.centre(sign.cell)
    where = {
        "class": f"sign-{sign.kind}",
        "transform": translate((x + SIGN_AT[0], y + SIGN_AT[1])),
    }
    plate = tag("circle", {"class": "sign-plate", "r": 7.4})
    return tag("g", where, plate, tag("path", {"class": "sign-line", "d": SIGNS[sign.kind]}))


def _lines(kind: str, path: str) -> str:
    return "".join(tag("path", {"class": f"{kind}-{part}", "d": path}) for part in LINES)


def _plate(kind: str, width: float, height: float, bend: float) -> str:
    """What a label is written on."""
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": bend}
    return tag("rect", {"class": f"{kind}-plate", **place})


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
    """The marks of a position; `record.parts.check_marks` says which fit a board.

    Raises:
        ValueError: a mark on a cell that the board lacks.
    """
    found, names = layout(position.game.board), position.game.board.names
    drawn = (
        tag(
            "g",
            {"class": f"mark mark-{mark.colour}", "data-cells": " ".join(mark.cells)},
            _drawn(found, mark, [names.index(cell) for cell in mark.cells]),
        )
        for mark in sorted(marked, key=lambda mark: ORDER.index(mark.kind))
    )
    return tag("g", {"class": "marks", "aria-hidden": "true"}, *drawn)


def _drawn(found: Layout, mark: Mark, cells: Sequence[int]) -> str:
    if mark.kind == "area":
        return _lines("mark", outline(found, set(cells), AREA_INSET))
    start, end = found.centre(cells[0]), found.centre(cells[-1])
    if mark.kind == "label":
        return _label(mark.text, end)
    if mark.kind == "arrow" and start != end:
        return _arrow(start, end)
    if mark.kind in ("circle", "arrow"):  # an arrow from a cell to itself goes around in it
        place = {"cx": end[0], "cy": end[1], "r": REACH}
        return "".join(tag("circle", {"class": f"mark-{part}", **place}) for part in LINES)
    return _lines("mark", _shape(mark.kind, end))


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
    paths = (("mark-{}", made.line), ("mark-head mark-head-{}", made.heads[0]))
    return "".join(
        tag("path", {"class": name.format(part), "d": path})
        for part in LINES  # the casings first, so that line and head are one shape
        for name, path in paths
    )


def _label(word: str, place: Point) -> str:
    """A word on a plate; a long one is set smaller."""
    size = min(LABEL_SIZE, (PLATE_WIDTH - 6.0) / (LETTER * len(word)))
    width = max(PLATE_HEIGHT, min(PLATE_WIDTH, LETTER * size * len(word) + 6.0))
    where = {"transform": translate(place), "font-size": round(size, 1)}
    plate = _plate("mark", width, PLATE_HEIGHT, 5.0)
    return tag("g", where, plate, text(word, (0.0, 0.3), "mark-word"))


def numbers(position: Position, numbered: Mapping[int, int]) -> str:
    """Numbers on stones, by their cell."""
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
