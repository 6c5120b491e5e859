"""The only switch over games: search, playouts and positions compile once for all five."""

import numpy as np

from ..core.bits import MAX_SIDE
from ..core.jit import inlined, kernel
from ..core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    RESULT,
    RUNNING,
    FloatArray32,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rng import below
from ..core.turns import copy_state
from .byg import kernels as byg
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .kitaran import guided as kitaran_guided
from .kitaran import kernels as kitaran
from .spry import kernels as spry
from .syrtis import guided as syrtis_guided
from .syrtis import kernels as syrtis
from .sytran import kernels as sytran


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """Make an empty board ready; for Syrtis the tiles must lie in the cells already."""
    if rules.game == BYG:
        byg.start(rules, state)
    elif rules.game == SYRTIS:
        syrtis.start(rules, state)


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the legal actions, ascending; returns their number, 0 when the game is over (C-8)."""
    if state[RESULT] != RUNNING:
        return 0
    if rules.game == SPRY:
        return spry.legal(rules, state, out, work)
    if rules.game == SYTRAN:
        return sytran.legal(rules, state, out, work)
    if rules.game == BYG:
        return byg.legal(rules, state, out, work)
    if rules.game == KITARAN:
        return kitaran.legal(rules, state, out, work)
    return syrtis.legal(rules, state, out, work)


@inlined
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Carry out one legal action in place; the caller vouches that it is legal."""
    if rules.game == SPRY:
        spry.apply(rules, state, action, work)
    elif rules.game == SYTRAN:
        sytran.apply(rules, state, action, work)
    elif rules.game == BYG:
        byg.apply(rules, state, action, work)
    elif rules.game == KITARAN:
        kitaran.apply(rules, state, action, work)
    else:
        syrtis.apply(rules, state, action, work)


@inlined
def sets_up(rules: Rules, state: IntArray16) -> bool:
    """Whether the board is still being set up (SYR-4, SYR-5)."""
    return rules.game == SYRTIS and state[syrtis.PHASE] < syrtis.CHOICE


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Play uniformly random legal actions to the end, in place.

    Only RESULT means anything afterwards. A playout never swaps: a swap moves no stone, and a
    random one would only blur what the first turn is worth.
    """
    if state[RESULT] != RUNNING:
        return
    if rules.game == SPRY:
        spry.playout(rules, state, rng, work)
    elif rules.game == SYTRAN:
        sytran.playout(rules, state, rng, work)
    elif rules.game == BYG:
        byg.playout(rules, state, rng, work)
    elif rules.game == KITARAN:
        kitaran.playout(rules, state, rng, work)
    else:
        syrtis.playout(rules, state, rng, work)


@kernel
def guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """Play to the end as suits a search best, in place; afterwards RESULT and the cells hold.

    `taken`, float32 of shape (2, num_actions) and zero at first, is rewritten: ones for what the
    first and the second colour have done on the way. On a board that fills up, whoever owns a cell
    in the end has placed a stone there.
    """
    if rules.game == KITARAN and rules.side <= MAX_SIDE:
        kitaran_guided.playout(rules, state, rng, work, taken)
    elif rules.game == SYRTIS:
        syrtis_guided.playout(rules, state, rng, work, taken)
    else:
        playout(rules, state, rng, work)
        for cell in range(rules.num_cells):
            taken[0, cell] = np.float32(state[CELLS + cell] == COLOUR_1)
            taken[1, cell] = np.float32(state[CELLS + cell] == COLOUR_2)


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """What a colour has on a played-out board.

    SYT-5's score; KIT-3's stones with komi; the largest group, which BYG-4 compares first; 0 in the
    other games.
    """
    if rules.game == SYTRAN:
        return float(sytran.score(rules, state, colour, work))
    if rules.game == BYG:
        return float(byg.largest_group(rules, state, colour, work))
    if rules.game == KITARAN:
        return kitaran.points(rules, state, colour)
    return 0.0


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


@kernel
def random_action(
    rules: Rules, state: IntArray16, rng: IntArray64, out: IntArray16, work: IntArray16
) -> int:
    """One of the legal actions, all equally likely; the game must not be over."""
    return int(out[below(rng, legal(rules, state, out, work))])
