"""The only switch over games: search, playouts and positions compile once for all five."""

import numpy as np

from ..core.bits import MAX_SIDE
from ..core.jit import kernel
from ..core.layout import RESULT, RUNNING, IntArray16, IntArray64, Rules
from ..core.rng import below
from ..core.turns import copy_state
from . import byg, kitaran, kitaran_guided, spry, syrtis, syrtis_guided, sytran
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN


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


@kernel
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
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, played: IntArray64
) -> None:
    """Play to the end as suits a search best, in place; afterwards RESULT and the cells hold.

    `played`, int64 of shape (4,), is rewritten for `was_played` to read.
    """
    if state[RESULT] != RUNNING:
        return
    played[:] = 0
    if rules.game == KITARAN and rules.side <= MAX_SIDE:
        kitaran_guided.playout(rules, state, rng, work, played)
    elif rules.game == SYRTIS:
        syrtis_guided.playout(rules, state, rng, work, played)
    else:
        playout(rules, state, rng, work)


@kernel
def was_played(rules: Rules, played: IntArray64, action: int, colour: int) -> bool:
    """Whether a colour took an action in a guided playout that told what was played."""
    if rules.game == KITARAN:
        return kitaran_guided.was_played(rules, played, action, colour)
    if rules.game == SYRTIS:
        return syrtis_guided.was_played(rules, played, action, colour)
    return False


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
