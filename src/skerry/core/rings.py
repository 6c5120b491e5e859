"""Vacant cells listed ring by ring, for random play where the ring of a cell decides (Spry, Sytran).

    vacant   [ ring 1's cells | ring 2's | ... | the outermost ring's ]
               starts[1]        starts[2]        starts[num_rings]      starts[num_rings + 1]
"""

from .jit import kernel
from .layout import CELLS, EMPTY, IntArray16, Rules


@kernel
def list_by_ring(rules: Rules, state: IntArray16, vacant: IntArray16, starts: IntArray16) -> int:
    """Fill vacant (num_cells,) and starts (num_rings + 2,); returns the number of vacant cells."""
    count = 0
    ring = 0
    for i in range(rules.num_cells):
        cell = rules.by_ring[i]
        while ring < rules.ring[cell]:
            ring += 1
            starts[ring] = count
        if state[CELLS + cell] == EMPTY:
            vacant[count] = cell
            count += 1
    starts[rules.num_rings + 1] = count
    return count


@kernel
def take(rules: Rules, vacant: IntArray16, starts: IntArray16, choice: int, ring: int) -> None:
    """Remove vacant[choice], a cell of `ring`: the last cell of each ring outwards fills the gap."""
    hole = choice
    for outer in range(ring + 1, rules.num_rings + 2):
        last = starts[outer] - 1
        vacant[hole] = vacant[last]
        starts[outer] = last
        hole = last
