"""What is done with any game: its kernels, picked by the type of its rules (contract.py).

Shared kernels call `dispatch.apply(rules, ...)`: compiled code holds the version of the one game
that it was compiled for.
"""

import numpy as np

from skerry.core.boards import Board
from skerry.core.jit import kernel
from skerry.core.layout import (
    HEADER,
    LEGAL_ROOM,
    RESULT,
    RUNNING,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.stones import copy_state
from skerry.games import contract
from skerry.games.contract import apply as apply
from skerry.games.contract import guided_playout as guided_playout
from skerry.games.contract import start as start
from skerry.games.info import Options


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the legal actions, ascending; returns their number, 0 when the game is over (C-8)."""
    if state[RESULT] != RUNNING:
        return 0
    return contract.legal(rules, state, out, work)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Play uniformly random legal actions to the end, in place.

    Only RESULT means anything afterwards. A playout never swaps: a swap moves no stone, and a
    random one would only blur what the first turn is worth.
    """
    if state[RESULT] == RUNNING:
        contract.playout(rules, state, rng, work)


@kernel
def playouts(
    rules: Rules, state: IntArray16, rng: IntArray64, num_playouts: int, results: IntArray64
) -> None:
    """Add the results of playouts from one position to results[RESULT], int64 of shape (4,)."""
    work = np.empty(rules.work_size, dtype=np.int16)
    copy = np.empty(rules.state_size, dtype=np.int16)
    for _ in range(num_playouts):
        copy_state(state, copy)
        playout(rules, copy, rng, work)
        results[copy[RESULT]] += 1


def common_fields(
    board: Board, options: Options, *, num_actions: int, num_own: int
) -> tuple[int, int, int, int, IntArray16, int]:
    """The fields with which the rules of every game begin; see `layout.Rules`.

    Args:
        board: the board.
        options: of the game; all of them.
        num_actions: how many actions there are.
        num_own: elements of a state after the wall; at least as many as a turn has stones, which
            `place_stone` lists there.
    """
    n = board.num_cells
    return (
        n,
        num_actions,
        HEADER + n + 1 + num_own,
        max(6 * n + 64, LEGAL_ROOM),
        board.around,
        int(options.get("swap", False)),
    )
