"""The pictures on the home page show what draw/ draws today."""

import pytest

import skerry
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.web.board import pictures
from skerry.web.board.pictures import picture

NAMES = [info.name for info in GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_current(name: str) -> None:
    assert picture(name) == pictures.draw(name), "run python -m skerry.web.board.pictures"


@pytest.mark.parametrize("name", NAMES)
def test_pictures_offer_nothing_to_choose(name: str) -> None:
    svg = pictures.draw(name)
    assert svg.startswith('<svg role="img" aria-label="')
    for word in ("tabindex", "gridcell", "data-cell"):
        assert word not in svg


@pytest.mark.parametrize("name", NAMES)
def test_pictures_show_a_game_of_their_own_that_goes_on(name: str) -> None:
    shown = skerry.position(game_module(name).SHOWCASE)
    assert shown.game.name == name
    assert not shown.is_over
