"""How a state and the tables of a rule set are laid out: the one contract of all kernels.

A *state* is one flat int16 array:

    [ header | cells, then one wall | the game's own part ]

The wall is a cell beyond the board whose content equals no colour. Neighbour tables point to it
where there is no neighbour, so that no kernel needs to ask whether a neighbour exists.
"""

import mmap
from math import prod
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

IntArray16: TypeAlias = NDArray[np.int16]
IntArray32: TypeAlias = NDArray[np.int32]
IntArray64: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
FloatArray32: TypeAlias = NDArray[np.float32]
BoolArray: TypeAlias = NDArray[np.bool_]
Plane: TypeAlias = NDArray[np.uint64]  # see lanes.py

# Header slots.
PLAYER = 0  # the person to act: 0, 1, or NOBODY when the game is over
FIRST = 1  # the person who holds the first colour, or NOBODY before colours are chosen (C-1)
TURN = 2  # whole turns finished, stuck at LAST_TURN
PLACED = 3  # stones placed so far in this turn
LOWEST = 4  # lowest ring number used in this turn, ANY_RING before its first stone
VACANT = 5  # vacant cells; on a board of tiles, tiles left
RESULT = 6  # RUNNING, WON + person, or DRAWN
REASON = 7  # why the game ended: an index into games/words.py
COUNT_A = 8  # each game's own counters
COUNT_B = 9
HEADER = 10
CELLS = HEADER  # where the cells begin
LEGAL_ROOM = 1024  # more actions than any position of any game offers

NOBODY = -1
ANY_RING = 99
LAST_TURN = 32000

# Contents of a cell in the stone games.
EMPTY = 0
COLOUR_1 = 1
COLOUR_2 = 2
WALL = 9

# Instead of a cell, where a state lists cells of which some are not known yet.
NOWHERE = -1

# Kinds of facts about a cell, by which the solver tells states apart (search/symmetry.py).
# The first four are contents 1 to 4; what these two mark, each game says.
MARKED, MARKED_TOO = 4, 5

# Values of RESULT.
RUNNING = 0
WON = 1  # WON + person
DRAWN = 3

# Values of REASON.
BY_CONNECTION = 1
BY_SCORE = 2
BY_GROUPS = 3
BY_MAJORITY = 4
BY_CYCLE = 5
BY_ISLAND = 6
BY_QUICKSAND = 7
BY_BOTH = 8
BY_PASSES = 9
BY_STALL = 10


class Rules(Protocol):
    """What the rules of every game hold: tables and integers, as a NamedTuple of its own type.

    The type tells which game it is (see `jit.game_specific`); it has these fields first.
    """

    @property
    def num_cells(self) -> int:
        """Cells of the board."""

    @property
    def num_actions(self) -> int:
        """Actions are 0..num_actions-1."""

    @property
    def state_size(self) -> int:
        """Elements of a state."""

    @property
    def work_size(self) -> int:
        """Elements of the scratch array each kernel asks for."""

    @property
    def neighbours(self) -> IntArray16:
        """(num_cells, 6 or 4) in the order of boards.STEPS; the wall where there is none."""

    @property
    def swap(self) -> int:
        """1 where the swap of C-3 is on."""


def new_state(rules: Rules) -> IntArray16:
    """An empty board with person 0, holder of the first colour, to act."""
    state = np.zeros(rules.state_size, dtype=np.int16)
    state[LOWEST] = ANY_RING
    state[VACANT] = rules.num_cells
    state[CELLS + rules.num_cells] = WALL
    return state


def new_work(rules: Rules) -> IntArray16:
    """Scratch space for kernels, int16 of shape (work_size,); contents are of no meaning."""
    return np.empty(rules.work_size, dtype=np.int16)


def untouched_zeros(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """As numpy.zeros, but nothing is written: pages are zero when they are first read.

    numpy.zeros promises no such thing. Where the allocator has just freed arrays of some ten
    megabytes it takes the same memory again and clears all of it: 30 ms for the trees of a search
    of 20 playouts that takes 1 ms itself.
    """
    kind = np.dtype(dtype)
    pages = mmap.mmap(-1, max(1, prod(shape) * kind.itemsize))
    if hasattr(mmap, "MADV_HUGEPAGE"):  # as numpy asks for its own large arrays
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, dtype=kind, count=prod(shape)).reshape(shape)
