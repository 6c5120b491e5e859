"""A rule set and a state in one array: for those who step one game at a time from Python.

Handing tables over to a kernel one by one takes longer than the kernel's work; one array takes a
quarter of a microsecond. It is int16 and holds, one after the other,

    the integers of Rules | its tables | the state | the legal actions | scratch space
"""

import numpy as np

from ..core.jit import inlined, kernel
from ..core.layout import UNSIGNED, IntArray16, Rules
from . import dispatch
from .tables import LEGAL_ROOM

INTEGERS = tuple(
    name for name, kind in Rules.__annotations__.items() if kind is int
)  # in the order in which they are packed
DEGREE = len(INTEGERS)  # after them: neighbours of a cell
TABLES = DEGREE + 1
NUM_CELLS, STATE_SIZE, WORK_SIZE = (
    INTEGERS.index(name) for name in ("num_cells", "state_size", "work_size")
)
ILLEGAL = -1


def pack(rules: Rules, state: IntArray16) -> IntArray16:
    """The array of a rule set and a state, with the legal actions of that state."""
    begin, end, scratch = places(rules)
    packed = np.zeros(scratch + rules.work_size, dtype=np.int16)
    packed[:DEGREE] = [getattr(rules, name) for name in INTEGERS]
    packed[DEGREE] = rules.neighbours.shape[1]
    tables = (rules.neighbours.ravel(), rules.ring, rules.arcs, rules.partner)
    packed[TABLES:begin] = np.concatenate(tables)
    packed[begin:end] = state
    return packed


@inlined
def places(rules: Rules) -> tuple[int, int, int]:
    """Where the state, the legal actions and the scratch space begin."""
    state = TABLES + rules.num_cells * int(rules.neighbours.shape[1] + 3)
    legal = state + rules.state_size
    return state, legal, legal + LEGAL_ROOM


@inlined
def unpack(packed: IntArray16) -> Rules:
    """The rules again; the tables stay where they are."""
    n, degree = int(packed[NUM_CELLS]), int(packed[DEGREE])
    ring = TABLES + n * degree
    return Rules(
        game=int(packed[0]),
        num_cells=n,
        num_actions=int(packed[2]),
        state_size=int(packed[3]),
        work_size=int(packed[4]),
        neighbours=packed[TABLES:ring].reshape((n, degree)),
        ring=packed[ring : ring + n],
        arcs=packed[ring + n : ring + 2 * n],
        num_rings=int(packed[5]),
        swap=int(packed[6]),
        penalty=int(packed[7]),
        cap=int(packed[8]),
        double_komi=int(packed[9]),
        limit=int(packed[10]),
        side=int(packed[11]),
        partner=packed[ring + 2 * n : ring + 3 * n],
    )


@kernel
def list_legal(packed: IntArray16) -> int:
    """List the legal actions, ascending; returns their number, 0 when the game is over."""
    rules = unpack(packed)
    first, legal, scratch = places(rules)
    return dispatch.legal(rules, packed[first:legal], packed[legal:scratch], packed[scratch:])


@kernel
def advance(packed: IntArray16, action: int, num_legal: int) -> int:
    """Carry out one of the listed actions, and list those that are legal then.

    Returns:
        Their number, 0 when the game is over; ILLEGAL when the action was not listed, in which case
        nothing has changed.
    """
    rules = unpack(packed)
    first, legal, scratch = places(rules)
    if not _is_listed(packed, legal, num_legal, action):
        return ILLEGAL
    state, work = packed[first:legal], packed[scratch:]
    dispatch.apply(rules, state, action, work)
    return dispatch.legal(rules, state, packed[legal:scratch], work)


@inlined
def _is_listed(packed: IntArray16, begin: int, count: int, action: int) -> bool:
    """Whether an action is in the ascending list (binary search)."""
    low, high = begin, begin + count
    while low < high:
        middle = (low + high) // 2
        if packed[UNSIGNED(middle)] < action:
            low = middle + 1
        else:
            high = middle
    return low < begin + count and packed[low] == action
