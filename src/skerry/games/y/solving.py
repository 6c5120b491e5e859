"""What the solver must know of Y."""

from skerry.core.jit import kernel
from skerry.games.arcs import keeps_arcs
from skerry.games.y.kernels import Rules


def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Six of the twelve symmetries take each side of Y-1 to a side."""
    return keeps_arcs(rules, cells)


@kernel
def stones_help(rules: Rules) -> bool:
    """A stone more never harms its owner: whatever connects without it connects with it."""
    return True
