"""What the solver must know of Spry."""

from collections.abc import Iterable

from ...core.jit import kernel
from .kernels import Rules


def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Six of the twelve symmetries take each arc of SPRY-3 to an arc."""

    def side(bit: int, where: Iterable[int]) -> frozenset[int]:
        return frozenset(cell for cell, image in enumerate(where) if rules.arcs[image] & bit)

    before = {side(bit, range(len(cells))) for bit in (1, 2, 4)}
    return {side(bit, cells) for bit in (1, 2, 4)} == before


@kernel
def stones_help(rules: Rules) -> bool:
    """A stone more never harms its owner.

    They play on as if its cell were vacant; whatever connects without it connects with it.
    """
    return True
