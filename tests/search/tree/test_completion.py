"""The rest of a turn where a search has nothing to say about it."""

import pytest

import skerry
from skerry.games.catalogue import GAMES
from skerry.games.info import GameInfo
from skerry.search.analysis import rest_of_turn
from tests.small import small

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize(
    "info", [info for info in GAMES if not info.has_setup], ids=lambda info: info.name
)
def test_where_each_action_takes_a_cell_it_is_the_first_legal_action_again_and_again(
    info: GameInfo,
) -> None:
    position = reached = skerry.game(info.name, **small(info.name)).start()
    for action in rest_of_turn(position):
        assert action == reached.legal_actions()[0]
        reached = reached.apply(action)
    assert reached.turn == 1
