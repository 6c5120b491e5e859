"""Batches: every game goes as one alone would, begins again, and refuses what is illegal."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

import skerry
from skerry.core.layout import new_work
from skerry.games.catalogue import info
from skerry.games.contract import observe
from skerry.games.observation import grid_of
from tests.small import NAMES
from tests.small import small as small_options
from tests.strategies import few, games

kernels = pytest.mark.kernels
each_game = pytest.mark.parametrize("name", NAMES)


def small(name: str, num_games: int = 20, **given: Any) -> skerry.Batch:
    options = small_options(name, cycle_limit=6, stall_limit=3, swap=True)  # many games soon end
    return skerry.batch(name, num_games=num_games, **options, **given)


def shown(batch: skerry.Batch) -> list[bytes]:
    """Copies of all that a step leaves behind."""
    arrays = (batch.observations, batch.masks, batch.players, batch.rewards, batch.terminations)
    return [array.tobytes() for array in arrays]


def expected(position: skerry.Position) -> np.ndarray[Any, Any]:
    game = position.game
    batch = skerry.Batch(game, 1)
    out = np.zeros(int(np.prod(batch.observation_shape)), dtype=np.uint8)
    assert position.player is not None
    work = new_work(game.rules)
    observe(game.rules, grid_of(game.board), position.state, position.player, out, work)
    return out.reshape(batch.observation_shape)


@kernels
@few
@given(game=games(), seed=st.integers(0, 2**32))
def test_each_game_goes_as_it_would_alone(game: skerry.Game, seed: int) -> None:
    batch, rng = skerry.Batch(game, 3, seed=seed), Random(seed)
    alone = [batch.position(i) for i in range(3)]
    for _ in range(60):
        for i, position in enumerate(alone):
            assert batch.position(i) == position
            assert batch.players[i] == position.player
            assert np.flatnonzero(batch.masks[i]).tolist() == position.legal_actions()
            assert np.array_equal(batch.observations[i], expected(position))
        actions = np.array([rng.choice(position.legal_actions()) for position in alone])
        batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            after = alone[i].apply(action)
            assert batch.terminations[i] == after.is_over
            rewards = [0.0, 0.0]
            if after.outcome is not None and after.outcome.winner is not None:
                rewards[after.outcome.winner], rewards[1 - after.outcome.winner] = 1.0, -1.0
            assert batch.rewards[i].tolist() == rewards
            alone[i] = batch.position(i) if after.is_over else after
            if after.is_over:
                assert alone[i].turn == 0
                assert not alone[i].turn_so_far


@kernels
@each_game
def test_a_game_that_ends_begins_again(name: str) -> None:
    batch = small(name)
    starts = {batch.position(i).state.tobytes() for i in range(20)}
    ended = 0
    for _ in range(400):
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.terminations):
            ended += 1
            position = batch.position(int(i))
            assert position.turn == 0
            assert info(name).has_setup or position == position.game.start()
            assert batch.masks[i].any()
    assert ended > 20
    assert (len(starts) > 1) == info(name).has_setup  # drawn for every game


@kernels
@each_game
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    def run(seed: int) -> Iterator[list[bytes]]:
        batch = small(name, seed=seed)
        for _ in range(60):
            batch.step(batch.sample())
            yield shown(batch)

    assert list(run(5)) == list(run(5))
    assert list(run(5)) != list(run(6))


@each_game
@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(name: str, threads: int) -> None:
    one, several = small(name, 65), small(name, 65, threads=threads)
    for _ in range(80):
        assert shown(one) == shown(several)
        actions = one.sample()
        assert np.array_equal(actions, several.sample())
        one.step(actions)
        several.step(actions)


@kernels
@each_game
def test_random_play_in_one_call_is_random_play_step_by_step(name: str) -> None:
    """Over more than one block of games, and the rest of one."""
    one, other = small(name, 70), small(name, 70)
    for steps in (1, 5, 30):
        one.play_randomly(steps)
        for _ in range(steps):
            other.step(other.sample())
        assert shown(one) == shown(other)


@each_game
def test_threads_change_nothing_of_random_play(name: str) -> None:
    one, several = small(name, 200), small(name, 200, threads=3)
    for _ in range(3):
        one.play_randomly(20)
        several.play_randomly(20)
        assert shown(one) == shown(several)


@pytest.mark.parametrize("steps", [0, -1, 1_000_001])
def test_so_many_random_steps_are_refused(steps: int) -> None:
    batch = small("spry", 2)
    before = shown(batch)
    with pytest.raises(skerry.OptionError, match=rf"steps={steps} is not possible; it must be 1 "):
        batch.play_randomly(steps)
    assert shown(batch) == before


def test_more_threads_than_games_are_no_harm() -> None:
    batch = small("spry", 2, threads=5)
    batch.step(batch.sample())
    assert batch.position(1).turn_so_far or batch.position(1).turn == 1


@kernels
@each_game
def test_games_begin_where_a_single_game_may(name: str) -> None:
    begun_games = small(name, num_games=6, seed=4)
    for index in range(6):
        begun = begun_games.position(index)
        assert begun.turn == 0
        assert skerry.position(begun.text) == begun


@kernels
def test_a_reset_begins_all_games_afresh() -> None:
    batch = small("syrtis", seed=3)
    before = shown(batch)
    for _ in range(7):
        batch.step(batch.sample())
    batch.reset(3)
    assert shown(batch) == before
    batch.reset(4)
    assert shown(batch) != before


def test_random_actions_are_equally_likely() -> None:
    batch = small("spry", 20_000)
    counts = np.bincount(batch.sample(), minlength=batch.num_actions)
    legal = batch.position(0).legal_actions()
    assert counts[legal].sum() == 20_000
    even = np.full(len(legal), 20_000 / len(legal))
    assert chi2_contingency([counts[legal], even]).pvalue > 1e-3


@kernels
def test_set_ups_are_as_likely_as_those_of_a_single_game() -> None:
    """The 6 ways to lay the first three pairs' kinds, over the four tiles of each."""
    batch = skerry.batch("syrtis", board="minor", num_games=4_000, seed=1)
    game = skerry.game("syrtis", board="minor")
    drawn = [
        [position.contents[:2] for position in source]
        for source in (
            map(batch.position, range(4_000)),
            (game.start(seed=seed) for seed in range(4_000)),
        )
    ]
    kinds = sorted(set(drawn[0]) | set(drawn[1]))
    assert len(kinds) == 16
    table = [[one.count(kind) for kind in kinds] for one in drawn]
    assert chi2_contingency(table).pvalue > 1e-3
    for index in range(50):  # and each is one that SYR-3 can give
        text = batch.position(index).text
        assert skerry.position(text).text == text


