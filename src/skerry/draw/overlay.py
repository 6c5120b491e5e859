"""What an analysis adds to a board: proposed turns, numbered, and who will own each cell.

The parts lie over a picture of the same position and have its coordinates:

    <g class="owners"> <path class="owner owner-white" data-owner="c3" ...> ... </g>
    <g class="advice advice-1" data-turn="1"> ... </g>

A page puts them into a `<g class="overlay">` at the end of the board; points-to-1 on it makes the
other turns step back. A number tells the turns apart, and so does the frame around it: the first
is filled, the second has a line around it, the third a dashed one.
"""

from collections.abc import Mapping, Sequence

from ..canvas.arrows import arrow
from ..canvas.geometry import PITCH, Layout, layout
from ..canvas.svg import Point, number, tag, text
from ..games.showing.seen import Step
from ..games.showing.view_module import view_of
from ..positions import Position
from .view import steps, view

MOST_ADVICE = 3  # turns that are told apart at a glance

_BADGE = 10.5  # radius of a badge alone in its cell
_SMALL_BADGE = 7.8  # of several
# Where badges sit that share a cell, by their number.
_PLACES: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-8.2, 0.0), (8.2, 0.0)),
    3: ((-8.2, -5.5), (8.2, -5.5), (0.0, 8.5)),
}


def advice(position: Position, turns: Sequence[Sequence[int]]) -> str:
    """The marks of up to MOST_ADVICE turns from a position, the best first.

    Actions without a cell, such as a pass or a swap, have no mark.

    Raises:
        NotationError: a number that is not an action of the game.
    """
    found = layout(position.game.board)
    size = _badge_size(len(max(found.rows, key=len)))
    proposed = [steps(position, turn) for turn in turns[:MOST_ADVICE]]
    shared = _sharing(proposed)
    return "".join(
        tag(
            "g",
            {"class": f"advice advice-{rank}", "data-turn": rank},
            *(_ways(found, step) for step in turn),
            *(_badge(found, step, rank, shared[step.end], size) for step in turn),
        )
        # The best lies on top.
        for rank, turn in reversed(list(enumerate(proposed, 1)))
    )


def _sharing(turns: Sequence[Sequence[Step]]) -> dict[int, list[int]]:
    """The ranks of the turns whose badges sit in a cell."""
    shared: dict[int, list[int]] = {}
    for rank, turn in enumerate(turns, 1):
        for step in turn:
            ranks = shared.setdefault(step.end, [])
            if rank not in ranks:
                ranks.append(rank)
    return shared


def _badge_size(columns: int) -> float:
    """How much larger badges are on a board of many cells, which are drawn small."""
    return min(1.4, max(1.0, columns / 12))


def _badge(found: Layout, step: Step, rank: int, sharing: Sequence[int], size: float) -> str:
    """A turn's number in a cell: round, or square for a piece that is square."""
    dx, dy = _PLACES[len(sharing)][sharing.index(rank)]
    x, y = found.centre(step.end)
    radius = size * (_BADGE if len(sharing) == 1 else _SMALL_BADGE)
    return tag(
        "g",
        {"transform": f"translate({number(x + size * dx)} {number(y + size * dy)})"},
        _plate(radius + 1.2, "badge-back", square=step.is_square),
        _plate(radius, f"badge badge-{rank}", square=step.is_square),
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


def _ways(found: Layout, step: Step) -> str:
    """What an action does besides taking a cell: arrows, rays, the cross over what is gone."""
    here = found.centre(step.start)
    if step.is_crossed:
        x, y = here
        reach = 0.36 * PITCH
        cross = "".join(
            f"M{number(x - reach)} {number(y + lean * reach)}"
            f"L{number(x + reach)} {number(y - lean * reach)}"
            for lean in (1, -1)
        )
        return _line(cross, "")
    ends = [found.centre(cell) for cell in step.targets]
    return "".join(_arrow(here, end, step.is_dashed, step.is_mutual) for end in ends)


def _arrow(start: Point, end: Point, dashed: bool, both: bool) -> str:
    """An arrow that ends where its badge begins, or at both ends."""
    found = arrow(start, end, _BADGE + 0.5, both=both)
    heads = (tag("path", {"class": "advice-head", "d": head}) for head in found.heads)
    return _line(found.line, " advice-slide" if dashed else "") + "".join(heads)


def _line(path: str, more: str) -> str:
    """A line that stands out from light and dark alike: it has a casing."""
    return tag("path", {"class": "advice-case", "d": path}) + tag(
        "path", {"class": f"advice-way{more}", "d": path}
    )


def owners(position: Position, shares: Mapping[str, float]) -> str:
    """Each cell in the colour that will probably own it, the deeper the surer.

    Args:
        position: what the shares were found for.
        shares: of cells by name, the probability that a cell ends with the first colour, or what
            the game's view says of it. Cells that are missing are left as they are.
    """
    module, seen, found = view_of(position.game.name), view(position), layout(position.game.board)
    marks = [
        module.owner(seen, found, cell, shares[name])
        for cell, name in enumerate(position.game.board.names)
        if name in shares
    ]
    return tag("g", {"class": "owners"}, *marks)
