"""Where cells lie: hexagons and squares in user units, and the outlines of sets of hexagons.

Points are counted on a lattice first, in whole steps, so that corners shared by cells are equal
and not merely close. A hexagon (pointy top) has its corners at

             (0,-2)
      (-1,-1)      (1,-1)         one step right is half the distance of two cells in a row,
      (-1, 1)      (1, 1)         one step down half the radius of a hexagon
             (0, 2)

and neighbours at (2,0), (1,-3), (-1,-3), (-2,0), (-1,3), (1,3). Down is positive, as in SVG.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt

from skerry.canvas.svg import Point, number
from skerry.core.boards import Board, row_length

PITCH = 40.0  # user units from a cell's centre to its neighbour's
RADIUS = PITCH / sqrt(3)  # of a hexagon, centre to corner
APOTHEM = PITCH / 2  # centre to the middle of an edge, hexagon or square

Lattice = tuple[int, int]

HEX_CORNERS: tuple[Lattice, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
# Counter-clockwise from the right, like the corners of the board they point to.
HEX_STEPS: tuple[Lattice, ...] = ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3))
SQUARE_CORNERS: tuple[Lattice, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, eq=False)
class Layout:
    """A board laid out around its centre, which is (0, 0)."""

    unit: Point  # user units per lattice step
    lattice: tuple[Lattice, ...]  # of each cell's centre
    corners: tuple[Lattice, ...]  # of a cell, from its centre, clockwise on the screen
    rows: tuple[tuple[int, ...], ...]  # cells of each row, the top row first, from the left

    def point(self, place: Lattice) -> Point:
        """A lattice point in user units."""
        return place[0] * self.unit[0], place[1] * self.unit[1]

    def centre(self, cell: int) -> Point:
        """The centre of a cell in user units."""
        return self.point(self.lattice[cell])

    @property
    def shape(self) -> tuple[Point, ...]:
        """The corners of a cell in user units, from its centre."""
        return tuple(self.point(corner) for corner in self.corners)


def label_size(columns: int) -> float:
    """Font size of coordinates in user units, so that they read alike on small and big boards."""
    return 11.0 * min(1.8, max(0.75, columns / 12))


@lru_cache(maxsize=64)
def layout(board: Board) -> Layout:
    """Where the cells of a board lie; neighbours are PITCH apart."""
    n = board.size
    if board.shape == "hexhex":
        lattice = tuple(
            (2 * column - (row_length(n, row) - 1), -3 * (row - (n - 1)))
            for row, column in board.places
        )
        unit, corners = (PITCH / 2, RADIUS / 2), HEX_CORNERS
    else:
        lattice = tuple((2 * column - (n - 1), (n - 1) - 2 * row) for row, column in board.places)
        unit, corners = (PITCH / 2, PITCH / 2), SQUARE_CORNERS
    heights = sorted({y for _, y in lattice})
    rows = tuple(
        tuple(
            sorted((c for c, (_, y) in enumerate(lattice) if y == height), key=lattice.__getitem__)
        )
        for height in heights
    )
    return Layout(unit, lattice, corners, rows)


@lru_cache(maxsize=64)
def walks(board: Board) -> tuple[dict[str, int], ...]:
    """Where the arrow keys lead from each cell: some of "left", "right", "up", "down".

    On hexagons the way up leans right and left by turns, so that it goes straight up, and the way
    down takes it back; at a slanting side it follows the side.
    """
    found = layout(board)
    at = {place: cell for cell, place in enumerate(found.lattice)}
    row_of = {cell: index for index, row in enumerate(found.rows) for cell in row}

    def beside(cell: int, step: int) -> int | None:
        row = found.rows[row_of[cell]]
        index = row.index(cell) + step
        return row[index] if 0 <= index < len(row) else None

    def towards(cell: int, step: int) -> int | None:
        index = row_of[cell] + step
        if not 0 <= index < len(found.rows):
            return None
        x = found.lattice[cell][0]
        height = found.lattice[found.rows[index][0]][1]
        if board.shape == "square":
            return at[x, height]
        lower = max(index, row_of[cell])
        lean = (1 if lower % 2 == 0 else -1) * (1 if step < 0 else -1)
        return at.get((x + lean, height), at.get((x - lean, height)))

    moves: dict[str, Callable[[int], int | None]] = {
        "left": lambda cell: beside(cell, -1),
        "right": lambda cell: beside(cell, 1),
        "up": lambda cell: towards(cell, -1),
        "down": lambda cell: towards(cell, 1),
    }
    return tuple(
        {name: end for name, move in moves.items() if (end := move(cell)) is not None}
        for cell in range(board.num_cells)
    )


def outline_loops(found: Layout, cells: Iterable[int]) -> list[list[Lattice]]:
    """The closed lines around a set of cells: outer ones clockwise, holes the other way.

    Three hexagons meet in a corner, so a corner on the edge of the set lies on one line only. Where
    two squares touch in a corner alone, the line turns right, and so stays with its square.
    """
    around: set[tuple[Lattice, Lattice]] = set()
    for cell in cells:
        x, y = found.lattice[cell]
        ring = [(x + dx, y + dy) for dx, dy in found.corners]
        around.update(zip(ring, [*ring[1:], ring[0]], strict=True))
    # An edge between two cells of the set is passed in both directions.
    edges: dict[Lattice, list[Lattice]] = {}
    for start, end in sorted(around):
        if (end, start) not in around:
            edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        first = min(edges)
        loop = [first, _next_corner(edges, None, first)]
        while loop[-1] != first:
            loop.append(_next_corner(edges, loop[-2], loop[-1]))
        loops.append(loop[:-1])
    return loops


def _next_corner(
    edges: dict[Lattice, list[Lattice]], before: Lattice | None, here: Lattice
) -> Lattice:
    """Take the edge that leads on, of two the one to the right."""
    ends = edges[here]
    if before is not None:
        way = here[0] - before[0], here[1] - before[1]
        ends.sort(key=lambda end: way[0] * (end[1] - here[1]) - way[1] * (end[0] - here[0]))
    end = ends.pop()
    if not ends:
        del edges[here]
    return end


def inset(points: Sequence[Point], distance: float) -> list[Point]:
    """A clockwise loop drawn in by a distance (a counter-clockwise one, a hole, widened)."""
    count = len(points)
    normals = []
    for index in range(count):
        (x, y), (next_x, next_y) = points[index], points[(index + 1) % count]
        length = hypot(next_x - x, next_y - y)
        normals.append((-(next_y - y) / length, (next_x - x) / length))
    moved = []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = normals[index - 1], normals[index]
        scale = distance / (1 + ax * bx + ay * by)
        moved.append((x + (ax + bx) * scale, y + (ay + by) * scale))
    return moved


def smooth_path(points: Sequence[Point]) -> str:
    """Path data of a closed curve through the middles of the edges, bent at the corners."""
    middles = [
        ((x + next_x) / 2, (y + next_y) / 2)
        for (x, y), (next_x, next_y) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    start = middles[-1]
    curves = [
        f"Q{number(x)} {number(y)} {number(mx)} {number(my)}"
        for (x, y), (mx, my) in zip(points, middles, strict=True)
    ]
    return f"M{number(start[0])} {number(start[1])}{''.join(curves)}Z"


def rounded_path(points: Sequence[Point], radius: float) -> str:
    """Path data of a polygon whose corners are cut `radius` before the corner and bent."""
    parts: list[str] = []
    count = len(points)
    for index, (x, y) in enumerate(points):
        cuts = []
        for other_x, other_y in (points[index - 1], points[(index + 1) % count]):
            share = min(0.5, radius / hypot(other_x - x, other_y - y))
            cuts.append((x + (other_x - x) * share, y + (other_y - y) * share))
        (ax, ay), (bx, by) = cuts
        lead = "L" if parts else "M"
        parts.append(
            f"{lead}{number(ax)} {number(ay)}Q{number(x)} {number(y)} {number(bx)} {number(by)}"
        )
    return "".join(parts) + "Z"


def outline(found: Layout, cells: Iterable[int], distance: float) -> str:
    """Path data of the lines around a set of cells, some way inside: smooth, of squares bent."""
    loops = (
        inset([found.point(corner) for corner in loop], distance)
        for loop in outline_loops(found, cells)
    )
    if len(found.corners) == 6:
        return "".join(map(smooth_path, loops))
    return "".join(rounded_path(loop, 7.0) for loop in loops)


def groups(board: Board, contents: Sequence[int]) -> list[tuple[int, ...]]:
    """The groups of both colours (C-7), each a tuple of cells ascending, by their first cell."""
    seen: set[int] = set()
    found = []
    for first, colour in enumerate(contents):
        if colour == 0 or first in seen:
            continue
        group, stack = {first}, [first]
        while stack:
            for other in board.neighbours[stack.pop()].tolist():
                inside = other < board.num_cells and other not in group
                if inside and contents[other] == colour:
                    group.add(other)
                    stack.append(other)
        seen |= group
        found.append(tuple(sorted(group)))
    return found
