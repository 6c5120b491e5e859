"""A small network that judges a position: what it is worth, and which actions deserve a look.

Its inputs are the few features that a position has (`contract.list_features`), so the first layer
is a sum of rows. It is evaluated in a fixed order with single precision, and gives the same numbers
compiled and interpreted.
"""

import math
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from skerry.core.bits import UNSIGNED
from skerry.core.jit import inlined, is_interpreted, kernel
from skerry.core.layout import (
    FloatArray32,
    IntArray16,
    Rules,
)
from skerry.games import contract
from skerry.games.info import folder
from skerry.games.ruleset import RuleSet
from skerry.search.arrays import CLOSED, Tree


class Net(NamedTuple):
    """Weights, the last row of each layer being its bias; without rows there is no network."""

    first: FloatArray32  # (num_features + 1, width)
    second: FloatArray32  # (width + 1, depth)
    value: FloatArray32  # (depth + 1,) of the chance of whoever acts, before the logistic function
    policy: FloatArray32  # (depth + 1, num_slots) said of actions, before the softmax


class Judge(NamedTuple):
    """A network, and room for what it works out of one position; each thread has its own."""

    net: Net
    features: IntArray16  # (num_features + 1,) those that the position has
    first: FloatArray32  # (width,)
    second: FloatArray32  # (depth,)
    policy: FloatArray32  # (num_slots,) said of actions


NONE = np.zeros((0, 0), dtype=np.float32)
NO_NET = Net(NONE, NONE, np.zeros(0, dtype=np.float32), NONE)  # leaves are played out


@lru_cache(maxsize=16)
def net_of(rule_set: RuleSet) -> Net | None:
    """The network that comes with a game for its board; None where there is none."""
    board = rule_set.option(rule_set.info.options[0].name)
    return read_net(folder(rule_set.name).joinpath(f"net-{board}.npz"))


def read_net(file: Traversable) -> Net | None:
    """The network of a file; None where there is no such file."""
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened) as kept:
        return Net(**{name: np.ascontiguousarray(kept[name], np.float32) for name in Net._fields})


def keep_net(file: Path, net: Net) -> None:
    """Write a network, in half precision; a file that was there is replaced as a whole."""
    arrays = {name: array.astype(np.float16) for name, array in net._asdict().items()}
    written = file.with_name(f"{file.name}.part")
    with written.open("wb") as opened:
        np.savez_compressed(opened, **arrays)
    written.replace(file)


def new_judge(net: Net) -> Judge:
    """A judge who goes by a network."""
    sizes = (max(1, layer.shape[1]) for layer in (net.first, net.second, net.policy))
    features = np.zeros(max(1, net.first.shape[0]), dtype=np.int16)
    return Judge(net, features, *(np.zeros(size, dtype=np.float32) for size in sizes))


@inlined
def is_there(judge: Judge) -> bool:
    """Whether there is a network."""
    return bool(judge.net.value.shape[0] > 0)


Row = int | np.uint64


def _add_row(sums: FloatArray32, weights: FloatArray32, row: Row, share: np.float32) -> None:
    """Add a row of a layer, times a share, to some sums."""
    for j in range(sums.shape[0]):
        sums[j] += share * weights[row, j]


def _add_row_at_once(
    sums: FloatArray32, weights: FloatArray32, row: Row, share: np.float32
) -> None:
    """The same by NumPy, for where nothing is compiled and a loop would be slow."""
    sums += share * weights[row]


add_row = _add_row_at_once if is_interpreted() else inlined(_add_row)
ONE = np.float32(1.0)


@kernel
def look(rules: Rules, state: IntArray16, judge: Judge, work: IntArray16) -> None:
    """Work out the layers for a position that is not over."""
    net, features, first, second = judge.net, judge.features, judge.first, judge.second
    count = contract.list_features(rules, state, features, work)
    width, depth = first.shape[0], second.shape[0]
    bias = net.first.shape[0] - 1
    first[:] = 0.0
    add_row(first, net.first, bias, ONE)
    for i in range(count):
        add_row(first, net.first, UNSIGNED(features[i]), ONE)
    second[:] = 0.0
    add_row(second, net.second, width, ONE)
    for i in range(width):
        share = first[i]
        if share > 0.0:
            add_row(second, net.second, i, min(share, ONE))
    for j in range(depth):
        second[j] = min(max(second[j], np.float32(0.0)), ONE)


@kernel
def worth(judge: Judge) -> float:
    """The chance of whoever acts, from 0 to 1, by what was worked out last."""
    net, second = judge.net, judge.second
    depth = second.shape[0]
    total = np.float64(net.value[depth])
    for j in range(depth):
        total += np.float64(second[j]) * np.float64(net.value[j])
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def weigh_actions(judge: Judge) -> None:
    """Work out what is said of actions, by what was worked out last."""
    net, second, policy = judge.net, judge.second, judge.policy
    policy[:] = 0.0
    add_row(policy, net.policy, second.shape[0], ONE)
    for j in range(second.shape[0]):
        if second[j] > 0.0:
            add_row(policy, net.policy, j, second[j])


@inlined
def said_of(rules: Rules, judge: Judge, action: int) -> np.float32:
    """What is said of an action, before the softmax."""
    said = np.float32(judge.policy[contract.slot_of(rules, action)])
    second = contract.second_slot(rules, action)
    return said if second < 0 else np.float32(said + judge.policy[second])


@kernel
def share_out(rules: Rules, judge: Judge, tree: Tree, node: int) -> None:
    """Share out one among the children of a node by what is said of their actions."""
    first = int(tree.first_child[node])
    end = first + int(tree.num_children[node])
    highest = np.float32(-1e9)
    for child in range(first, end):
        if tree.proven[child] != CLOSED:
            said = said_of(rules, judge, int(tree.action[child]))
            tree.prior[child] = said
            highest = max(highest, said)
    total = 0.0
    for child in range(first, end):
        if tree.proven[child] != CLOSED:
            odds = math.exp(np.float64(tree.prior[child]) - np.float64(highest))
            tree.prior[child] = odds
            total += odds
    for child in range(first, end):
        if tree.proven[child] != CLOSED:
            tree.prior[child] = float(tree.prior[child]) / total


@kernel
def sort_by_policy(judge: Judge, actions: IntArray16) -> None:
    """Put actions in order: what is said most for stands first."""
    policy = judge.policy
    for i in range(1, actions.shape[0]):
        action = actions[i]
        said = policy[action]
        slot = i
        while slot > 0 and policy[actions[slot - 1]] < said:
            actions[slot] = actions[slot - 1]
            slot -= 1
        actions[slot] = action
