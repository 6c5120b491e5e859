"""Training: gradients agree with differences, what is learned is known, nets keep their files."""

from pathlib import Path

import numpy as np
import pytest

import skerry
from skerry.learn.self_play import Lesson
from skerry.learn.training import Learner, new_net, shape_of
from skerry.search.net import Net, keep_net, read_net
from tests.small import NAMES, small

STEP = 1e-3


def lesson(game: skerry.Game, rows: int, seed: int) -> Lesson:
    """Positions that never were: what is learned of them is arbitrary."""
    rng, shape = np.random.default_rng(seed), shape_of(game)
    features = np.full((rows, 12), -1, dtype=np.int16)
    actions = np.full((rows, 6), -1, dtype=np.int16)
    for row in range(rows):
        number, choices = rng.integers(4, 13), rng.integers(2, 7)
        features[row, :number] = rng.choice(shape.num_features, number, replace=False)
        actions[row, :choices] = rng.choice(game.rules.num_actions, choices, replace=False)
    shares = rng.random(actions.shape).astype(np.float32) * (actions >= 0)
    shares /= shares.sum(axis=1, keepdims=True)
    return Lesson(features, actions, shares, rng.random(rows).astype(np.float32))


def learner(game: skerry.Game, seed: int = 1, *, precise: bool = False) -> Learner:
    shape, rng = shape_of(game), np.random.default_rng(seed)
    net = new_net(shape, 7, 5, rng)
    net.value[:] = rng.normal(0.0, 0.5, net.value.shape)
    net.policy[:] = rng.normal(0.0, 0.5, net.policy.shape)
    kind = np.float64 if precise else np.float32  # differences are small
    return Learner.of(Net._make(array.astype(kind) for array in net), shape)


def loss(of: Learner, batch: Lesson, symmetry: int) -> float:
    found, _ = of.gradient(batch, symmetry)
    return found.worth + found.actions


@pytest.mark.parametrize("name", NAMES)
def test_slopes_are_those_that_differences_show(name: str) -> None:
    game = skerry.game(name, **small(name))
    of, batch = learner(game, precise=True), lesson(game, 8, 2)
    symmetry = len(of.shape.slot_maps) - 1
    _, slopes = of.gradient(batch, symmetry)
    rng = np.random.default_rng(3)
    for weights, slope in zip(of.net, slopes, strict=True):
        steep = np.flatnonzero(np.abs(slope.ravel()) > 1e-3)
        assert len(steep) > 3
        for place in rng.choice(steep, min(12, len(steep)), replace=False):
            index = np.unravel_index(place, weights.shape)
            kept = weights[index]
            weights[index] = kept + STEP
            above = loss(of, batch, symmetry)
            weights[index] = kept - STEP
            below = loss(of, batch, symmetry)
            weights[index] = kept
            assert (above - below) / (2 * STEP) == pytest.approx(slope[index], rel=0.05, abs=2e-4)


def test_what_is_learned_by_heart_is_known() -> None:
    game = skerry.game("kitaran", size=3)
    of, batch = learner(game), lesson(game, 16, 4)
    first = of.learn(batch, 0, 0.01)
    for _ in range(400):
        last = of.learn(batch, 0, 0.01)
    assert last.worth < first.worth - 0.02
    assert last.actions < first.actions - 0.1
    assert last.found > first.found
    assert of.steps == 401


def test_what_is_learned_by_one_symmetry_is_known_of_the_others() -> None:
    """The board being turned, the same weights stand elsewhere: losses stay what they are."""
    game = skerry.game("kitaran", size=3)
    of, batch = learner(game), lesson(game, 16, 5)
    plain = of.gradient(batch, 0)[0]
    for number, (features, slots) in enumerate(
        zip(of.shape.feature_maps, of.shape.slot_maps, strict=True)
    ):
        first, policy = of.net.first.copy(), of.net.policy.copy()
        first[features] = of.net.first
        policy[:, slots[:-1]] = of.net.policy
        twin = Learner.of(of.net._replace(first=first, policy=policy), of.shape)
        assert twin.gradient(batch, number)[0] == pytest.approx(plain, rel=1e-4)


def test_a_network_keeps_its_file(tmp_path: Path) -> None:
    net = learner(skerry.game("kitaran", size=3)).net
    file = tmp_path / "net.npz"
    assert read_net(file) is None
    keep_net(file, net)
    kept = read_net(file)
    assert kept is not None
    for one, other in zip(net, kept, strict=True):
        assert other.dtype == np.float32
        assert other.flags.c_contiguous
        assert np.allclose(one, other, rtol=1e-3, atol=1e-3)
    assert list(tmp_path.iterdir()) == [file]
