"""Pieces of a board: what is left of it without one colour's stones."""

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, IntArray16, Rules


@kernel
def list_pieces(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """Pieces of the board without the other colour: cells, and stones, into work[0], work[1]...

    Returns how many pieces there are.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    seen, stack = work[2 * n : 3 * n + 1], work[3 * n + 1 : 4 * n + 1]
    seen[:] = 0
    seen[n] = 1  # the wall
    count = 0
    for cell in range(n):
        if seen[cell] == 1 or state[CELLS + cell] == other:
            continue
        seen[cell] = 1
        stack[0] = cell
        size, done, stones = 1, 0, 0
        while done < size:
            here = int(stack[done])
            done += 1
            stones += state[CELLS + here] == colour
            for k in range(rules.neighbours.shape[1]):
                beside = int(rules.neighbours[here, k])
                if seen[beside] == 0 and state[CELLS + beside] != other:
                    seen[beside] = 1
                    stack[size] = beside
                    size += 1
        work[2 * count] = size
        work[2 * count + 1] = stones
        count += 1
    return count
