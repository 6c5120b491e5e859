"""Syrtis: an island of stone tiles in a quiet sea, round light towers and square dark ones.

From the bottom to the top: the sea; the shallows around the island; the tiles, each with its
circle or square engraved; the towers; and last the cells, which hold no picture of their own but
the marks of places that can be played, and take every click.
"""

from functools import lru_cache
from math import cos, pi, sin

from skerry.canvas.boards import PENDING_PARTS, Scene, coordinates, square
from skerry.canvas.geometry import APOTHEM, PITCH, Layout
from skerry.canvas.svg import Ids, number, polygon, tag
from skerry.games.syrtis import TILE_CODES
from skerry.games.view import BoardView, PositionLike, gradient

_TILE = 18.6  # half a tile's side; the rest is the joint
_THICKNESS = 3.2  # of a tile, seen from a little in front
_ENGRAVED = 13.4  # radius of the engraved circle
_CUT = 12.8  # half the side of the engraved square
_TOWER = 10.2  # radius of a round tower, half the side of a square one
_WEDGES = 12  # of the round tower's roof


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    half = seen.game.board.size * PITCH / 2
    edge = half + (22.0 if labelled else 14.0)
    sea = {"class": "sea", "fill": ids.url("sea"), **square(edge, 12.0)}
    beneath = (
        tag("rect", sea)
        + tag("path", {"class": "waves", "d": _waves(edge)})
        + _shallows(seen, found, ids)
    )
    if labelled:
        beneath += coordinates(seen.game.board, found, 7.0)
    beneath += tag("g", {"id": ids.id_for("tiles")}, *_tiles(seen, found, ids))
    beneath += tag("g", {"id": ids.id_for("towers")}, *_towers(seen, found, ids))
    cells = tuple(_cell(seen, cell, ids) for cell in range(seen.game.board.num_cells))
    box = (-edge - 1, -edge - 1, 2 * edge + 2, 2 * edge + 2)
    return Scene(box, _definitions(ids), beneath, cells)


def tower_colours(position: PositionLike) -> list[str]:
    """The colour of each of `Position.towers`: two light ones come first (SYR-4)."""
    count = len(position.towers)
    return ["light" if index < 2 else "dark" for index in range(count)]


@lru_cache(maxsize=64)
def _waves(edge: float) -> str:
    """Path data of small waves, in rows that lean against each other."""
    parts = []
    rows = int(2 * edge / 26)
    for row in range(rows):
        y = -edge + 17 + row * 26
        x = -edge + 14 + (37 * row) % 58
        while x < edge - 28:
            parts.append(f"M{number(x)} {number(y)}q4-3.4 8 0t8 0")
            x += 62
    return "".join(parts)


def _shallows(seen: BoardView, found: Layout, ids: Ids) -> str:
    """Bands of lighter water around the tiles, like the depth lines of a chart."""
    half = PITCH / 2
    parts = []
    for cell, content in enumerate(seen.contents):
        if content:
            x, y = found.centre(cell)
            corners = ((-half, -half), (half, -half), (half, half), (-half, half))
            parts.append(polygon([(x + dx, y + dy) for dx, dy in corners]))
    path = "".join(parts)
    bands = [tag("path", {"class": f"shallows shallows-{k}", "d": path}) for k in (1, 2, 3)]
    return tag("g", {"id": ids.id_for("shallows")}, *bands)


@lru_cache(maxsize=64)
def _definitions(ids: Ids) -> str:
    gradients = gradient(ids, "sea", "0.35") + gradient(ids, "light-tile")
    gradients += gradient(ids, "dark-tile")
    tiles = "".join(_tile(ids, code) for code in TILE_CODES[1:])
    return gradients + tiles + _light_tower(ids) + _dark_tower(ids)


def _tile(ids: Ids, code: str) -> str:
    """A tile: its side, its face, and what is engraved, a dark cut with a gleam below it."""
    colour = "light" if code[0] == "l" else "dark"
    face = {"fill": ids.url(f"{colour}-tile"), **square(_TILE, 3.4, -1.0)}
    shape, place, gleam = "rect", square(_CUT, 1.2, -1.0), square(_CUT, 1.2, -0.1)
    if code[1] == "c":
        shape, place, gleam = "circle", {"cy": -1.0, "r": _ENGRAVED}, {"cy": -0.1, "r": _ENGRAVED}
    return tag(
        "g",
        {"id": ids.shared(f"tile-{code}")},
        tag("rect", {"class": f"part-{colour}-side", **square(_TILE, 3.6, _THICKNESS - 1.0)}),
        tag("rect", {"class": f"part-{colour}-side", **square(_TILE, 3.6, 0.6)}),
        tag("rect", {"class": f"part-{colour}-face", **face}),
        tag(shape, {"class": f"part-{colour}-gleam", **gleam}),
        tag(shape, {"class": f"part-{colour}-cut", **place}),
    )


