"""Games stepped from Python, in place: a single one, and many side by side."""

from typing import NamedTuple

import numpy as np

from skerry.core.bits import UNSIGNED
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    DRAWN,
    LEGAL_ROOM,
    PLAYER,
    RESULT,
    RUNNING,
    WON,
    BoolArray,
    FloatArray32,
    IntArray16,
    IntArray32,
    IntArray64,
    Rules,
)
from skerry.core.rng import below
from skerry.core.stones import copy_state
from skerry.games import dispatch
from skerry.games.contract import draw_setup, observe
from skerry.games.observation import ByteArray, Grid

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


class Rows(NamedTuple):
    """The games of a batch."""

    states: IntArray16  # (num_games, state_size)
    rng: IntArray64  # (num_games, 4) a generator each: random actions, set-ups that are drawn
    observations: ByteArray  # (num_games, planes * rows * columns) from the side of who acts
    masks: BoolArray  # (num_games, num_actions) which actions are legal
    num_legal: IntArray32  # (num_games,) how many are
    players: IntArray32  # (num_games,) the person to act
    rewards: FloatArray32  # (num_games, 2) of the last step, by person: 1 won, -1 lost, else 0
    terminations: BoolArray  # (num_games,) whether the last step ended a game


BLOCK = 64  # games that go through all stages before the next ones: they stay in the cache


@kernel
def start_games(
    rules: Rules, grid: Grid, empty: IntArray16, rows: Rows, begin: int, end: int
) -> None:
    """Begin the games from `begin` to `end`."""
    for i in range(begin, end):
        _begin_game(rules, empty, rows.states[i], rows.rng[i])
        rows.rewards[i, 0], rows.rewards[i, 1] = 0.0, 0.0
        rows.terminations[i] = False
    _show(rules, grid, rows, begin, end)


@kernel
def step_games(
    rules: Rules,
    grid: Grid,
    empty: IntArray16,
    rows: Rows,
    actions: IntArray64,
    begin: int,
    end: int,
) -> None:
    """Carry out a legal action in each game from `begin` to `end`; games that end begin again."""
    for first in range(begin, end, BLOCK):
        _step(rules, grid, empty, rows, actions, first, min(first + BLOCK, end))


@kernel
def play_on(
    rules: Rules,
    grid: Grid,
    empty: IntArray16,
    rows: Rows,
    actions: IntArray64,
    steps: int,
    begin: int,
    end: int,
) -> None:
    """So many random legal actions in each game from `begin` to `end`; `actions` is overwritten."""
    for first in range(begin, end, BLOCK):
        last = min(first + BLOCK, end)
        for _ in range(steps):
            draw_actions(rows, actions, first, last)
            _step(rules, grid, empty, rows, actions, first, last)


@kernel
def _step(
    rules: Rules,
    grid: Grid,
    empty: IntArray16,
    rows: Rows,
    actions: IntArray64,
    begin: int,
    end: int,
) -> None:
    """One action in each game of a block."""
    work = np.empty(rules.work_size, dtype=np.int16)
    for i in range(begin, end):
        dispatch.apply(rules, rows.states[i], int(actions[i]), work)
    for i in range(begin, end):
        result = int(rows.states[i, RESULT])
        rows.terminations[i] = result != RUNNING
        rows.rewards[i, 0], rows.rewards[i, 1] = 0.0, 0.0
        if result != RUNNING:
            if result != DRAWN:
                rows.rewards[i, result - WON], rows.rewards[i, 1 - (result - WON)] = 1.0, -1.0
            _begin_game(rules, empty, rows.states[i], rows.rng[i])
    _show(rules, grid, rows, begin, end)


@kernel
def first_illegal(rows: Rows, actions: IntArray64) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= rows.masks.shape[1] or not rows.masks[i, action]:
            return i
    return -1


@kernel
def draw_actions(rows: Rows, out: IntArray64, begin: int, end: int) -> None:
    """A legal action for each game from `begin` to `end`, all equally likely."""
    for i in range(begin, end):
        left, action = below(rows.rng[i], int(rows.num_legal[i])), 0
        while left > 0 or not rows.masks[i, action]:
            left -= rows.masks[i, action]
            action += 1
        out[i] = action


@inlined
def _begin_game(rules: Rules, empty: IntArray16, state: IntArray16, rng: IntArray64) -> None:
    copy_state(empty, state)
    draw_setup(rules, state, rng)
    dispatch.start(rules, state)


@kernel
def _show(rules: Rules, grid: Grid, rows: Rows, begin: int, end: int) -> None:
    """Write what those to act in the games see and may do."""
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    for i in range(begin, end):
        rows.players[i] = rows.states[i, PLAYER]
    for i in range(begin, end):
        _mask(rows, i, legal, dispatch.legal(rules, rows.states[i], legal, work))
    for i in range(begin, end):
        observe(rules, grid, rows.states[i], int(rows.players[i]), rows.observations[i], work)


@inlined
def _mask(rows: Rows, i: int, legal: IntArray16, count: int) -> None:
    """Write the mask of a game from the list of its legal actions."""
    for action in range(UNSIGNED(rows.masks.shape[1])):
        rows.masks[i, action] = False
    for k in range(count):
        rows.masks[i, UNSIGNED(legal[k])] = True
    rows.num_legal[i] = count
