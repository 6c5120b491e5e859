"""Sets of cells as bits: the spare bit keeps columns apart."""

import pytest

from skerry.core.bits import (
    bit_of,
    bounding_box,
    count_bits,
    first_cell,
    is_connected,
    nth_bit,
    spread,
)
from skerry.core.boards import square

pytestmark = pytest.mark.kernels

SIDE, STRIDE = 7, 8


def cells(*names: str) -> int:
    """A set by its cells' names."""
    return sum(bit_of(square(SIDE).names.index(name), SIDE) for name in names)


@pytest.mark.parametrize("cell", [0, 6, 7, 24, 48])
def test_a_cell_and_its_bit_are_found_from_each_other(cell: int) -> None:
    assert first_cell(bit_of(cell, SIDE), SIDE) == cell
    assert count_bits(bit_of(cell, SIDE)) == 1


def test_the_top_of_a_column_does_not_touch_the_bottom_of_the_next() -> None:
    assert not is_connected(cells("a7", "b1"), STRIDE)
    assert is_connected(cells("a7", "b7"), STRIDE)
    assert is_connected(cells("g7"), STRIDE)
    assert not is_connected(0, STRIDE)


def test_spreading_stays_within_the_given_set() -> None:
    ring = cells("a1", "a2", "a3", "b3", "c3", "c1")
    assert spread(cells("a1"), ring, STRIDE) == cells("a1", "a2", "a3", "b3", "c3")
    assert spread(cells("b1"), ring, STRIDE) == 0


def test_the_nth_cell_of_a_set_counts_from_its_lowest() -> None:
    some = cells("a2", "c3", "g7")
    assert [first_cell(nth_bit(some, index), SIDE) for index in range(3)] == [1, 16, 48]


def test_a_bounding_box_is_the_smallest_rectangle() -> None:
    box = cells("b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4")
    assert bounding_box(cells("b3", "c2", "d4"), SIDE) == box
    assert bounding_box(cells("g7"), SIDE) == cells("g7")
    assert bounding_box(cells("b2", "d4"), SIDE) == box  # row 3 and column c are empty
