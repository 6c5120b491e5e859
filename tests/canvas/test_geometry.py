from math import dist, hypot
from random import Random

import pytest

import skerry
from skerry.canvas.boards import label_places, outside_ring, ring_line
from skerry.canvas.geometry import (
    PITCH,
    Layout,
    groups,
    inset,
    layout,
    outline_loops,
    rounded_path,
    smooth_path,
    walks,
)
from skerry.canvas.svg import Point
from skerry.core.boards import Board, distances_from_centre, hexhex, square
from skerry.games.arcs import outside_arcs
from tests.draw.boards_to_draw import random_game

BOARDS = [hexhex(2), hexhex(3), hexhex(7), hexhex(13), square(3), square(8), square(19)]


def named(board: Board) -> str:
    return f"{board.shape}{board.size}"


def encloses(loops: list[list[Point]], point: Point) -> bool:
    """Even-odd rule: a ray to the right crosses the loops an odd number of times."""
    x, y = point
    crossings = 0
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_cells_lie_one_pitch_apart_exactly_when_they_are_neighbours(board: Board) -> None:
    found = layout(board)
    for cell in range(0, board.num_cells, max(1, board.num_cells // 60)):
        here = found.centre(cell)
        distances = [dist(here, found.centre(other)) for other in range(board.num_cells)]
        near = [other for other, d in enumerate(distances) if 0 < d < PITCH * 1.01]
        assert near == [
            other for other in board.neighbours[cell].tolist() if other < len(distances)
        ]
        assert all(distances[other] == pytest.approx(PITCH) for other in near)
        assert min(d for other, d in enumerate(distances) if other != cell) > PITCH * 0.99


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_the_board_lies_around_its_centre_with_the_first_row_at_the_bottom(board: Board) -> None:
    found = layout(board)
    xs, ys = zip(*(found.centre(cell) for cell in range(board.num_cells)), strict=True)
    assert sum(xs) == pytest.approx(0)
    assert sum(ys) == pytest.approx(0)
    assert found.centre(board.names.index("a1"))[1] == max(ys)
    assert sorted(cell for row in found.rows for cell in row) == list(range(board.num_cells))


def test_distance_from_the_centre_is_seen_as_rings() -> None:
    board = hexhex(5)
    found = layout(board)
    for cell, ring in enumerate(distances_from_centre(board).tolist()):
        length = hypot(*found.centre(cell))
        assert PITCH * ring * 0.866 <= length + 0.01
        assert length <= PITCH * ring + 0.01


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_arrow_keys_lead_where_they_point(board: Board) -> None:
    found = layout(board)
    signs = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    for cell, ways in enumerate(walks(board)):
        x, y = found.centre(cell)
        for way, end in ways.items():
            end_x, end_y = found.centre(end)
            sign_x, sign_y = signs[way]
            assert end in board.neighbours[cell].tolist()
            assert (end_y > y) - (end_y < y) == sign_y
            assert sign_x == 0 or (end_x > x) - (end_x < x) == sign_x


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_arrow_keys_reach_every_cell_and_up_goes_straight_up(board: Board) -> None:
    ways = walks(board)
    reached, stack = {0}, [0]
    while stack:
        for end in ways[stack.pop()].values():
            if end not in reached:
                reached.add(end)
                stack.append(end)
    assert len(reached) == board.num_cells
    found = layout(board)
    cell = next(c for c in range(board.num_cells) if found.rows[-1][len(found.rows[-1]) // 2] == c)
    begun = found.centre(cell)[0]
    while "up" in ways[cell]:
        above = ways[cell]["up"]
        assert ways[above]["down"] == cell
        cell = above
        assert abs(found.centre(cell)[0] - begun) <= PITCH / 2 + 0.01
    assert cell in found.rows[0]


def outlines_in_units(found: Layout, cells: list[int], distance: float) -> list[list[Point]]:
    return [
        inset([found.point(corner) for corner in loop], distance)
        for loop in outline_loops(found, cells)
    ]


@pytest.mark.parametrize("distance", [0.0, 2.0])
def test_the_outlines_of_byg_enclose_exactly_the_cells_of_their_group(distance: float) -> None:
    board = hexhex(6)
    found = layout(board)
    sample = Random(8).sample  # the order in which cells are given must not matter
    for moment, (position, _) in enumerate(random_game("byg", {"size": 6}, seed=4)):
        if moment % 20 != 19:
            continue
        for group in groups(board, position.contents):
            loops = outlines_in_units(found, sample(group, len(group)), distance)
            inside = [c for c in range(board.num_cells) if encloses(loops, found.centre(c))]
            assert inside == list(group)


def test_a_ring_of_cells_has_an_outer_line_and_a_hole() -> None:
    board = hexhex(2)
    found = layout(board)
    ring = [cell for cell in range(7) if board.names[cell] != "b2"]
    loops = outlines_in_units(found, ring, 0.0)
    assert sorted(len(loop) for loop in loops) == [6, 18]
    assert not encloses(loops, found.centre(board.names.index("b2")))


def test_an_inset_outline_keeps_its_distance_from_the_edge() -> None:
    found = layout(hexhex(2))
    (outer,) = outlines_in_units(found, [0], 0.0)
    (inner,) = outlines_in_units(found, [0], 3.0)
    centre = found.centre(0)
    apothem = PITCH / 2
    assert all(dist(point, centre) == pytest.approx(apothem / 0.8660254) for point in outer)
    assert all(dist(point, centre) == pytest.approx((apothem - 3) / 0.8660254) for point in inner)


def test_paths_are_closed_and_bend_at_every_corner() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert smooth_path(points) == "M0 5Q0 0 5 0Q10 0 10 5Q10 10 5 10Q0 10 0 5Z"
    assert rounded_path(points, 2).count("Q") == 4
    assert rounded_path(points, 2).startswith("M0 2Q0 0 2 0L8 0Q10 0 10 2")


def test_groups_of_a_picture_are_those_that_the_rules_count() -> None:
    for position, _ in random_game("byg", {"size": 4}, seed=2):
        sizes = {1: [], 2: []}  # type: dict[int, list[int]]
        for group in groups(position.game.board, position.contents):
            sizes[position.contents[group[0]]].append(len(group))
        for colour in (1, 2):
            expected = position.standings[colour - 1].groups
            assert tuple(sorted(sizes[colour], reverse=True)) == expected


def test_a_line_around_no_cell_is_empty() -> None:
    assert ring_line(layout(hexhex(3)), ()) == ""


@pytest.mark.parametrize("size", [2, 5, 13])
def test_outside_cells_surround_the_board_and_touch_it_from_outside(size: int) -> None:
    """SPRY-3: an outside cell beside a cell of the board has a colour that the cell touches."""
    game = skerry.game("spry", size=size)
    found = layout(game.board)
    at = {place: cell for cell, place in enumerate(found.lattice)}
    bits = {"yellow": 1, "blue": 2, "red": 4}
    colours = ("blue", "blue", "red", "red", "yellow", "yellow")
    touched = [0] * game.board.num_cells
    places = outside_ring(size)
    assert len({place for side in places for place in side}) == 6 * size
    for side, row in enumerate(places):
        for step, (x, y) in enumerate(row):
            assert (x, y) not in at
            here = bits[colours[side]] | (bits[colours[side - 1]] if step == 0 else 0)
            for dx, dy in ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3)):
                if (x + dx, y + dy) in at:
                    touched[at[x + dx, y + dy]] |= here
    assert touched == outside_arcs(game.board).tolist()


@pytest.mark.parametrize("size", [2, 6, 13])
def test_every_row_and_every_number_is_labelled_once_outside_the_board(size: int) -> None:
    board = hexhex(size)
    found = layout(board)
    labels = label_places(board, found, 28.0)
    words = [word for word, _ in labels]
    assert sorted(words) == sorted({name[0] for name in board.names} | {n[1:] for n in board.names})
    for _, at in labels:
        nearest = min(dist(at, found.centre(cell)) for cell in range(board.num_cells))
        assert nearest == pytest.approx(28.0)
