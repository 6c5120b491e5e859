"""What the playouts of Byg ask of the stones around a cell."""

import pytest

from skerry.games.byg.kernels import ALL_AROUND, _one_of_each_run

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("around", range(ALL_AROUND + 1))
def test_of_stones_side_by_side_around_a_cell_one_is_left(around: int) -> None:
    left = _one_of_each_run(around)
    begins = [way for way in range(6) if around >> way & 1 and not around >> (way - 1) % 6 & 1]
    if around == ALL_AROUND:
        begins = [0]
    assert left & ALL_AROUND == sum(1 << way for way in begins)
