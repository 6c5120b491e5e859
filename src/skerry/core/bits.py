"""Integers as the processor has them: indices, and sets of cells as bits of one, up to 7 x 7.

Cells are numbered column by column; each column of bits has one spare bit on top, so that a shift
never carries from one column into the next: bit = cell + cell // side, stride = side + 1.
"""

import numpy as np

from skerry.core.jit import is_interpreted, kernel

MAX_SIDE = 7
# Of an index: it needs no check for being negative, so that loops are short. Where nothing is
# compiled Python's own integers are quicker.
UNSIGNED = int if is_interpreted() else np.uint64


@kernel
def bit_of(cell: int, side: int) -> int:
    """The set that holds one cell."""
    return 1 << (int(cell) + int(cell) // side)


@kernel
def count_bits(cells: int) -> int:
    """Number of cells in a set (LLVM knows this loop as one instruction)."""
    count = 0
    while cells != 0:
        cells &= cells - 1
        count += 1
    return count


@kernel
def first_cell(cells: int, side: int) -> int:
    """The lowest cell of a set that is not empty."""
    place = count_bits((cells & -cells) - 1)
    return place - place // (side + 1)


@kernel
def nth_bit(cells: int, index: int) -> int:
    """The set that holds only the index-th cell of a set, from 0."""
    for _ in range(index):
        cells &= cells - 1
    return cells & -cells


@kernel
def beside(cells: int, stride: int) -> int:
    """Everything orthogonally adjacent to a cell of a set, spare bits included."""
    return cells << 1 | cells >> 1 | cells << stride | cells >> stride


@kernel
def grow(cells: int, stride: int) -> int:
    """A set and everything orthogonally adjacent to it, spare bits included."""
    return cells | beside(cells, stride)


@kernel
def spread(start: int, within: int, stride: int) -> int:
    """All cells of `within` that connect to `start` inside `within`."""
    reached = start & within
    before = 0
    while reached != before:
        before = reached
        reached = grow(reached, stride) & within
    return reached


@kernel
def are_linked(start: int, targets: int, within: int, stride: int) -> bool:
    """Whether `start` connects to all of `targets` inside `within`."""
    reached = start & within
    before = 0
    while reached != before:
        if targets & ~reached == 0:
            return True
        before = reached
        reached = grow(reached, stride) & within
    return False


@kernel
def is_connected(cells: int, stride: int) -> bool:
    """Whether a set is one connected piece with at least one cell."""
    if (
        cells & ~beside(cells, stride) != 0
    ):  # a cell without a neighbour: fine if it is the only one
        return cells & (cells - 1) == 0
    return cells != 0 and are_linked(cells & -cells, cells, cells, stride)


@kernel
def bounding_box(cells: int, side: int) -> int:
    """All cells of the smallest rectangle around a set that is not empty."""
    stride = side + 1
    column = (1 << side) - 1
    rows = 0
    first, last = side, 0
    for i in range(side):
        present = (cells >> i * stride) & column
        if present != 0:
            rows |= present
            first = min(first, i)
            last = i
    low = rows & -rows
    while low <= rows:
        rows |= low
        low <<= 1
    box = 0
    for i in range(first, last + 1):
        box |= rows << i * stride
    return box
