"""What a learned player sees of Kitaran."""

from skerry.core.jit import inlined
from skerry.core.layout import IntArray16
from skerry.games.kitaran.kernels import CONVERSIONS, NUM_FROZEN, Rules
from skerry.games.observation import COUNTER, STONE_PLANES, ByteArray, Grid, fill, observe_stones

PLANES = (
    *("protected" if name == "placed this turn" else name for name in STONE_PLANES),
    "conversions left",
)


@inlined
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Stones, those that KIT-2 protects marked, and KIT-4's counter."""
    observe_stones(rules, grid, state, person, int(state[NUM_FROZEN]), out, work)
    left = rules.limit - int(state[CONVERSIONS])
    fill(out, COUNTER, grid.cells.shape[0], left)
