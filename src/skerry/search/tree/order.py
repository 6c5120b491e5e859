"""One order of the stones of a turn, so that the tree holds each set of stones once (C-2).

A turn's first node has its children in order of promise: cells whose owner at the end won more
often stand first. Within the turn a stone may only be followed by those behind it
in that order. A fixed order of cells would also do, but it makes the best stone hard to play first:
see docs/search.md.
"""

from skerry.core.jit import by_game, kernel
from skerry.core.layout import IntArray16, Rules
from skerry.search.tree.arrays import Totals


@kernel
def rank_cells(rules: Rules, totals: Totals) -> None:
    """Put the cells in order of promise, after what the playouts say so far."""
    order = totals.order
    for i in range(1, rules.num_cells):
        cell = order[i]
        worth = promise(totals, int(cell))
        slot = i
        while slot > 0 and promise(totals, int(order[slot - 1])) < worth:
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = cell


@kernel
def promise(totals: Totals, cell: int) -> float:
    """How much better a colour does when a cell is its own at the end; alike for both colours."""
    owned, won = totals.owned[cell], totals.won[cell]
    lost = totals.playouts[0] - owned
    if owned == 0.0 or lost == 0.0:
        return 0.0
    return float(won / owned - (totals.value[0] - won) / lost)


@kernel
def arrange(
    rules: Rules,
    state: IntArray16,
    legal: IntArray16,
    count: int,
    behind: IntArray16,
    is_first: bool,
    totals: Totals,
    work: IntArray16,
) -> int:
    """Put the legal actions in the order of their turn, leaving out those that come too late.

    `legal` holds `count` actions, ascending, and is rewritten; `behind` are the actions behind the
    last one in this turn's order, unless none has begun (`is_first`): at the first node of a turn
    and at the root.

    Returns:
        How many actions are left, those that are `closed` included.
    """
    n = rules.num_cells
    stones = count
    while stones > 0 and legal[stones - 1] >= n:
        stones -= 1
    is_legal = work[:n]
    is_legal[:] = 0
    for i in range(stones):
        is_legal[legal[i]] = 1
    sequence = totals.order if is_first else behind
    others = count - stones  # the end of the turn and the swap come first
    for i in range(others):
        legal[i], legal[stones + i] = legal[stones + i], legal[i]
    kept = others
    for i in range(sequence.shape[0]):
        cell = sequence[i]
        if cell < n and is_legal[cell] == 1:
            legal[kept] = cell
            kept += 1
    close_dead_ends(rules, state, legal[others:kept], work)
    return kept


@by_game("order")
def close_dead_ends(rules: Rules, state: IntArray16, cells: IntArray16, work: IntArray16) -> None:
    """Mark as `closed` the cells with which and those behind them no turn can end.

    They are needed further on, as later stones of a turn. Most games have none.
    """
