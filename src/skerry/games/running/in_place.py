"""One game stepped from Python, in place: its state, legal actions and scratch space in one array.

Handing over three arrays would take longer than the kernel's work. The array is int16 and
holds, one after the other,

    the state | the legal actions | scratch space
"""

import numpy as np

from skerry.core.jit import inlined, kernel
from skerry.core.layout import UNSIGNED, IntArray16, Rules
from skerry.games import dispatch
from skerry.games.tables import LEGAL_ROOM

ILLEGAL = -1


def new_buffer(rules: Rules, state: IntArray16) -> IntArray16:
    """The array for a state."""
    buffer = np.zeros(rules.state_size + LEGAL_ROOM + rules.work_size, dtype=np.int16)
    buffer[: rules.state_size] = state
    return buffer


@kernel
def list_legal(rules: Rules, buffer: IntArray16) -> int:
    """List the legal actions, ascending; returns their number, 0 when the game is over."""
    legal = rules.state_size
    scratch = legal + LEGAL_ROOM
    return dispatch.legal(rules, buffer[:legal], buffer[legal:scratch], buffer[scratch:])


@kernel
def advance(rules: Rules, buffer: IntArray16, action: int, num_legal: int) -> int:
    """Carry out one of the listed actions, and list those that are legal then.

    Returns:
        Their number, 0 when the game is over; ILLEGAL when the action was not listed, in which case
        nothing has changed.
    """
    legal = rules.state_size
    scratch = legal + LEGAL_ROOM
    if not _is_listed(buffer, legal, num_legal, action):
        return ILLEGAL
    state, work = buffer[:legal], buffer[scratch:]
    dispatch.apply(rules, state, action, work)
    return dispatch.legal(rules, state, buffer[legal:scratch], work)


@inlined
def _is_listed(buffer: IntArray16, begin: int, count: int, action: int) -> bool:
    """Whether an action is in the ascending list (binary search)."""
    low, high = begin, begin + count
    while low < high:
        middle = (low + high) // 2
        if buffer[UNSIGNED(middle)] < action:
            low = middle + 1
        else:
            high = middle
    return low < begin + count and buffer[low] == action
