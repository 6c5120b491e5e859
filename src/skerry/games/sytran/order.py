"""The stones of a turn in the order of the search: which may come first."""

from skerry.core.jit import kernel
from skerry.core.layout import LOWEST, PLACED, IntArray16
from skerry.core.stones import closed
from skerry.games.sytran.kernels import Rules, completable, count_rings, must_fill


@kernel
def close_dead_ends(rules: Rules, state: IntArray16, cells: IntArray16, work: IntArray16) -> None:
    """SYT-4 within the order: close cells with which and those behind them no turn can end."""
    counts = work[: rules.num_rings + 1]
    count_rings(rules, state, counts)
    fills = must_fill(rules, state, counts)  # then there is one set, and one order of it
    counts[:] = 0
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    for i in range(cells.shape[0] - 1, -1, -1):
        number = int(rules.ring[cells[i]])
        counts[number] += 1
        if fills:
            is_open = i == 0
        else:
            is_open = completable(rules, counts, placed + 1, min(lowest, number), number)
        if not is_open:
            cells[i] = closed(int(cells[i]))
