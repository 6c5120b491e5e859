"""The three arcs outside a board: where they lie."""

import numpy as np

from skerry.core.boards import hexhex
from skerry.games.arcs import BLUE, RED, YELLOW, outside_arcs


def test_arcs_lie_along_two_sides_each_and_share_three_corners() -> None:
    board = hexhex(5)
    arcs = dict(zip(board.names, outside_arcs(board).tolist(), strict=True))
    assert arcs["a3"] == arcs["c7"] == YELLOW  # bottom, lower right
    assert arcs["g7"] == arcs["i3"] == BLUE  # upper right, top
    assert arcs["c1"] == arcs["g1"] == arcs["e1"] == RED  # lower left, upper left, their corner
    assert arcs["a1"] == YELLOW | RED
    assert arcs["e9"] == YELLOW | BLUE
    assert arcs["i1"] == BLUE | RED
    assert arcs["a5"] == YELLOW  # a corner within an arc
    assert arcs["e5"] == 0
    assert np.count_nonzero(list(arcs.values())) == 24
