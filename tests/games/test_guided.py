"""Guided playouts: what they say each colour has done, where that can be known beforehand."""

from functools import partial

import numpy as np
import pytest

import skerry
from skerry.core.bits import beside
from skerry.core.layout import DRAWN, REASON, RESULT, RUNNING, VACANT, IntArray16, new_work
from skerry.core.rng import generator
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.info import GameInfo
from skerry.games.syrtis.kernels import SINK
from skerry.games.syrtis.search import draw_turn
from skerry.games.words import REASONS
from tests.small import small

pytestmark = pytest.mark.kernels


def played_from(position: skerry.Position, seed: int) -> tuple[IntArray16, list[set[int]]]:
    """Where a playout ended, and the actions of each colour in it."""
    rules, state = position.game.rules, position.state
    taken = np.zeros((2, rules.num_actions), dtype=np.float32)
    dispatch.guided_playout(rules, state, generator(seed), new_work(rules), taken)
    assert state[RESULT] != RUNNING
    return state, [set(np.flatnonzero(taken[colour]).tolist()) for colour in (0, 1)]


@pytest.mark.parametrize(
    "info", [info for info in GAMES if not info.has_setup], ids=lambda info: info.name
)
@pytest.mark.parametrize("seed", range(3))
def test_the_vacant_cells_of_an_end_are_counted(info: GameInfo, seed: int) -> None:
    position = skerry.game(info.name, **small(info.name)).start()
    for state in (guided_from(position, seed), played_at_random_from(position, seed)):
        assert state[VACANT] == skerry.Position(position.game, state).contents.count(0)


def guided_from(position: skerry.Position, seed: int) -> IntArray16:
    """Where a guided playout ended."""
    return played_from(position, seed)[0]


def played_at_random_from(position: skerry.Position, seed: int) -> IntArray16:
    """Where a plain playout ended."""
    rules, state = position.game.rules, position.state
    dispatch.playout(rules, state, generator(seed), new_work(rules))
    return state


def test_a_playout_of_kitaran_that_reaches_the_cycle_limit_is_drawn_by_it() -> None:
    position = skerry.game("kitaran", size=3, cycle="draw", cycle_limit=1).start()
    for play_out in (partial(guided_from, position), partial(played_at_random_from, position)):
        ends = [play_out(seed) for seed in range(20)]
        reasons = {REASONS[state[REASON]] for state in ends if state[RESULT] == DRAWN}
        assert reasons == {"cycle"}


@pytest.mark.parametrize("seed", range(20))
def test_a_stone_of_kitaran_converts_where_one_was_placed(seed: int) -> None:
    _, (first, second) = played_from(skerry.game("kitaran", size=3).start(), seed)
    placed = {action for action in first | second if action < 9}
    assert placed == set(range(9))
    assert {action - 9 for action in first | second if action >= 9} < placed


def test_who_can_neither_move_nor_slide_in_syrtis_sinks_or_passes() -> None:
    """A block of tiles without a space in it, and two towers that stand alone in their islands."""
    stride, stream = 7, 1
    tiles = sum(0b111 << stride * column for column in range(3))
    one, two = 1 << 0, 1 << 2 * stride + 2
    kinds = set()
    for _ in range(60):
        kind, target, stream = draw_turn(
            tiles, tiles & ~one & ~two, one, two, one, two, tiles, stride, stream
        )
        kinds.add(kind)
        assert target & (beside(one, stride) | beside(two, stride))
    assert kinds == {SINK}
