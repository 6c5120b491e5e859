"""Groups of stones (C-7): flood fill, and union-find for whole boards."""

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, IntArray16, Rules


@kernel
def flood(rules: Rules, state: IntArray16, start: int, seen: IntArray16, stack: IntArray16) -> int:
    """Visit the group of `start`; returns its size and leaves its cells in stack[:size].

    `seen` (num_cells + 1,) holds 0 for the cells not yet visited and is set to 1 on the way.
    """
    colour = state[CELLS + start]
    seen[start] = 1
    stack[0] = start
    size = 1
    done = 0
    while done < size:
        cell = stack[done]
        done += 1
        for k in range(rules.neighbours.shape[1]):
            other = rules.neighbours[cell, k]
            if state[CELLS + other] == colour and seen[other] == 0:
                seen[other] = 1
                stack[size] = other
                size += 1
    return size


@kernel
def find(parent: IntArray16, cell: int) -> int:
    """Root of a cell's group, halving the path on the way."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = int(parent[cell])
    return cell


@kernel
def group_sizes(
    rules: Rules, state: IntArray16, colour: int, sizes: IntArray16, work: IntArray16
) -> int:
    """Write the size of each group of a colour, by their first cells; returns how many.

    `sizes` has room for num_cells numbers, `work` for 2 * num_cells + 1.
    """
    seen = work[: rules.num_cells + 1]
    stack = work[rules.num_cells + 1 :]
    seen[:] = 0
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == colour and seen[cell] == 0:
            sizes[count] = flood(rules, state, cell, seen, stack)
            count += 1
    return count
