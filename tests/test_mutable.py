"""MutablePosition: the same game as Position's, step by step, and as safe."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.games.catalogue import GAMES
from tests.small import start
from tests.strategies import few, games, positions

pytestmark = pytest.mark.kernels


@few
@given(game=games(), seed=st.integers(0, 2**32))
def test_it_goes_the_way_of_the_immutable_one(game: skerry.Game, seed: int) -> None:
    fixed, rng = start(game, seed), Random(seed)
    moving = skerry.MutablePosition(fixed)
    for _ in range(150):
        assert moving.position() == fixed
        assert moving.legal_actions() == fixed.legal_actions()
        assert (moving.player, moving.is_over, moving.outcome) == (
            fixed.player,
            fixed.is_over,
            fixed.outcome,
        )
        if fixed.is_over:
            break
        assert moving.returns() == [0.0, 0.0]
        action = rng.choice(fixed.legal_actions())
        fixed = fixed.apply(action)
        moving.apply(action)
    if fixed.outcome is not None:
        winner = fixed.outcome.winner
        assert moving.returns() == [
            0.0 if winner is None else 1.0 if winner == p else -1.0 for p in (0, 1)
        ]


@few
@given(position=positions(), numbers=st.lists(st.integers(-3, 6000), max_size=6))
def test_what_is_refused_changes_nothing(position: skerry.Position, numbers: list[int]) -> None:
    moving = skerry.MutablePosition(position)
    for action in numbers:
        if action in position.legal_actions():
            continue
        with pytest.raises(skerry.SkerryError) as fixed:
            position.apply(action)
        with pytest.raises(skerry.SkerryError) as refused:
            moving.apply(action)
        assert (type(refused.value), str(refused.value)) == (type(fixed.value), str(fixed.value))
        assert moving.position() == position
        assert moving.legal_actions() == position.legal_actions()


def test_what_lies_between_two_legal_actions_is_refused() -> None:
    moving = skerry.MutablePosition(skerry.game("kitaran", size=3).start())
    moving.apply(4)
    with pytest.raises(skerry.IllegalActionError):
        moving.apply(4)
    assert moving.position().turn == 1


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_a_copy_goes_its_own_way(name: str) -> None:
    position = start(skerry.game(name), 2)
    one = skerry.MutablePosition(position)
    other = one.copy()
    other.apply(other.legal_actions()[0])
    assert one.position() == position
    assert other.position() == position.apply(position.legal_actions()[0])
    one.apply(one.legal_actions()[-1])
    assert other.position() == position.apply(position.legal_actions()[0])


def test_an_action_must_be_a_whole_number() -> None:
    moving = skerry.MutablePosition(skerry.game("spry").start())
    with pytest.raises(TypeError):
        moving.apply("a1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        moving.apply(1.0)  # type: ignore[arg-type]
