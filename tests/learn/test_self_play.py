"""Games of a network against itself: what they teach is legal, sums up, and is the same again."""

import numpy as np
import pytest

import skerry
from skerry.core.lanes import new_lanes
from skerry.core.rng import generator
from skerry.games import contract
from skerry.learn.self_play import Lesson, Plan, play_game
from skerry.learn.teaching import new_room
from skerry.learn.training import new_net, shape_of
from skerry.search.arrays import new_totals, new_tree
from skerry.search.mcts import new_path
from skerry.search.net import new_judge
from tests.small import small, start

pytestmark = pytest.mark.kernels

PLAN = Plan(well=20, quick=5, often=0.5, drawn_turns=4)


def played(game: skerry.Game, seed: int, room: int = 400) -> tuple[int, Lesson]:
    """A game with a network that knows nothing."""
    net = new_net(shape_of(game), 6, 4, np.random.default_rng(seed))
    lesson = new_room(game, room)
    end = play_game(
        game.rules,
        start(game, seed).state,
        new_tree(20_000),
        new_totals(game.rules),
        generator(seed),
        game.info.judged,
        new_path(),
        new_judge(net),
        new_lanes(game.rules.num_cells),
        PLAN,
        2,
        lesson,
        3,
        np.zeros(room, dtype=np.int16),
    )
    return end, lesson


@pytest.mark.parametrize("name", ["byg", "kitaran"])  # with sets of stones, and without
def test_a_game_teaches_what_is_legal_and_sums_up(name: str) -> None:
    game = skerry.game(name, **small(name))
    end, lesson = played(game, 7)
    assert end > 4
    for row in range(3, end):
        legal = lesson.actions[row] >= 0
        assert legal.any()
        assert len(set(lesson.actions[row][legal].tolist())) == legal.sum()
        assert lesson.shares[row].sum() == pytest.approx(1.0, abs=1e-4)
        assert (lesson.shares[row][~legal] == 0.0).all()
        known = lesson.features[row][lesson.features[row] >= 0]
        assert 0 < len(known) == len(set(known.tolist()))
        assert known.max() < contract.num_features(game.rules)
    assert (lesson.worth[3:end] >= 0.0).all()
    assert (lesson.worth[3:end] <= 1.0).all()
    assert len({round(float(worth), 3) for worth in lesson.worth[3:end]}) > 1
    again, same = played(game, 7)
    assert again == end
    assert (lesson.shares[3:end] == same.shares[3:end]).all()
    assert (lesson.worth[3:end] == same.worth[3:end]).all()
    assert (lesson.features[3:end] == same.features[3:end]).all()
    _, another = played(game, 8)
    assert not (another.shares[3:6] == lesson.shares[3:6]).all()


def test_a_game_for_which_there_is_no_room_is_left_out() -> None:
    assert played(skerry.game("kitaran", size=4), 7, room=4)[0] == 3
