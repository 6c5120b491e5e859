"""Printed boards: they open elsewhere, and measure what they say."""

from collections import Counter

import numpy as np
import pytest

import skerry
from skerry.canvas.geometry import layout
from skerry.canvas.svg import Ids
from skerry.errors import OptionError
from skerry.games.contract import game_module
from skerry.printing import printed_board
from skerry.printing.pages import rules
from tests.printing.reading import (
    INK,
    PIXELS,
    band,
    level,
    num_pages,
    readers,
    rulers,
    runs_of,
    sizes,
    text_of,
    upright,
)
from tests.small import NAMES, small

CLOSE = 0.5  # mm
A4, LETTER = (210.0, 297.0), (215.9, 279.4)


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_the_paper_is_the_one_asked_for(paper: str, size: tuple[float, float]) -> None:
    for found in sizes(printed_board(skerry.game("kitaran", size=3), paper=paper)):
        assert found == pytest.approx(size, abs=0.1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_measures_100_mm_on_each_sheet(name: str, paper: str) -> None:
    pdf = printed_board(skerry.game(name, **small(name)), paper=paper, cell=12)
    assert len(rulers(pdf)) >= 1
    for read in readers():
        for index in rulers(pdf):
            foot = read(pdf, index)[-round(20 * PIXELS) :]
            (row,) = level(foot, least=95)
            line = foot[int(row * PIXELS)] < INK
            assert max(runs_of(line)) == pytest.approx(100, abs=CLOSE)


@pytest.mark.parametrize("cell", [9.0, 17.5, 25.0])
def test_squares_are_as_wide_as_asked_for(cell: float) -> None:
    pdf = printed_board(skerry.game("kitaran", size=5), cell=cell)
    for read in readers():
        page = band(read(pdf, 0), 20, 250)
        for found in (upright(page, least=4.5 * cell), level(page, least=4.5 * cell)):
            assert len(found) == 6
            gaps = np.diff(found)
            assert gaps == pytest.approx([cell] * 5, abs=CLOSE)
            assert found[-1] - found[0] == pytest.approx(5 * cell, abs=CLOSE)


def test_hexagons_are_as_wide_as_asked_for() -> None:
    """Their upright sides stand half a cell apart, each row being shifted."""
    pdf = printed_board(skerry.game("y", size=3), cell=20)
    for read in readers():
        found = upright(read(pdf, 0), least=10)
        assert np.diff(found) == pytest.approx([10] * (len(found) - 1), abs=CLOSE)
        assert len(found) == 15  # seven cells in the longest row, outside ones included


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_without_a_width_the_board_is_as_large_as_one_sheet_holds(name: str, paper: str) -> None:
    pdf = printed_board(skerry.game(name, **small(name)), paper=paper)
    page = readers()[0](pdf, 0)
    inked = np.flatnonzero((page[round(26 * PIXELS) : -round(70 * PIXELS)] < 200).any(axis=0))
    left, right = inked[0] / PIXELS, (page.shape[1] - 1 - inked[-1]) / PIXELS
    assert min(left, right) >= 9.5, "nothing lies where printers do not print"
    high = np.flatnonzero((page[: -round(62 * PIXELS)] < 200).any(axis=1))[-1] / PIXELS
    assert (inked[-1] - inked[0]) / PIXELS > 150 or high > 180


def test_a_board_larger_than_the_sheet_lies_on_several_that_overlap() -> None:
    cell = 50.0
    pdf = printed_board(skerry.game("kitaran", size=5), cell=cell)
    assert num_pages(pdf) == 5  # two by two, and the rules
    assert "Sheet 4 of 4: row 2, column 2" in text_of(pdf)
    for read in readers():
        left, right = (read(pdf, index) for index in (0, 1))
        edge, end = upright(band(left, 18, 22.5), least=3)  # along which the sheet is cut
        # The right sheet comes to lie ten millimetres before the end of the left one.
        shift = end - edge - 10
        lines = [place - edge for place in upright(band(left, 40, 150), least=90)]
        lines += [place - edge + shift for place in upright(band(right, 40, 150), least=90)]
        first = min(lines)
        assert {round((place - first) / cell) for place in lines} == set(range(6))
        off = [abs(place - first - cell * round((place - first) / cell)) for place in lines]
        assert max(off) < CLOSE


@pytest.mark.parametrize("cell", [4.9, 100.1, float("nan"), float("inf")])
def test_cells_that_nobody_can_use_are_refused(cell: float) -> None:
    with pytest.raises(OptionError, match="5 to 100 mm"):
        printed_board(skerry.game("kitaran", size=3), cell=cell)


def test_too_many_sheets_and_other_papers_are_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match="16 are possible"):
        printed_board(skerry.game("kitaran", size=19), cell=60)
    with pytest.raises(OptionError, match="The paper is a4 or letter, not 'a5'"):
        printed_board(skerry.game("kitaran", size=3), paper="a5")


@pytest.mark.parametrize("name", NAMES)
def test_the_sheets_say_which_game_it_is_what_is_needed_and_how_it_is_played(name: str) -> None:
    game = skerry.game(name, **small(name))
    text = text_of(printed_board(game))
    assert game.info.title in text
    assert "You need:" in text
    for heading in ("A turn", "The end"):
        assert heading in text
    assert "Our reading" not in text
    assert not any(f"({rule}-" in text for rule in ("SPRY", "SYT", "BYG", "KIT", "SYR"))


def test_rules_keep_their_stress_and_their_diagrams() -> None:
    blocks = list(rules("spry"))
    assert {block["kind"] for block in blocks} >= {"title", "heading", "paragraph", "item"}
    assert sum(block["kind"] == "diagram" for block in blocks) == 2
    strong = [run["text"] for one in blocks for run in one.get("runs", ()) if run["strong"]]
    assert "innermost" in strong


@pytest.mark.parametrize(("board", "each"), [("major", 9), ("square", 9), ("minor", 4)])
def test_tiles_and_towers_are_as_many_as_the_game_has(board: str, each: int) -> None:
    game = skerry.game("syrtis", board=board)
    needed = game_module("syrtis").paper(game, layout(game.board), Ids("", "paper"))
    counts = Counter({piece.words: piece.num_copies for piece in needed.pieces})
    assert sorted(counts.values()) == [2, 2, each, each, each, each]
    start = game.start(seed=1)
    assert 4 * each == sum(content > 0 for content in start.contents)


def test_pieces_have_the_scale_of_their_board() -> None:
    cell = 20.0
    pdf = printed_board(skerry.game("syrtis", board="minor"), cell=cell)
    assert num_pages(pdf) == 3
    for read in readers():
        row = band(read(pdf, 1), 45, 46)[0]  # through the dark faces of the second row
        faces = [run for run in runs_of((row > 90) & (row < 190)) if run > 5]
        assert faces == pytest.approx([0.9 * cell] * 7, abs=CLOSE)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_light_on_ink(name: str) -> None:
    page = readers()[0](printed_board(skerry.game(name, **small(name))), 0)
    assert page.mean() > 215
