"""Boards without a style sheet: what is painted, how, and that nothing else is left."""

import re
from math import prod
from xml.etree.ElementTree import Element, tostring

import pytest

import skerry
from skerry.draw import board_svg
from skerry.draw.board import colours
from skerry.draw.flat import Flattened, flatten, shadows
from skerry.games.info import Value
from tests.draw.boards_to_draw import BOARDS, some_positions

Options = dict[str, Value]


def flat(
    position: skerry.Position, *, dark: bool = False, last: list[int] | None = None
) -> Element:
    return flatten(board_svg(position, last=last or [], standalone=False), dark=dark)


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_nothing_is_left_that_only_a_browser_understands(name: str, options: Options) -> None:
    for position, last in some_positions(name, options):
        text = tostring(flat(position, last=last), encoding="unicode")
        assert (
            re.findall(r"var\(|color-mix|px,|\sfilter=|\sclass=|\sdata-|\saria-|\stabindex=", text)
            == []
        )
        assert "<style" not in text
        ids = set(re.findall(r'\sid="([^"]*)"', text))
        assert ids >= set(re.findall(r'(?:href="#|url\(#)([^")]*)', text))


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_a_picture_that_shares_elements_looks_as_one_that_shares_none(
    name: str, options: Options
) -> None:
    known, shared = Flattened(), set[int]()
    for position, last in some_positions(name, options):
        svg = board_svg(position, last=last, standalone=False)
        found = flatten(svg, known=known)
        assert tostring(found) == tostring(flatten(svg))
        elements = {id(one) for one in found.iter()}
        assert not shared or len(elements - shared) < 0.7 * len(elements)
        shared |= elements


def used(root: Element) -> list[str]:
    return [use.get("href", "").rsplit("-", 1)[1] for use in root.iter("use")]


def test_only_the_stones_that_lie_there_are_drawn() -> None:
    position = skerry.game("kitaran", size=3).start().play("a1").play("c3").play("b2")
    assert sorted(used(flat(position))) == ["black", "black", "white"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_colours_are_those_of_the_theme(dark: bool) -> None:
    root = flat(skerry.game("kitaran", size=3).start(), dark=dark)
    slab = next(one for one in root.iter("rect") if "transform" not in one.attrib)
    assert slab.get("fill") == colours()["kitaran-frame"][dark]
    assert all(label.get("fill") == colours()["kitaran-label"][dark] for label in root.iter("text"))


def test_the_last_turn_is_marked_when_it_is_given() -> None:
    position = skerry.game("kitaran", size=3).start().play("a1")
    marked = [
        dot.get("stroke")
        for dot in flat(position, last=[0]).iter("circle")
        if dot.get("r") == "4.6"
    ]
    assert marked == ["#fff"]
    assert [dot for dot in flat(position).iter("circle") if dot.get("r") == "4.6"] == []


def test_places_that_are_styles_become_attributes() -> None:
    """A browser moves tiles by CSS, whose lengths have units."""
    root = flat(skerry.game("syrtis").start(seed=3))
    places = [one.get("transform", "") for one in root.iter("g") if one.get("transform")]
    assert places
    assert all(re.fullmatch(r"translate\(-?[\d.]+,? ?-?[\d.]+\)", place) for place in places)


def test_a_shadow_is_darkest_at_its_edge_and_fades() -> None:
    board = Element("rect", {"height": "100", "fill": "#123456"})
    copies = list(shadows(board, "drop-shadow(rgba(0, 0, 0, 0.32) 0 2.5px 2.5px)"))
    scales = [float(copy.get("transform", "").split("scale(")[1][:-1]) for copy in copies]
    assert scales == sorted(scales, reverse=True)
    assert 1.05 < scales[0] < 1.2
    seen = 1 - prod(1 - float(copy.get("fill-opacity", 0)) for copy in copies)
    assert 0.2 < seen < 0.32
    assert {copy.get("fill") for copy in copies} == {"#000000"}
    assert all(copy.get("transform", "").startswith("translate(0 2.5)") for copy in copies)


def test_the_glow_of_a_line_is_made_of_wider_lines() -> None:
    line = Element("path", {"fill": "none", "stroke": "#fff", "stroke-width": "3"})
    copies = list(shadows(line, "drop-shadow(#123456 0 0 0.8px) saturate(0.6)"))
    widths = [float(copy.get("stroke-width", 0)) for copy in copies]
    assert widths[0] > 5 > 3 > widths[-1]
    assert {copy.get("stroke") for copy in copies} == {"#123456"}
    assert all(copy.get("fill") == "none" and "transform" not in copy.attrib for copy in copies)


def test_other_filters_leave_no_shadow() -> None:
    assert list(shadows(Element("use"), "saturate(0.6)")) == []
