"""Boards of hexagons and of squares (slab, coordinates, lines around cells), and their stones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from skerry.canvas.geometry import (
    APOTHEM,
    HEX_STEPS,
    PITCH,
    RADIUS,
    Layout,
    inset,
    label_size,
    outline_loops,
    rounded_path,
    smooth_path,
)
from skerry.canvas.svg import Ids, Point, classes, polygon, tag, text
from skerry.core.boards import Board, row_length

STONE_RADIUS = 16.2


@lru_cache(maxsize=64)
def stone_definitions(ids: Ids, *, two_sided: bool = False) -> str:
    """The stones of both colours and their shadow; `two_sided` discs show the other side's edge."""
    gradients = "".join(
        tag(
            "radialGradient",
            {"id": ids.shared(f"{colour}-body"), "cx": "0.38", "cy": "0.3", "r": "0.78"},
            *(
                tag("stop", {"offset": offset, "class": f"{colour}-stop-{step}"})
                for step, offset in enumerate(("0", "0.45", "1"))
            ),
        )
        for colour in ("white", "black")
    )
    shadow = tag(
        "radialGradient",
        {"id": ids.shared("shadow")},
        tag("stop", {"offset": "0.7", "class": "shadow-stop-0"}),
        tag("stop", {"offset": "1", "class": "shadow-stop-1"}),
    )
    draw = _disc if two_sided else _stone
    return gradients + shadow + draw(ids, "white") + draw(ids, "black")


def _shadow(ids: Ids) -> str:
    return tag("circle", {"cx": 0.6, "cy": 2.0, "r": 18.2, "fill": ids.url("shadow")})


def _stone(ids: Ids, colour: str) -> str:
    body = {"class": f"part-{colour}-body", "r": STONE_RADIUS, "fill": ids.url(f"{colour}-body")}
    ring = tag("circle", {"class": f"part-{colour}-ring", "r": 12.6})
    return tag("g", {"id": ids.shared(f"stone-{colour}")}, _shadow(ids), tag("circle", body), ring)


def _disc(ids: Ids, colour: str) -> str:
    """A flat disc with the other colour beneath, as in the set the game is played with."""
    other = "black" if colour == "white" else "white"
    below = tag("circle", {"class": f"part-{other}-edge", "cy": 1.4, "r": STONE_RADIUS})
    face = {
        "class": f"part-{colour}-body",
        "cy": -0.9,
        "r": STONE_RADIUS - 0.3,
        "fill": ids.url(f"{colour}-body"),
    }
    ring = tag("circle", {"class": f"part-{colour}-ring", "cy": -0.9, "r": 12.4})
    return tag(
        "g", {"id": ids.shared(f"stone-{colour}")}, _shadow(ids), below, tag("circle", face), ring
    )


@lru_cache(maxsize=64)
def ground(shape: tuple[Point, ...], shade: str = "") -> str:
    """The shape of a cell, with the class of its shade."""
    return tag("path", {"class": classes("ground", shade), "d": polygon(shape)})


@lru_cache(maxsize=64)
def pieces(ids: Ids, colours: tuple[str, str], more: str = "") -> str:
    """Both stones and the marks, the same in every cell; data-content says which is seen."""
    stones = [
        tag("use", {"class": f"stone stone-{index}", "href": ids.link(f"stone-{colour}")})
        for index, colour in enumerate(colours, start=1)
    ]
    marks = [
        tag("circle", {"class": "dot", "r": 4.6}),
        tag("circle", {"class": "halo", "r": 17.6}),
    ]
    return "".join(stones + marks) + more


PENDING_PARTS = ("case", "line")  # a dashed line on a casing: one of them contrasts with anything
_PENDING_RADIUS = 10.4
_PENDING_SOURCE_RADIUS = 5.8  # of a stone that turns others


@lru_cache(maxsize=2)
def pending_ring(*, is_source: bool) -> str:
    """The mark of a stone whose turn is not played yet; unlike that of the last turn it is open."""
    radius = _PENDING_SOURCE_RADIUS if is_source else _PENDING_RADIUS
    rings = (tag("circle", {"class": f"pending-{part}", "r": radius}) for part in PENDING_PARTS)
    return tag("g", {"class": "pending"}, *rings)


Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Scene:
    """A board in markup, from the bottom to the top."""

    box: Box
    definitions: str
    beneath: str
    cells: tuple[str, ...]  # what is in each cell, around (0, 0)
    above: str = ""


OUTLINE_INSET = 1.5  # how far a group's outline keeps inside its cells


