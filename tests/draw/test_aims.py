"""What the colours are after, drawn over a board."""

import re
from xml.etree import ElementTree

import pytest

import skerry
from skerry.draw import aims, aims_words, board_svg, stylesheet
from skerry.games.info import Value
from tests.draw.boards_to_draw import BOARDS, some_positions
from tests.draw.test_overlay import with_class
from tests.draw.test_palette import contrast, grounds, in_each_look, in_each_theme

STONES = ("#f8f6f0", "#23262a")
PLACE = re.compile(r"translate\((\S+) (\S+)\)")


def drawn(position: skerry.Position) -> ElementTree.Element:
    return ElementTree.fromstring(aims(position))


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_what_is_told_is_drawn_and_no_label_lies_on_another(
    name: str, options: dict[str, Value]
) -> None:
    for position, _ in some_positions(name, options):
        root = drawn(position)
        areas, signs = with_class(root, "aim"), with_class(root, "sign-plate")
        assert len(areas) + len(signs) == len(aims_words(position))
        places = [PLACE.match(one.get("transform", "")) for one in with_class(root, "aim-label")]
        spots = [(float(one[1]), float(one[2])) for one in places if one]
        assert len(spots) == len(set(spots))


def test_only_an_aimed_picture_has_them() -> None:
    position = skerry.game("byg").start().play("a1").play("b3,c5")
    assert 'class="aims"' not in board_svg(position)
    assert aims(position) in board_svg(position, with_aims=True)


def test_open_and_filled_pips_say_which_sides_a_group_touches() -> None:
    position = skerry.game("spry", size=3).start().play("a1")  # a corner: yellow and red
    (label,) = with_class(drawn(position), "aim-label")
    pips = [one.get("class") for one in label.iter() if "pip" in one.get("class", "").split()]
    assert pips == ["pip pip-yellow", "pip", "pip pip-red"]


def test_squares_that_meet_in_a_corner_are_outlined_each_by_itself() -> None:
    from skerry.canvas.geometry import layout, outline_loops

    board = skerry.game("kitaran", size=3).board
    cells = {name: cell for cell, name in enumerate(board.names)}
    loops = outline_loops(layout(board), [cells["a1"], cells["b2"]])
    assert sorted(map(len, loops)) == [4, 4]
    ring = [cell for name, cell in cells.items() if name != "b2"]
    assert sorted(map(len, outline_loops(layout(board), ring))) == [4, 12]


@in_each_theme
@in_each_look
def test_lines_and_signs_stand_out_from_every_ground(look: str, dark: bool) -> None:
    """A line or its casing does, and so does the plate of a sign or its rim."""
    ink, paper, danger = "#14181c", "#ffffff", "#ffd34d"
    sheet = stylesheet().replace("#fff;", f"{paper};")
    assert all(colour in sheet for colour in (ink, paper, danger))
    for ground in (*grounds(look, dark), *STONES):
        assert max(contrast(ink, ground), contrast(paper, ground)) >= 3
        assert max(contrast(danger, ground), contrast(ink, ground)) >= 3
    assert min(contrast(ink, paper), contrast(ink, danger)) >= 4.5