def _light_tower(ids: Ids) -> str:
    """A round tower from above: a wall, a cone of wedges lit from the upper left, a lamp."""
    wedges = []
    radius = _TOWER - 1.6
    for k in range(_WEDGES):
        start, end = (2 * pi * (k + part) / _WEDGES for part in (0.0, 1.0))
        middle = (start + end) / 2
        light = (1 + cos(middle - 5 * pi / 4)) / 2  # 5 pi / 4 points up and to the left
        wedge = [(0.0, 0.0), *((radius * cos(a), radius * sin(a)) for a in (start, end))]
        shade = {"class": "part-light-roof-far", "fill-opacity": 0.85 * (1 - light)}
        wedges.append(tag("path", {**shade, "d": polygon(wedge)}))
    return tag(
        "g",
        {"id": ids.shared("tower-light")},
        tag("circle", {"class": "part-tower-shadow", "cx": 1.6, "cy": 2.6, "r": _TOWER + 1.2}),
        tag("circle", {"class": "part-light-wall", "r": _TOWER}),
        tag("circle", {"class": "part-light-roof", "r": radius}),
        *wedges,
        tag("circle", {"class": "part-lamp", "r": 2.7}),
    )


def _dark_tower(ids: Ids) -> str:
    """A square tower from above: a wall and a pyramid of four faces lit from the upper left."""
    half = _TOWER - 2.0
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    faces = []
    for k, light in enumerate((1.0, 0.35, 0.0, 0.7)):  # top, right, bottom, left
        face = [(0.0, 0.0), corners[k], corners[(k + 1) % 4]]
        shade = {"class": "part-dark-roof", "fill-opacity": light}
        faces.append(tag("path", {**shade, "d": polygon(face)}))
    return tag(
        "g",
        {"id": ids.shared("tower-dark")},
        tag(
            "rect",
            {
                "class": "part-tower-shadow",
                "transform": "translate(1.6 2.6)",
                **square(_TOWER + 0.9, 2.2),
            },
        ),
        tag("rect", {"class": "part-dark-wall", **square(_TOWER - 0.4, 1.6)}),
        *faces,
    )


def _tiles(seen: BoardView, found: Layout, ids: Ids) -> list[str]:
    return [
        _movable(seen, found, ids, "tile", cell, TILE_CODES[seen.contents[cell]])
        for row in found.rows  # a tile's side is drawn over by the tile in front of it
        for cell in row
        if seen.contents[cell]
    ]


def _towers(seen: BoardView, found: Layout, ids: Ids) -> list[str]:
    towers = []
    counts = {"light": 0, "dark": 0}
    for cell, colour in zip(seen.position.towers, tower_colours(seen.position), strict=True):
        counts[colour] += 1
        name = f"{colour}-{counts[colour]}"
        towers.append(_movable(seen, found, ids, "tower", cell, colour, name))
    return towers


def _movable(
    seen: BoardView, found: Layout, ids: Ids, what: str, cell: int, kind: str, name: str = ""
) -> str:
    """A tile or a tower, by its name, or by that of its cell."""
    at, (x, y) = seen.game.board.names[cell], found.centre(cell)
    attributes = {
        "id": ids.id_for(f"{what}-{name or at}"),
        "class": f"{what} {what}-{kind}",
        "data-cell": at,
        # A style, not an attribute, so that a change of place is a transition.
        "style": f"transform:translate({number(x)}px,{number(y)}px)",
    }
    body = tag("use", {"class": f"{what}-body", "href": ids.link(f"{what}-{kind}")})
    return tag("g", attributes, body)


def _cell(seen: BoardView, cell: int, ids: Ids) -> str:
    """The place of a cell: nothing at rest, marks where something happened or may happen."""
    ghosts = [
        tag("use", {"class": f"ghost ghost-{index}", "href": ids.link(f"tower-{colour}")})
        for index, colour in enumerate(("light", "dark"), start=1)
        if seen.position.phase == "towers"
    ]
    parts = (
        tag("rect", {"class": "ground", **square(APOTHEM, 0.0)}),
        tag("path", {"class": "ripple", "d": _RIPPLE}),
        tag("rect", {"class": "place", **square(_TILE - 1.2, 3.4, -1.0)}),
        *ghosts,
        tag("circle", {"class": "dot", "r": 5.2, "cy": -1.0}),
        tag("rect", {"class": "halo", **square(_TILE - 0.6, 4.0, -1.0)}),
        _pending_frame(seen, cell),
    )
    return "".join(parts)


def _pending_frame(seen: BoardView, cell: int) -> str:
    """The mark of what a turn does here that is not played yet."""
    if cell not in seen.pending:
        return ""
    place = square(_TILE - 1.8, 3.4, -1.0)
    frames = (tag("rect", {"class": f"pending-{part}", **place}) for part in PENDING_PARTS)
    source = " pending-source" if cell in seen.pending_sources else ""
    return tag("g", {"class": f"pending{source}"}, *frames)


def _ripple() -> str:
    """Broken rings where a tile went down."""
    parts = []
    for radius, turns in ((5.0, 0.1), (9.5, 0.45), (14.0, 0.25)):
        for k in range(3):
            start = 2 * pi * (k / 3 + turns)
            end = start + 1.5
            parts.append(
                f"M{number(radius * cos(start))} {number(radius * sin(start))}"
                f"A{number(radius)} {number(radius)} 0 0 1 "
                f"{number(radius * cos(end))} {number(radius * sin(end))}"
            )
    return "".join(parts)


_RIPPLE = _ripple()