@lru_cache(maxsize=64)
def slab(size: int, margin: float) -> tuple[str, Box]:
    """A hexagonal slab `margin` wider than a board's cells all around, and its bounds."""
    apothem = (size - 1) * PITCH * sin(pi / 3) + RADIUS + margin
    reach = apothem / sin(pi / 3)
    corners: list[Point] = [(reach * cos(k * pi / 3), reach * sin(k * pi / 3)) for k in range(6)]
    bend = 14.0 + margin / 2
    path = tag("path", {"class": "slab", "d": rounded_path(corners, bend)})
    reach -= bend * 0.25  # the bend draws the corner in
    shadow = 7.0
    return path, (-reach - 2, -apothem - 3, 2 * reach + 4, 2 * apothem + 3 + shadow)


def label_places(board: Board, found: Layout, reach: float) -> list[tuple[str, Point]]:
    """The labels of rows and columns, `reach` from the cells.

    Of squares letters stand below, numbers at the left (C-5); of hexagons letters at the left ends
    of rows, numbers along the lower sides: a cell's number is read along the slanting line of cells
    that ends at it, down to the right.
    """
    if board.shape == "square":
        columns = [(board.names[cell][0], found.centre(cell)) for cell in found.rows[-1]]
        rows = [(board.names[row[0]][1:], found.centre(row[0])) for row in found.rows]
        below = [(word, (x, y + reach)) for word, (x, y) in columns]
        return below + [(word, (x - reach, y)) for word, (x, y) in rows]
    places = []
    for row in found.rows:
        x, y = found.centre(row[0])
        places.append((board.names[row[0]][0], (x - reach, y)))
    for number_from_left in range(2 * board.size - 1):
        row_index = max(0, number_from_left - (board.size - 1))
        column = min(number_from_left, row_length(board.size, row_index) - 1)
        x, y = found.centre(board.places.index((row_index, column)))
        at = (x + reach * cos(pi / 3), y + reach * sin(pi / 3))
        places.append((str(number_from_left + 1), at))
    return places


@lru_cache(maxsize=64)
def coordinates(board: Board, found: Layout, gap: float = 2.5) -> str:
    """The labels of a board without outside cells, `gap` away from its cells."""
    size = label_size(board.size if board.shape == "square" else 2 * board.size)
    labels = label_places(board, found, APOTHEM + gap + size / 2)
    return tag(
        "g",
        {"class": "coordinates", "font-size": size},
        *(text(word, at, "label") for word, at in labels),
    )


@lru_cache(maxsize=64)
def ring_line(found: Layout, cells: Sequence[int]) -> str:
    """Path data around a set of cells, along their edges."""
    return "".join(
        polygon([found.point(corner) for corner in loop]) for loop in outline_loops(found, cells)
    )


def group_outline(found: Layout, cells: Iterable[int], distance: float = OUTLINE_INSET) -> str:
    """Path data of the smooth line around a group, a little inside its cells."""
    return "".join(
        smooth_path(inset([found.point(corner) for corner in loop], distance))
        for loop in outline_loops(found, cells)
    )


def on_spoke(found: Layout, cell: int) -> bool:
    """Whether a cell lies straight from the centre towards a corner of the board."""
    x, y = found.lattice[cell]
    return y == 0 or abs(y) == 3 * abs(x)


@lru_cache(maxsize=64)
def ring_lines(found: Layout, rings: tuple[int, ...]) -> str:
    """The lines between rings of different number, by the number of each cell."""
    paths = [
        ring_line(found, tuple(cell for cell, ring in enumerate(rings) if ring <= number))
        for number in range(1, max(rings))
    ]
    return tag("path", {"class": "ring-line", "d": "".join(paths)}) if paths else ""


def plain_slab(board: Board, found: Layout, *, labelled: bool) -> tuple[str, Box]:
    """What lies beneath a board with nothing outside, and its bounds."""
    margin = label_size(2 * board.size) + 3 if labelled else 6.0
    base, box = slab(board.size, margin)
    return base + (coordinates(board, found) if labelled else ""), box


def outside_ring(size: int) -> list[list[tuple[int, int]]]:
    """Lattice places of the cells around a board: six sides, each from its corner on.

    Side k runs from the corner in direction HEX_STEPS[k] to the next one, which it leaves out.
    """
    sides = []
    for k in range(6):
        x, y = (size * step for step in HEX_STEPS[k])
        dx, dy = HEX_STEPS[(k + 2) % 6]
        sides.append([(x + dx * step, y + dy * step) for step in range(size)])
    return sides


def square(half: float, bend: float, lower: float = 0.0) -> dict[str, object]:
    """Attributes of a square around (0, `lower`) with rounded corners."""
    side = 2 * half
    return {"x": -half, "y": lower - half, "width": side, "height": side, "rx": bend}
