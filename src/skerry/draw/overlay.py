"""What an analysis adds to a board: proposed turns, numbered, and who will own each cell.

The parts lie over a picture of the same position and have its coordinates:

    <g class="owners"> <path class="owner owner-white" data-owner="c3" ...> ... </g>
    <g class="advice advice-1" data-turn="1"> ... </g>

A page puts them into a `<g class="overlay">` at the end of the board; points-to-1 on it makes the
other turns step back. A number tells the turns apart, and so does the frame around it: the first
is filled, the second has a line around it, the third a dashed one.
"""

from collections.abc import Mapping, Sequence
from math import hypot, pow

from ..canvas.geometry import PITCH, Layout, layout
from ..canvas.svg import Point, number, polygon, tag, text
from ..games.catalogue import KITARAN
from ..positions import Position
from .view import Step, read_step, turned

MOST_ADVICE = 3  # turns that are told apart at a glance
FAINTEST = 0.04  # certainty below which a cell is left as it is
DEEPEST = 0.72  # opacity of a cell that is certain
SHADE = 0.74  # of a cell's size, so that it is not mistaken for the ground
CURVE = 0.6  # exponent by which small leanings are made visible

_BADGE = 10.5  # radius of a badge alone in its cell
_SMALL_BADGE = 7.8  # of several
# Where badges sit that share a cell, by their number.
_PLACES: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-8.2, 0.0), (8.2, 0.0)),
    3: ((-8.2, -5.5), (8.2, -5.5), (0.0, 8.5)),
}
_HEAD = 8.0  # length of an arrow's head
_TILE = 17.6  # half the side of a veil over a tile


def advice(position: Position, turns: Sequence[Sequence[int]]) -> str:
    """The marks of up to MOST_ADVICE turns from a position, the best first.

    Actions without a cell, such as a pass or a swap, have no mark.

    Raises:
        NotationError: a number that is no action of the game.
    """
    steps = [
        [step for action in turn if (step := read_step(position.game, action)) is not None]
        for turn in turns[:MOST_ADVICE]
    ]
    shared = _sharing(steps)
    found = layout(position.game.board)
    size = _badge_size(len(max(found.rows, key=len)))
    return "".join(
        tag(
            "g",
            {"class": f"advice advice-{rank}", "data-turn": rank},
            *(_ways(position, found, step) for step in turn),
            *(_badge(found, step, rank, shared[step.cells[-1]], size) for step in turn),
        )
        # The best lies on top.
        for rank, turn in reversed(list(enumerate(steps, 1)))
    )


def _sharing(turns: Sequence[Sequence[Step]]) -> dict[int, list[int]]:
    """The ranks of the turns whose badges sit in a cell."""
    shared: dict[int, list[int]] = {}
    for rank, turn in enumerate(turns, 1):
        for step in turn:
            ranks = shared.setdefault(step.cells[-1], [])
            if rank not in ranks:
                ranks.append(rank)
    return shared


def _badge_size(columns: int) -> float:
    """How much larger badges are on a board whose cells are small to the eye."""
    return min(1.4, max(1.0, columns / 12))


def _badge(found: Layout, step: Step, rank: int, sharing: Sequence[int], size: float) -> str:
    """A turn's number in a cell: round, or square for a dark tower, which is square."""
    dx, dy = _PLACES[len(sharing)][sharing.index(rank)]
    x, y = found.centre(step.cells[-1])
    radius = size * (_BADGE if len(sharing) == 1 else _SMALL_BADGE)
    return tag(
        "g",
        {"transform": f"translate({number(x + size * dx)} {number(y + size * dy)})"},
        _plate(radius + 1.2, "badge-back", square=step.dark),
        _plate(radius, f"badge badge-{rank}", square=step.dark),
        tag(
            "g",
            {"font-size": round(1.32 * radius, 1)},
            text(str(rank), (0.0, 0.3), f"badge-number badge-number-{rank}"),
        ),
    )


def _plate(radius: float, css_class: str, *, square: bool) -> str:
    if not square:
        return tag("circle", {"class": css_class, "r": radius})
    half = 0.92 * radius
    place = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 2.0}
    return tag("rect", {"class": css_class, **place})