@kernels
@each_game
def test_an_illegal_action_is_refused_before_any_game_moves(name: str) -> None:
    batch = small(name)
    batch.step(batch.sample())  # at a start all actions may be legal
    before, actions = shown(batch), batch.sample()
    illegal = int(np.flatnonzero(~batch.masks[7])[0])
    actions[7] = illegal
    with pytest.raises(skerry.IllegalActionError, match=r"^Game 7 of the batch: ") as refusal:
        batch.step(actions)
    assert re.fullmatch(r"[A-Z]+-\d+", refusal.value.rule)
    assert shown(batch) == before
    for number in (-1, batch.num_actions, 2**40):
        actions[7] = number
        with pytest.raises(skerry.SkerryError, match="Game 7 of the batch"):
            batch.step(actions)
    assert shown(batch) == before


@pytest.mark.parametrize(
    "actions",
    [np.zeros(3, dtype=np.int64), np.zeros((4, 1), dtype=np.int64), np.zeros(4), ["a1"] * 4],
)
def test_actions_of_another_shape_or_kind_are_refused(actions: Any) -> None:
    batch = small("spry", 4)
    with pytest.raises(skerry.OptionError, match=r"integers of shape \(4,\)"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"num_games": 0}, "num_games=0 is not possible; it must be 1 to 1,048,576."),
        ({"num_games": 1, "threads": 0}, "threads=0 is not possible; it must be 1 to 256."),
        (
            {"num_games": 1, "seed": -1},
            "seed=-1 is not possible; it must be a whole number of at least 0",
        ),
        ({"num_games": 1, "size": 99}, "option size=99"),
        ({"num_games": 1, "komi": 1}, "there is no option 'komi'"),
    ],
)
def test_wrong_wishes_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says.replace("(", r"\(")):
        skerry.batch("spry", **given)


def test_there_is_no_game_beyond_the_last() -> None:
    with pytest.raises(skerry.OptionError, match="index=4"):
        small("spry", 4).position(4)
