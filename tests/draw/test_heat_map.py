"""Boards that are shaded by shares."""

import re
from xml.etree import ElementTree

import pytest

from skerry.core.boards import hexhex
from skerry.draw.heat_map import FULL, Heat, heat_map, mix
from skerry.draw.theme import HEAT_COLOURS

HEATS = {0: Heat(0.9, "90", "good"), 1: Heat(0.4, "40", "can't be told", is_clear=False)}


def test_on_paper_every_element_has_its_own_paint() -> None:
    board = hexhex(2)
    page, paper = (heat_map(board, HEATS, "wins", on_paper=one) for one in (False, True))
    assert "var(--heat-grey)" in page
    assert "var(" not in paper
    assert "style" not in paper
    root = ElementTree.fromstring(paper)
    drawn = [one for one in root.iter() if one.tag.endswith(("path", "text"))]
    assert len(drawn) > board.num_cells
    assert all(one.get("fill") for one in drawn)
    assert paper.count(HEAT_COLOURS["heat-grey"][0]) == 1
    assert re.sub("<[^>]*>", "", paper) == re.sub("<[^>]*>", "", page)


@pytest.mark.parametrize(
    ("share", "colour"), [(0.5, "heat-middle"), (0.5 + FULL, "heat-high"), (0.0, "heat-low")]
)
def test_the_ends_and_the_middle_have_the_colours_of_the_theme(share: float, colour: str) -> None:
    assert mix(share) == HEAT_COLOURS[colour][0]
