"""What a learned player sees of Byg."""

from skerry.core.jit import inlined
from skerry.core.layout import PLACED, IntArray16
from skerry.games.byg.kernels import MOST_STONES, Rules
from skerry.games.observation import COUNTER, STONE_PLANES, ByteArray, Grid, fill, observe_stones

PLANES = (*STONE_PLANES, "stones left")


@inlined
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Stones, those of this turn marked, and how many more the turn allows (BYG-2)."""
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)
    left = int(state[MOST_STONES]) - int(state[PLACED])
    fill(out, COUNTER, grid.cells.shape[0], left)
