"""Small pictures: whole, of few bytes, and of what is on the board."""

from xml.etree import ElementTree

import pytest

import skerry
from skerry.draw.board import colours
from skerry.draw.thumbnails import thumbnail
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", [info.name for info in GAMES])
@pytest.mark.parametrize("dark", [False, True])
def test_a_thumbnail_is_a_small_square_picture_that_needs_nothing_else(
    name: str, dark: bool
) -> None:
    text = thumbnail(skerry.position(game_module(name).SHOWCASE), dark=dark)
    root = ElementTree.fromstring(text)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (width, height) == (width, width)
    assert (-2 * left, -2 * top) == pytest.approx((width, width), abs=0.05)
    assert root[0].attrib["fill"] == colours()[game_module(name).GROUND][dark]
    for word in ("style", "class", "href", "url("):
        assert word not in text
    assert len(text) < 20_000


def test_stones_and_the_last_turn_lie_where_they_are() -> None:
    game = skerry.game("kitaran", size=3)
    position = game.start().play("a1").play("c3")
    plain = thumbnail(position)
    discs = [
        (float(one.attrib["cx"]) > 0, float(one.attrib["cy"]) > 0, one.attrib["fill"])
        for one in ElementTree.fromstring(plain).iter(f"{SVG}circle")
    ]
    black, white = (colours()[name][False] for name in ("black-1", "white-1"))
    assert sorted(discs) == [(False, True, black), (True, False, white)]
    marked = thumbnail(position, last=[game.parse_action("c3")])
    assert marked.count("<circle") == plain.count("<circle") + 1
    assert colours()["accent"][False] in marked
