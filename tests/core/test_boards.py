"""Boards: cells, names and neighbours as C-4 and C-5 fix them."""

from collections import Counter

import pytest

from skerry.core.boards import Board, distances_from_centre, hexhex, square


def around(board: Board, name: str) -> list[str]:
    """Names of a cell's neighbours."""
    row = board.neighbours[board.names.index(name)]
    return [board.names[cell] for cell in row if cell < board.num_cells]


@pytest.mark.parametrize("size", range(2, 14))
def test_a_hexhex_board_has_3n_n_minus_1_plus_1_cells(size: int) -> None:
    assert hexhex(size).num_cells == 3 * size * (size - 1) + 1


@pytest.mark.parametrize("board", [hexhex(2), hexhex(7), hexhex(13), square(3), square(19)])
def test_neighbours_are_mutual_ascending_and_padded_with_the_wall(board: Board) -> None:
    for cell, row in enumerate(board.neighbours):
        assert list(row) == sorted(row)
        for other in row:
            assert other == board.num_cells or cell in board.neighbours[other]


def test_names_follow_rows_from_the_bottom_and_cells_from_the_left() -> None:
    board = hexhex(5)
    assert board.names[:6] == ("a1", "a2", "a3", "a4", "a5", "b1")
    assert board.names[30] == "e5"  # the centre
    assert board.names[-1] == "i5"
    assert square(3).names == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")


def test_rows_touch_as_rule_c4_says() -> None:
    board = hexhex(3)
    assert around(board, "a1") == ["a2", "b1", "b2"]  # lower half: j and j + 1 above
    assert around(board, "c3") == ["b2", "b3", "c2", "c4", "d2", "d3"]  # from the widest row: j - 1
    assert around(board, "c1") == ["b1", "c2", "d1"]


def test_bygs_bottom_left_cell_has_two_neighbours_above_and_one_beside() -> None:
    assert around(hexhex(6), "a1") == ["a2", "b1", "b2"]


def test_squares_touch_orthogonally() -> None:
    assert around(square(3), "b2") == ["a2", "b1", "b3", "c2"]
    assert around(square(3), "a1") == ["a2", "b1"]


def test_distances_are_those_of_a_walk_from_the_centre() -> None:
    board = hexhex(6)
    distance = {board.names.index("f6"): 0}
    frontier = list(distance)
    while frontier:
        cell = frontier.pop(0)
        for other in board.neighbours[cell]:
            if other < board.num_cells and other not in distance:
                distance[int(other)] = distance[cell] + 1
                frontier.append(int(other))
    assert distances_from_centre(board).tolist() == [
        distance[cell] for cell in range(board.num_cells)
    ]


def test_sytrans_double_rings_hold_7_30_54_78_and_102_cells() -> None:
    numbers = distances_from_centre(hexhex(10)) // 2 + 1
    assert Counter(numbers.tolist()) == {1: 7, 2: 30, 3: 54, 4: 78, 5: 102}
