"""Fitting a network to lessons: gradients of its layers, and Adam (Kingma and Ba, 2015).

A network is two layers of clipped linear units (0 to 1) above the sum of its features' rows, with a
logistic worth and a softmax over the legal actions on top. What it loses is the cross entropy of
both, added.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from skerry.core.layout import FloatArray32, IntArray64
from skerry.games import contract
from skerry.games.ruleset import RuleSet
from skerry.learn.self_play import Lesson
from skerry.search.net import Net
from skerry.search.symmetry import rule_symmetries

FAST, SLOW, TINY = 0.9, 0.999, 1e-8  # Adam's decays, and what keeps it from dividing by zero


class Shape(NamedTuple):
    """Sizes of a network's inputs and outputs, and the ways to turn its board."""

    num_features: int
    num_slots: int
    slots: IntArray64  # (num_actions + 1,) of each action; num_slots for none
    second_slots: IntArray64  # (num_actions + 1,)
    feature_maps: IntArray64  # (symmetries, num_features + 1) where each takes a feature
    slot_maps: IntArray64  # (symmetries, num_slots + 1)


def shape_of(rule_set: RuleSet) -> Shape:
    """What a network for a game's board looks like from outside."""
    rules = rule_set.rules
    n, actions = rules.num_cells, range(rules.num_actions)
    features, slots = contract.num_features(rules), contract.num_slots(rules)
    seconds = [contract.second_slot(rules, action) for action in actions]
    cells = np.array(rule_symmetries(rule_set))
    return Shape(
        features,
        slots,
        np.array([*(contract.slot_of(rules, action) for action in actions), slots]),
        np.array([*(slots if slot < 0 else slot for slot in seconds), slots]),
        _turned(cells, contract.features_of_cell(rules), features + 1, is_inner=True),
        _turned(cells, slots // n, slots + 1, is_inner=False),
    )


def _turned(cells: IntArray64, of_cell: int, size: int, *, is_inner: bool) -> IntArray64:
    """Where each symmetry takes what speaks of cells; the rest stays.

    `is_inner`: all that speaks of a cell stands together, else there is a block for all cells.
    """
    num, n = cells.shape
    maps = np.tile(np.arange(size), (num, 1))
    place = np.arange(of_cell)
    if is_inner:
        turned = cells[:, :, None] * of_cell + place
    else:
        turned = place[:, None] * n + cells[:, None, :]
    maps[:, : n * of_cell] = turned.reshape(num, -1)
    return maps


def new_net(shape: Shape, width: int, depth: int, rng: np.random.Generator) -> Net:
    """A network that knows nothing: all actions are alike, all positions nearly even."""

    def drawn(rows: int, columns: int, spread: float, bias: float) -> FloatArray32:
        weights = rng.normal(0.0, spread, (rows + 1, columns)).astype(np.float32)
        weights[-1] = bias
        return weights

    return Net(
        first=drawn(shape.num_features, width, 0.05, 0.3),
        second=drawn(width, depth, 1.0 / np.sqrt(width), 0.3),
        value=np.zeros(depth + 1, dtype=np.float32),
        policy=np.zeros((depth + 1, shape.num_slots), dtype=np.float32),
    )


class Loss(NamedTuple):
    """Cross entropies, means of a batch."""

    worth: float
    actions: float
    found: float  # share of positions in which the action visited most is thought the best


@dataclass
class Learner:
    """A network with what its training must remember."""

    net: Net
    shape: Shape
    fast: Net  # running means of the gradients
    slow: Net  # and of their squares
    steps: int = 0

    @classmethod
    def of(cls, net: Net, shape: Shape) -> "Learner":
        """At the beginning of its training."""
        fast, slow = (Net(*(np.zeros_like(array) for array in net)) for _ in range(2))
        return cls(net, shape, fast, slow)

    def learn(self, lesson: Lesson, symmetry: int, rate: float) -> Loss:
        """One step down the gradient on some positions, seen by a symmetry of the board."""
        loss, gradient = self.gradient(lesson, symmetry)
        self.steps += 1
        rate *= np.sqrt(1.0 - SLOW**self.steps) / (1.0 - FAST**self.steps)
        for weights, fast, slow, slope in zip(
            self.net, self.fast, self.slow, gradient, strict=True
        ):
            fast += (1.0 - FAST) * (slope - fast)
            slow += (1.0 - SLOW) * (slope * slope - slow)
            weights -= np.float32(rate) * fast / (np.sqrt(slow) + np.float32(TINY))
        return loss

    def gradient(self, lesson: Lesson, symmetry: int) -> tuple[Loss, Net]:
        """What the network loses on some positions, and its slope by each weight."""
        net, shape = self.net, self.shape
        size = len(lesson.worth)
        inputs = self._inputs(lesson.features, symmetry)
        first_sum = inputs @ net.first
        first = np.clip(first_sum, 0.0, 1.0)
        second_sum = first @ net.second[:-1] + net.second[-1]
        second = np.clip(second_sum, 0.0, 1.0)
        chance = 1.0 / (1.0 + np.exp(-(second @ net.value[:-1] + net.value[-1])))
        slots = np.zeros((size, shape.num_slots + 1), dtype=np.float32)
        slots[:, :-1] = second @ net.policy[:-1] + net.policy[-1]
        maps = shape.slot_maps[symmetry]
        one, two = maps[shape.slots[lesson.actions]], maps[shape.second_slots[lesson.actions]]
        rows = np.arange(size)[:, None]
        said = np.where(
            lesson.actions < 0, np.float32(-np.inf), slots[rows, one] + slots[rows, two]
        )
        said -= said.max(axis=1, keepdims=True)
        odds = np.exp(said)
        odds /= odds.sum(axis=1, keepdims=True)
        loss = _loss(lesson, chance, odds)

        by_value = ((chance - lesson.worth) / size).astype(np.float32)
        by_action = (odds - lesson.shares) / np.float32(size)
        by_slot = np.zeros_like(slots)
        np.add.at(by_slot, (rows, one), by_action)
        np.add.at(by_slot, (rows, two), by_action)
        by_slot = by_slot[:, :-1]
        by_second = by_value[:, None] * net.value[:-1] + by_slot @ net.policy[:-1].T
        by_second *= (second_sum > 0.0) & (second_sum < 1.0)
        by_first = by_second @ net.second[:-1].T
        by_first *= (first_sum > 0.0) & (first_sum < 1.0)
        return loss, Net(
            first=np.asarray(inputs.T @ by_first),
            second=np.vstack([first.T @ by_second, by_second.sum(axis=0)]),
            value=np.append(second.T @ by_value, by_value.sum()),
            policy=np.vstack([second.T @ by_slot, by_slot.sum(axis=0)]),
        )

    def _inputs(self, features: NDArray[np.int16], symmetry: int) -> csr_array:
        """A row of zeros and ones for each position; the last column is always one."""
        num = self.shape.num_features
        turned = self.shape.feature_maps[symmetry][features]
        ends = (features >= 0).sum(axis=1)
        listed = np.where(features >= 0, turned, -1)
        listed = np.concatenate([listed, np.full((len(features), 1), num)], axis=1)
        columns = listed[listed >= 0]
        rows = np.concatenate([[0], np.cumsum(ends + 1)])
        ones = np.ones(len(columns), dtype=np.float32)
        return csr_array((ones, columns, rows), shape=(len(features), num + 1))


def _loss(lesson: Lesson, chance: FloatArray32, odds: FloatArray32) -> Loss:
    worth, sure = lesson.worth, np.clip(chance, 1e-6, 1.0 - 1e-6)
    entropy = -(worth * np.log(sure) + (1.0 - worth) * np.log(1.0 - sure))
    surprise = -(lesson.shares * np.log(np.maximum(odds, 1e-12))).sum(axis=1)
    found = odds.argmax(axis=1) == lesson.shares.argmax(axis=1)
    return Loss(float(entropy.mean()), float(surprise.mean()), float(found.mean()))
