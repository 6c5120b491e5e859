"""What a learned player sees of Sytran."""

from skerry.core.jit import inlined
from skerry.core.layout import PLACED, IntArray16
from skerry.games.observation import STONE_PLANES, ByteArray, Grid, observe_stones
from skerry.games.sytran.kernels import Rules

PLANES = STONE_PLANES


@inlined
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Stones; marked are those of this turn."""
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)
