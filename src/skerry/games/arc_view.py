r"""Games with three arcs of colour outside the board: pictures, aims, what is wrong with a draft.

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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
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
from skerry.core.numbers import counted
from skerry.games import defaults, editing
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Pip,
    Who,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    placed,
    title,
)
from skerry.games.arcs import ALL_ARCS, BLUE, RED, YELLOW, Rules, touched_arcs
from skerry.games.contract import ring_numbers
from skerry.games.editing import Draft, Problem
from skerry.games.ruleset import RuleSet
from skerry.games.themes import QUIET, Theme
from skerry.games.view import BoardView, PositionLike, listed

OUTSIDE = PITCH  # the cells of the arcs
# The colour of each side of the outside ring, as `outside_ring` numbers them.
SIDE_COLOURS = ("blue", "blue", "red", "red", "yellow", "yellow")

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
    parts = "".join(_arc(found, size, name, labelled=labelled) for name in NAMES.values())
    return tag("g", {"class": "arcs"}, parts)


def _outside(size: int) -> Iterator[tuple[int, int, tuple[int, int], str, str]]:
    """The outside cells: side, step along it, place, colour, and that of the side before.

    Only in the cell of a corner where two arcs meet the two colours differ.
    """
    for side, places in enumerate(outside_ring(size)):
        for step, place in enumerate(places):
            here = SIDE_COLOURS[side]
            yield side, step, place, here, SIDE_COLOURS[side - 1] if step == 0 else here


def _arc(found: Layout, size: int, colour: str, *, labelled: bool) -> str:
    """One arc's cells, and its signs."""
    cells, signs = [], []
    for side, step, place, here, before in _outside(size):
        if colour not in (here, before):
            continue
        if here == before:
            cells.append(_moved(found.shape, found.point(place)))
            signs.append(_sign(found, place, colour, side, step, labelled=labelled))
        else:
            half = half_cell(found, side, later=colour == here)
            cells.append(_moved(half, found.point(place)))
    return tag("path", {"class": f"arc arc-{colour}", "d": "".join(cells)}) + tag(
        "path", {"class": f"sign sign-{colour}", "d": "".join(signs)}
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
        place: _outwards(found, side, step) for side, step, place, _, _ in _outside(board.size)
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
    for side, _, place, here, before in _outside(size):
        x, y = found.point(place)
        brush.polygon([(x + dx, y + dy) for dx, dy in found.shape], f"arc-{here}")
        if before != here:
            half = half_cell(found, side, later=False)
            brush.polygon([(x + dx, y + dy) for dx, dy in half], f"arc-{before}")
        brush.line([(x + dx, y + dy) for dx, dy in found.shape], line, 0.8)


WINNING = "is-winning"  # the mark of the group that touches all three arcs
NAMES = {YELLOW: "yellow", BLUE: "blue", RED: "red"}


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    """The cells of the group that connects all three arcs."""
    return {WINNING: frozenset(_winning(seen.position) if seen.position.is_over else ())}


def _winning(position: PositionLike) -> tuple[int, ...]:
    """The group that connects all three arcs; none before the end."""
    found = groups(position.game.board, position.contents)
    return next((one for one in found if touched_arcs(position.game, one) == ALL_ARCS), ())


def describe(seen: BoardView, cell: int) -> list[str]:
    """The arcs that a cell touches, its stone, whether that has won."""
    bits = touched_arcs(seen.game, [cell])
    touched = [name for bit, name in NAMES.items() if bits & bit]
    parts = [f"touches {' and '.join(touched)}"] if touched else []
    parts += defaults.describe(seen, cell)
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
    above = tag("g", {"id": ids.id_for("outlines")}, outline)
    cells = defaults.stone_cells(seen, found, ids)
    return Scene(box, stone_definitions(ids), beneath, cells, above)


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """The arcs, the cells, the stones, the winning group in gold."""
    paint_arcs(brush, found, seen.game.board.size, f"{seen.game.name}-line")
    defaults.paint_cells(brush, seen, found)
    defaults.paint_stones(brush, seen, found)
    for loop in outline_loops(found, seen.marks[WINNING]):
        points = inset([found.point(corner) for corner in loop], OUTLINE_INSET)
        brush.line(points, "gold-edge", 5.0)
        brush.line(points, "gold", 3.0)


FAR = 10_000  # cells: there is no way left
NEAR = 2  # cells to go: worth a word


def goal(rule_set: RuleSet, colour: int | None) -> str:
    return "Join yellow, blue and red with one group of your stones."


def legend(position: PositionLike) -> str:
    return "On each group: filled dots are sides it touches, open dots are sides it still needs."


def aims(position: PositionLike) -> Aims:
    """Each group that touches a side or has more than one stone; at the end the one that won."""
    areas = []
    for colour in (1, 2):
        for group in groups_of(position, colour):
            touched = touched_arcs(position.game, group)
            wins = touched == ALL_ARCS
            if wins if position.is_over else (touched or len(group) > 1):
                areas.append(_area(position, group, touched, decides=wins))
    return Aims(tuple(areas))


def _area(position: PositionLike, group: tuple[int, ...], touched: int, *, decides: bool) -> Area:
    pips = tuple(Pip(name, bool(touched & bit)) for bit, name in NAMES.items())
    reached = [pip.name for pip in pips if pip.is_reached]
    words = f"{group_name(position, group)} touches {listed(reached) if reached else 'no side'}"
    return Area(group, position.contents[group[0]], words, pips=pips, decides=decides)


def ending(position: PositionLike, winner: int | None) -> Ending:
    group = _winning(position)
    who, count = title(position.game, position.contents[group[0]]), counted(len(group), "stone")
    return Ending(f"One group of {who}, {count}, joins yellow, blue and red.")


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    """Cells still missing to connect, for both; groups joined, groups kept apart."""
    if after.is_over:
        return ["It joins yellow, blue and red and wins."]
    other = 3 - colour
    rival = title(before.game, other)
    mine, theirs = missing(after, colour), missing(after, other)
    was_mine, was_theirs = missing(before, colour), missing(before, other)
    found = []
    if mine == 1:
        found.append(f"One more cell, and {who.does('win')}.")
    elif mine < was_mine:
        to_go = f"{counted(mine, 'cell')} to go until {who.does('connect')}"
        found.append(f"{to_go} (it was {was_mine}).")
    if theirs > was_theirs:
        if theirs >= FAR:
            found.append(f"{rival} can no longer connect.")
        else:
            to_go = f"{counted(theirs, 'cell')} to go (it was {was_theirs})"
            found.append(f"{rival} now has {to_go}.")
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of {who.whose} groups.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    return found


def leaves(after: PositionLike, reply: PositionLike, colour: int) -> list[str]:
    """How near the answer brings its colour, and the other one's ways that it closes."""
    rival, found = title(after.game, 3 - colour), []
    if missing(reply, colour) >= FAR > missing(after, colour):
        found.append(f"lets {rival} close every way across")
    theirs, were_theirs = missing(reply, 3 - colour), missing(after, 3 - colour)
    if 0 < theirs <= NEAR and theirs < were_theirs:
        found.append(f"lets {rival} come within {counted(theirs, 'cell')} of connecting")
    return [*found, *defaults.leaves(after, reply, colour)]


CONNECT = Theme("connect", "Connect", "The turn joins all three sides.")
CONNECT_THREE = Theme(
    "connect-three", "Connect three", "The turn joins three groups or more, and all three sides."
)
ONE_STONE = Theme(
    "one-stone", "A single stone", "One stone is enough, though the turn could have had more."
)
JOIN_TWICE = Theme(
    "join-and-threaten",
    "Join and threaten",
    "The turn joins groups, and then no single stone stops you from connecting.",
)
DOUBLE_THREAT = Theme(
    "double-threat",
    "Double threat",
    "The turn joins nothing yet, but no single stone stops you from connecting.",
)
STOP = Theme(
    "stop", "Stop them", "The other side was about to connect, and after the turn it isn’t."
)
THREAT = Theme("threat", "Threat", "The turn threatens to connect with the next one.")
THEMES = (CONNECT_THREE, CONNECT, ONE_STONE, JOIN_TWICE, DOUBLE_THREAT, STOP, THREAT, QUIET)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    """Connections made, threatened and stopped."""
    joined = num_joined(before, after, colour)
    if after.is_over:
        return CONNECT_THREE if joined > 2 else CONNECT
    if len(placed(before, after, colour)) == 1 < before.most_stones:
        return ONE_STONE
    vacant = [cell for cell, content in enumerate(after.contents) if content == 0]
    if all(may_connect(after, colour, without=cell) for cell in vacant):
        return JOIN_TWICE if joined else DOUBLE_THREAT
    if may_connect(before, 3 - colour) and not may_connect(after, 3 - colour):
        return STOP
    if may_connect(after, colour):
        return THREAT
    return QUIET


def may_connect(position: PositionLike, colour: int, without: int | None = None) -> bool:
    """Whether a colour connects all arcs with one turn, were it to move.

    Of cells whose ring allows so many stones it needs no more than these. `without`: a cell that
    is not to be had.
    """
    rings = ring_numbers(position.game.rules)
    for stones in range(1, max(1, int(rings.max())) + 1):
        costs = [0 if one == colour else 1 if one == 0 else FAR for one in position.contents]
        for cell, ring in enumerate(rings):
            is_shut = max(1, int(ring)) < stones or cell == without
            if position.contents[cell] == 0 and is_shut:
                costs[cell] = FAR
        if _cost_to_connect(position, costs) <= stones:
            return True
    return False


def missing(position: PositionLike, colour: int) -> int:
    """The fewest vacant cells that a colour needs to connect all arcs; FAR where it cannot."""
    costs = [0 if one == colour else 1 if one == 0 else FAR for one in position.contents]
    return _cost_to_connect(position, costs)


def _cost_to_connect(position: PositionLike, costs: Sequence[int]) -> int:
    """What the cheapest cells cost that connect all arcs, FAR at most.

    Three ways from one cell, which counts once, to the three arcs: exact for three ends.
    """
    arcs = cast(Rules, position.game.rules).arcs
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
    queue = sorted((costs[cell], cell) for cell in begin)
    while queue:
        cost, cell = heappop(queue)
        if cost < found[cell]:
            found[cell] = cost
            for other in board.beside(cell):
                heappush(queue, (cost + costs[other], other))
    return found


def problems(draft: Draft) -> list[Problem]:
    """A connection of who is to move; else what is wrong with stones of any game."""
    return _connections(draft) or editing.problems(draft)


def _connections(draft: Draft) -> list[Problem]:
    """Whoever has connected all arcs has won with the turn before, and is not to move."""
    found = []
    for group in groups(draft.game.board, draft.contents):
        colour = draft.contents[group[0]]
        connects = touched_arcs(draft.game, group) == ALL_ARCS
        if connects and (colour == draft.colour or draft.cells("placed")):
            winner, other = title(draft.game, colour), title(draft.game, 3 - colour)
            ended = replace(draft, colour=3 - colour).with_cells("placed", ())
            found.append(
                Problem(
                    "connected",
                    f"{winner} has connected all three sides, so {winner} has just won and moves "
                    f"no more. Let {other} move, which shows the end of the game, or open the "
                    "connection.",
                    group,
                    (editing.letting(ended),),
                )
            )
    return found
