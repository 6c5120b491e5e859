"""Positions of Byg as pictures, and what its colours are after."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from math import atan2

from skerry.canvas import looks
from skerry.canvas.boards import (
    OUTLINE_INSET,
    Scene,
    group_outline,
    plain_slab,
    ring_line,
    stone_definitions,
)
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import Layout, groups, inset, outline_loops
from skerry.canvas.svg import Ids, Point, number, tag
from skerry.core.boards import Board
from skerry.core.numbers import counted
from skerry.games import defaults
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Row,
    Who,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    placed,
    sentence,
    title,
)
from skerry.games.ruleset import RuleSet
from skerry.games.themes import CUT, JOININGS, LAST_TURN, QUIET, Theme, joining
from skerry.games.view import BoardView, PositionLike, palette

# A floor of six-cornered clay tiles, no two firings alike.
COLOURS, LOOKS = palette(
    {
        # on its own board, on paper, with high contrast, in print
        "byg-ground-pale": (("#c17a58", "#a3644a"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "byg-ground": (("#b66b4c", "#99593f"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "byg-ground-red": (("#ab5e45", "#93533b"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "byg-joint": (("#83462f", "#673524"), looks.PENCIL, looks.BLACK, looks.LINE),
        "byg-slab": (("#4b271b", "#2f1911"), looks.SHEET_EDGE, looks.NIGHT, looks.LIGHT),
        "byg-label": (("#f0d8c6", "#cfae99"), looks.INK, looks.LIGHT, looks.BLACK),
        "byg-white": (("#ffffff", "#f4f2ee"), looks.SHEET, looks.LIGHT, looks.LIGHT),
        "byg-white-edge": (("#6b3220", "#4f2416"), looks.INK, looks.BLACK, looks.BLACK),
        "byg-black": (("#17151c", "#100e14"), looks.INK, looks.BLACK, looks.BLACK),
    }
)
FIRINGS = ("byg-ground-pale", "byg-ground", "byg-ground-red")
JOINT = 0.6  # half of what lies between two tiles
SHOWCASE = (
    "byg size=6 cap=3 swap=off | 1b2w1/1wbb3/2w1w2b/2b1w4/1b2wbw1w1/1b3bb1b1b/2wb1wb3/bb2ww3/"
    "w1wbb3/wwb4/6 | player=0 first=0 turn=15 placed=-"
)


@lru_cache(maxsize=8)
def _group_sizes(board: Board, contents: tuple[int, ...]) -> dict[int, int]:
    """By stone, how many its group has."""
    return {cell: len(group) for group in groups(board, contents) for cell in group}


def describe(seen: BoardView, cell: int) -> list[str]:
    """The stone, and the size of its group."""
    sizes = _group_sizes(seen.game.board, seen.contents)
    parts = defaults.describe(seen, cell)
    return [*parts, f"group of {sizes[cell]}"] if cell in sizes else parts


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """A floor of tiles; each group in an outline of its owner's colour."""
    slab, box = plain_slab(seen.game.board, found, labelled=labelled)
    outlines = tag("g", {"id": ids.id_for("outlines")}, *_outlines(seen, found))
    cells = defaults.stone_cells(seen, found, ids)
    return Scene(box, stone_definitions(ids), slab + _floor(found), cells, outlines)


def _outlines(seen: BoardView, found: Layout) -> list[str]:
    """A line around each group; White's has a casing, to be seen on white paper too."""
    lines, cased = [], ""
    for group in groups(seen.game.board, seen.contents):
        colour, path = seen.contents[group[0]], group_outline(found, group)
        lines.append(tag("path", {"class": f"outline outline-{colour}", "d": path}))
        cased += path if colour == 1 else ""
    return [tag("path", {"class": "casing", "d": cased}), *lines] if cased else lines


def _firing(cell: int) -> int:
    """Which of the FIRINGS a tile is of: mixed as by a tiler, the same on every picture."""
    return (cell * 40503 >> 4) % len(FIRINGS)


@lru_cache(maxsize=8)
def _floor(found: Layout) -> str:
    """The tiles, and the light on their edges: above left a gleam, below right a shade."""
    tile = inset(found.shape, JOINT)
    edge = sorted(inset(found.shape, JOINT + 1.0), key=lambda at: atan2(at[1], at[0]))
    paths = {"bed": ring_line(found, range(len(found.lattice)))}
    paths |= {f"tile-{number}": "" for number in range(len(FIRINGS))}
    paths |= {"shade": "", "gleam": ""}
    for cell in range(len(found.lattice)):
        centre = found.centre(cell)
        paths[f"tile-{_firing(cell)}"] += _path(centre, tile) + "z"
        paths["shade"] += _path(centre, edge[1:4])
        paths["gleam"] += _path(centre, edge[3:])
    return "".join(tag("path", {"class": name, "d": path}) for name, path in paths.items())


