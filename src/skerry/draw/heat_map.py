"""A board whose cells are shaded by a share: which first moves are good, and how good.

The page that shows it defines the colours of theme.HEAT_COLOURS.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from skerry.canvas.boards import label_places
from skerry.canvas.geometry import APOTHEM, PITCH, RADIUS, label_size, layout
from skerry.canvas.raster import FONT
from skerry.canvas.svg import Point, escape, number, polygon, tag
from skerry.core.boards import Board
from skerry.draw.theme import HEAT_COLOURS, THEME

FULL = 0.3  # as far from one half as this, and farther, a share has the full colour
INSET = 0.96  # of a cell's size, so that cells do not touch


@dataclass(frozen=True)
class Heat:
    """What is drawn in a cell."""

    share: float  # 0 to 1; one half has the colour in the middle
    word: str  # written in the cell
    sentence: str  # for a tooltip and for screen readers
    is_clear: bool = True  # whether the share is known to differ from one half; else it is grey


Look = Mapping[str, Mapping[str, object]]  # attributes of what a map is made of, by class


def heat_map(board: Board, heats: Mapping[int, Heat], title: str, *, on_paper: bool = False) -> str:
    """An SVG element of this title; cells without a heat are hollow.

    On paper no style sheet says how it looks, so that each element does.
    """
    look = PAPER if on_paper else {}
    found = layout(board)
    shape = [(INSET * x, INSET * y) for x, y in found.shape]
    cells = []
    for cell in range(board.num_cells):
        x, y = found.centre(cell)
        path = polygon([(x + dx, y + dy) for dx, dy in shape])
        heat = heats.get(cell)
        if heat is None:
            cells.append(
                tag("path", {"class": "heat-none", "d": path, **look.get("heat-none", {})})
            )
            continue
        ground = {"d": path, **_ground(heat, on_paper=on_paper)}
        named = tag("title", {}, escape(heat.sentence))
        word = _word(heat.word, (x, y), "heat-word", look)
        cells.append(tag("g", {}, named, tag("path", ground), word))
    size = label_size(2 * board.size)
    places = label_places(board, found, APOTHEM + 4 + size / 2)
    labels = [_word(word, at, "heat-label", look) for word, at in places]
    across = max(abs(found.centre(cell)[0]) for cell in range(board.num_cells)) + PITCH + size
    up = max(abs(found.centre(cell)[1]) for cell in range(board.num_cells)) + RADIUS
    below = up + 10 + size  # the labels of the columns
    box = " ".join(number(value) for value in (-across, -up, 2 * across, up + below))
    root = {"class": "heat-map", "viewBox": box, "role": "img", "aria-label": title}
    return tag(
        "svg", {**root, **look.get("heat-map", {})}, tag("g", {"font-size": size}, *labels), *cells
    )


def _word(content: str, at: Point, css_class: str, look: Look) -> str:
    place = {"class": css_class, "x": at[0], "y": at[1]}
    return tag("text", {**place, **look.get(css_class, {})}, escape(content))


def _ground(heat: Heat, *, on_paper: bool) -> dict[str, object]:
    """The paint of a cell."""
    if on_paper:
        return {"fill": mix(heat.share) if heat.is_clear else HEAT_COLOURS["heat-grey"][0]}
    colour = paint(heat.share) if heat.is_clear else "var(--heat-grey)"
    return {"style": f"fill: {colour}"}


def paint(share: float) -> str:
    """The colour of a share, as CSS."""
    end, distance = _distance(share)
    return f"color-mix(in oklab, var(--{end}) {100 * distance:.0f}%, var(--heat-middle))"


def mix(share: float) -> str:
    """The colour of a share on paper, such as #f2ab5c."""
    end, distance = _distance(share)
    far, middle = (bytes.fromhex(HEAT_COLOURS[name][0][1:]) for name in (end, "heat-middle"))
    mixed = (round(b + distance * (a - b)) for a, b in zip(far, middle, strict=True))
    return "#" + bytes(mixed).hex()


def _distance(share: float) -> tuple[str, float]:
    """To which end of the colours a share lies, and how far, from 0 to 1."""
    end = "heat-high" if share >= 0.5 else "heat-low"
    return end, min(1.0, abs(share - 0.5) / FULL)


_CENTRED = {"text-anchor": "middle", "dominant-baseline": "central"}
PAPER: Look = {
    "heat-map": {"xmlns": "http://www.w3.org/2000/svg", "font-family": FONT},
    "heat-none": {"fill": "none", "stroke": THEME["line"][0]},
    "heat-word": {**_CENTRED, "fill": HEAT_COLOURS["heat-ink"][0], "font-size": 15},
    "heat-label": {**_CENTRED, "fill": THEME["muted"][0]},
}
