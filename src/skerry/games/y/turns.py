"""Whole turns of Y."""

from skerry.core.layout import IntArray16
from skerry.games.y.kernels import Rules


def is_one_action(rules: Rules, state: IntArray16) -> bool:
    """Always: a turn is a stone or the swap."""
    return True
