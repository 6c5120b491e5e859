"""What a network is told of a position: by default of stones, their neighbours and their groups."""

import numpy as np

from skerry.core.bits import count_bits
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    EMPTY,
    LOWEST,
    PLACED,
    VACANT,
    IntArray16,
    Rules,
)
from skerry.core.stones import colour_to_move, find, first_turn_stone

SPLITS = 28  # ways in which six neighbours may be split: own, other, neither
FRESH = 7  # own neighbours of a stone of this turn
CLASSES = 8  # of the group of a stone: how many sides it touches, or its size
OF_CELL = 3 * SPLITS + FRESH + 2 * CLASSES
MOST_PLACED, MOST_LOWEST = 8, 16
MOST_GROUPS = 16  # of each colour that are told apart
MOST_COUNT = 10  # of the game's own counter

NO_SIDES = np.zeros(0, dtype=np.int16)


@kernel
def num_stone_features(rules: Rules) -> int:
    """Of each cell; of the turn so far, vacant cells, colours and groups."""
    n = rules.num_cells
    return n * OF_CELL + MOST_PLACED * MOST_LOWEST + (n + 1) + 2 * MOST_COUNT + 2 * MOST_GROUPS


@kernel
def size_class(size: int) -> int:
    """Sizes of groups in classes: 1, 2, 3, 4 to 5, 6 to 8, 9 to 13, 14 to 20, more."""
    if size < 4:
        return size - 1
    return 3 + (size > 5) + (size > 8) + (size > 13) + (size > 20)


@kernel
def list_stone_features(
    rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16, sides: IntArray16
) -> int:
    """What lies on each cell and beside it, and its group; the turn so far.

    `sides`: bits of what each cell touches outside the board, (num_cells,). Groups are told apart
    by how many of these they touch; by their sizes where it is empty.
    """
    n = rules.num_cells
    around = rules.neighbours
    mine = colour_to_move(state)
    theirs = COLOUR_1 + COLOUR_2 - mine
    parent, told = work[:n], work[n : 2 * n]
    groups = work[2 * n : 2 * n + 3]
    groups[:] = 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        parent[cell] = cell
        told[cell] = sides[cell] if sides.shape[0] > 0 else 1
        own, other = 0, 0
        for k in range(around.shape[1]):
            there = int(state[CELLS + int(around[cell, k])])
            own += there == mine
            other += there == theirs
        split = own * 7 - own * (own - 1) // 2 + other
        if content == EMPTY:
            out[cell] = cell * OF_CELL + split
            continue
        out[cell] = cell * OF_CELL + (SPLITS if content == mine else 2 * SPLITS) + split
        groups[content] += 1
        for k in range(around.shape[1]):
            before = int(around[cell, k])
            if before < cell and state[CELLS + before] == content:
                one, two = find(parent, before), find(parent, cell)
                if one != two:
                    parent[two] = one
                    if sides.shape[0] > 0:
                        told[one] |= told[two]
                    else:
                        told[one] += told[two]
                    groups[content] -= 1
    count = n
    for cell in range(n):
        content = int(state[CELLS + cell])
        if content != EMPTY:
            told_of = int(told[find(parent, cell)])
            group = count_bits(told_of) if sides.shape[0] > 0 else size_class(told_of)
            group += CLASSES * int(content != mine)
            out[count] = cell * OF_CELL + 3 * SPLITS + FRESH + group
            count += 1
    for i in range(int(state[PLACED])):
        cell = int(state[first_turn_stone(rules) + i])
        own = 0
        for k in range(around.shape[1]):
            own += int(state[CELLS + int(around[cell, k])]) == mine
        out[cell] = cell * OF_CELL + 3 * SPLITS + own
    base = n * OF_CELL
    placed, lowest = (
        min(int(state[PLACED]), MOST_PLACED - 1),
        min(int(state[LOWEST]), MOST_LOWEST - 1),
    )
    out[count] = base + placed * MOST_LOWEST + lowest
    base += MOST_PLACED * MOST_LOWEST
    out[count + 1] = base + state[VACANT]
    base += n + 1
    out[count + 2] = (
        base + (mine - COLOUR_1) * MOST_COUNT + min(int(state[COUNT_A]), MOST_COUNT - 1)
    )
    base += 2 * MOST_COUNT
    out[count + 3] = base + min(int(groups[mine]), MOST_GROUPS - 1)
    out[count + 4] = base + MOST_GROUPS + min(int(groups[theirs]), MOST_GROUPS - 1)
    return count + 5
