r"""Games with three arcs of colour outside the board: their pictures, in SVG and in pixels.

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

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from skerry.canvas.boards import (
    OUTLINE_INSET,
    Scene,
    group_outline,
    label_places,
    outside_ring,
    slab,
    stone_definitions,
)
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import (
    HEX_CORNERS,
    HEX_STEPS,
    PITCH,
    Layout,
    groups,
    inset,
    label_size,
    outline_loops,
)
from skerry.canvas.svg import Ids, Point, number, polygon, tag, text
from skerry.core.boards import Board
from skerry.core.layout import IntArray16
from skerry.core.numbers import counted
from skerry.games import stone_view
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Pip,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    title,
)
from skerry.games.arcs import ALL_ARCS, BLUE, RED, YELLOW, Rules
from skerry.games.ruleset import RuleSet
from skerry.games.view import BoardView, PositionLike, listed

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


WINNING = "is-winning"  # the mark of the group that touches all three arcs
ARCS = ((YELLOW, "yellow"), (BLUE, "blue"), (RED, "red"))


def _arcs(seen: BoardView) -> IntArray16:
    return cast(Rules, seen.game.rules).arcs


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    """The cells of the group that connects all three arcs."""
    return {WINNING: _winning(seen) if seen.position.is_over else frozenset()}


def _winning(seen: BoardView) -> frozenset[int]:
    touching = _arcs(seen)
    for group in groups(seen.game.board, seen.contents):
        touched = 0
        for cell in group:
            touched |= int(touching[cell])
        if touched == ALL_ARCS:
            return frozenset(group)
    return frozenset()


def describe(seen: BoardView, cell: int) -> list[str]:
    """The arcs that a cell touches, its stone, whether that has won."""
    touched = [name for bit, name in ARCS if _arcs(seen)[cell] & bit]
    parts = [f"touches {' and '.join(touched)}"] if touched else []
    parts += stone_view.describe(seen, cell)
    return [*parts, "in the winning group"] if seen.has(WINNING, cell) else parts


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """The board with its outside cells, and the winning group outlined in gold."""
    board = seen.game.board
    base, box = slab(board.size + 1, 4.0)
    beneath = base + arcs(found, board.size, labelled=labelled)
    if labelled:
        beneath += coordinates(board, found)
    outline = ""
    winning = seen.marks[WINNING]
    if winning:
        outline = tag("path", {"class": "outline outline-win", "d": group_outline(found, winning)})
    above = tag("g", {"id": ids.of("outlines")}, outline)
    cells = stone_view.stone_cells(seen, found, ids)
    return Scene(box, stone_definitions(ids), beneath, cells, above)


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """The arcs, the cells, the stones, the winning group in gold."""
    paint_arcs(brush, found, seen.game.board.size, f"{seen.game.name}-line")
    stone_view.paint_cells(brush, seen, found)
    stone_view.paint_stones(brush, seen, found)
    for loop in outline_loops(found, seen.marks[WINNING]):
        points = inset([found.point(corner) for corner in loop], OUTLINE_INSET)
        brush.line(points, "gold-edge", 5.0)
        brush.line(points, "gold", 3.0)


NAMES = {YELLOW: "yellow", BLUE: "blue", RED: "red"}
FAR = 10_000  # cells: there is no way left


def goal(rule_set: RuleSet, colour: int | None) -> str:
    """Connect the three arcs."""
    return "Join yellow, blue and red with one group of your stones."


def legend(position: PositionLike) -> str:
    """The pips."""
    return "On each group: filled dots are sides it touches, open dots are sides it still needs."


def aims(position: PositionLike) -> Aims:
    """Each group that touches a side or has more than one stone; at the end the one that won."""
    areas = []
    for colour in (1, 2):
        for group in groups_of(position, colour):
            touched = _touched(position, group)
            wins = touched == ALL_ARCS
            if wins if position.is_over else (touched or len(group) > 1):
                areas.append(_area(position, group, touched, decides=wins))
    return Aims(tuple(areas))


def _area(position: PositionLike, group: tuple[int, ...], touched: int, *, decides: bool) -> Area:
    pips = tuple(Pip(name, bool(touched & bit)) for bit, name in NAMES.items())
    reached = [pip.name for pip in pips if pip.is_reached]
    words = f"{group_name(position, group)} touches {listed(reached) if reached else 'no side'}"
    return Area(group, position.contents[group[0]], words, pips=pips, decides=decides)


def _touched(position: PositionLike, group: Sequence[int]) -> int:
    arcs, touched = cast(Rules, position.game.rules).arcs, 0
    for cell in group:
        touched |= int(arcs[cell])
    return touched


def ending(position: PositionLike, winner: int | None) -> Ending:
    """The group that connects."""
    for colour in (1, 2):
        for group in groups_of(position, colour):
            if _touched(position, group) == ALL_ARCS:
                who, count = title(position.game, colour), counted(len(group), "stone")
                return Ending(f"One group of {who}, {count}, joins yellow, blue and red.")
    raise AssertionError("a game of connection ends when somebody has connected")


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """Cells still missing to connect, for both; groups joined, groups kept apart."""
    if after.is_over:
        return ["It joins yellow, blue and red and wins."]
    other = 3 - colour
    rival = title(before.game, other)
    mine, theirs = missing(after, colour), missing(after, other)
    was_mine, was_theirs = missing(before, colour), missing(before, other)
    found = []
    if mine == 1:
        found.append("One more cell, and you win.")
    elif mine < was_mine:
        found.append(f"{counted(mine, 'cell')} to go until you connect (it was {was_mine}).")
    if theirs > was_theirs:
        if theirs >= FAR:
            found.append(f"{rival} can no longer connect.")
        else:
            to_go = f"{counted(theirs, 'cell')} to go (it was {was_theirs})"
            found.append(f"{rival} now has {to_go}.")
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of your groups.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    return found


def missing(position: PositionLike, colour: int) -> int:
    """The fewest vacant cells that a colour needs to connect all arcs; FAR where it cannot.

    Three ways from one cell, which counts once, to the three arcs: exact for three ends.
    """
    arcs = cast(Rules, position.game.rules).arcs
    costs = [0 if one == colour else 1 if one == 0 else FAR for one in position.contents]
    to_yellow, to_blue, to_red = (
        _distances(position, costs, [cell for cell, bits in enumerate(arcs) if bits & bit])
        for bit in NAMES
    )
    totals = (
        yellow + blue + red - 2 * cost
        for yellow, blue, red, cost in zip(to_yellow, to_blue, to_red, costs, strict=True)
    )
    return min(FAR, *totals)


def _distances(position: PositionLike, costs: Sequence[int], begin: Sequence[int]) -> list[int]:
    """The cost of the cheapest way from some cells to each cell, both ends included."""
    board = position.game.board
    found = [FAR] * board.num_cells
    queue: deque[tuple[int, int]] = deque()

    def reach(cell: int, cost: int) -> None:
        if cost < found[cell]:
            found[cell] = cost
            # Steps cost nothing or one, so a queue with two ends stays in order.
            (queue.appendleft if costs[cell] == 0 else queue.append)((cost, cell))

    for cell in begin:
        reach(cell, costs[cell])
    while queue:
        cost, cell = queue.popleft()
        if cost > found[cell]:
            continue
        for other in board.neighbours[cell].tolist():
            if other < board.num_cells:
                reach(other, cost + costs[other])
    return found
