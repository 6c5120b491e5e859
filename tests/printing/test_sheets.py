"""How a picture of true size is spread over sheets."""

import pytest

from skerry.canvas.geometry import PITCH
from skerry.errors import OptionError
from skerry.printing.typesetting import (
    MOST_SHEETS,
    OVERLAP,
    Size,
    largest_cell,
    room,
    sheets,
    true_size,
)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [Size(500, 40), Size(40, 500), Size(400, 600), Size(190.1, 231.5)])
def test_sheets_cover_the_picture_and_neighbours_overlap(paper: str, size: Size) -> None:
    found = sheets(size, paper)
    assert len(found) > 1
    most = room(paper)
    for sheet in found:
        assert sheet.width <= most.width
        assert sheet.height <= most.height
        right = [one for one in found if (one.row, one.column) == (sheet.row, sheet.column + 1)]
        assert [one.left for one in right] == pytest.approx(
            [sheet.left + sheet.width - OVERLAP] * len(right)
        )
    assert max(one.left + one.width for one in found) == pytest.approx(size.width)
    assert max(one.top + one.height for one in found) == pytest.approx(size.height)


def test_what_fits_takes_one_sheet() -> None:
    (sheet,) = sheets(room("a4"), "a4")
    assert (sheet.left, sheet.top, sheet.width) == (0, 0, room("a4").width)


def test_the_largest_cell_fills_the_sheet_and_no_larger_one_fits() -> None:
    units = Size(10 * PITCH, 8 * PITCH)
    cell = largest_cell(units, "a4")
    assert true_size(units, cell).width <= room("a4").width < true_size(units, cell + 0.1).width


def test_more_sheets_than_anybody_glues_are_refused() -> None:
    width, height = room("a4")
    assert len(sheets(Size(width, 16 * (height - OVERLAP)), "a4")) == MOST_SHEETS
    with pytest.raises(OptionError, match="takes 17 sheets"):
        sheets(Size(width, 17 * (height - OVERLAP)), "a4")
