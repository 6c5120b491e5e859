"""What the solver must know of Spry."""

from skerry.core.jit import kernel
from skerry.games.arcs import keeps_arcs
from skerry.games.spry.kernels import Rules


def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Six of the twelve symmetries take each arc of SPRY-3 to an arc."""
    return keeps_arcs(rules, cells)


@kernel
def stones_help(rules: Rules) -> bool:
    """A stone more never harms its owner.

    They play on as if its cell were vacant; whatever connects without it connects with it.
    """
    return True
