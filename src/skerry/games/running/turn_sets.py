"""Whole turns as sets (C-2): how many there are, and one of them drawn uniformly.

Nothing is found by listing: the stone games count their sets in closed form or by kernels that
share what they have counted; where a turn is one action, the legal actions are the turns.
"""

from random import Random

import numpy as np

from skerry.core.jit import by_game
from skerry.core.layout import PLACED, RESULT, RUNNING, IntArray16, Rules, new_work
from skerry.core.stones import may_swap
from skerry.errors import GameOverError
from skerry.games import dispatch
from skerry.games.dispatch import end_action
from skerry.games.ruleset import RuleSet
from skerry.games.tables import LEGAL_ROOM


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


@by_game("turns")
def is_one_action(rules: Rules, state: IntArray16) -> bool:
    """Whether a whole turn is one action."""
    return False


@by_game("turns")
def may_circle(rules: Rules, state: IntArray16) -> bool:
    """Whether the actions of this turn may lead back to a position that it has been in."""
    return False


@by_game("turns")
def num_sets(rules: Rules, state: IntArray16) -> int:
    """The number of whole turns but for the swap, counting what they leave behind."""
    raise NotImplementedError


@by_game("turns")
def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """The actions of one of those turns, uniformly, without the final `end`."""
    raise NotImplementedError


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
