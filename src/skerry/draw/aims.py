"""What the colours are after, drawn over a board: groups with their worth, cells with a sign.

The parts lie over a picture of the same position and have its coordinates:

    <g class="aims"> <g class="aim aim-1" data-cells="a1 a2"> line, label </g> ... signs </g>
"""

from collections.abc import Callable, Sequence

from skerry.canvas.geometry import Layout, layout, outline
from skerry.canvas.svg import Point, classes, number, tag, text
from skerry.games.aims import Area, Mark, Pip
from skerry.games.contract import game_module
from skerry.positions import Position

INSETS = (2.2, 5.4)  # of the outlines of both colours: where they share cells both are seen
LINES = ("case", "line")  # a line lies on its casing
LABEL_HEIGHT = 15.0
LETTER = 7.4  # width of a digit
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
    """A line around the cells, on a casing, so that it stands out from stones and ground alike."""
    path = outline(found, area.cells, INSETS[area.colour - 1])
    is_lone = len(area.cells) == 1 and not area.decides  # its label says enough
    lines = [] if is_lone else [tag("path", {"class": f"aim-{k}", "d": path}) for k in LINES]
    cells = " ".join(names[cell] for cell in area.cells)
    return tag("g", {"class": _class("aim", area), "data-cells": cells}, *lines)


def _class(name: str, area: Area) -> str:
    return classes(name, f"aim-{area.colour}", "aim-decides" if area.decides else "")


def _labels(found: Layout, areas: Sequence[Area]) -> list[str]:
    """Each at the cell nearest to the middle of its area at which no other label is in its way."""
    taken: list[tuple[Point, float]] = []
    made = []
    for area in areas:
        if area.label or area.pips:
            width = _width(area)
            places = sorted(map(found.centre, area.cells), key=_from_middle(found, area.cells))
            free = (one for one in places if not any(_meet(one, width, *it) for it in taken))
            place = next(free, places[0])
            taken.append((place, width))
            made.append(_label(area, place))
    return made


def _meet(one: Point, width: float, other: Point, other_width: float) -> bool:
    (x, y), (other_x, other_y) = one, other
    return abs(x - other_x) < (width + other_width) / 2 + 2 and abs(y - other_y) < LABEL_HEIGHT + 2


def _from_middle(found: Layout, cells: Sequence[int]) -> Callable[[Point], float]:
    places = [found.centre(cell) for cell in cells]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2


def _label(area: Area, place: Point) -> str:
    width = _width(area)
    plate = {"x": -width / 2, "y": -LABEL_HEIGHT / 2, "width": width, "height": LABEL_HEIGHT}
    return tag(
        "g",
        {
            "class": _class("aim-label", area),
            "transform": f"translate({number(place[0])} {number(place[1])})",
        },
        tag("rect", {"class": "aim-plate", **plate, "rx": LABEL_HEIGHT / 2}),
        _pips(area.pips) if area.pips else text(area.label, (0.0, 0.3), "aim-word"),
    )


def _width(area: Area) -> float:
    if area.pips:
        return PIP_PITCH * len(area.pips) + 4.0
    return max(LABEL_HEIGHT, LETTER * len(area.label) + 7.0)


def _pips(pips: Sequence[Pip]) -> str:
    """Always in the same order, so that colour need not tell them apart."""
    first = -PIP_PITCH * (len(pips) - 1) / 2
    return "".join(
        tag(
            "circle",
            {
                "class": f"pip pip-{pip.name}" if pip.is_reached else "pip",
                "cx": first + PIP_PITCH * k,
                "cy": 0.0,
                "r": PIP,
            },
        )
        for k, pip in enumerate(pips)
    )


def _sign(found: Layout, mark: Mark) -> str:
    x, y = found.centre(mark.cell)
    return tag(
        "g",
        {
            "class": f"sign-{mark.kind}",
            "transform": f"translate({number(x + SIGN_AT[0])} {number(y + SIGN_AT[1])})",
        },
        tag("circle", {"class": "sign-plate", "r": 7.4}),
        tag("path", {"class": "sign-line", "d": SIGNS[mark.kind]}),
    )
