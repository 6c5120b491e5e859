"""Games with three arcs outside the board: their pictures, and which arcs each group touches."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import cast

from skerry.canvas.arcs import arcs, coordinates, paint_arcs
from skerry.canvas.boards import OUTLINE_INSET, Scene, group_outline, slab, stone_definitions
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import Layout, groups, inset, outline_loops
from skerry.canvas.svg import Ids, tag
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
