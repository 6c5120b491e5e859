"""Pictures as pixels: the right size, the right colours in the right places."""

from typing import Any

import numpy as np
import pytest

import skerry
from skerry.draw.board import colours
from skerry.draw.thumbnails import board_pixels
from skerry.games.catalogue import GAMES
from tests.small import start


def colour_of(name: str, *, dark: bool = False) -> list[int]:
    text = colours()[name][dark]
    return [int(text[at : at + 2], 16) for at in (1, 3, 5)]


@pytest.mark.parametrize("name", [info.name for info in GAMES])
@pytest.mark.parametrize("size", [16, 97, 300])
def test_a_picture_is_as_large_as_asked_for(name: str, size: int) -> None:
    picture = board_pixels(start(skerry.game(name), 2), size=size)
    assert picture.shape == (size, size, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
    assert picture.flags.owndata


@pytest.mark.parametrize("dark", [False, True])
def test_stones_lie_where_they_are(dark: bool) -> None:
    position = skerry.game("kitaran", size=3).start().play("a1").play("c3")
    picture = board_pixels(position, size=300, dark=dark)
    assert picture[-60, 52].tolist() == colour_of("black-1", dark=dark)  # a1: lower left
    assert picture[60, -52].tolist() == colour_of("white-1", dark=dark)
    assert picture[150, 150].tolist() == colour_of("kitaran-ground", dark=dark)


def test_the_last_turn_is_marked() -> None:
    game = skerry.game("kitaran", size=3)
    position = game.start().play("b2")
    marked = board_pixels(position, size=300, last=[game.parse_action("b2")])
    assert marked[150, 150].tolist() == colour_of("accent")
    assert board_pixels(position, size=300)[150, 150].tolist() == colour_of("black-1")


def test_spry_has_its_three_colours_outside_and_gold_for_who_won() -> None:
    position = skerry.game("spry", size=2).start()
    colours = {tuple(pixel) for pixel in board_pixels(position).reshape(-1, 3).tolist()}
    for name in ("arc-yellow", "arc-blue", "arc-red"):
        assert tuple(colour_of(name)) in colours
    assert tuple(colour_of("gold")) not in colours
    won: Any = position
    while not won.is_over:
        won = won.apply(won.legal_actions()[0])
    painted = {tuple(pixel) for pixel in board_pixels(won).reshape(-1, 3).tolist()}
    assert tuple(colour_of("gold")) in painted


@pytest.mark.parametrize("size", [0, 15, 4097])
def test_a_size_out_of_bounds_is_refused(size: int) -> None:
    with pytest.raises(skerry.OptionError, match="16 to 4096 pixels"):
        board_pixels(skerry.game("spry").start(), size=size)