def _path(centre: Point, points: Sequence[Point]) -> str:
    """Path data through some points around a centre."""
    (x, y), (first_x, first_y) = centre, points[0]
    start = f"M{number(x + first_x)} {number(y + first_y)}"
    steps = ((end[0] - from_x, end[1] - from_y) for (from_x, from_y), end in pairwise(points))
    return start + "".join(f"l{number(dx)} {number(dy)}" for dx, dy in steps)


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """The board, the stones, a line around each group."""
    for cell in range(seen.game.board.num_cells):
        brush.cell(found, cell, FIRINGS[_firing(cell)], "byg-joint", 1.2)
    defaults.paint_stones(brush, seen, found)
    for group in groups(seen.game.board, seen.contents):
        colour = "byg-white" if seen.contents[group[0]] == 1 else "byg-black"
        for loop in outline_loops(found, group):
            brush.line(inset([found.point(corner) for corner in loop], OUTLINE_INSET), colour, 2.4)


RANKS = ("Largest", "Second", "Third")


def goal(rule_set: RuleSet, colour: int | None) -> str:
    return "The largest group on the full board. If equal, the second largest, and so on."


def legend(position: PositionLike) -> str:
    """The numbers, who leads, and the stones that the groups give."""
    gold = " In gold: what would decide now." if _decisive(position) is not None else ""
    first, second = (_stones_given(position, colour) for colour in (1, 2))
    return f"On each group: its size.{gold} Groups give stones: {first} a turn, {second}."


def _stones_given(position: PositionLike, colour: int) -> str:
    """How many stones the groups of a colour allow (BYG-2)."""
    name, num_groups = title(position.game, colour), len(position.standings[colour - 1].groups)
    least = int(position.game.option("first_stones")) if position.turn == 0 and colour == 1 else 1
    return f"{name} up to {max(least, min(num_groups, int(position.game.option('cap'))))}"


def aims(position: PositionLike) -> Aims:
    """The size of each group and its rank; in gold the first rank at which the colours differ."""
    areas = []
    decisive = _decisive(position)
    for colour in (1, 2):
        for rank, group in enumerate(groups_of(position, colour)):
            place = rank_name(rank).lower()
            words = f"{group_name(position, group)}: the {place} of its colour"
            decides = rank == decisive
            areas.append(Area(group, colour, words, str(len(group)), decides=decides))
    return Aims(tuple(areas))


def rank_name(number: int) -> str:
    """The rank of a group in a list that begins with the largest, number 0."""
    return RANKS[number] if number < len(RANKS) else f"{number + 1}th"


def _decisive(position: PositionLike) -> int | None:
    """The first rank at which the sizes of the groups differ; None: they are equal."""
    for rank, (mine, theirs) in enumerate(_pairs(position)):
        if mine != theirs:
            return rank
    return None


def _pairs(position: PositionLike) -> list[tuple[int, int]]:
    first, second = (one.groups for one in position.standings)
    return list(zip_longest(first, second, fillvalue=0))


def ending(position: PositionLike, winner: int | None) -> Ending:
    decisive, pairs = _decisive(position), _pairs(position)
    assert decisive is not None  # a full board has an odd number of cells
    rows = tuple(
        Row(rank_name(rank), str(mine), str(theirs), decides=rank == decisive)
        for rank, (mine, theirs) in enumerate(pairs[: decisive + 2])
    )
    if decisive == 0:
        mine, theirs = pairs[0]
        return Ending("The largest group decides.", rows, (str(mine), str(theirs)))
    return Ending(f"The {rank_name(decisive).lower()} largest groups decide.", rows)


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    """The largest group, the number of groups, groups kept apart."""
    rival = title(before.game, 3 - colour)
    old, new = before.standings[colour - 1].groups, after.standings[colour - 1].groups
    found = []
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of {who.whose} groups.")
    if old and new[0] > old[0]:
        found.append(f"{sentence(who.whose)} largest group grows from {old[0]} to {new[0]}.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    cap = int(before.game.option("cap"))
    may, could = min(cap, len(new)), min(cap, len(old))
    if old and may > could:
        places = f"{who.does('place')} up to {counted(may, 'stone')} next turn"
        found.append(f"With {len(new)} groups {places}.")
    elif len(new) > len(old):
        found.append(f"{sentence(who.does('have'))} {counted(len(new), 'group')}.")
    return found


HOLD_BACK = Theme(
    "hold-back", "Hold back", "The turn places fewer stones than there are groups to allow them."
)
LEAVE_LARGEST = Theme(
    "leave-largest", "Leave the largest", "The turn does not add to your largest group."
)
TAKE_LEAD = Theme(
    "take-lead", "Take the lead", "Your largest group was not the largest, and now it is."
)
STILL_BEHIND = Theme(
    "still-behind", "Still behind", "After the turn the other side’s largest group is larger."
)
THEMES = (LAST_TURN, HOLD_BACK, LEAVE_LARGEST, STILL_BEHIND, *JOININGS, TAKE_LEAD, QUIET)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    """Stones that were left out; the largest groups; groups joined and kept apart."""
    if after.is_over:
        return LAST_TURN
    old, new = before.standings[colour - 1].groups, after.standings[colour - 1].groups
    if len(placed(before, after, colour)) < min(len(old), int(before.game.option("cap"))):
        return HOLD_BACK
    theirs = max(before.standings[2 - colour].groups, default=0)
    if max(new) == max(old, default=0):
        return LEAVE_LARGEST
    if max(new) < theirs:
        return STILL_BEHIND
    led = max(old, default=0) > theirs
    found = joining(before, after, colour)
    if found in (None, CUT) and not led and max(new) > theirs:
        return TAKE_LEAD
    return found or QUIET
