"""Whole turns as sets (C-2): how many there are, and one of them drawn uniformly.

Nothing is found by listing: the stone games count their sets in closed form or by kernels that
share what they have counted; where a turn is one action, the legal actions are the turns.
"""

from collections.abc import Sequence
from itertools import chain
from math import comb
from random import Random

import numpy as np

from skerry.core.layout import LEGAL_ROOM, PLACED, RESULT, RUNNING, IntArray16, Rules, new_work
from skerry.core.rng import choose_weighted
from skerry.core.stones import may_swap
from skerry.errors import GameOverError
from skerry.games import dispatch
from skerry.games.contract import end_action, is_one_action, num_sets, sample_set
from skerry.games.ruleset import RuleSet


def num_turns(rule_set: RuleSet, state: IntArray16) -> int:
    """The exact number of whole legal turns from here, 0 when the game is over.

    A turn is what it leaves behind: the order of its stones, and detours among exchanges,
    make no other turn. `swap` counts as one (C-3). In mid turn: the number of ways to complete it,
    to end it at once among them where that is allowed.
    """
    rules = rule_set.rules
    if state[RESULT] != RUNNING:
        return 0
    if is_one_action(rules, state):
        return len(_legal_actions(rules, state))
    return num_sets(rules, state) + int(may_swap(rules, state))


def sample_turn(rule_set: RuleSet, state: IntArray16, rng: Random) -> list[int]:
    """The actions of one of the turns that `num_turns` counts, all equally likely.

    They are legal one after the other, and include the final `end` where the turn does not end by
    itself.

    Raises:
        GameOverError: there is no turn to be played any more.
    """
    rules = rule_set.rules
    if state[RESULT] != RUNNING:
        raise GameOverError("The game is over, so there is no turn to draw.", "C-8")
    if is_one_action(rules, state):
        return [rng.choice(_legal_actions(rules, state))]
    if may_swap(rules, state) and rng.randrange(num_sets(rules, state) + 1) == 0:
        return [rules.num_actions - 1]  # `swap` is the last action of every stone game
    return _with_end(rules, state, sample_set(rules, state, rng))


def _legal_actions(rules: Rules, state: IntArray16) -> list[int]:
    out = np.empty(LEGAL_ROOM, dtype=np.int16)
    count = dispatch.legal(rules, state, out, new_work(rules))
    return [int(action) for action in out[:count]]


def _with_end(rules: Rules, state: IntArray16, actions: list[int]) -> list[int]:
    """Add `end` where the turn goes on after its last stone."""
    end = end_action(rules)
    if end is None:
        return actions
    after, work = state.copy(), new_work(rules)
    for action in actions:
        dispatch.apply(rules, after, action, work)
    goes_on = after[RESULT] == RUNNING and after[PLACED] > 0
    return [*actions, end] if goes_on else actions


def num_subsets(sizes: Sequence[int], lowest: int, count: int) -> int:
    """Sets of `count` cells from classes lowest, lowest + 1, ... with at least one of class lowest.

    `sizes[c]` is the number of cells in class c.
    """
    outer = sum(sizes[lowest + 1 :])
    return comb(sizes[lowest] + outer, count) - comb(outer, count)


def sample_subset(
    classes: Sequence[Sequence[int]], lowest: int, count: int, rng: Random
) -> list[int]:
    """One of the sets that `num_subsets` counts, uniformly; `classes[c]` lists the cells."""
    own = classes[lowest]
    outer = list(chain(*classes[lowest + 1 :]))
    shares = range(1, count + 1)
    weights = [comb(len(own), share) * comb(len(outer), count - share) for share in shares]
    share = shares[choose_weighted(weights, rng)]
    return rng.sample(own, share) + rng.sample(outer, count - share)