def _ways(position: Position, found: Layout, step: Step) -> str:
    """What an action does besides taking a cell: arrows, rays, the cross over a tile that sinks."""
    here = found.centre(step.cells[0])
    if step.kind in ("move", "slide", "exchange"):
        both = step.kind == "exchange"
        return _arrow(here, found.centre(step.cells[1]), step.kind == "slide", both)
    if step.kind == "convert":
        ends = [found.centre(cell) for cell in turned(position, step.cells[0])]
        return "".join(_arrow(here, end, False, False) for end in ends)
    if step.kind == "sink":
        x, y = here
        reach = 0.36 * PITCH
        cross = "".join(
            f"M{number(x - reach)} {number(y + lean * reach)}"
            f"L{number(x + reach)} {number(y - lean * reach)}"
            for lean in (1, -1)
        )
        return _line(cross, "")
    return ""


def _arrow(start: Point, end: Point, dashed: bool, both: bool) -> str:
    """An arrow that ends where its badge begins, or at both ends."""
    (x, y), (goal_x, goal_y) = start, end
    length = hypot(goal_x - x, goal_y - y)
    ux, uy = (goal_x - x) / length, (goal_y - y) / length
    tip = (goal_x - ux * (_BADGE + 0.5), goal_y - uy * (_BADGE + 0.5))
    neck = (tip[0] - ux * _HEAD, tip[1] - uy * _HEAD)
    first = (x + ux * _HEAD, y + uy * _HEAD) if both else start
    path = f"M{number(first[0])} {number(first[1])}L{number(neck[0])} {number(neck[1])}"
    heads = _head(tip, neck, (ux, uy))
    if both:
        heads += _head(start, first, (-ux, -uy))
    return _line(path, " advice-slide" if dashed else "") + heads


def _line(path: str, more: str) -> str:
    """A line that stands out from light and dark alike: it has a casing."""
    return tag("path", {"class": "advice-case", "d": path}) + tag(
        "path", {"class": f"advice-way{more}", "d": path}
    )


def _head(tip: Point, neck: Point, way: Point) -> str:
    half = _HEAD * 0.62
    side = (-way[1] * half, way[0] * half)
    corners = [
        tip,
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    return tag("path", {"class": "advice-head", "d": polygon(corners)})


def owners(position: Position, shares: Mapping[str, float]) -> str:
    """Each cell in the colour that will probably own it, the deeper the surer.

    Args:
        position: what the shares were found for.
        shares: of cells by name, the probability that a cell ends with the first colour; in
            Syrtis that a tile lies there in the end. Cells that are missing are left as they are.
    """
    found = layout(position.game.board)
    draw = _syrtis_owner if position.game.info.has_setup else _stone_owner
    names, contents = position.game.board.names, position.contents
    marks = [
        draw(position, found, cell, content, shares[names[cell]])
        for cell, content in enumerate(contents)
        if names[cell] in shares
    ]
    return tag("g", {"class": "owners"}, *marks)


def _opacity(certainty: float) -> float:
    return round(DEEPEST * pow(certainty, CURVE), 2)


def _stone_owner(position: Position, found: Layout, cell: int, content: int, share: float) -> str:
    """A vacant cell is shaded; on a stone that will probably be turned lies a small square."""
    owner = 1 if share >= 0.5 else 2
    certainty = abs(2 * share - 1)
    colour = position.game.info.colours[owner - 1]
    x, y = found.centre(cell)
    at = {
        "data-owner": position.game.board.names[cell],
        "fill-opacity": _opacity(certainty),
    }
    if content == 0 and certainty >= FAINTEST:
        points = [(x + SHADE * dx, y + SHADE * dy) for dx, dy in found.shape]
        return tag("path", {"class": f"owner owner-{colour}", **at, "d": polygon(points)})
    if content not in (0, owner) and position.game.info.index == KITARAN:
        square = {"x": x - 5.0, "y": y - 5.0, "width": 10.0, "height": 10.0}
        at["fill-opacity"] = 1
        return tag("rect", {"class": f"owner owner-stone owner-{colour}", **at, **square})
    return ""


def _syrtis_owner(position: Position, found: Layout, cell: int, content: int, share: float) -> str:
    """The sea rises over a tile that will probably be gone; a dashed one may come to lie."""
    x, y = found.centre(cell)
    square = {"x": x - _TILE, "y": y - _TILE - 1.0, "width": 2 * _TILE, "height": 2 * _TILE}
    at = {"data-owner": position.game.board.names[cell], **square, "rx": 3.0}
    if content and 1 - share >= FAINTEST:
        return tag(
            "rect",
            {"class": "owner owner-sea", "fill-opacity": _opacity(1 - share), **at},
        )
    if not content and share >= FAINTEST:
        return tag(
            "rect",
            {"class": "owner owner-tile", "stroke-opacity": _opacity(share), **at},
        )
    return ""
