"""What a network is told of Spry."""

from skerry.core.jit import kernel
from skerry.core.layout import IntArray16
from skerry.games.features import list_stone_features
from skerry.games.spry.kernels import Rules


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Groups are told apart by how many of the outside colours they touch (SPRY-3)."""
    return list_stone_features(rules, state, out, work, rules.arcs)
