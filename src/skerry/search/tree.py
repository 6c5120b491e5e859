"""The search tree as arrays: node 0 is the root, the children of a node stand side by side."""

from typing import NamedTuple

import numpy as np

from ..core.layout import FloatArray, IntArray16, IntArray32, IntArray64


class Tree(NamedTuple):
    """One row per node; all arrays have shape (capacity,) but for `used`."""

    first_child: IntArray32  # node of the first child, 0 before the node is expanded
    num_children: IntArray16
    action: IntArray16  # that leads here from the parent
    visits: IntArray32  # playouts through this node
    value: FloatArray  # sum of person 0's results over them: 1 a win, 0.5 a draw
    used: IntArray64  # (1,) nodes in use


def new_tree(capacity: int) -> Tree:
    """A tree that holds only its root; memory is touched as nodes come into use."""
    return Tree(
        first_child=np.zeros(capacity, dtype=np.int32),
        num_children=np.zeros(capacity, dtype=np.int16),
        action=np.zeros(capacity, dtype=np.int16),
        visits=np.zeros(capacity, dtype=np.int32),
        value=np.zeros(capacity, dtype=np.float64),
        used=np.ones(1, dtype=np.int64),
    )
