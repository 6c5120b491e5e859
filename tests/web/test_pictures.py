"""The pictures on the home page show what draw/ draws today."""

import pytest

from skerry.games.catalogue import GAMES
from skerry.web import game_pictures


def test_every_game_has_a_picture() -> None:
    assert set(game_pictures.POSITIONS) == {info.name for info in GAMES}


@pytest.mark.parametrize("name", game_pictures.POSITIONS)
def test_pictures_are_current(name: str) -> None:
    kept = (game_pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == game_pictures.draw(name), "run python -m skerry.web.game_pictures"


@pytest.mark.parametrize("name", game_pictures.POSITIONS)
def test_pictures_offer_nothing_to_choose(name: str) -> None:
    svg = game_pictures.draw(name)
    assert svg.startswith('<svg role="img" aria-label="')
    for word in ("tabindex", "gridcell", "data-cell"):
        assert word not in svg
