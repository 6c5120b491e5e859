"""Stones, drawn once for each picture and used in every cell; and the cell around them."""

from collections.abc import Sequence
from functools import lru_cache

from ..canvas.geometry import Layout, walks
from ..canvas.svg import Ids, Point, classes, number, polygon, tag
from ..games.dispatch import ring_numbers
from .labels import describe_cell
from .palette import tone
from .view import View, shows_protection

STONE_RADIUS = 16.2


def stone_definitions(ids: Ids, *, two_sided: bool) -> str:
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


def cell_classes(seen: View, cell: int) -> str:
    """The classes that say how a cell stands, `is-legal` and so on."""
    return classes(
        "cell",
        "is-legal" if cell in seen.legal else "",
        "is-pending" if cell in seen.pending else "",
        "is-last" if cell in seen.last else "",
        "is-source" if cell in seen.sources else "",
        "is-sunk" if "sunk" in (seen.last.get(cell), seen.pending.get(cell)) else "",
        "is-protected" if cell in seen.protected else "",
        "is-winning" if cell in seen.winning else "",
        "can-convert" if cell in seen.convertible else "",
        "can-sink" if cell in seen.sinkable else "",
    )


def cell_attributes(seen: View, found: Layout, cell: int, ids: Ids) -> dict[str, object]:
    """What every cell's element carries, whatever the game; see `draw.board_svg`."""
    board, names = seen.game.board, seen.game.board.names
    ring = int(ring_numbers(seen.game.rules)[cell])
    x, y = found.centre(cell)
    return {
        "id": ids.of(f"cell-{names[cell]}"),
        "class": cell_classes(seen, cell),
        "role": "gridcell",
        "tabindex": "-1",
        "aria-label": describe_cell(seen, cell),
        "data-cell": names[cell],
        "data-ring": ring or None,
        "data-content": seen.contents[cell],
        "data-targets": " ".join(names[other] for other in seen.targets.get(cell, ())) or None,
        **{f"data-{way}": names[end] for way, end in walks(board)[cell].items()},
        "transform": f"translate({number(x)} {number(y)})",
    }


def stone_cell(seen: View, found: Layout, cell: int, ids: Ids, under: Sequence[str] = ()) -> str:
    """A cell with its ground, both stones (shown by data-content) and its marks."""
    rings = ring_numbers(seen.game.rules)
    num_rings = int(rings.max())
    shade = f"tone-{tone(int(rings[cell]), num_rings)}" if num_rings else ""
    attributes = cell_attributes(seen, found, cell, ids)
    pieces = _pieces(ids, seen.game.info.colours, shows_protection(seen.game))
    return tag(
        "g", attributes, _ground(found.shape, shade), *under, pieces, _pending_ring(seen, cell)
    )


@lru_cache(maxsize=64)
def _ground(shape: tuple[Point, ...], shade: str) -> str:
    return tag("path", {"class": classes("ground", shade), "d": polygon(shape)})


@lru_cache(maxsize=64)
def _pieces(ids: Ids, colours: tuple[str, str], has_lock: bool) -> str:
    """Both stones and the marks, the same in every cell."""
    stones = [
        tag("use", {"class": f"stone stone-{index}", "href": ids.link(f"stone-{colour}")})
        for index, colour in enumerate(colours, start=1)
    ]
    marks = [
        tag("circle", {"class": "dot", "r": 4.6}),
        tag("circle", {"class": "halo", "r": 17.6}),
    ]
    if has_lock:
        marks.append(tag("path", {"class": "lock", "d": _BRACKETS}))
    return "".join(stones + marks)


PENDING_PARTS = ("case", "line")  # a dashed line on a casing: one of them contrasts with anything
_PENDING_RADIUS = 10.4
_PENDING_SOURCE_RADIUS = 5.8  # of a stone that turns others


def _pending_ring(seen: View, cell: int) -> str:
    """The mark of a stone whose turn is not played yet; unlike that of the last turn it is open."""
    if cell not in seen.pending:
        return ""
    radius = _PENDING_SOURCE_RADIUS if cell in seen.pending_sources else _PENDING_RADIUS
    rings = (tag("circle", {"class": f"pending-{part}", "r": radius}) for part in PENDING_PARTS)
    return tag("g", {"class": "pending"}, *rings)


def _brackets(reach: float, length: float) -> str:
    """Four corners of a frame around a stone."""
    far, near = number(reach), number(length)
    return (
        f"M-{far}-{number(reach - length)}v-{near}h{near}"
        f"M{number(reach - length)}-{far}h{near}v{near}"
        f"M{far} {number(reach - length)}v{near}h-{near}"
        f"M-{number(reach - length)} {far}h-{near}v-{near}"
    )


_BRACKETS = _brackets(17.0, 5.5)
